"""Profiles as files: their format, what is wrong with one, the command, those of the suite, and two more."""
