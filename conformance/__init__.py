"""Conformance checks for how A2A agents answer GetTask and ListTasks."""

__version__ = "0.1.0"
