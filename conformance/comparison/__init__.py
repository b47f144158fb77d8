"""Reports side by side: of several targets (`compare`), or of one before and after (`diff`).

The rooms below run and judge; here finished reports are only read. What a run's own report looks like does not
belong here.
"""
