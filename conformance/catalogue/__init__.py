"""What a server must do, as data: one TOML file per group of requirements, and what reads them.

Statements, levels, sources and dependencies live here. How a requirement is judged does not: checks name
requirements by id, never the other way round.
"""

from __future__ import annotations

from conformance.catalogue.loading import load_catalogue
from conformance.catalogue.model import Catalogue, Clause, Group, Requirement, Section

__all__ = ["Catalogue", "Clause", "Group", "Requirement", "Section", "load_catalogue"]
