"""`serbench types`: which types each codec keeps, proven by values that libraries get wrong."""

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
from serbench.machine import cache, output_paths
from serbench.measure.client import Patience
from serbench.operations import PRIMARY
from serbench.preparation import drivers
from serbench.proof import stored
from serbench.proof.sandboxed_decoder import start
from serbench.proof.type_cases import schema_of
from serbench.proof.type_keeping import Keeping, held, prove
from serbench.schema.model import Schema
from serbench.terminal.progress import bar

# The values are none that make a decoder hang. With the first, a virtual machine compiles code for
# all types, which took 30 s on a busy machine.
_PATIENCE = Patience(ordinary_s=300.0, heavy_s=300.0)


@dataclass(frozen=True, slots=True)
class TypesOptions:
    """What the command line says. `stored`: nothing is built, what was proven before is shown.
    `out` is a file of the form of `serbench.proof.stored`."""

    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    stored: bool = False
    out: Path | None = None


@arguments.prints("table", "json", "markdown")
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
    options = TypesOptions(
        languages=arguments.words(lang), codecs=tuple(codec or ()), stored=stored, out=out
    )
    arguments.end(is_negative=not show(options, form))


def show(options: TypesOptions, form: str) -> bool:
    """Prints what was found; says whether it could be found of every codec that is there, or was
    named, and of one at least."""
    from serbench.report import types as table

    if options.out:
        output_paths.check_file(options.out)
        if options.out.exists():
            stored.read(options.out, Keeping)  # what is no such file is not overwritten
    codecs = choose(options.languages, options.codecs)
    if options.stored:
        known = stored.stored_types()
        found = {codec.id: known[codec.id] for codec in codecs if codec.id in known}
    else:
        found = find(confinement.admitted(codecs, options.codecs, is_built_in=True))
    missed = named(options.codecs) - found.keys()
    found |= {codec.id: _unproven(codec, options.stored) for codec in codecs if codec.id in missed}
    if options.out:
        stored.write(options.out, {c: k for c, k in found.items() if not k.unproven}, Keeping)
    match form:
        case "table":
            table.print_table(found)
        case "markdown":
            print(table.markdown(found))
        case _:
            print(table.rows_json(found))
    return bool(found) and not any(kept.unproven for kept in found.values())


def _unproven(codec: Codec, stored: bool) -> Keeping:
    why = "no result is stored" if stored else f"unavailable: {drivers.availability(codec).reason}"
    return Keeping("", unproven=why)


def find(codecs: Sequence[Codec]) -> dict[str, Keeping]:
    """What is found of the codecs that are available here."""
    asked = {codec.id: held(codec) for codec in codecs}
    by_schema: dict[str, tuple[Schema, list[Codec]]] = {}
    for codec in codecs:
        types, _ = asked[codec.id]
        schema = schema_of(types)
        by_schema.setdefault(schema.fingerprint, (schema, []))[1].append(codec)
    built = []
    for schema, of_schema in by_schema.values():
        with bar("building codecs") as progress:
            built.append(drivers.build(schema, of_schema, PRIMARY, progress.update))
    commands = {codec: command for result in built for codec, command in result.drivers.items()}
    found: dict[str, Keeping] = {}
    sandbox = confinement.confined(codecs)
    with bar("testing types") as progress, cache.scratch() as scratch:
        for number, codec in enumerate(codecs):
            progress.update(number, len(codecs), codec.id)
            if not (available := drivers.availability(codec)).available:
                continue
            if codec.id not in commands:
                reasons = (drivers.why_not_built(result, codec.id) for result in built)
                why = next(filter(None, reasons))
                found[codec.id] = Keeping(available.version, unproven=f"{why.status}: {why.note}")
                continue
            launch = partial(start, commands[codec.id], scratch, sandbox, _PATIENCE)
            found[codec.id] = prove(codec, available.version, *asked[codec.id], launch, scratch)
    return found
