"""A run in the results file, from its beginning to its end or to where somebody ended it."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import serbench
from serbench.preparation.targets import Target
from serbench.progress import say

if TYPE_CHECKING:
    from serbench.results.rows import WorkloadFacts
    from serbench.results.store import Store


@dataclass(slots=True)
class Recorded:
    """`finished` is known when it is over."""

    run: str
    finished: bool = False


@contextmanager
def recorded(
    store: Store,
    settings: dict[str, Any],
    tag: str,
    note: str,
    on_interrupt: str,
    **facts: str,
) -> Iterator[Recorded]:
    """Begins a run, and ends it as finished, or as interrupted, which is said. An interrupt goes no
    further."""
    from serbench.measure import environment

    its = environment.describe() | facts
    ticks, began = environment.cpu_ticks(), time.monotonic()
    run = store.begin_run(
        serbench.__version__, shlex.join(sys.argv), settings, its, tag=tag, note=note
    )
    record = Recorded(run)
    try:
        yield record
        record.finished = True
    except KeyboardInterrupt:
        say(on_interrupt)
    seconds = time.monotonic() - began
    its |= store.toolchains(run)
    its["processor time stolen"] = environment.steal_share(ticks, environment.cpu_ticks())
    store.end_run(run, "finished" if record.finished else "interrupted", seconds, its)


def facts_of(target: Target, leaves: float = 0.0) -> WorkloadFacts:
    """What is kept of a working set."""
    from serbench.results.rows import WorkloadFacts

    return WorkloadFacts(
        name=target.name,
        source=target.source,
        values=target.expected.values,
        json_bytes=target.json_bytes / target.expected.values,
        leaves=leaves,
        digest=target.expected.digest,
        schema=target.schema.fingerprint,
    )
