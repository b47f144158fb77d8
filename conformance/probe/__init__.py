"""Asking: questions, the wire, budgets and repeats, the survey, scenarios, the plan and its recording.

Nothing here judges an answer; that is what `checks` are for.
"""
