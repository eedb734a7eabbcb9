"""JavaScript: `.bop` text, and conversions to the objects of Bebop.

    generate(schema) -> {"data.bop": ..., "of_bebop.js": ...}

bebopc makes TypeScript of the first, and a bundler the module `data.js` of that. Absent fields are
undefined, maps `Map`s, integers of 64 bits bigints, and a list of bytes a `Uint8Array`. Names are
numbers here, which no bytes hold. https://docs.bebop.sh/guide/getting-started-typescript/
"""

from __future__ import annotations

from serbench.codegen.idl import bebop
from serbench.codegen.idl.bebop import BebopField, BebopFile, BebopStruct
from serbench.codegen.javascript.types import HEADER, literal, member, names, wide_fields
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

_IMPORTS = """import * as data from "./data.js";
import { integer } from "#driver/conversions.js";
import { enter } from "#driver/properties.js";
import * as types from "./types.js";

function mapOf(its, convert) {
  return new Map(Object.keys(its).map((key) => [key, convert(its[key])]));
}

function objectOf(map, convert) {
  const out = {};
  for (const [key, its] of map) enter(out, key, convert(its));
  return out;
}
"""
_SCALARS = {
    Kind.I64: ("BigInt({its})", "integer({its}, {wide})"),
    Kind.U64: ("BigInt({its})", "integer({its}, {wide})"),
    Kind.BYTES: ("{its}", "{its}.slice()"),
}


def generate(schema: Schema) -> dict[str, str]:
    file = bebop.lower(schema).numbered()
    for struct in file.structs:
        if len(struct.fields) > bebop.MOST:
            reason = f"a record of more than {bebop.MOST} fields, {struct.record}"
            refused = f"{HEADER}\nexport const refused = {literal(reason)};\n"
            return {"data.bop": "struct Nothing {}\n", "of_bebop.js": refused}
    return {"data.bop": bebop.render(file), "of_bebop.js": _Module(schema, file).text()}


class _Module:
    def __init__(self, schema: Schema, file: BebopFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._wide = wide_fields(schema)
        self._flag = "false"

    def text(self) -> str:
        parts = [f"{HEADER}\n{_IMPORTS}"]
        for struct in self.file.structs:
            parts += [self._to(struct), self._back(struct)]
        root = self.file.root
        parts.append(f"export const Root = data.{root};\n")
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        return "\n".join(parts)

    def _to(self, struct: BebopStruct) -> str:
        lines = ""
        for field in struct.fields:
            its = "its" if struct.record is None else member("its", field.wire)
            one = self._convert(field.type, its, True)
            if field.is_optional:
                one = f"{its} ?? undefined" if one == its else f"{its} === null ? undefined : {one}"
            lines += f"    {field.name}: {one},\n"
        return f"function to_{struct.name}(its) {{\n  return {{\n{lines}  }};\n}}\n"

    def _back(self, struct: BebopStruct) -> str:
        parts = []
        for field in struct.fields:
            flag = self._wide.get((struct.record or "", field.wire))
            self._flag = f"types.wide.{flag}" if flag else "false"
            parts.append(self._read(field))
        if struct.record is None:
            body = parts[0]
        else:
            lines = "".join(f"    {part},\n" for part in parts)
            made = f"\n{lines}  " if lines else ""
            body = f"new types.{self.names.types[struct.record]}({made})"
        return f"function back_{struct.name}(its) {{\n  return {body};\n}}\n"

    def _read(self, field: BebopField) -> str:
        its = f"its.{field.name}"
        one = self._convert(field.type, its, False)
        if not field.is_optional:
            return one
        return f"{its} ?? null" if one == its else f"{its} === undefined ? null : {one}"

    def _convert(self, type_: Type, its: str, to: bool) -> str:
        way = "to" if to else "back"
        match type_:
            case Scalar(kind) if kind in _SCALARS:
                return _SCALARS[kind][0 if to else 1].format(its=its, wide=self._flag)
            case EnumRef(name) if to:
                return f"types.NUMBER_{self.names.types[name]}.get({its})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{its}]"
            case RecordRef(name):
                return f"{way}_{self.file.types[name]}({its})"
            case OptionalOf():  # in a container
                return f"{way}_{self.file.wrappers[type_]}({its})"
            case ListOf(Scalar(Kind.U8)):
                return f"{'Uint8Array' if to else 'Array'}.from({its})"
            case ListOf(item):
                one = self._convert(item, "v", to)
                return its if one == "v" else f"{its}.map((v) => {one})"
            case MapOf(value):
                one = self._convert(value, "v", to)
                return f"{'mapOf' if to else 'objectOf'}({its}, (v) => {one})"
            case Scalar():
                return its
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)
