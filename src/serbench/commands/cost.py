"""`serbench cost`: what a message costs end to end, over which link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.builders.codec import Codec
from serbench.builders.cpp.compressors import compressors
from serbench.catalog import all_codecs, select
from serbench.commands import arguments
from serbench.commands.recording import recorded
from serbench.commands.run import measure_target
from serbench.commands.run_options import RunOptions
from serbench.errors import UserError
from serbench.machine import cache
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.verification import verify
from serbench.operations import PRIMARY
from serbench.preparation import messages
from serbench.preparation.drivers import availability, build_drivers
from serbench.preparation.messages import Messages
from serbench.preparation.readings import from_stored
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.proof.sandboxed_decoder import encoded
from serbench.quoting import shell
from serbench.results.cost_rows import CostResult, load_cost
from serbench.results.costs import Mode
from serbench.results.runs import check_tag
from serbench.terminal.progress import say
from serbench.workloads import registry as workloads

if TYPE_CHECKING:
    from serbench.results.store import Store

# Of each codec's messages, one by one and in blocks: nobody asks for tenths of a percent here.
_BUDGET_S = 2.0
_PRECISION = 0.05


@dataclass(frozen=True, slots=True)
class CostOptions:
    """What the command line says: a run whose codecs' messages are compressed, the latest if it is
    not named, and which of its codecs."""

    run: str
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    budget_s: float = _BUDGET_S
    processes: int = 3
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a run measured, and what is to be compressed of it."""

    run: str
    targets: list[ResolvedTarget]
    codecs: list[Codec]


@arguments.prints("table", "json", "markdown")
def command(
    run: Annotated[
        str, typer.Argument(help="A run's id or tag; the latest if none is given.")
    ] = "",
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    link: Annotated[
        list[str] | None,
        typer.Option(
            "--link",
            help="A link's speed in bits a second: 100M, 10G. May be repeated.",
            show_default="100M, 1G, 4G as of a disk, 10G",
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Seconds of measuring for each codec.")
    ] = 2.0,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.commands.quantities import bits_per_s

    links = tuple(bits_per_s(text) for text in link or ())
    result = measure_messages(
        CostOptions(
            run=run,
            languages=arguments.words(lang),
            codecs=tuple(codec or ()),
            budget_s=budget,
            tag=tag,
            note=note,
            db=db,
        )
    )
    show(result, links, form)
    arguments.end(
        is_negative=not any(result.ways.values()), finished=result.status != "interrupted"
    )


def measure_messages(options: CostOptions) -> CostResult:
    """Measures what the run's messages cost to compress; messages that several codecs write alike
    once. Raises `UserError` for what does not exist, or is not as it was when the run was made."""
    from serbench.results.store import Store

    check_tag(options.tag)
    with Store(options.db) as store:
        asked = _asked(store, options)
        settings = {"cost": asked.run, "budget_s": options.budget_s, "precision": _PRECISION}
        settings |= {"processes": options.processes, "operations": PRIMARY, "seed": 0}
        on_interrupt = "what was measured is kept"
        with recorded(store, "cost", settings, options.tag, options.note, on_interrupt) as record:
            for target in asked.targets:
                _measure(store, record.run, target, asked.codecs, options)
        return load_cost(store, record.run)


def _asked(store: Store, options: CostOptions) -> _Asked:
    of = store.named(options.run) if options.run else _latest(store)
    settings = store.run_facts(of)["settings"]
    if store.kind_of(of) != "run" or not set(PRIMARY) <= set(settings["operations"]):
        raise UserError(
            f"{of}: it has not both serialize and deserialize; measure them: serbench run log"
        )
    count, seed = settings.get("count"), settings["seed"]
    if not set(settings["targets"]) <= set(workloads.names()):
        store.check_begun_here(of, "serbench run FILE, then serbench cost")
    targets = resolve_all(
        list(map(from_stored, settings["targets"])), count, seed, settings.get("narrow", False)
    )
    digests = {working_set.name: working_set.digest for working_set in store.working_sets(of)}
    for target in targets:
        if digests.get(target.name) != target.expected.digest:
            raise UserError(f"{target.name} has other values than in {of}; measure it again")
    measured = {c.codec for t in targets for c in store.codecs(of, t.name) if c.verdict.proven}
    codecs = [codec for codec in all_codecs() if codec.id in measured]
    chosen = select(codecs, options.languages, options.codecs)
    if not chosen:
        raise UserError(f"{of} measured none of these codecs; see: serbench report {shell(of)}")
    return _Asked(of, targets, chosen)


def _latest(store: Store) -> str:
    runs = [run.run for run in store.runs() if run.kind == "run"]
    if not runs:
        raise UserError("there is no run whose messages could be compressed: serbench run log")
    return runs[-1]


def _measure(
    store: Store, run_id: str, target: ResolvedTarget, codecs: Sequence[Codec], options: CostOptions
) -> None:
    by = compressors()
    built = build_drivers(target, codecs, PRIMARY)
    built_compressors = build_drivers(
        replace(target, name="compressors", schema=messages.SCHEMA), by, PRIMARY
    )
    versions = {codec.id: availability(codec).version for codec in by}
    run_options = RunOptions(
        targets=(),
        budget_s=options.budget_s,
        precision=_PRECISION,
        processes=options.processes,
    )
    written: dict[str, list[str]] = {}
    with cache.scratch() as scratch:
        for codec in codecs:
            encoded_messages = _written(built.drivers.get(codec.id), target, scratch)
            if encoded_messages is None:
                continue
            digest = messages.digest_of(encoded_messages)
            written.setdefault(digest, []).append(codec.id)
            store.insert(
                "cost_messages", run_id, target.name, codec.id, digest, len(encoded_messages)
            )
            if len(written[digest]) > 1:
                continue
            folder = scratch / digest
            folder.mkdir()
            for mode, found in _modes(encoded_messages, folder):
                name = f"{target.name} {digest} {mode}"
                facts = (name, target.name, digest, mode, found.values)
                store.insert("cost_sets", run_id, *facts)
                message_target = ResolvedTarget(
                    name, codec.id, messages.SCHEMA, found.expected, found.bytes
                )
                used = [c for c in by if ("dictionary" in c.name) == (mode == "dictionary")]
                path = found.dictionary if mode == "dictionary" else None
                measure_target(
                    *(
                        store,
                        run_id,
                        run_options,
                        message_target,
                        used,
                        versions,
                        built_compressors,
                    ),
                    variables={"SERBENCH_DICTIONARY": str(path)} if path else {},
                )
                store.insert("workload_ends", run_id, name)


def _modes(encoded_messages: Sequence[bytes], folder: Path) -> Iterator[tuple[Mode, Messages]]:
    each = messages.one_by_one(encoded_messages, folder)
    yield "each", each
    if each.dictionary:
        yield "dictionary", each
    yield "blocks", messages.in_blocks(encoded_messages, folder)


def _written(
    command: Sequence[str] | None, target: ResolvedTarget, scratch: Path
) -> list[bytes] | None:
    """What a codec writes of the values; None where it has no driver, or they do not survive."""
    if command is None:
        return None
    try:
        with Driver(command) as driver:
            if verify(driver, target.expected).proven:
                return encoded(driver, scratch / "dump")
    except (DriverError, DriverDeath) as error:
        say(f"{command[0]}: {error}")
    return None


def show(result: CostResult, links: Sequence[float], form: str) -> None:
    from serbench.report.experiments import cost_over

    cost_over(links).show(result, form)
