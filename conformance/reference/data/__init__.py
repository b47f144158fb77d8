"""The datasets: made-up tasks, the same on every run, with timestamps that lie in the past.

Data only; what is done with it is the store's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from conformance.reference.data import demo, walkthrough
from conformance.reference.store import Record


@dataclass(frozen=True, kw_only=True)
class Dataset:
    """An agent's name and tasks; `tenant` is the one that the second pair of interfaces has."""

    agent: str
    description: str
    tenant: str
    records: Callable[[], Iterable[Record]]


def nothing() -> Iterable[Record]:
    return ()


DATASETS = {
    "demo": Dataset(
        agent="reference",
        description="The reference server of task-conformance, with tasks of every kind.",
        tenant=demo.TENANT,
        records=demo.records,
    ),
    "demo-undated": Dataset(
        agent="reference",
        description="As the demo; some of the main principal's tasks have no status timestamp.",
        tenant=demo.TENANT,
        records=demo.records_with_undated,
    ),
    "walkthrough": Dataset(
        agent=walkthrough.AGENT,
        description="Runs the tests of a project; the reviewer, its tenant, reads the changes.",
        tenant=walkthrough.TENANT,
        records=walkthrough.records,
    ),
    "empty": Dataset(
        agent="reference-empty",
        description="The reference server of task-conformance, with no tasks yet.",
        tenant=demo.TENANT,
        records=nothing,
    ),
}


def dataset_named(name: str) -> Dataset:
    """Return a dataset; ValueError names those that there are."""
    if name not in DATASETS:
        raise ValueError(f"no dataset {name!r}; there are {', '.join(DATASETS)}")
    return DATASETS[name]
