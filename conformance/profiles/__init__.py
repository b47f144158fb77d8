"""What one task API promises and how it is spoken, as data.

A profile says names, pointers and numbers; what is asked and how an answer is judged belongs to `checks`.
"""

from conformance.profiles.files import names
from conformance.profiles.profile import Operation, Profile, Refusals
from conformance.profiles.reading import described_profile, load_profile, recorded_profile

__all__ = [
    "Operation",
    "Profile",
    "Refusals",
    "described_profile",
    "load_profile",
    "names",
    "recorded_profile",
]
