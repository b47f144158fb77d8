"""A run from its target to its findings, and the pytest side of it.

    target → interfaces → [seed] → survey → plan → probe → checks judge → report

`run` holds the engine, which knows nothing of pytest; `pytest_side` lets pytest's items go through it.
"""
