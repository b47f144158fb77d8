"""The raw socket server, under the name that tests know it by."""

from __future__ import annotations

from conformance.proof.rawserver import CLOSE, RESET, Answer, Piece, RawServer, reply

__all__ = ["CLOSE", "RESET", "Answer", "Piece", "RawServer", "reply"]
