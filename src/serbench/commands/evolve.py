"""`serbench evolve`: old bytes in new readers and new bytes in old ones, as a schema grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose
from serbench.command_line.parameters import Reach
from serbench.commands import arguments, confinement
from serbench.commands.recording import facts_of, recorded
from serbench.errors import check_known
from serbench.machine import cache
from serbench.measure.verification import Expected
from serbench.operations import PRIMARY
from serbench.preparation.drivers import availability, build, why_not_built
from serbench.preparation.readings import Reading, Target, stored
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.proof.evolution import Step, Unproven, Written, evolution
from serbench.proof.interop import NamedValues
from serbench.proof.schema_changes import RULES, Successor, Value, successors
from serbench.results.evolution_rows import EvolutionRecorder, EvolutionResult, load_evolution
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.schema.model import Schema
from serbench.schema.values import prepare
from serbench.terminal.progress import bar, say


@dataclass(frozen=True, slots=True)
class EvolveOptions:
    """What the command line says; no rules are all."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    count: int = 20
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
    targets: Annotated[
        list[str] | None,
        typer.Argument(help="Workloads or data files; by default `order`."),
        Reach.TARGETS,
    ] = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    of: arguments.Of = "",
    _codec_dir: arguments.CodecDir = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", help="Only this kind of schema change. May be repeated."),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Values.")] = 20,
    narrow: arguments.Narrow = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named

    given = arguments.given_or_of(context, targets or ["order"] * (not of), codec, of, db, read)
    result = run(
        EvolveOptions(
            targets=given.targets,
            languages=arguments.words(lang),
            codecs=given.codecs,
            rules=tuple(rule or ()),
            count=count,
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


def run(options: EvolveOptions) -> EvolutionResult:
    """Finds it, and keeps each cell at once. Raises `UserError` for what does not exist."""
    check_tag(options.tag)
    for rule in options.rules:
        check_known("rule", rule, RULES)
    codecs = choose(options.languages, options.codecs)
    with Store(options.db) as store:
        resolved = resolve_all(options.targets, options.count, options.seed, options.narrow)
        targets = [target.lowered for target in resolved]
        targets_stored = list(map(stored, options.targets))
        settings = {"evolution": True, "targets": targets_stored, "seed": options.seed}
        settings |= confinement.setting()
        on_interrupt = "what was found is kept"
        with recorded(
            store, "evolution", settings, options.tag, options.note, on_interrupt
        ) as record:
            for target in targets:
                taken = confinement.admitted(
                    codecs, options.codecs, is_built_in=target.is_built_in, about=target.name
                )
                _target(store, record.run, target, taken, options.rules)
        return load_evolution(store, record.run)


def _target(
    store: Store, run_id: str, target: ResolvedTarget, codecs: Sequence[Codec], rules: Sequence[str]
) -> None:
    store.add_working_set(run_id, facts_of(target))
    recorder = EvolutionRecorder(store, run_id, target.name)
    chosen = []
    for successor in successors(target.schema):
        if isinstance(successor, str):
            if not rules or successor in rules:
                say(f"{target.name} has nothing for the rule {successor!r}")
        elif not rules or successor.rule in rules:
            chosen.append(successor)
    with cache.scratch() as scratch:
        sandbox = confinement.confined(codecs, target)
        base = NamedValues(target.schema, target.expected)
        built = _built(target.schema, codecs, target.name)
        able = []
        for codec in codecs:
            store.add_codec(run_id, target.name, codec, availability(codec).version)
            if why := why_not_built(built, codec.id):
                message = f"{why.status}: {why.note}"
                recorder.found(Unproven(codec=codec.id, rule="any", said=message))
            else:
                able.append(codec)
        # Rule by rule: drivers take minutes to build, and what one rule found is kept meanwhile.
        for successor in chosen:
            growth = _Grown(target, base, successor, able, scratch)
            with bar(f"growing {target.name}, {successor.rule}") as progress:
                for number, codec in enumerate(able):
                    progress.update(number, len(able), codec.id)
                    command = built.drivers[codec.id]
                    step = growth.step(codec, command)
                    if isinstance(step, Unproven):
                        recorder.found(step)
                        continue
                    for found in evolution(codec, target.schema, command, step, scratch, sandbox):
                        recorder.found(found)


class _Grown:
    """A successor with its values and its drivers."""

    def __init__(
        self,
        target: ResolvedTarget,
        base: NamedValues,
        successor: Successor,
        codecs: Sequence[Codec],
        scratch: Path,
    ) -> None:
        self._successor = successor
        self._written = list(_written(target.schema, base, successor, scratch))
        old, new = target.schema, successor.schema
        about = f"{target.name}, {successor.rule}"
        self._new = _built(new, codecs, about)
        resolving = [codec for codec in codecs if "resolves" in codec.traits]
        self._new_reader = _built(replace(new, writer=old), resolving, about)
        self._old_reader = _built(replace(old, writer=new), resolving, about)

    def step(self, codec: Codec, old: Sequence[str]) -> Step | Unproven:
        needed = [self._new]
        if "resolves" in codec.traits:
            needed += [self._new_reader, self._old_reader]
        for built in needed:
            if why := why_not_built(built, codec.id):
                message = f"{why.status}: {why.note}"
                return Unproven(codec=codec.id, rule=self._successor.rule, said=message)
        new = self._new.drivers[codec.id]
        return Step(
            self._successor,
            self._written,
            new,
            self._new_reader.drivers.get(codec.id, new),
            self._old_reader.drivers.get(codec.id, old),
        )


def _built(schema: Schema, codecs: Sequence[Codec], about: str) -> BuildResult:
    with bar(f"building {about}") as progress:
        return build(schema, codecs, PRIMARY, progress.update)


def _written(
    schema: Schema, base: NamedValues, successor: Successor, scratch: Path
) -> Iterator[Written]:
    """Of each case; values of the old schema as they are, are those of `base` each time."""
    old: list[Value] = [msgspec.json.decode(line) for line in base.lines]
    for number, case in enumerate(successor.cases):
        values = [case.written(value) for value in old]
        expected = [case.expected(value) for value in old]
        if case.direction == "old to new" and values == old:
            yield Written(case, base, expected)
            continue
        of = schema if case.direction == "old to new" else successor.schema
        path = scratch / f"{successor.rule} {number}.jsonl"
        made = prepare(of, values, path, 0, 0)
        expectation = Expected(made.path, made.values, made.digest, made.visit)
        yield Written(case, NamedValues(of, expectation), expected)


def show(result: EvolutionResult, form: str) -> None:
    from serbench.report.experiments import EVOLUTION

    EVOLUTION.show(result, form)
