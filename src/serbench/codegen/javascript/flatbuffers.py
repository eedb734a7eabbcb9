"""JavaScript: `.fbs` text for flatc, and what builds and reads its tables.

    generate(schema) -> {"data.fbs": ..., "of_flatbuffers.js": ...}

flatc makes TypeScript of the first, and a bundler the module `tables.js` of that, whose functions
the second calls as the tutorial does. Vectors of numbers are read item by item: their typed arrays
want bytes that are aligned, which a reader cannot promise.
https://flatbuffers.dev/languages/typescript/
"""

from __future__ import annotations

from serbench.codegen.idl import flatbuffers
from serbench.codegen.idl.flatbuffers import FlatField, FlatFile, Table
from serbench.codegen.javascript import logical
from serbench.codegen.javascript.conversions import BIGINTS
from serbench.codegen.javascript.types import HEADER, member, names, wide_fields
from serbench.schema.access import FieldOf, LastItem, access_of
from serbench.schema.model import EnumRef, Kind, ListOf, MapOf, Scalar, Schema

_WIDE = ("long", "ulong")
# How a leaf is visited, by what is held.
_VISITED = {
    "string": "bytes",
    "bytes": "bytes",
    "enum": "small",
    "bool": "small",
    "float": "f32",
    "double": "f64",
}
_IMPORTS = """import { Builder, ByteBuffer, Encoding } from "flatbuffers";
import { integer } from "#driver/conversions.js";
import { enter } from "#driver/properties.js";
import * as tables from "./tables.js";
import * as types from "./types.js";

function offsets(b, start, items) {
  start(b, items.length);
  for (let i = items.length - 1; i >= 0; i--) b.addOffset(items[i]);
  return b.endVector();
}

/** By the bytes of their keys, as readers look them up. */
function entries(object) {
  const keys = Object.keys(object).sort();
  if (keys.some((key) => /[\\ud800-\\uffff]/.test(key))) {
    keys.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }
  return keys.map((key) => [key, object[key]]);
}

/** Whether a table has a vector: one that is absent has the length 0. */
function isThere(table, at) {
  return table.bb.__offset(table.bb_pos, at) !== 0;
}

function list(length, item) {
  const out = new Array(length);
  for (let i = 0; i < length; i++) out[i] = item(i);
  return out;
}

function map(length, item) {
  const out = {};
  for (let i = 0; i < length; i++) enter(out, ...item(i));
  return out;
}
"""


def generate(schema: Schema) -> dict[str, str]:
    file = flatbuffers.lower(schema).numbered()
    return {
        "data.fbs": flatbuffers.render(file),
        "of_flatbuffers.js": _Module(schema, file).text(),
    }


def _conversion(field: FlatField) -> logical.Ways:
    """Of a field's value of a logical type, or of each item of its vector. A table that wraps an
    item converts it itself."""
    match field.type:
        case (Scalar() as scalar) | ListOf(Scalar() as scalar) if (
            scalar.logical and field.held != "table"
        ):
            return logical.ways(scalar, {Kind.I64: BIGINTS})
        case _:
            return logical.SAME


class _Module:
    def __init__(self, schema: Schema, file: FlatFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._enums = {enum.name: self.names.types[enum.enum] for enum in file.enums}
        self._wide = wide_fields(schema)

    def text(self) -> str:
        parts: list[str] = []
        for table in self.file.structs:
            parts += [self._put(table), self._get(table)]
        root = self.file.root
        parts.append(
            "export function to(value, b = new Builder(1024)) {\n"
            f"  b.finish(put_{root}(b, value));\n"
            "  return b;\n"
            "}\n"
        )
        parts.append(
            "export function open(data) {\n"
            f"  return tables.{root}.getRootAs{root}(new ByteBuffer(data));\n"
            "}\n"
        )
        parts.append(self._access())
        parts.append(f"export {{ get_{root} as back }};\n")
        body = "\n".join(parts)
        return f"{HEADER}\n{logical.imports(body)}{_IMPORTS}\n{body}"

    def _plain(self, table: Table) -> list[str]:
        """Where the value of each field stands on the plain side."""
        if table.record is not None and table.record not in self.names.entries:
            return [member("value", field.wire) for field in table.fields]
        return ["value"] if table.wraps is not None else ["value[0]", "value[1]"]

    def _put(self, table: Table) -> str:
        """What a table refers to is built before it."""
        before, adds = [], []
        for place, (field, expression) in enumerate(
            zip(table.fields, self._plain(table), strict=True)
        ):
            add = f"tables.{table.name}.add{field.name.capitalize()}"
            if not field.is_vector and field.held in ("scalar", "enum"):
                there, value = expression, self._number(field, expression)
            else:
                there = value = f"v{place}"
                made = (
                    self._vector(table, field, expression)
                    if field.is_vector
                    else self._item(field, expression)
                )
                none = f"{expression} === null ? null : " if field.is_optional else ""
                before.append(f"  const {value} = {none}{made};\n")
            absent = f"if ({there} !== null) " if field.is_optional else ""
            adds.append(f"  {absent}{add}(b, {value});\n")
        return (
            f"function put_{table.name}(b, value) {{\n{''.join(before)}"
            f"  tables.{table.name}.start{table.name}(b);\n{''.join(adds)}"
            f"  return tables.{table.name}.end{table.name}(b);\n}}\n"
        )

    def _number(self, field: FlatField, expression: str) -> str:
        if field.held == "enum":
            return f"types.NUMBER_{self._enums[field.name_of_held]}.get({expression})"
        if (conversion := _conversion(field)) != logical.SAME:
            return logical.fill(conversion[0], expression)
        return f"BigInt({expression})" if field.name_of_held in _WIDE else expression

    def _item(self, field: FlatField, expression: str) -> str:
        """The offset of what is no number."""
        expression = logical.fill(_conversion(field)[0], expression)
        match field.held:
            case "string":
                return f"b.createString({expression})"
            case "bytes":
                return f"b.createByteVector({expression})"
            case _:
                return f"put_{field.name_of_held}(b, {expression})"

    def _vector(self, table: Table, field: FlatField, expression: str) -> str:
        vector = f"tables.{table.name}.{{}}{field.name.capitalize()}Vector"
        if field.held in ("scalar", "enum"):
            one = self._number(field, "v")
            items = expression if one == "v" else f"{expression}.map((v) => {one})"
            return f"{vector.format('create')}(b, {items})"
        items = f"entries({expression})" if isinstance(field.type, MapOf) else expression
        if field.is_typed_map:
            items = f"[...{expression}]"
        return f"offsets(b, {vector.format('start')}, {items}.map((v) => {self._item(field, 'v')}))"

    def _get(self, table: Table) -> str:
        parts = [self._read(table, field) for field in table.fields]
        if table.wraps is not None:
            body = parts[0]
        elif table.entry_of is not None or table.record in self.names.entries:
            body = f"[{parts[0]}, {parts[1]}]"
        else:
            assert table.record is not None
            lines = "".join(f"    {part},\n" for part in parts)
            made = f"\n{lines}  " if lines else ""
            body = f"new types.{self.names.types[table.record]}({made})"
        return f"function get_{table.name}(table) {{\n  return {body};\n}}\n"

    def _read(self, table: Table, field: FlatField) -> str:
        """The expression of a field's value."""
        got = f"table.{field.name}"
        if field.is_vector:
            one = self._back(table, field, f"{got}(i)")
            kind = "map" if isinstance(field.type, MapOf) else "list"
            value = f"{kind}({got}Length(), (i) => {one})"
            if field.is_typed_map:
                value = f"new Map({value})"
            is_there = f"isThere(table, {self._at(table, field)})"
            return f"{is_there} ? {value} : null" if field.is_optional else value
        read = f"{got}Array()" if field.held == "bytes" else f"{got}()"
        value = self._back(table, field, read)
        if not field.is_optional or value == read:
            return value
        if field.held == "bytes" and value == f"{read}.slice()":
            return f"{read}?.slice() ?? null"
        return f"{read} === null ? null : {value}"

    def _at(self, table: Table, field: FlatField) -> int:
        """The field's place in the table's vtable, in bytes."""
        number = field.id if field.id is not None else table.fields.index(field)
        return 4 + 2 * number

    def _back(self, table: Table, field: FlatField, expression: str) -> str:
        if (conversion := _conversion(field)) != logical.SAME:
            return logical.fill(conversion[1], expression)
        match field.held:
            case "enum":
                return f"types.{self._enums[field.name_of_held]}[{expression}]"
            case "bytes":
                return f"{expression}.slice()"
            case "table":
                return f"get_{field.name_of_held}({expression})"
            case "scalar" if field.name_of_held in _WIDE:
                flag = self._wide.get((table.record or "", field.wire))
                return f"integer({expression}, {f'types.wide.{flag}' if flag else 'false'})"
            case _:
                return expression

    def _access(self) -> str:
        """The steps to the access leaf by the tables' accessors."""
        found = access_of(self.schema)
        if found is None:
            return "export const access = null;\n"
        table = next(struct for struct in self.file.structs if struct.name == self.file.root)
        lines = ["  let table = open(data);"]
        for step in found.steps:
            if isinstance(step, FieldOf):
                field = table.fields[step.index]
                if field.is_vector or field.held != "table":
                    continue
                item = f"table.{field.name}()"
            elif isinstance(step, LastItem):
                lines.append(f"  if (table.{field.name}Length() === 0) return;")
                item = f"table.{field.name}(table.{field.name}Length() - 1)"
                if field.held != "table":
                    return self._accessed(lines, field, item, found.leaf)
            elif table.wraps is not None and field.held == "table" and not field.is_vector:
                item = f"table.{field.name}()"  # out of its wrapper
            else:
                continue
            table = self.file.table_of(field)
            lines.append(f"  table = {item};")
            lines.append("  if (table === null) return;")
            if table.wraps is not None:
                [field] = table.fields
        array = "Array" * (field.held == "bytes")
        return self._accessed(lines, field, f"table.{field.name}{array}()", found.leaf)

    def _accessed(
        self, lines: list[str], field: FlatField, leaf: str, type_: Scalar | EnumRef
    ) -> str:
        """Texts are visited as the bytes that they are."""
        if isinstance(type_, Scalar) and type_.logical:
            value = logical.fill(_conversion(field)[1], "leaf")
            visit = logical.visit(type_.logical, value)
            lines += [f"  const leaf = {leaf};", f"  if (leaf !== null) {visit};"]
            return "\n".join(["export function access(data, sum) {", *lines, "}", ""])
        if field.held == "string":
            leaf = f"{leaf[:-1]}{'' if leaf.endswith('()') else ', '}Encoding.UTF8_BYTES)"
        way = _VISITED.get(field.held) or _VISITED.get(field.name_of_held, "integer")
        lines += [f"  const leaf = {leaf};", f"  if (leaf !== null) sum.{way}(leaf);"]
        return "\n".join(["export function access(data, sum) {", *lines, "}", ""])
