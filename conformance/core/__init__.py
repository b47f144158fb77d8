"""Words and small tools that every room shares.

Nothing here knows of HTTP, pytest or any task API, and nothing here imports another room.
"""
