"""Servers that break one thing that Pinecone's documentation says of reading a task, of refusals and of versions."""

from __future__ import annotations

from tests.emulators.parts import JSON, Call, Record, Reply
from tests.emulators.pinecone import LATEST, VERSION, Rules, tasks
from tests.emulators.registry import fault


@fault("window.at-most", "One step more than steps_limit comes.")
class OneStepMore(Rules):
    def recent(self, steps: list[JSON], limit: int | None) -> list[JSON]:
        return super().recent(steps, limit + 1 if limit else limit)


@fault("window.end", "steps_limit keeps the first steps.")
class FirstSteps(Rules):
    def recent(self, steps: list[JSON], limit: int | None) -> list[JSON]:
        return steps[:limit]


@fault("window.end", "A steps_limit of 50 or more gives no steps.")
class LargeLimitGivesNone(Rules):
    def recent(self, steps: list[JSON], limit: int | None) -> list[JSON]:
        return [] if limit and limit >= 50 else super().recent(steps, limit)


@fault("window.zero", "steps_limit 0 is taken as unset.")
class ZeroIsUnset(Rules):
    def none_of(self, steps: list[JSON]) -> list[JSON]:
        return steps


@fault("window.unset", "Without steps_limit only the last four steps come.")
class FourUnasked(Rules):
    def recent(self, steps: list[JSON], limit: int | None) -> list[JSON]:
        return steps[-4:] if limit is None else super().recent(steps, limit)


@fault("window.count", "steps_total is the number of steps in the answer.")
class CountsWhatIsShown(Rules):
    def counted(self, steps: list[JSON], limit: int | None) -> JSON:
        return {"steps_total": len(self.recent(steps, limit))}


@fault("window.count", "There is no steps_total.")
class DoesNotCount(Rules):
    def counted(self, steps: list[JSON], limit: int | None) -> JSON:
        return {}


@fault("get.returns-the-item", "Reading a task gives the newest one.")
class ReadsTheNewest(Rules):
    def read(self, record: Record, limit: int | None) -> JSON:
        return super().read(self.ordered(tasks(self.count))[0], limit)


@fault("get.agrees-with-list", "A task has another state when it is read by itself.")
class ReadsAnotherState(Rules):
    def read(self, record: Record, limit: int | None) -> JSON:
        return {**super().read(record, limit), "state": "running"}


@fault("notfound.status", "An unknown task is null.")
class NothingIsNull(Rules):
    def not_found(self) -> Reply:
        return Reply(None, 200)


@fault("notfound.envelope", "The refusal of an unknown task has no message.")
class NoMessage(Rules):
    def not_found(self) -> Reply:
        return Reply({"error": "task not found"}, 404)


@fault("error.unauthenticated", "Without a credential there is nothing to be found.")
class HidesFromStrangers(Rules):
    def unauthenticated(self) -> Reply:
        return self.not_found()


@fault("version.default", "Who names no version does not see what was cancelled.")
class NothingCancelledByDefault(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        named = VERSION in call.headers
        return [record for record in found if named or record.body["state"] != "cancelled"]


@fault("version.default", "The default version, asked for by name, does not show what was cancelled.")
class NothingCancelledByName(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        named = call.headers.get(VERSION) == LATEST
        return [record for record in found if not (named and record.body["state"] == "cancelled")]


@fault("version.echo", "The answer does not name its version.")
class NoEcho(Rules):
    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        return {}


@fault("version.echo", "The answer names the latest version whatever was asked for.")
class EchoOfTheLatest(Rules):
    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        return super().echoed(LATEST, status)


@fault("version.unknown", "Any version is served.")
class AnyVersion(Rules):
    def version(self, asked: str | None) -> None:
        pass


@fault("version.unknown", "A version that there is not is answered with another code.")
class AnotherCode(Rules):
    def wrong_version(self) -> Reply:
        return Reply({**super().wrong_version().body, "code": "bad_request"}, 400)


@fault("version.unknown", "A version that there is not is answered with 406.")
class AnotherStatus(Rules):
    def wrong_version(self) -> Reply:
        return Reply(super().wrong_version().body, 406)
