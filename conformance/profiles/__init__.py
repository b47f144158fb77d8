"""What one task API promises and how it is spoken, as data.

A profile says names, pointers and numbers; what is asked and how an answer is judged belongs to `checks`.
"""

from conformance.profiles.profile import Operation, Profile, Refusals, load_profile

__all__ = ["Operation", "Profile", "Refusals", "load_profile"]
