"""The two bindings of A2A: what they send, and what they read in an answer."""
