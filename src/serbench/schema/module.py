"""Workload modules: a schema as Python classes that the user may read, edit and run."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from serbench.quoting import literal
from serbench.schema.infer import Inference
from serbench.schema.logical import Decimal
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
    nested_types,
)
from serbench.schema.names import identifiers, snake_case

_WIDTH = 88  # ruff's, and black's, own line length
_LONGEST_NAME = 40
_MOST_PLACES = 4
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_BUILTIN = {Kind.BOOL: "bool", Kind.STRING: "str", Kind.BYTES: "bytes"}
# What annotations in a class body refer to; a field of such a name would hide it from them.
_USED = {*_BUILTIN.values(), *(k.value for k in Kind), "list", "dict", "raw_json", "wire"}
_USED |= {"Annotated", "msgspec", "enum"}
# What stands beside a type.
_IN_ANNOTATED = {"wire", "decimal", "map_entries", "tells_absent"}


def write_module(inference: Inference, values_path: str | Path, at: str = "") -> str:
    """The text of a module whose `ROOT` has just the inferred schema.

    `values_path` is written as it is; it is read relative to the module's folder. `at` is the path
    of the values in those of the file.
    """
    schema = inference.schema
    files = ", ".join(literal(Path(file).name)[1:-1] for file in inference.files)
    about = f"""A workload inferred from {files}.

It fits every one of {inference.values:,} values, {inference.bytes:,} bytes of JSON.
Edit it as you like, then give it to `serbench run`.
"""
    return module_text(schema, about, inference.places, values_path, at)


def module_text(
    schema: Schema,
    about: str,
    places: Mapping[str, Sequence[str]],
    values_path: str | Path | None,
    at: str = "",
) -> str:
    """A module of the schema's types. `about` becomes its docstring, and `places` says of
    records where they were seen."""
    used = [t for r in schema.records for f in r.fields for t in nested_types(f.type)]
    used += [t for union in schema.unions for v in union.variants for t in nested_types(v)]
    names = {_imported(t) for t in used if isinstance(t, Scalar)} - set(_BUILTIN.values())
    if any(isinstance(t, ListOf) and t.is_map for t in used):
        names.add("map_entries")
    if schema.telling_records:
        names.add("tells_absent")
    if any(_needs_wire(f.name) for r in schema.records for f in r.fields):
        names.add("wire")
    standard = ["import enum"] if schema.enums else []
    standard += ["from typing import Annotated"] if names & _IN_ANNOTATED else []
    ours = _import("serbench.schema.types", names) if names else []
    blocks = [["from __future__ import annotations"], standard, ["import msgspec", *ours]]
    head = ['"""' + _in_docstring(about) + '"""', *("\n".join(lines) for lines in blocks if lines)]
    parts = ["\n\n".join(head)]
    parts += ["\n".join(_enum(enum)) for enum in schema.enums]
    hidden = _USED | names | {r.name for r in schema.records} | {e.name for e in schema.enums}
    parts += [
        "\n".join(_class(record, places.get(record.name, ()), hidden, schema))
        for record in schema.records
        if record.name not in schema.telling_records
    ]
    end = [f"ROOT = {schema.root}"]
    if values_path is not None:
        end += _assignment("VALUES", literal(str(values_path)))
    if at:
        end += _assignment("AT", literal(at))
    return "\n\n\n".join([*parts, "\n".join(end)]) + "\n"


def _import(module: str, names: Iterable[str]) -> list[str]:
    in_order = sorted(names, key=lambda name: re.sub(r"\d+", lambda n: n[0].zfill(2), name))
    line = f"from {module} import {', '.join(in_order)}"
    if len(line) <= _WIDTH:
        return [line]
    return [f"from {module} import (", *(f"    {name}," for name in in_order), ")"]


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def _class(
    record: Record, places: Sequence[str], hidden: set[str], schema: Schema
) -> Iterator[str]:
    yield f"class {record.name}(msgspec.Struct):"
    if places:
        yield from _docstring(places)
        if record.fields:
            yield ""
    if not record.fields and not places:
        yield "    pass"
    names = _python_names([f.name for f in record.fields], {*hidden, *keyword.kwlist})
    for field in record.fields:
        yield from _field(field, names[field.name], schema)


def _docstring(places: Sequence[str]) -> Iterator[str]:
    shown = [_in_docstring(place) for place in places[:_MOST_PLACES]]
    if len(places) > _MOST_PLACES:
        shown.append(f"and {len(places) - _MOST_PLACES} more")
    line = f'    """At {", ".join(shown)}."""'
    if len(line) <= _WIDTH:
        yield line
        return
    yield f'    """At {shown[0]}'
    yield from (f"    {place}" for place in shown[1:])
    yield '    """'


def _python_names(wire_names: list[str], reserved: set[str]) -> dict[str, str]:
    """Names in JSON that can be names in Python are; the others get what is left."""
    names = {name: name for name in wire_names if _python_name(name) == name not in reserved}
    # msgspec does not know of `wire` and takes the Python name for the name in JSON: it must
    # not be that of another field.
    odd = [name for name in wire_names if _needs_wire(name)]
    names |= identifiers(odd, _python_name, frozenset({*reserved, *wire_names}))
    rest = [name for name in wire_names if name not in names]
    return names | identifiers(rest, _python_name, frozenset({*reserved, *names.values()}))


def _python_name(wire_name: str) -> str:
    simple = _SIMPLE.fullmatch(wire_name) is not None
    return (wire_name if simple else snake_case(wire_name))[:_LONGEST_NAME]


def _needs_wire(name: str) -> bool:
    """Whether msgspec refuses the name."""
    return any(char in '"\\' or char < " " for char in name)


def _field(field: Field, name: str, schema: Schema) -> Iterator[str]:
    annotation = _annotation(field.type, schema)
    if _needs_wire(field.name):
        call = f"wire({literal(field.name)})"
        line = f"    {name}: Annotated[{annotation}, {call}]"
        if len(line) <= _WIDTH:
            yield line
            return
        yield f"    {name}: Annotated["
        yield f"        {annotation},"
        if len(call) + 9 <= _WIDTH:
            yield f"        {call},"
        else:
            yield "        wire("
            yield f"            {literal(field.name)},"
            yield "        ),"
        yield "    ]"
        return
    if field.name == name:
        yield f"    {name}: {annotation}"
        return
    line = f"    {name}: {annotation} = msgspec.field(name={literal(field.name)})"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"    {name}: {annotation} = msgspec.field("
    yield f"        name={literal(field.name)},"
    yield "    )"


def _annotation(type_: Type, schema: Schema) -> str:
    match type_:
        case Scalar():
            return _scalar(type_)
        case EnumRef(name) | RecordRef(name):
            return name
        case ListOf(item, is_map=True):
            return f"Annotated[list[{_annotation(item, schema)}], map_entries]"
        case ListOf(item):
            return f"list[{_annotation(item, schema)}]"
        case MapOf(value):
            return f"dict[str, {_annotation(value, schema)}]"
        case OptionalOf(tells_absent=True):
            return f"Annotated[{_annotation(schema.told_type(type_), schema)}, tells_absent]"
        case OptionalOf(item):
            return f"{_annotation(item, schema)} | None"
        case UnionRef(name):
            variants = schema.union(name).variants
            return " | ".join(_annotation(variant, schema) for variant in variants)


def _imported(type_: Scalar) -> str:
    """What the annotation is imported as, if it is."""
    return "decimal" if isinstance(type_.logical, Decimal) else _scalar(type_)


def _scalar(type_: Scalar) -> str:
    if isinstance(type_.logical, Decimal):
        return f"Annotated[str, {type_.logical}]"
    if type_.logical:
        return str(type_.logical)
    return "raw_json" if type_.raw_json else _BUILTIN.get(type_.kind, type_.kind.value)


def _enum(enum: Enum) -> Iterator[str]:
    yield f"class {enum.name}(enum.Enum):"
    names = identifiers(enum.symbols, lambda symbol: snake_case(symbol[:_LONGEST_NAME]).upper())
    for symbol, name in names.items():
        yield from (f"    {line}" for line in _assignment(name, literal(symbol), _WIDTH - 4))


def _assignment(name: str, value: str, width: int = _WIDTH) -> list[str]:
    line = f"{name} = {value}"
    if len(line) > width >= len(value) + 4:  # as formatters have it
        return [f"{name} = (", f"    {value}", ")"]
    return [line]
