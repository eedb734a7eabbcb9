"""JavaScript: what the driver does with a plain value within times: a deep copy, and its visit sum.

generate(schema) -> {"copies.js": ..., "visits.js": ...}
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.javascript import logical
from serbench.codegen.javascript.conversions import Shape, module
from serbench.codegen.javascript.types import HEADER, member, names, test_of
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

_SMALL = (Kind.BOOL, Kind.U8, Kind.U16, Kind.U32)
_DATE = ("new Date({expression}.getTime())", "new Date({expression}.getTime())")


def _copied(scalar: Scalar) -> logical.Ways:
    """Nobody can change what is no object."""
    is_date = scalar.logical and logical.class_of(scalar.logical) == "Date"
    return _DATE if is_date else logical.SAME


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    copies = Shape(
        record=lambda record, parts: (
            f"new types.{known.types[record]}({', '.join(parts.values())})"
        ),
        part=lambda expression, record, wire, place: member(expression, wire),
        scalars={Kind.BYTES: ("{expression}.slice()", "{expression}.slice()")},
        copies=True,
        special=_copied,
    )
    return {"copies.js": module(schema, copies), "visits.js": _Visits(schema).text()}


class _Visits:
    def __init__(self, schema: Schema) -> None:
        self.schema, self.names = schema, names(schema)
        self._depth = 0

    def text(self) -> str:
        parts = [f'{HEADER}\nimport * as types from "./types.js";\n']
        for record in self.schema.plain_records:
            lines = [
                line for f in record.fields for line in self._visit(f.type, member("value", f.name))
            ]
            parts.append(_function(self.names.types[record.name], lines))
        for union in self.schema.unions:
            lines = []
            for number, variant in enumerate(union.variants):
                body = [f"sum.small({number});", *self._visit(variant, "value"), "return;"]
                lines += [f"if ({test_of(variant)}) {{", *(f"  {line}" for line in body), "}"]
            parts.append(_function(self.names.types[union.name], lines))
        parts.append(f"export {{ visit_{self.names.types[self.schema.root]} as visit }};\n")
        return "\n".join(parts)

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"

    def _visit(self, type_: Type, expression: str) -> Iterator[str]:
        match type_:
            case Scalar(logical=logical_) if logical_:
                yield f"{logical.visit(logical_, expression)};"
            case Scalar(kind) if kind in _SMALL:
                yield f"sum.small({'+' if kind is Kind.BOOL else ''}{expression});"
            case Scalar(Kind.F32 | Kind.F64 | Kind.STRING | Kind.BYTES as kind):
                yield f"sum.{kind.value}({expression});"
            case Scalar():
                yield f"sum.integer({expression});"
            case EnumRef(name):
                yield f"sum.small(types.NUMBER_{self.names.types[name]}.get({expression}));"
            case RecordRef(name) | UnionRef(name):
                yield f"visit_{self.names.types[name]}({expression}, sum);"
            case OptionalOf(item):
                value = self._variable()
                yield f"const {value} = {expression};"
                yield f"if ({value} !== null) {{"
                yield "  sum.small(1);"
                for line in self._visit(item, value):
                    yield f"  {line}"
                yield "}"
            case ListOf(RecordRef(name), is_map=True):
                value, key, each = self._variable(), self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"sum.small({value}.size);"
                yield f"for (const [{key}, {each}] of {value}) {{"
                for part, variable in zip(self.names.entries[name], (key, each), strict=True):
                    for line in self._visit(part, variable):
                        yield f"  {line}"
                yield "}"
            case ListOf(item):
                value, each = self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"sum.small({value}.length);"
                yield f"for (const {each} of {value}) {{"
                for line in self._visit(item, each):
                    yield f"  {line}"
                yield "}"
            case MapOf(item):
                value, keys, each = self._variable(), self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"const {keys} = Object.keys({value});"
                yield f"sum.small({keys}.length);"
                yield f"for (const {each} of {keys}) {{"
                yield f"  sum.string({each});"
                for line in self._visit(item, f"{value}[{each}]"):
                    yield f"  {line}"
                yield "}"


def _function(name: str, lines: list[str]) -> str:
    return f"function visit_{name}(value, sum) {{\n" + "".join(f"  {x}\n" for x in lines) + "}\n"
