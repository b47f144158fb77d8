"""What the checks are proved on: reference servers that break one rule each, and ones that use what is allowed.

A fault or a variant is a few lines over the reference server's rules; judging and reporting are not done here.
"""

from conformance.proof.registry import BOTH, Fault, Variant, fault, faults, variant, variants

__all__ = ["BOTH", "Fault", "Variant", "fault", "faults", "variant", "variants"]
