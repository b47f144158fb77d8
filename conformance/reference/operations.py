"""The operations by name, for whichever binding received the call: version, tenant, and then the work itself.

Between the bindings (wire) and the services: nothing of HTTP or JSON-RPC here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from conformance.reference import errors
from conformance.reference.agent import Agent
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Caller
from conformance.reference.rules import Rules
from conformance.reference.service import Service

PUSH = ("Create", "Get", "Delete")


class Operations:
    """What the bindings share. `tokens`: principals by bearer token; `anyone`: who comes without one, or ""."""

    def __init__(
        self,
        service: Service,
        agent: Agent,
        *,
        tenants: Sequence[str],
        tokens: Mapping[str, str],
        anyone: str,
    ) -> None:
        self.service = service
        self.agent = agent
        self.rules: Rules = service.rules
        self.tenants = ("", *tenants)
        self.tokens = tokens
        self.anyone = anyone
        self.methods: dict[str, Callable[[Caller, Mapping[str, object]], Awaitable[JSON]]] = {
            "GetTask": self.get_task,
            "ListTasks": self.list_tasks,
            "SendMessage": agent.send,
            "CancelTask": agent.cancel,
        }

    def principal(self, authorization: str | None) -> str:
        """Return who calls, by the Authorization header; raises the 401 refusal."""
        try:
            return self.rules.principal(authorization, self.tokens)
        except A2AError:
            if self.anyone:
                return self.anyone
            raise

    async def call(self, caller: Caller, operation: str, params: JSON) -> JSON:
        """Carry out one operation and return its result; raises the refusal.

        The tenant is the caller's, or the `tenant` among the parameters where the path had none.
        """
        if operation in UNAVAILABLE:
            raise UNAVAILABLE[operation]()
        if operation not in self.methods:
            raise errors.unknown_method()
        if not caller.tenant:
            tenant = "" if params.get("tenant") is None else params["tenant"]
            if not isinstance(tenant, str):
                raise errors.invalid({"tenant": "Must be a string"})
            caller = replace(caller, tenant=tenant)
        self.rules.tenant(caller, self.tenants)
        params = self.rules.receive(caller, operation, params)
        return self.rules.answer(caller, operation, await self.methods[operation](caller, params))

    async def get_task(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        return await self.service.store.run(self.service.get_task, caller, params)

    async def list_tasks(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        return await self.service.store.run(self.service.list_tasks, caller, params)


def no_streaming() -> A2AError:
    return errors.unsupported_operation("Streaming is not supported")


def no_extended_card() -> A2AError:
    return errors.unsupported_operation("There is no extended agent card")


UNAVAILABLE: dict[str, Callable[[], A2AError]] = {
    "SendStreamingMessage": no_streaming,
    "SubscribeToTask": no_streaming,
    "GetExtendedAgentCard": no_extended_card,
    **{f"{verb}TaskPushNotificationConfig": errors.push_not_supported for verb in PUSH},
    "ListTaskPushNotificationConfigs": errors.push_not_supported,
}
"""Operations of capabilities that the card does not declare (§3.3.4)."""
