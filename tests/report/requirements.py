"""A catalogue for sample reports."""

from __future__ import annotations

from tests.report.parts import SPECIFICATION, requirement

REQUIREMENTS = [
    requirement("bindings.declared", "Each interface on the card answers at exactly its url."),
    requirement("get.returns-the-task", "GetTask returns the task that was asked for.", needs="a task"),
    requirement(
        "get.after-send", "The id that SendMessage gave is readable.", needs="permission to create tasks"
    ),
    requirement("history.zero", "historyLength 0 returns no message.", needs="a task that shows a message"),
    requirement("history.unset", "What an unset historyLength gives is recorded.", "NOTE", never="anything"),
    requirement(
        "size.default",
        "Without pageSize, a page holds at most 50 tasks.",
        never="fewer tasks",
        needs="at least 51 visible tasks",
    ),
    requirement("size.limit", "A page never holds more tasks than pageSize.", after=["size.default"]),
    requirement(
        "size.maximum", "A page never holds more than 100 tasks.", needs="at least 101 visible tasks"
    ),
    requirement(
        "size.echo",
        "The answer carries pageSize.",
        clauses=[
            {"key": "non-zero", "level": "MUST", "text": "A pageSize that is not zero is there."},
            {"key": "zero", "level": "SHOULD", "text": "A pageSize of zero is there too."},
        ],
    ),
    requirement("token.always-present", "nextPageToken is in every answer, a string, never null."),
    requirement("token.walk-complete", "A walk yields each task once.", after=["token.always-present"]),
    requirement("token.format", "The form of the token is recorded.", "NOTE", never="anything"),
    requirement(
        "order.newest-first",
        "Status timestamps never rise.",
        never="ties in any order",
        needs="at least 3 dated tasks",
    ),
    requirement(
        "order.stable", "Ties come in the same order each time.", "SHOULD", needs="at least 2 tied tasks"
    ),
    requirement("artifacts.omitted-by-default", "No listed task has artifacts unless asked for."),
    requirement("filter.context", "Only tasks of the context come, and all of them.", needs="2 contexts"),
    requirement(
        "notfound.code",
        "An unknown id gives TaskNotFoundError.",
        sections=[
            {"label": "3.1.3", "url": f"{SPECIFICATION}#313-get-task"},
            {"label": "5.4", "url": f"{SPECIFICATION}#54"},
        ],
    ),
    requirement(
        "scope.list",
        "The other principal's tasks are not listed.",
        needs="two credentials that share no tasks",
    ),
    requirement("error.says-which", "A validation error names the parameter.", "SHOULD"),
    requirement("http.head", "What HEAD gives is recorded.", "NOTE"),
]
