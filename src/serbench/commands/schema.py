"""`serbench schema`: a schema as text, and what is generated from it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.errors import UserError, nearest
from serbench.languages.language import Language
from serbench.languages.registry import LANGUAGES
from serbench.preparation.readings import Reading, Target
from serbench.preparation.targets import schema_of_target
from serbench.report.text import plain
from serbench.schema.features import UNION, first_use
from serbench.schema.model import OptionalOf, Schema, Type, lowered

_WITHOUT_UNIONS = ("thrift", "avsc")
# The others are what drivers are made of.
_WITH_LOGICAL_TYPES = ("text", "json")


@arguments.reads("schema", "proto_path", "sample")
def command(
    read: Reading,
    target: Annotated[
        str,
        typer.Argument(help="A workload, a data file, a workload module or a schema's file."),
        Reach.TARGETS,
    ],
    as_: Annotated[
        str,
        typer.Option(
            "--as", help="text, json, proto, thrift, capnp, fbs, avsc, typescript, or a language."
        ),
    ] = "text",
    proto_path: arguments.ProtoPath = None,
    narrow: arguments.Narrow = False,
) -> None:
    show_schema(read.of(target), as_, narrow, proto_path or ())


def show_schema(
    target: Target, form: str, narrow: bool = False, proto_path: Sequence[Path] = ()
) -> None:
    forms: dict[str, Callable[[Schema], str]] = {
        "text": as_text,
        "json": lambda schema: json.dumps(schema.to_dict(), indent=1) + "\n",
        "proto": _proto,
        "thrift": _thrift,
        "capnp": _capnp,
        "fbs": _fbs,
        "avsc": _avro,
        **{key: _types(language) for key, language in LANGUAGES.items()},
        "typescript": _typescript,
    }
    if form not in forms:
        raise UserError(f"--as takes {', '.join(forms)}, not {form!r}.{nearest(form, forms)}")
    schema = schema_of_target(target, narrow, proto_path)
    if form in _WITHOUT_UNIONS and (path := first_use(schema, UNION)):
        raise UserError(
            f"{target.text}: {path} is a union, for which serbench writes no {form}; without "
            "unions it is the text of its JSON"
        )
    sys.stdout.write(forms[form](schema if form in _WITH_LOGICAL_TYPES else lowered(schema)))


def as_text(schema: Schema) -> str:
    """One line per field, names as they stand in the data, escaped where they must be."""
    lines = []
    for record in schema.records:
        if record.name in schema.telling_records:
            continue
        lines.append(f"record {record.name}" + (" (root)" if record.name == schema.root else ""))
        lines += [f"  {_name(f.name)}: {_type(schema, f.type)}" for f in record.fields]
    for enum in schema.enums:
        lines.append(f"enum {enum.name}: {', '.join(map(_name, enum.symbols))}")
    for union in schema.unions:
        lines.append(f"union {union.name}: {' | '.join(map(str, union.variants))}")
    return "\n".join(map(plain, lines)) + "\n"


def _type(schema: Schema, type_: Type) -> str:
    if isinstance(type_, OptionalOf) and type_.tells_absent:
        return f"{schema.told_type(type_)} or absent"
    return str(type_)


def _name(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else json.dumps(name)


def _proto(schema: Schema) -> str:
    from serbench.codegen.idl import proto

    return proto.generate(schema)


def _avro(schema: Schema) -> str:
    from serbench.codegen.idl import avro

    return avro.generate(schema)


def _thrift(schema: Schema) -> str:
    from serbench.codegen.idl import thrift

    return thrift.generate(schema)


def _capnp(schema: Schema) -> str:
    from serbench.codegen.idl import capnp

    return capnp.generate(schema)


def _fbs(schema: Schema) -> str:
    from serbench.codegen.idl import flatbuffers

    return flatbuffers.generate(schema)


def _typescript(schema: Schema) -> str:
    from serbench.codegen.javascript import typescript

    return _files(typescript.generate(schema))


def _types(language: Language) -> Callable[[Schema], str]:
    return lambda schema: _files(language.types(schema))


def _files(files: dict[str, str]) -> str:
    if len(files) == 1:
        return next(iter(files.values()))
    return "\n".join(f"// {name}\n{text}" for name, text in files.items())
