"""JavaScript: from plain values to what libraries take, and back, as users write it by hand.

A module of functions, one for each record in each direction, made for a `Shape`: what records,
enums, bytes and integers are on the library's side. Parts that are the same on both sides are
handed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from serbench.codegen.javascript import logical
from serbench.codegen.javascript.types import (
    HEADER,
    assignment,
    key,
    literal,
    member,
    names,
    test_of,
    wide_fields,
)
from serbench.codegen.names import Names
from serbench.schema.conventions import left_out, logical_scalars, native_entries, typed_maps
from serbench.schema.logical import Logical
from serbench.schema.model import (
    VALUE,
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
    Union,
    UnionRef,
)

# Both ways of an enum by its place in the schema.
NUMBERS = ("types.NUMBER_{type}.get({expression})", "types.{type}[{expression}]")
SAME = ("{expression}", "{expression}")
# What gives 64 bits as bigints whatever they are, and takes nothing else.
BIGINTS = ("BigInt({expression})", "integer({expression}, {wide})")
# What gives them as numbers where these are safe.
EITHER = ("{expression}", "integer({expression}, {wide})")
BASE64 = ("base64({expression})", "bytes({expression})")
# Where a library's bytes lie in those that it was given.
COPIED = ("{expression}", "{expression}.slice()")
# What every object has:
# https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Object
_INHERITED_NAMES = """__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__
    constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"""
INHERITED = frozenset(_INHERITED_NAMES.split())
_IMPORTS = (
    'import { base64, bytes, integer, put } from "#driver/conversions.js";\n'
    'import * as types from "./types.js";\n'
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a library works on. `record` writes an expression of the record and its parts, by wire
    names; `part` reads one from an expression of a record, by record, wire name and place.
    `scalars` are both ways of converting what is not the same there, by kind; `{expression}` is the
    value, `{wide}` whether the field holds bigints. `special` has the ways of scalars of logical
    types that are neither handed over nor converted by the convention; it gives None of others.
    Those of `written` the library writes as the convention has them, and does not read. With
    `leaves_out`, records are objects by wire names in which what tells absent from null is left out
    where it is absent."""

    record: Callable[[str, dict[str, str]], str]
    part: Callable[[str, str, str, int], str]
    scalars: dict[Kind, tuple[str, str]] = field(default_factory=dict)
    enum: tuple[str, str] = SAME
    imports: str = ""
    # What makes an object of a map that the library read.
    read_map: str = "put"
    # A record is another object even if all its parts are the same.
    copies: bool = False
    special: Callable[[Scalar], logical.Ways | None] = lambda scalar: None
    written: frozenset[Logical] = frozenset()
    leaves_out: bool = False

    def ways(self, scalar: Scalar) -> logical.Ways:
        if scalar.logical is None:
            return self.scalars.get(scalar.kind, SAME)
        if found := self.special(scalar):
            return found
        to, back = logical.ways(scalar, self.scalars)
        is_written = scalar.kind is Kind.STRING and scalar.logical in self.written
        return (SAME[0] if is_written else to), back

    def hands_over(self, schema: Schema) -> bool:
        """Whether all values of logical types are what the library writes."""
        has_same = all(self.ways(scalar)[0] == SAME[0] for scalar in logical_scalars(schema))
        has_maps = all(native for _, native in typed_maps(schema))
        return has_same and has_maps and not left_out(schema)


def module(schema: Schema, shape: Shape) -> str:
    """Its functions `to` and `back` convert the root."""
    return _Module(schema, shape).text()


class _Module:
    def __init__(self, schema: Schema, shape: Shape) -> None:
        self.schema, self.shape = schema, shape
        self.names: Names = names(schema)
        self._wide = wide_fields(schema)
        self._native = self.names.entries.keys() if shape.copies else native_entries(schema)
        self._at: tuple[str, str] = ("", "")
        self._depth = 0

    def text(self) -> str:
        parts: list[str] = []
        given_values = left_out(self.schema) if self.shape.leaves_out else frozenset()
        for record in self.schema.records:
            if record.name not in given_values:
                parts += [self._to(record), self._back(record)]
        for union in self.schema.unions:
            parts += [self._union(union, True), self._union(union, False)]
        root = self.names.types[self.schema.root]
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        body = "\n".join(parts)
        own = f"{self.shape.imports}\n{body}"
        return f"{HEADER}\n{_IMPORTS}{logical.imports(own)}{own}"

    def _to(self, record: Record) -> str:
        """Of an entry of a map whose keys are no text, `value` is the pair that a `Map` has."""
        members, later = {}, ""
        for place, f in enumerate(record.fields):
            is_pair = record.name in self.names.entries
            expression = f"value[{place}]" if is_pair else member("value", f.name)
            match f.type:
                case OptionalOf(RecordRef(told), native=True) if self.shape.leaves_out:
                    self._at = (told, VALUE)
                    value = self._convert(
                        self.schema.told_type(f.type), member(expression, VALUE), True
                    )
                    later += f"  if ({expression} !== null) {assignment('made', f.name, value)}\n"
                case _:
                    self._at = (record.name, f.name)
                    members[f.name] = self._convert(f.type, expression, True)
        name = self.names.types[record.name]
        made = self.shape.record(record.name, members)
        if record.name in self._native:
            made = f"[{', '.join(members.values())}]"
        body = (
            f"  const made = {made};\n{later}  return made;\n" if later else f"  return {made};\n"
        )
        return f"function to_{name}(value) {{\n{body}}}\n"

    def _back(self, record: Record) -> str:
        name, lines = self.names.types[record.name], ""
        for place, f in enumerate(record.fields):
            match f.type:
                case OptionalOf(RecordRef(told), native=True) if self.shape.leaves_out:
                    self._at = (told, VALUE)
                    read = member("value", f.name)
                    value = self._convert(self.schema.told_type(f.type), read, False)
                    made = f"new types.{self.names.types[told]}({value})"
                    lines += f"    {_is_there('value', f.name)} ? {made} : null,\n"
                case _:
                    self._at = (record.name, f.name)
                    read = self.shape.part("value", record.name, f.name, place)
                    if record.name in self._native:
                        read = f"value[{place}]"
                    lines += f"    {self._part(f, read)},\n"
        body = f"\n{lines}  " if lines else ""
        if record.name in self.names.entries:
            return f"function back_{name}(value) {{\n  return [{body}];\n}}\n"
        return f"function back_{name}(value) {{\n  return new types.{name}({body});\n}}\n"

    def _part(self, field: Field, read: str) -> str:
        """What the library gave of a field, as the plain value has it. Other writers of the format
        leave absent fields out, which is `undefined` here."""
        converted = self._convert(field.type, read, False)
        is_handed_over = converted == read and isinstance(field.type, OptionalOf)
        return f"{read} ?? null" if is_handed_over else converted

    def _union(self, union: Union, to: bool) -> str:
        self._at = ("", "")
        lines = ""
        for variant in union.variants:
            lines += f"  if ({test_of(variant)}) return {self._convert(variant, 'value', to)};\n"
        way = "to" if to else "back"
        return f"function {way}_{self.names.types[union.name]}(value) {{\n{lines}}}\n"

    def _is_same(self, type_: Type, to: bool) -> bool:
        way = 0 if to else 1
        match type_:
            case Scalar():
                return self.shape.ways(type_)[way] == "{expression}"
            case EnumRef():
                return self.shape.enum[way] == "{expression}"
            case RecordRef():
                return False
            case UnionRef(name):
                return all(self._is_same(v, to) for v in self.names.variants[name])
            case ListOf(RecordRef(name), is_map=True):
                parts = self.names.entries[name]
                is_same = all(self._is_same(part, to) for part in parts)
                return type_.native and is_same and not self.shape.copies
            case OptionalOf(item):
                return self._is_same(item, to) and not self.shape.copies
            case ListOf(item):
                return self._is_same(item, to) and not self.shape.copies
            case MapOf(value):
                is_object = to or self.shape.read_map == "put"
                return self._is_same(value, to) and is_object and not self.shape.copies

    def _convert(self, type_: Type, expression: str, to: bool) -> str:
        """The `expression` of a type, converted."""
        if self._is_same(type_, to):
            return expression
        way = 0 if to else 1
        match type_:
            case Scalar():
                flag = self._wide.get(self._at)
                wide = f"types.wide.{flag}" if flag else "false"
                return logical.fill(self.shape.ways(type_)[way], expression, wide)
            case EnumRef(name):
                return self.shape.enum[way].format(
                    expression=expression, type=self.names.types[name]
                )
            case RecordRef(name) | UnionRef(name):
                return f"{'to' if to else 'back'}_{self.names.types[name]}({expression})"
            case OptionalOf(item):
                if self._is_same(item, to):
                    return f"{expression} ?? null"
                return f"{expression} == null ? null : {self._convert(item, expression, to)}"
            case ListOf(RecordRef(name), is_map=True):
                function = f"{'to' if to else 'back'}_{self.names.types[name]}"
                pairs = f"Array.from({expression}, {function})"
                return pairs if to and name not in self._native else f"new Map({pairs})"
            case ListOf(item):
                variable = self._variable()
                return (
                    f"{expression}.map(({variable}) => {_body(self._convert(item, variable, to))})"
                )
            case MapOf(value):
                variable = self._variable()
                converted = _body(self._convert(value, variable, to))
                put = "put" if to else self.shape.read_map
                return f"{put}({expression}, ({variable}) => {converted})"

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"


def _body(expression: str) -> str:
    """Of an arrow function: a literal would be its block."""
    return f"({expression})" if expression.startswith("{") else expression


def mapping(scalars: dict[Kind, tuple[str, str]] | None = None, *, imports: str = "") -> Shape:
    """Records are objects by wire names."""
    return Shape(
        record=lambda _, parts: literal_of(parts),
        part=lambda expression, _, wire, place: _own(expression, wire),
        scalars=scalars or {},
        imports=imports,
        leaves_out=True,
    )


def _own(expression: str, wire: str) -> str:
    """A property that may be absent, where every object inherits another of its name."""
    read = member(expression, wire)
    return f"({_is_there(expression, wire)} ? {read} : null)" if wire in INHERITED else read


def _is_there(expression: str, wire: str) -> str:
    """The test for a property that may be absent."""
    if wire in INHERITED:
        return f"Object.hasOwn({expression}, {literal(wire)})"
    return f"{member(expression, wire)} !== undefined"


def literal_of(parts: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{key(wire)}: {part}" for wire, part in parts.items()) + " }"


def sequence() -> Shape:
    """Records are arrays of their parts, in order, enums numbers."""
    return Shape(
        record=lambda _, parts: f"[{', '.join(parts.values())}]",
        part=lambda expression, _, wire, place: f"{expression}[{place}]",
        scalars={Kind.I64: EITHER, Kind.U64: EITHER},
        enum=NUMBERS,
    )
