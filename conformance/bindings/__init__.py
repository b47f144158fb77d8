"""The protocols of interfaces: a question becomes wire bytes, wire bytes become an answer.

No judgement here: what an answer ought to be is for `checks`.
"""

from conformance.bindings.binding import Binding, binding_of

__all__ = ["Binding", "binding_of"]
