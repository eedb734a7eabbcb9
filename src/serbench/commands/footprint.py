"""`serbench footprint`: what codecs cost besides time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from serbench.builders.codec import Codec
from serbench.builders.footprint import is_supported
from serbench.builders.measurers import measurer
from serbench.catalog import choose_core
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.recording import facts_of, recorded
from serbench.errors import UserError
from serbench.footprint import Footprint
from serbench.machine import cache
from serbench.preparation.drivers import availability, what_it_lacks
from serbench.preparation.readings import Reading, Target, stored
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.results.footprint_rows import FootprintRecorder, FootprintResult, load_footprints
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.terminal.progress import bar

# Of a built-in workload or a file: their values give the schema, and nothing else is asked of them.
_VALUES = 100


@dataclass(frozen=True, slots=True)
class FootprintOptions:
    """What the command line says."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    wants_all: bool = False
    with_dependencies: bool = False
    narrow: bool = False
    seed: int = 0
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


@arguments.reads()
@arguments.prints("table", "json", "csv", "markdown")
def command(
    context: typer.Context,
    read: Reading,
    targets: Annotated[
        list[str] | None,
        typer.Argument(help="Workloads or data files; by default `log`."),
        Reach.TARGETS,
    ] = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    all_: arguments.AllCodecs = False,
    of: arguments.Of = "",
    _codec_dir: arguments.CodecDir = None,
    dependencies: Annotated[
        bool,
        typer.Option(
            "--dependencies", help="Also compile what the codecs depend on, from clean: minutes."
        ),
    ] = False,
    narrow: arguments.Narrow = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named
    from serbench.report.experiments import FOOTPRINT

    data = targets or ["log"] * (not of)
    given = arguments.given_or_of(context, data, codec, of, db, read, reads_own_bytes=True)
    result = run(
        FootprintOptions(
            targets=given.targets,
            languages=arguments.words(lang),
            codecs=given.codecs,
            wants_all=all_,
            with_dependencies=dependencies,
            narrow=narrow or given.narrow,
            seed=seed or given.seed,
            tag=tag,
            note=note,
            db=db,
        )
    )
    FOOTPRINT.show(result, form)
    arguments.end(
        is_negative=result.is_negative(named(codec or ())), finished=result.status != "interrupted"
    )


def run(options: FootprintOptions) -> FootprintResult:
    """Measures them, and keeps each at once. Raises `UserError` for what does not exist."""
    check_tag(options.tag)
    if why := is_supported():
        raise UserError(f"{why}: run it in a container of Linux")
    codecs = choose_core(options.languages, options.codecs, options.wants_all)
    with Store(options.db) as store:
        resolved = resolve_all(options.targets, _VALUES, options.seed, options.narrow)
        targets = [target.lowered for target in resolved]
        settings = {
            "footprint": True,
            "targets": list(map(stored, options.targets)),
            "seed": options.seed,
            "dependencies": options.with_dependencies,
        }
        on_interrupt = "what was measured is kept"
        with recorded(
            store, "footprint", settings, options.tag, options.note, on_interrupt
        ) as record:
            for target in targets:
                store.add_working_set(record.run, facts_of(target))
                recorder = FootprintRecorder(store, record.run, target.name)
                for codec in codecs:
                    version = availability(codec).version
                    store.add_codec(record.run, target.name, codec, version)
                for found in _footprints(target, codecs, options.with_dependencies):
                    recorder.found(found)
        return load_footprints(store, record.run)


def _footprints(
    target: ResolvedTarget, codecs: Sequence[Codec], with_dependencies: bool
) -> Iterator[Footprint]:
    by_language: dict[str, list[Codec]] = {}
    for codec in codecs:
        if why := _why_not(target, codec):
            yield Footprint(codec=codec.id, note=why)
        else:
            by_language.setdefault(codec.language, []).append(codec)
    done = 0
    with bar(f"measuring footprints for {target.name}") as progress:
        for language, of_language in by_language.items():
            measures = measurer(language)
            if not measures:
                note = "cannot-measure: footprints of this language are not measured yet"
                yield from (Footprint(codec=codec.id, note=note) for codec in of_language)
                continue

            def on_codec(number: int, name: str, before: int = done) -> None:
                progress.update(before + number, len(codecs), name)

            with cache.scratch() as folder:
                yield from measures.footprints(
                    target.schema,
                    of_language,
                    folder,
                    on_codec,
                    with_dependencies=with_dependencies,
                )
            done += len(of_language)


def _why_not(target: ResolvedTarget, codec: Codec) -> str:
    known = availability(codec)
    if not known.available:
        return f"unavailable: {known.reason}"
    lacks = what_it_lacks(target.schema, codec)
    return f"cannot-hold: {lacks}" if lacks else ""
