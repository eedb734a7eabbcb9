"""`serbench strictness`: what the decoders refuse, proven by giving it to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from serbench.builders.codec import Codec
from serbench.catalog import choose, named
from serbench.command_line.parameters import Reach
from serbench.commands import arguments, confinement
from serbench.machine import output_paths
from serbench.operations import PRIMARY
from serbench.preparation import drivers
from serbench.proof import stored
from serbench.proof.sandboxed_decoder import start
from serbench.proof.schemas import NEW, OLD
from serbench.proof.strictness import Launchers, Strictness, needs_grown, prove
from serbench.terminal.progress import bar


@dataclass(frozen=True, slots=True)
class StrictnessOptions:
    """What the command line says. `stored`: nothing is built, what was proven before is shown.
    `out` is a file of the form of `serbench.proof.stored`."""

    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    stored: bool = False
    out: Path | None = None


@arguments.prints("table", "json", "markdown", former=("json", "markdown"))
def command(
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    _codec_dir: arguments.CodecDir = None,
    stored: Annotated[
        bool,
        typer.Option("--stored", help="Show the results that come with serbench; test nothing."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Add the results to this file."),
        Reach.WRITES,
    ] = None,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    options = StrictnessOptions(
        languages=arguments.words(lang), codecs=tuple(codec or ()), stored=stored, out=out
    )
    proven = show(options, form)
    arguments.end(is_negative=not proven)


def show(options: StrictnessOptions, form: str) -> bool:
    """Prints what was found; says whether it could be found of every codec that is there, or was
    named, and of one at least."""
    from serbench.report import strictness as table

    if options.out:
        output_paths.check_file(options.out)
        if options.out.exists():
            stored.read(options.out, Strictness)  # what is no such file is not overwritten
    codecs = choose(options.languages, options.codecs)
    if options.stored:
        known = stored.stored()
        found = {codec.id: known[codec.id] for codec in codecs if codec.id in known}
    else:
        found = find(confinement.admitted(codecs, options.codecs, is_built_in=True))
    if options.out:
        proven = {c: s for c, s in found.items() if not s.unproven}
        stored.write(options.out, proven, Strictness)
    match form:
        case "table":
            table.print_table(found)
        case "markdown":
            print(table.markdown(found))
        case _:
            print(table.rows_json(found))
    is_missed = any(codec not in found for codec in named(options.codecs))
    return (
        bool(found)
        and not is_missed
        and not any(strictness.unproven for strictness in found.values())
    )


def find(codecs: Sequence[Codec]) -> dict[str, Strictness]:
    """What is found of the codecs that are available here."""
    grown = [codec for codec in codecs if needs_grown(codec)]
    with bar("building decoders") as progress:
        of_old = drivers.build(OLD, codecs, PRIMARY, progress.update)
        of_new = drivers.build(NEW, grown, PRIMARY, progress.update)
    found = {}
    sandbox = confinement.confined(codecs)
    with bar("testing decoders") as progress:
        for number, codec in enumerate(codecs):
            progress.update(number, len(codecs), codec.id)
            if codec.id in of_old.unavailable:
                continue
            version = drivers.availability(codec).version
            if why := drivers.why_not_built(of_old, codec.id):
                found[codec.id] = Strictness(version, unproven=f"{why.status}: {why.note}")
                continue
            new = of_new.drivers.get(codec.id)
            launchers = Launchers(
                partial(start, of_old.drivers[codec.id], sandbox=sandbox),
                partial(start, new, sandbox=sandbox) if new else None,
            )
            found[codec.id] = prove(codec, version, launchers)
    return found
