"""A run in the results file, from its beginning to its end or to where somebody ended it."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import serbench
from serbench.custom_codecs import is_path
from serbench.errors import UserError
from serbench.preparation.readings import Target, from_stored
from serbench.preparation.targets import ResolvedTarget
from serbench.quoting import shell
from serbench.terminal.progress import say

if TYPE_CHECKING:
    from serbench.builders.codec import Codec
    from serbench.results.kinds import Kind
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
    kind: Kind,
    settings: dict[str, Any],
    tag: str,
    note: str,
    on_interrupt: str,
    going_on: str = "",
    **facts: str,
) -> Iterator[Recorded]:
    """Begins a run, or lets the one of the id `going_on` go on, and ends it as finished, or as
    interrupted, which is said. An interrupt goes no further; an error does. `RUN` in what is said
    stands for the run's id."""
    from serbench.measure import environment

    environment_facts = environment.describe() | facts
    ticks, began = environment.cpu_ticks(), time.monotonic()
    earlier_s = store.go_on(going_on) if going_on else 0.0
    run = going_on or store.begin_run(
        serbench.__version__,
        shlex.join(sys.argv),
        settings,
        environment_facts,
        kind=kind,
        tag=tag,
        note=note,
    )
    record = Recorded(run)
    try:
        yield record
        record.finished = True
    except KeyboardInterrupt:
        say(on_interrupt.replace("RUN", run, 1))
    finally:
        seconds = earlier_s + time.monotonic() - began
        environment_facts |= store.toolchains(run)
        environment_facts["processor time stolen"] = environment.steal_share(
            ticks, environment.cpu_ticks()
        )
        store.end_run(
            run, "finished" if record.finished else "interrupted", seconds, environment_facts
        )


@contextmanager
def seen_later(run: str, db: Path) -> Iterator[None]:
    """For what is made of a run that is in the results file: of an interrupt it says how to see the
    run, and lets it go on."""
    try:
        yield
    except KeyboardInterrupt:
        say_how_to_see(run, db)
        raise


def say_how_to_see(run: str, db: Path) -> None:
    say(f"{run} is kept; see it: serbench report {shell(run)}{in_db(db)}")


def in_db(db: Path) -> str:
    """How an advised command goes on where results are in another file than usual."""
    return "" if db == Path("serbench.duckdb") else f" --db {shell(db)}"


def unfinished(store: Store, kind: Kind, command: str, names: Sequence[str]) -> str:
    """The id of the run to go on with: the one named, or the latest that did not end. Raises
    `UserError` if there is none, or if the one named is of another command."""
    records = store.runs()
    runs = {r.run: r for r in records if r.kind == kind and not r.fleet}
    for name in names:
        run = store.named(name)
        if any(r.run == run and r.fleet for r in records):
            raise UserError(f"{name} is of a host of a cluster; begin anew: {command} --cluster …")
        if run not in runs:
            raise UserError(f"{name} is no run of `{command}`; `serbench list runs` names them")
        if runs[run].status == "finished":
            raise UserError(f"{name} came to its end; see it: serbench report {shell(run)}")
        return run
    latest = [run for run, summary in runs.items() if summary.status != "finished"]
    if not latest:
        raise UserError(f"no run of `{command}` is unfinished; begin one with its data")
    return latest[-1]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run measured, for a command that takes up the same: `codecs` are ids, and files."""

    targets: tuple[Target, ...]
    codecs: tuple[str, ...]
    seed: int
    narrow: bool
    count: int | None


def measured_by(db: Path, name: str, *, reads_own_bytes: bool) -> Measured:
    """The data and the codecs of a run of `serbench run`, by its id or tag. Codecs whose bytes can
    run code are among them only if each codec reads nothing but what it wrote itself: otherwise
    only who names one takes it. Raises `UserError`, also for a run that may be a stranger's."""
    from serbench.results.store import Store

    with Store(db, read_only=True) as store:
        run = store.named(name)
        if run not in {r.run for r in store.runs() if r.kind == "run"}:
            raise UserError(f"{name} is no run of `serbench run`; `serbench list runs` names them")
        store.check_begun_here(run, "serbench interop FILE --codec CODEC")
        settings = store.run_facts(run)["settings"]
        codecs = dict.fromkeys(
            record.codec
            for workload in store.working_sets(run)
            for record in store.codecs(run, workload.name)
            if reads_own_bytes or "executes" not in record.traits
        )
    files = (glob for glob in settings.get("codecs", ()) if is_path(glob))
    return Measured(
        tuple(map(from_stored, settings["targets"])),
        (*files, *codecs),
        settings["seed"],
        settings.get("narrow", False),
        settings["count"],
    )


def add_codecs(
    store: Store,
    run: str,
    target: ResolvedTarget,
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
) -> None:
    """Keeps what is known of the codecs whose libraries have these versions, by the codecs' ids."""
    from serbench.proof import stored

    for codec in codecs:
        version = versions[codec.id]
        held = codec.trait_of_types(target.schema)
        known = (*stored.facts_of(codec.id, version), *([held] if held else []))
        store.add_codec(run, target.name, replace(codec, traits=codec.traits + known), version)


def facts_of(target: ResolvedTarget, leaves: float = 0.0) -> WorkloadFacts:
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
