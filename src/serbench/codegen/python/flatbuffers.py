"""Python: `.fbs` text for flatc, and what builds and reads its tables.

    generate(schema) -> {"data.fbs": ..., "of_flatbuffers.py": ...}

flatc makes the module `data_generated` of the first, whose functions the second calls as the
tutorial does; vectors of numbers are NumPy's. Names are numbers here, which no bytes hold: flatc
makes a dozen of each. https://flatbuffers.dev/languages/python/
"""

from __future__ import annotations

from serbench.codegen.idl import flatbuffers
from serbench.codegen.idl.flatbuffers import FlatField, FlatFile, Table, underlying
from serbench.codegen.python import logical
from serbench.codegen.python.conversions import numbers
from serbench.codegen.python.types import HEADER, float_visited, names
from serbench.schema.access import FieldOf, LastItem, access_of
from serbench.schema.model import EnumRef, Kind, ListOf, MapOf, Scalar, Schema

_DTYPES = {
    "bool": "bool",
    "byte": "int8",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "ubyte": "uint8",
    "ushort": "uint16",
    "uint": "uint32",
    "ulong": "uint64",
    "float": "float32",
    "double": "float64",
}
_IMPORTS = """import struct

import flatbuffers
import numpy
from serbench_schema import data_generated as data
from serbench_schema import types


def _offsets(b, start, offsets):
    start(b, len(offsets))
    for offset in reversed(offsets):
        b.PrependUOffsetTRelative(offset)
    return b.EndVector()


def _visit(leaf):
    return len(leaf) + leaf[0] + leaf[-1] if len(leaf) else 0
"""


def generate(schema: Schema) -> dict[str, str]:
    file = flatbuffers.lower(schema).numbered()
    return {
        "data.fbs": flatbuffers.render(file),
        "of_flatbuffers.py": _Module(schema, file).text(),
    }


def _got(expression: str, field: FlatField) -> str:
    """The accessor, which flatc calls in upper case."""
    return f"{expression}.{field.name.capitalize()}"


def _taken(field: FlatField, expression: str) -> str:
    """What flatc's accessor gives, as Python's users have it."""
    match field.held:
        case "string":
            return f"{expression}.decode()"
        case "bytes":
            return f"{expression}.tobytes()"
        case _:
            return expression


def _conversion(field: FlatField) -> logical.Both:
    """Of a field's value, or of each item of its vector."""
    type_ = field.type.item if isinstance(field.type, ListOf) else field.type
    return logical.conversion(type_) if isinstance(type_, Scalar) else logical.SAME


class _Module:
    def __init__(self, schema: Schema, file: FlatFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._enums = {enum.name: enum for enum in file.enums}

    def text(self) -> str:
        parts = [numbers(self.names.types[enum.name]) for enum in self.schema.enums]
        for table in self.file.structs:
            parts += [self._put(table), self._get(table)]
        root = self.file.root
        parts.append(
            "def to(value):\n"
            "    b = flatbuffers.Builder(1024)\n"
            f"    b.Finish(put_{root}(b, value))\n"
            "    return b\n"
        )
        parts.append(self._access())
        parts.append(f"back = get_{root}\nopen_ = data.{root}.GetRootAs\n")
        body = "\n\n".join(parts)
        names_of_logical = logical.import_line(self.schema, body)
        return f"{HEADER}\n{names_of_logical}{_IMPORTS}\n\n{body}"

    def _plain(self, table: Table) -> dict[str, str]:
        """Where the value of each field stands on the plain side."""
        if table.record is not None and table.record not in self.names.entries:
            attributes = self.names.fields[table.record]
            return {f.name: f"value.{attributes[f.wire]}" for f in table.fields}
        if table.wraps is not None:
            return {table.fields[0].name: "value"}
        key, value = table.fields
        return {key.name: "value[0]", value.name: "value[1]"}

    def _put(self, table: Table) -> str:
        """What a table refers to is built before it."""
        before, adds = [], []
        for place, (field, expression) in enumerate(
            zip(table.fields, self._plain(table).values(), strict=True)
        ):
            value = f"v{place}"
            if not field.is_vector and field.held in ("scalar", "enum"):
                value = self._number(field, expression)
                if field.is_optional and value != expression:
                    value = f"None if {expression} is None else {value}"
            else:
                made = (
                    self._vector(table, field, expression)
                    if field.is_vector
                    else self._item(field, expression)
                )
                none = f"0 if {expression} is None else " if field.is_optional else ""
                before.append(f"    {value} = {none}{made}\n")
            adds.append(f"    data.{table.name}Add{field.name.capitalize()}(b, {value})\n")
        return (
            f"def put_{table.name}(b, value):\n{''.join(before)}"
            f"    data.{table.name}Start(b)\n{''.join(adds)}"
            f"    return data.{table.name}End(b)\n"
        )

    def _number(self, field: FlatField, expression: str) -> str:
        if field.held == "enum":
            return f"NUMBER_{self._enum(field)}[{expression}]"
        return _conversion(field)[0].format(expression)

    def _enum(self, field: FlatField) -> str:
        return self.names.types[self._enums[field.name_of_held].enum]

    def _item(self, field: FlatField, expression: str) -> str:
        """The offset of what is no number."""
        converted = _conversion(field)[0].format(expression)
        match field.held:
            case "string":
                return f"b.CreateString({converted})"
            case "bytes":
                return f"b.CreateByteVector({converted})"
            case _:
                return f"put_{field.name_of_held}(b, {expression})"

    def _vector(self, table: Table, field: FlatField, expression: str) -> str:
        if field.held in ("scalar", "enum"):
            one = self._number(field, "v")
            items = expression if one == "v" else f"[{one} for v in {expression}]"
            return f'b.CreateNumpyVector(numpy.array({items}, "{self._dtype(field)}"))'
        items = f"sorted({expression}.items())" if isinstance(field.type, MapOf) else expression
        if field.is_typed_map:
            items = f"{expression}.items()"
        start = f"data.{table.name}Start{field.name.capitalize()}Vector"
        return f"_offsets(b, {start}, [{self._item(field, 'v')} for v in {items}])"

    def _dtype(self, field: FlatField) -> str:
        if field.held == "enum":
            return _DTYPES[underlying(self._enums[field.name_of_held])]
        return _DTYPES[field.name_of_held]

    def _get(self, table: Table) -> str:
        parts = [self._read(field) for field in table.fields]
        if table.wraps is not None:
            body = parts[0]
        elif table.entry_of is not None or table.record in self.names.entries:
            body = f"{parts[0]}, {parts[1]}"
        else:
            assert table.record is not None
            lines = "".join(f"        {part},\n" for part in parts)
            made = f"types.{self.names.types[table.record]}"
            body = f"{made}(\n{lines}    )" if parts else f"{made}()"
        return f"def get_{table.name}(table):\n    return {body}\n"

    def _read(self, field: FlatField) -> str:
        """The expression of a field's value."""
        got = _got("table", field)
        if not field.is_vector:
            if field.held == "bytes":
                value = self._back(field, f"{got}AsNumpy()")
                return f"None if {got}IsNone() else {value}" if field.is_optional else value
            if not field.is_optional or self._back(field, "v") == "v":
                return self._back(field, f"{got}()")
            return f"None if (v := {got}()) is None else {self._back(field, 'v')}"
        if field.held in ("scalar", "enum"):
            value = f"{got}AsNumpy().tolist()"
            if (one := self._back(field, "v")) != "v":
                value = f"[{one} for v in {value}]"
        else:
            one = self._back(field, f"{got}(i)")
            value = f"[{one} for i in range({got}Length())]"
            if isinstance(field.type, MapOf) or field.is_typed_map:
                value = f"dict({value})"
        return f"None if {got}IsNone() else {value}" if field.is_optional else value

    def _back(self, field: FlatField, expression: str) -> str:
        match field.held:
            case "enum":
                return f"OF_{self._enum(field)}[{expression}]"
            case "table":
                return f"get_{field.name_of_held}({expression})"
            case _:
                return _conversion(field)[1].format(_taken(field, expression))

    def _access(self) -> str:
        """The steps to the access leaf by the tables' accessors."""
        found = access_of(self.schema)
        if found is None:
            return "access = None\n"
        table = next(struct for struct in self.file.structs if struct.name == self.file.root)
        lines = [f"    table = data.{table.name}.GetRootAs(bytes_)"]
        item: str | None = None
        for step in found.steps:
            if isinstance(step, FieldOf):
                field = table.fields[step.index]
                if field.is_vector or field.held != "table":
                    continue
                item = f"{_got('table', field)}()"
            elif isinstance(step, LastItem):
                lines.append(f"    size = {_got('table', field)}Length()")
                lines.append("    if not size:\n        return 0")
                item = f"{_got('table', field)}(size - 1)"
                if field.held != "table":
                    lines.append(f"    leaf = {item}")
                    return self._accessed(lines, field, found.leaf)
            elif table.wraps is not None and field.held == "table" and not field.is_vector:
                item = f"{_got('table', field)}()"  # out of its wrapper
            else:
                continue
            table = self.file.table_of(field)
            lines.append(f"    table = {item}")
            lines.append("    if table is None:\n        return 0")
            if table.wraps is not None:
                [field] = table.fields
        is_bytes = field.held == "bytes"
        if is_bytes and field.is_optional:
            lines.append(f"    if {_got('table', field)}IsNone():\n        return 0")
        lines.append(f"    leaf = {_got('table', field)}{'AsNumpy' * is_bytes}()")
        if field.is_optional and not is_bytes:
            lines.append("    if leaf is None:\n        return 0")
        return self._accessed(lines, field, found.leaf)

    def _accessed(self, lines: list[str], field: FlatField, leaf: Scalar | EnumRef) -> str:
        lowering = logical.lowering(leaf) if isinstance(leaf, Scalar) else "{}"
        match field.held:
            case _ if lowering != "{}":
                assert isinstance(leaf, Scalar)
                assert leaf.logical
                value = lowering.format(_taken(field, "leaf"))
                value = f"_visit({value}.encode())" if leaf.logical.kind == Kind.STRING else value
            case "string":
                value = "_visit(leaf)"
            case "bytes":
                value = "_visit(leaf.tobytes())"
            case "scalar" if field.name_of_held in ("float", "double"):
                value = float_visited(field.name_of_held == "float")
            case _:
                value = "leaf"
        return "\n".join(["def access(bytes_):", *lines, f"    return {value}", ""])
