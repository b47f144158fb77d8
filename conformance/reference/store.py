"""The tasks, in SQLite: one in-memory database per application, filled with a dataset on first use.

Knows tables and keys, not the protocol. A task without a status timestamp is stored with the lowest number, so
that one index serves the order newest first, undated last.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, ParamSpec, TypeVar

import anyio.to_thread

from conformance.reference import timestamps
from conformance.reference.errors import JSON

P = ParamSpec("P")
T = TypeVar("T")

UNDATED = -(2**63)
EARLIEST, LATEST = UNDATED + 1, 2**63 - 1

SCHEMA = """
CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL, principal TEXT NOT NULL, id TEXT NOT NULL,
    context TEXT NOT NULL, state TEXT NOT NULL,
    stamp TEXT, ns INTEGER NOT NULL,
    message TEXT, metadata TEXT,
    UNIQUE (tenant, id)
);
CREATE INDEX newest ON tasks (tenant, principal, ns DESC, id);
CREATE TABLE messages (
    task INTEGER NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (task, position)
);
CREATE TABLE artifacts (
    task INTEGER NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (task, position)
);
"""
COLUMNS = "seq, tenant, principal, id, context, state, stamp, ns, message, metadata"


@dataclass(frozen=True, kw_only=True)
class Record:
    """A task to be stored, with all that belongs to it; `stamp` is the wire text of the status timestamp."""

    tenant: str
    principal: str
    id: str
    context: str
    state: str
    stamp: str | None
    message: JSON | None = None
    metadata: JSON | None = None
    history: Sequence[JSON] = ()
    artifacts: Sequence[JSON] = ()


class Row(NamedTuple):
    """A row of `tasks`; `message` and `metadata` are JSON text."""

    seq: int
    tenant: str
    principal: str
    id: str
    context: str
    state: str
    stamp: str | None
    ns: int
    message: str | None
    metadata: str | None


class Condition(NamedTuple):
    """One SQL condition and the values of its placeholders."""

    sql: str
    values: tuple[object, ...] = ()


def key_of(nanoseconds: int) -> int:
    """Return the number that is stored and compared; past the year 2262, SQLite's limit, it is clamped."""
    return max(EARLIEST, min(LATEST, nanoseconds))


class Store:
    """All access to the database. The methods are for one unit of work at a time: call them through `run`."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = tuple(records)
        self._lock = threading.Lock()
        self._opened: sqlite3.Connection | None = None
        self._newest = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in a thread, alone and as one transaction."""

        def unit() -> T:
            with self._lock, self.connection:
                return work(*args, **kwargs)

        return await anyio.to_thread.run_sync(unit)

    @property
    def connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = sqlite3.connect(":memory:", check_same_thread=False)
            weakref.finalize(self, self._opened.close)
            self._opened.executescript(SCHEMA)
            for record in self._records:
                self.add(record)
            ((newest,),) = self._opened.execute("SELECT max(ns) FROM tasks")
            self._newest = newest or 0
            self._opened.commit()
        return self._opened

    def close(self) -> None:
        """Forget everything; the next use starts from the dataset again."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def tick(self, clock: int) -> str:
        """Return the timestamp of a status change at `clock` (ns): milliseconds, later than any before.

        Later than the dataset's too, so that a machine whose clock is behind the data sorts rightly.
        """
        now = clock - clock % timestamps.MILLISECOND
        after = self._newest - self._newest % timestamps.MILLISECOND + timestamps.MILLISECOND
        self._newest = max(now, after)
        return timestamps.text(self._newest)

    # Reading

    def page(self, conditions: Sequence[Condition], order: str, limit: int) -> list[Row]:
        """Return the first `limit` rows under `conditions` in `order`."""
        where, values = joined(conditions)
        sql = f"SELECT {COLUMNS} FROM tasks WHERE {where} ORDER BY {order} LIMIT ?"  # noqa: S608 - our own conditions, values apart
        return [Row(*row) for row in self.connection.execute(sql, (*values, limit))]

    def count(self, conditions: Sequence[Condition]) -> int:
        where, values = joined(conditions)
        sql = f"SELECT count(*) FROM tasks WHERE {where}"  # noqa: S608 - our own conditions, values apart
        ((number,),) = self.connection.execute(sql, values)
        return int(number)

    def find(self, conditions: Sequence[Condition]) -> Row | None:
        return next(iter(self.page(conditions, "seq", 1)), None)

    def history(self, rows: Sequence[Row]) -> dict[int, list[JSON]]:
        """Return each task's messages, oldest first, by `seq`."""
        return self._bodies("messages", rows)

    def artifacts(self, rows: Sequence[Row]) -> dict[int, list[JSON]]:
        """Return each task's artifacts by `seq`."""
        return self._bodies("artifacts", rows)

    def _bodies(self, table: str, rows: Sequence[Row]) -> dict[int, list[JSON]]:
        found: dict[int, list[JSON]] = {row.seq: [] for row in rows}
        marks = ",".join("?" * len(found))
        sql = f"SELECT task, body FROM {table} WHERE task IN ({marks}) ORDER BY task, position"  # noqa: S608 - our own table names
        for task, body in self.connection.execute(sql, tuple(found)):
            found[task].append(json.loads(body))
        return found

    # Writing

    def add(self, record: Record) -> int:
        """Store a task and return its `seq`."""
        stamp = record.stamp
        values = (
            *(record.tenant, record.principal, record.id, record.context, record.state, stamp),
            UNDATED if stamp is None else key_of(timestamps.parse(stamp)),
            dumped(record.message),
            dumped(record.metadata),
        )
        columns = COLUMNS.removeprefix("seq, ")
        cursor = self.connection.execute(
            f"INSERT INTO tasks ({columns}) VALUES (?,?,?,?,?,?,?,?,?)",  # noqa: S608 - our own columns
            values,
        )
        seq = int(cursor.lastrowid or 0)
        self.append("messages", seq, record.history)
        self.append("artifacts", seq, record.artifacts)
        return seq

    def append(self, table: str, seq: int, bodies: Iterable[JSON]) -> None:
        """Add messages or artifacts behind those that the task has."""
        ((start,),) = self.connection.execute(f"SELECT count(*) FROM {table} WHERE task = ?", (seq,))  # noqa: S608 - our own table names
        rows = [(seq, position, dumped(body)) for position, body in enumerate(bodies, start)]
        self.connection.executemany(f"INSERT INTO {table} VALUES (?,?,?)", rows)  # noqa: S608 - our own table names

    def set_status(self, seq: int, state: str, stamp: str, message: JSON | None = None) -> None:
        """Replace the status of a task."""
        values = (state, stamp, key_of(timestamps.parse(stamp)), dumped(message), seq)
        self.connection.execute("UPDATE tasks SET state=?, stamp=?, ns=?, message=? WHERE seq=?", values)


def joined(conditions: Sequence[Condition]) -> tuple[str, tuple[object, ...]]:
    where = " AND ".join(f"({condition.sql})" for condition in conditions) or "1"
    return where, tuple(value for condition in conditions for value in condition.values)


def dumped(value: JSON | None) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
