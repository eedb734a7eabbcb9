"""Python: from plain values to what libraries take, and back, as their users write it by hand.

A module of functions, one for each record in each direction, made for a `Shape`: what records,
enums and bytes are on the library's side. Parts that are the same on both sides are handed over.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.types import HEADER, literal, names
from serbench.schema.conventions import left_out
from serbench.schema.logical import Logical
from serbench.schema.model import (
    KEY,
    VALUE,
    EnumRef,
    JsonShape,
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
    json_shape,
)

# Both ways of an enum: `StrEnum`s are texts, which libraries take as they are; what they give is
# looked up. `Type(text)` would take ten times as long as the table.
NAMES = ("{}", "NAMED_{numbers}[{}]")
# As texts of no other class.
BARE = ("{}.value", NAMES[1])


@dataclass(frozen=True, slots=True)
class Shape:
    """What a library works on. `record` writes an expression of the record and its parts, by wire
    names; `part` reads one from an expression of a record, by record, wire name and place. Where
    `optional` is set, absent parts may not be there at all. `scalars` are both ways of converting
    what is not the same there, by kind: `{}` is the value. Logical types are converted to their
    kinds before, but for those that the library takes natively: `native` are both ways of these.
    Where `is_there` is set, what tells absent from null is left out where it is absent; it writes
    the test for a part that is not."""

    record: Callable[[str, dict[str, str]], str]
    part: Callable[[str, str, str, int], str]
    optional: Callable[[str, str, str, int], str] | None = None
    is_there: Callable[[str, str, str, int], str] | None = None
    scalars: dict[Kind, tuple[str, str]] = field(default_factory=dict)
    native: Callable[[Logical], tuple[str, str]] = lambda _: logical.SAME
    enum: tuple[str, str] = NAMES
    # What becomes of a map's keys, either way.
    key: str = "{}"
    imports: str = ""
    # A record is another object even if all its parts are the same.
    copies: bool = False
    # What the plain types are called in the module.
    plain: str = "types."


def module(schema: Schema, shape: Shape) -> str:
    """Its functions `to` and `back` convert the root."""
    return _Module(schema, shape).text()


def call(function: str, arguments: dict[str, str]) -> str:
    """With arguments by names that may be keywords of the language."""
    words = [
        f"{name}={argument}" for name, argument in arguments.items() if not keyword.iskeyword(name)
    ]
    kept = [
        f'"{name}": {argument}' for name, argument in arguments.items() if keyword.iskeyword(name)
    ]
    mapping_ = [f"**{{{', '.join(kept)}}}"] if kept else []
    return f"{function}({', '.join([*words, *mapping_])})"


def attribute(expression: str, name: str) -> str:
    return f'getattr({expression}, "{name}")' if keyword.iskeyword(name) else f"{expression}.{name}"


# Enums by their places in the schema; what others wrote may have their names (rmp-serde does).
NUMBERS = ("NUMBER_{numbers}[{}]", "READ_{numbers}[{}]")


def numbers(enum: str) -> str:
    """Tables of an enum's members and of their places in the schema."""
    places = f"{{member: i for i, member in enumerate(OF_{enum})}}"
    return f"OF_{enum} = list(types.{enum})\nNUMBER_{enum} = {places}\n"


# Of what is one in JSON, on either side; an object is what is none of these.
_CLASSES = {
    JsonShape.BOOLEAN: "bool",
    JsonShape.NUMBER: "(int, float)",
    JsonShape.STRING: "(str, bytes)",
    JsonShape.ARRAY: "list",
}


class _Module:
    def __init__(self, schema: Schema, shape: Shape) -> None:
        self.schema, self.shape = schema, shape
        self.names: Names = names(schema)
        self._depth = 0

    def text(self) -> str:
        parts = []
        for name in (self.names.types[enum.name] for enum in self.schema.enums):
            by_name = f"{{str(member): member for member in types.{name}}}"
            if self.shape.enum == NUMBERS:
                by_number = f"dict(enumerate(OF_{name}))"
                parts.append(f"{numbers(name)}READ_{name} = {by_number} | {by_name}\n")
            elif self.shape.enum in (NAMES, BARE):
                parts.append(f"NAMED_{name} = {by_name}\n")
        given_values = left_out(self.schema) if self.shape.is_there else frozenset()
        for record in self.schema.plain_records:
            if record.name not in given_values:
                parts += [self._to(record), self._back(record)]
        for union in self.schema.unions:
            parts += [self._union(union, True), self._union(union, False)]
        root = self.names.types[self.schema.root]
        parts.append(f"to = to_{root}\nback = back_{root}\n")
        body = "\n\n".join(parts)
        imports = f"from serbench_schema import types\n{logical.import_line(self.schema, body)}"
        return f"{HEADER}\n{self.shape.imports}{imports}\n\n{body}"

    def _to(self, record: Record) -> str:
        fields, name = self.names.fields[record.name], self.names.types[record.name]
        members, later = {}, ""
        for place, f in enumerate(record.fields):
            expression = f"value.{fields[f.name]}"
            match f.type:
                case OptionalOf(RecordRef(told), native=True) if self.shape.is_there:
                    value = f"{expression}.{self.names.fields[told][VALUE]}"
                    converted = self._convert(self.schema.told_type(f.type), value, True)
                    member = self.shape.part("made", record.name, f.name, place)
                    later += f"    if {expression} is not None:\n        {member} = {converted}\n"
                case _:
                    members[f.name] = self._convert(f.type, expression, True)
        made = self.shape.record(record.name, members)
        body = f"    made = {made}\n{later}    return made\n" if later else f"    return {made}\n"
        return f"def to_{name}(value):\n{body}"

    def _back(self, record: Record) -> str:
        name, parts = self.names.types[record.name], []
        for place, f in enumerate(record.fields):
            where = ("value", record.name, f.name, place)
            match f.type:
                case OptionalOf(RecordRef(told), native=True) if self.shape.is_there:
                    value = self._convert(
                        self.schema.told_type(f.type), self.shape.part(*where), False
                    )
                    made = f"{self.shape.plain}{self.names.types[told]}({value})"
                    parts.append(f"{made} if {self.shape.is_there(*where)} else None")
                case _:
                    is_optional = isinstance(f.type, OptionalOf) and self.shape.optional is not None
                    read = self.shape.optional if is_optional else self.shape.part
                    assert read
                    parts.append(self._convert(f.type, read(*where), False))
        lines = "".join(f"        {part},\n" for part in parts)
        body = f"(\n{lines}    )" if parts else "()"
        return f"def back_{name}(value):\n    return {self.shape.plain}{name}{body}\n"

    def _union(self, union: Union, to: bool) -> str:
        lines = [f"def {'to' if to else 'back'}_{self.names.types[union.name]}(value):\n"]
        # true is an int as well.
        for variant in sorted(union.variants, key=lambda type_: type_ != Scalar(Kind.BOOL)):
            shape = json_shape(variant)
            converted = self._convert(variant, "value", to)
            test = (
                f"    if isinstance(value, {_CLASSES[shape]}):\n    " if shape in _CLASSES else ""
            )
            lines.append(f"{test}    return {converted}\n")
        return "".join(lines)

    def _is_same(self, type_: Type, to: bool) -> bool:
        match type_:
            case Scalar():
                return self._scalar(type_)[0 if to else 1] == "{}"
            case EnumRef():
                return self.shape.enum[0 if to else 1] == "{}"
            case RecordRef():
                return False
            case ListOf(RecordRef(name), is_map=True):
                parts = self.names.entries[name]
                same = all(self._is_same(part, to) for part in parts)
                return type_.native and same and not self.shape.copies
            case UnionRef(name):
                return all(self._is_same(variant, to) for variant in self.names.variants[name])
            case ListOf(item) | OptionalOf(item):
                return self._is_same(item, to) and not self.shape.copies
            case MapOf(value):
                return self._is_same(value, to) and not self.shape.copies

    def _scalar(self, scalar: Scalar) -> tuple[str, str]:
        """Both ways of it."""
        if scalar.logical and self.shape.copies:  # what it is, it is on both sides
            return logical.SAME
        if scalar.logical and scalar.native:
            return self.shape.native(scalar.logical)
        of_kind = self.shape.scalars.get(scalar.kind, logical.SAME)
        to, back = logical.conversion(scalar)
        if (to, back) == logical.SAME:
            return of_kind
        return of_kind[0].format(to), back.format(of_kind[1])

    def _convert(self, type_: Type, expression: str, to: bool) -> str:
        """The `expression` of a type, converted."""
        if self._is_same(type_, to):
            return expression
        way = 0 if to else 1
        match type_:
            case Scalar():
                return self._scalar(type_)[way].format(expression)
            case EnumRef(name):
                members = f"types.{self.names.types[name]}"
                return self.shape.enum[way].format(
                    expression, type=members, numbers=self.names.types[name]
                )
            case RecordRef(name) | UnionRef(name):
                return f"{'to' if to else 'back'}_{self.names.types[name]}({expression})"
            case OptionalOf(item):
                if self._is_same(item, to) and isinstance(item, Scalar | EnumRef):
                    return expression
                return self._optional(item, expression, to)
            case ListOf(RecordRef(name), is_map=True):
                return self._map(name, expression, to, type_.native or self.shape.copies)
            case ListOf(item):
                if self._is_same(item, to):
                    return f"{expression}[:]"
                variable = self._variable()
                return f"[{self._convert(item, variable, to)} for {variable} in {expression}]"
            case MapOf(value):
                if self._is_same(value, to) and self.shape.key == "{}":
                    return f"{expression}.copy()"
                variable = self._variable()
                key = self.shape.key.format(f"k{variable}")
                converted = self._convert(value, variable, to)
                return f"{{{key}: {converted} for k{variable}, {variable} in {expression}.items()}}"

    def _map(self, entry: str, expression: str, to: bool, is_map: bool) -> str:
        """Of a map whose keys are no text, which is one on both sides or the list of its entries on
        the library's."""
        key, value = self.names.entries[entry]
        v = self._variable()
        k = f"k{v}"
        if is_map:
            made = f"{self._convert(key, k, to)}: {self._convert(value, v, to)}"
            return f"{{{made} for {k}, {v} in {expression}.items()}}"
        if to:
            parts = {KEY: self._convert(key, k, to), VALUE: self._convert(value, v, to)}
            made = self.shape.record(entry, parts)
            return f"[{made} for {k}, {v} in {expression}.items()]"
        read = self.shape.part
        if isinstance(value, OptionalOf) and self.shape.optional:
            read = self.shape.optional
        of_key = self._convert(key, self.shape.part(v, entry, KEY, 0), to)
        of_value = self._convert(value, read(v, entry, VALUE, 1), to)
        return f"{{{of_key}: {of_value} for {v} in {expression}}}"

    def _optional(self, item: Type, expression: str, to: bool) -> str:
        if expression.isidentifier():
            return f"None if {expression} is None else {self._convert(item, expression, to)}"
        variable = self._variable()
        converted = self._convert(item, variable, to)
        return f"None if ({variable} := {expression}) is None else {converted}"

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"


def classes(known: Names, made: str, imports: str = "") -> Shape:
    """Records are classes with the plain ones' attributes, which they take in order; `made` stands
    before their names."""
    return Shape(
        record=lambda record, parts: f"{made}{known.types[record]}({', '.join(parts.values())})",
        part=lambda expression, record, wire, place: f"{expression}.{known.fields[record][wire]}",
        enum=("{}", "{}"),
        imports=imports,
    )


def with_absent(shape: Shape, absent: str) -> Shape:
    """Where parts that are left out are `absent`, a value of the library."""
    return replace(shape, is_there=lambda *where: f"{shape.part(*where)} is not {absent}")


def mapping(scalars: dict[Kind, tuple[str, str]] | None = None, imports: str = "") -> Shape:
    """Records are dicts by wire names."""
    return Shape(
        record=lambda _, parts: (
            "{" + ", ".join(f"{literal(wire)}: {part}" for wire, part in parts.items()) + "}"
        ),
        part=lambda expression, _, wire, place: f"{expression}[{literal(wire)}]",
        optional=lambda expression, _, wire, place: f"{expression}.get({literal(wire)})",
        is_there=lambda expression, _, wire, place: f"{literal(wire)} in {expression}",
        scalars=scalars or {},
        imports=imports,
    )


def sparse() -> Shape:
    """As `mapping`, without what is absent."""
    whole = mapping()
    return replace(
        whole,
        record=lambda record, parts: f"present({whole.record(record, parts)})",
        imports="def present(record):\n"
        "    return {name: part for name, part in record.items() if part is not None}\n\n\n",
        is_there=None,
    )


def sequence() -> Shape:
    """Records are lists of their parts, in order, enums numbers."""
    return Shape(
        record=lambda _, parts: f"[{', '.join(parts.values())}]",
        part=lambda expression, _, wire, place: f"{expression}[{place}]",
        enum=NUMBERS,
    )


BASE64 = ("b2a_base64({}, newline=False).decode()", "a2b_base64({})")
