"""`serbench interop`: every codec's bytes through every other codec of its wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from serbench.builders.codec import Codec
from serbench.catalog import choose
from serbench.commands import arguments, confinement
from serbench.commands.recording import facts_of, recorded
from serbench.errors import UserError
from serbench.machine import cache
from serbench.operations import PRIMARY
from serbench.preparation.drivers import (
    availability,
    build_drivers,
    expect_builds,
    look_around,
    why_not_built,
)
from serbench.preparation.readings import Reading, Target, stored
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.proof.interop import NO_DRIVER, BuiltCodec, Lack, NamedValues, by_wire, interop
from serbench.results.interop_rows import InteropRecorder, InteropResult, load_interop
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.terminal.progress import bar, plan, say

# Of each codec, by the rule of thumb.
_READING_S = 0.3


@dataclass(frozen=True, slots=True)
class InteropOptions:
    """What the command line says."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    count: int | None = None
    narrow: bool = False
    seed: int = 0
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


@arguments.reads()
@arguments.prints("table", "json", "markdown")
def command(
    context: typer.Context,
    read: Reading,
    targets: arguments.SomeTargets = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    of: arguments.Of = "",
    _codec_dir: arguments.CodecDir = None,
    count: arguments.Count = None,
    narrow: arguments.Narrow = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named

    given = arguments.given_or_of(context, targets, codec, of, db, read)
    result = run(
        InteropOptions(
            targets=given.targets,
            languages=arguments.words(lang),
            codecs=given.codecs,
            count=count or given.count,
            narrow=narrow or given.narrow,
            seed=seed or given.seed,
            tag=tag,
            note=note,
            db=db,
        )
    )
    show(result, form)
    arguments.end(
        is_negative=result.is_negative(named(codec or ())), finished=result.status != "interrupted"
    )


def run(options: InteropOptions) -> InteropResult:
    """Finds it, and keeps each cell at once. Raises `UserError` for what does not exist."""
    check_tag(options.tag)
    codecs = [codec for codec in choose(options.languages, options.codecs) if codec.wire]
    if not codecs:
        raise UserError("none of these codecs has a wire that another could read")
    with plan("interop") as whole, Store(options.db) as store:
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
        expect_builds(whole, [target.name for target in targets], codecs)
        for target in targets:
            whole.expect(f"read {target.name}", _READING_S * len(codecs), "reading each other")
        look_around(codecs)
        targets_stored = list(map(stored, options.targets))
        settings = {"interop": True, "targets": targets_stored, "seed": options.seed}
        settings |= confinement.setting()
        on_interrupt = "what was found is kept"
        with recorded(
            store, "interop", settings, options.tag, options.note, on_interrupt
        ) as record:
            for target in targets:
                taken = confinement.admitted(
                    codecs, options.codecs, is_built_in=target.is_built_in, about=target.name
                )
                _target(store, record.run, target, taken)
        return load_interop(store, record.run)


def _target(store: Store, run_id: str, target: ResolvedTarget, codecs: Sequence[Codec]) -> None:
    built = build_drivers(target, codecs, PRIMARY)
    store.add_working_set(run_id, facts_of(target))
    recorder = InteropRecorder(store, run_id, target.name)
    subjects = []
    for codec in codecs:
        store.add_codec(run_id, target.name, codec, availability(codec).version)
        if why := why_not_built(built, codec.id):
            said, wire = f"{why.status}: {why.note}", codec.wire_of(target.schema)
            recorder.found(Lack(wire=wire, codec=codec.id, case=NO_DRIVER, said=said))
        else:
            subjects.append(BuiltCodec(codec, built.drivers[codec.id]))
    wires = by_wire(subjects, target.schema).values()
    if alone := [of_wire[0].codec.id for of_wire in wires if len(of_wire) == 1]:
        say(f"{target.name}: no other of these codecs has the wire of {', '.join(alone)}")
    values = NamedValues(target.schema, target.expected)
    reading = bar(f"reading each other's bytes: {target.name}", f"read {target.name}")
    with reading as progress, cache.scratch() as scratch:
        sandbox = confinement.confined(codecs, target)
        for found in interop(subjects, values, scratch, progress.update, sandbox):
            recorder.found(found)


def show(result: InteropResult, form: str) -> None:
    from serbench.report.experiments import INTEROP

    INTEROP.show(result, form)
