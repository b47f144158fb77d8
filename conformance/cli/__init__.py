"""The command `task-conformance`. It turns words on the command line into calls; everything else is elsewhere."""
