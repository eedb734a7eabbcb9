"""The type model: what a schema may say, independent of any language or format.

A `Schema` is a set of named records, enums and unions with one root record. Everything
that generates code, checks values or computes digests walks this model.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from serbench.schema.kinds import INTEGER_RANGE as INTEGER_RANGE
from serbench.schema.kinds import Kind as Kind
from serbench.schema.logical import Logical, Uuid, logical_of, wire_kinds

# The decoders of protobuf, Thrift and Cap'n Proto give up at 64 to 100 levels by default, and
# generated code recurses on the stack.
MAX_DEPTH = 100

# Integers for which many formats have no type of their own.
NARROW = (Kind.I8, Kind.I16, Kind.U8, Kind.U16)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A leaf. `raw_json` says of a string that it holds the compact JSON text of a value
    of any type, which is how values of several types are kept that make no union; to every
    codec it is a string like another, hence no part of what makes two types equal. `logical` says
    what the scalar means; `kind` is the logical type's then. In a schema that is fitted to a codec
    (`serbench.schema.conventions`), `kind` is what its convention writes instead, unless the
    library takes the language's own type, which `native` says."""

    kind: Kind
    raw_json: bool = field(default=False, compare=False)
    logical: Logical | None = None
    native: bool = False

    def __str__(self) -> str:
        return str(self.logical or self.kind.value)


@dataclass(frozen=True, slots=True)
class EnumRef:
    """A use of the enum called `name`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class RecordRef:
    """A use of the record called `name`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class UnionRef:
    """A use of the union called `name`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ListOf:
    """With `is_map`, a map whose keys are no text, lowered to the list of its entries in the order
    of their keys: `item` is the record of an entry, with the fields `key` and `value`, which
    nothing else is. `native` says of such a map in a schema that is fitted to a codec
    (`serbench.schema.conventions`) that the library takes the language's own map; else generated
    code makes the list of it."""

    item: Type
    is_map: bool = False
    native: bool = False

    def __str__(self) -> str:
        return f"{'map_entries' if self.is_map else 'list'}<{self.item}>"


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from string to `value`."""

    value: Type

    def __str__(self) -> str:
        return f"map<string, {self.value}>"


@dataclass(frozen=True, slots=True)
class OptionalOf:
    """A value or nothing. `item` is never itself optional.

    With `tells_absent`, a field that may be absent, null or a value. It is lowered to an optional
    of a record whose one field, `value`, is optional: the field is absent if there is no such
    record, and null if the record is empty. `native` says in a schema that is fitted to a codec
    (`serbench.schema.conventions`) that the library leaves an absent field out, and writes null
    for one that is null; else it writes the record."""

    item: Type
    tells_absent: bool = False
    native: bool = False

    def __str__(self) -> str:
        return f"optional<{self.item}>{' or absent' * self.tells_absent}"


# In the plain form of a schema.
_RAW_JSON = "raw-json"
_NATIVE = "native"
# Of a list, by `is_map` and `native`.
_LISTS = {(False, False): "list", (True, False): "entries", (True, True): "native-entries"}
# Of an optional, by `tells_absent` and `native`.
_OPTIONALS = {
    (False, False): "optional",
    (True, False): "optional-or-absent",
    (True, True): "native-optional-or-absent",
}
_FACTS = {tag: facts for tags in (_LISTS, _OPTIONALS) for facts, tag in tags.items()}
# What entries of maps are called. `value` is also what a record holds that tells absent from null.
KEY, VALUE = "key", "value"

Type: TypeAlias = Scalar | EnumRef | RecordRef | UnionRef | ListOf | MapOf | OptionalOf


@dataclass(frozen=True, slots=True)
class Field:
    """`name` is the wire name, as it stands in JSON: any text at all."""

    name: str
    type: Type

    def __str__(self) -> str:
        return str(self.type)


@dataclass(frozen=True, slots=True)
class Record:
    """Of a record that has changed, `ancestor` holds the fields as they were, and `renamed` pairs
    of names, new and old: see `serbench.schema.lineage`."""

    name: str
    fields: tuple[Field, ...]
    ancestor: tuple[Field, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Enum:
    """`symbols` are the wire names; a symbol's number is its place, from 0."""

    name: str
    symbols: tuple[str, ...]


class JsonShape(StrEnum):
    """What a JSON value is by its first token, null aside."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    STRING = "string"
    ARRAY = "array"
    OBJECT = "object"


def json_shape(type_: Type) -> JsonShape | None:
    """What values of a type are in JSON; None if they may be several things."""
    match type_:
        case Scalar(raw_json=True) | UnionRef() | OptionalOf():
            return None
        case Scalar(Kind.BOOL):
            return JsonShape.BOOLEAN
        case Scalar(Kind.STRING | Kind.BYTES) | EnumRef():
            return JsonShape.STRING
        case Scalar():
            return JsonShape.NUMBER
        case ListOf():
            return JsonShape.ARRAY
        case RecordRef() | MapOf():
            return JsonShape.OBJECT


def variant_name(type_: Type) -> str:
    """What a variant of this type is called: distinct within a union, whose variants differ in
    their shapes in JSON."""
    match type_:
        case Scalar(Kind.BOOL):
            return "Bool"
        case Scalar(Kind.F32 | Kind.F64):
            return "Float"
        case Scalar(Kind.STRING):
            return "Text"
        case Scalar(Kind.BYTES):
            return "Bytes"
        case Scalar():
            return "Int"
        case EnumRef():
            return "Symbol"
        case ListOf():
            return "List"
        case MapOf():
            return "Map"
        case _:
            return "Record"


@dataclass(frozen=True, slots=True)
class Union:
    """A value of one of the types of `variants`, two at least. In JSON it stands there as it is,
    with no tag: its shape says which variant it is, so that each has one of its own. A
    variant's number is its place, from 0."""

    name: str
    variants: tuple[Type, ...]


class SchemaError(ValueError):
    """A schema that cannot be: an unknown name, a record without end, a name used twice."""


@dataclass(frozen=True)
class Schema:
    """Named types and the root record that every value is an instance of.

    `records`, `enums` and `unions` stand in the order they were met, which is the order
    they are generated in. Raises `SchemaError` when the parts do not fit.
    """

    name: str
    root: str
    records: tuple[Record, ...]
    enums: tuple[Enum, ...] = ()
    writer: Schema | None = None
    unions: tuple[Union, ...] = ()
    _records: dict[str, Record] = field(init=False, repr=False, compare=False)
    _enums: dict[str, Enum] = field(init=False, repr=False, compare=False)
    _unions: dict[str, Union] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_records", {r.name: r for r in self.records})
        object.__setattr__(self, "_enums", {e.name: e for e in self.enums})
        object.__setattr__(self, "_unions", {u.name: u for u in self.unions})
        self._check()

    def record(self, name: str) -> Record:
        return self._records[name]

    def enum(self, name: str) -> Enum:
        return self._enums[name]

    def union(self, name: str) -> Union:
        return self._unions[name]

    def _check(self) -> None:
        self._check_texts()
        names = [r.name for r in self.records] + [e.name for e in self.enums]
        names += [u.name for u in self.unions]
        if len(set(names)) != len(names):
            raise SchemaError(f"a type name is used twice in schema {self.name!r}")
        if self.root not in self._records:
            raise SchemaError(f"the root {self.root!r} is not a record of schema {self.name!r}")
        for enum in self.enums:
            if not enum.symbols or len(set(enum.symbols)) != len(enum.symbols):
                raise SchemaError(f"enum {enum.name!r} needs symbols, each once")
        for record in self.records:
            wire = [f.name for f in record.fields]
            if len(set(wire)) != len(wire):
                raise SchemaError(f"record {record.name!r} has two fields of one name")
            for f in record.fields:
                nested = list(nested_types(f.type))
                if any(isinstance(t, OptionalOf) and t.tells_absent for t in nested[1:]):
                    raise SchemaError(
                        f"{record.name}.{f.name}: only a field tells absent from null, not what a "
                        "list, a map or an optional holds"
                    )
                if sum(isinstance(t, ListOf | MapOf) for t in nested) > MAX_DEPTH:
                    raise SchemaError(
                        f"{record.name}.{f.name}: lists and maps are nested more than {MAX_DEPTH} "
                        "levels deep, the most that serbench reads"
                    )
                for t in nested:
                    self._check_type(f"{record.name}.{f.name}", t)
        self._check_roles()
        for union in self.unions:
            self._check_union(union)
        for component in self._components(optional_too=False):
            if len(component) > 1 or component[0] in self._direct(component[0], False):
                raise SchemaError(
                    f"record {component[0]!r} contains itself without end: "
                    "make the field optional, a list or a map"
                    + ", and no part of a union"
                    * bool(self.unions)
                )

    def _check_texts(self) -> None:
        """Names come from files of others, where they may be numbers or lists."""
        names = [record.name for record in self.records]
        names += [field.name for record in self.records for field in record.fields]
        names += [enum.name for enum in self.enums]
        names += [symbol for enum in self.enums for symbol in enum.symbols]
        for name in (*names, *(union.name for union in self.unions)):
            try:
                str.encode(name)
            except (TypeError, UnicodeEncodeError):  # a lone surrogate
                raise SchemaError(
                    f"a name of a type, field or symbol is no text: {ascii(name)[:60]}"
                ) from None

    def _check_union(self, union: Union) -> None:
        shapes = [json_shape(variant) for variant in union.variants]
        if len(shapes) < 2 or None in shapes or len(set(shapes)) < len(shapes):
            raise SchemaError(
                f"union {union.name!r} needs two variants at least that differ in what they are in "
                "JSON: a boolean, a number, a string, a list or an object"
            )
        for variant in union.variants:
            if variant != lowered_type(variant):
                raise SchemaError(
                    f"union {union.name!r} has the variant {variant}, which no decoder tells from "
                    f"{lowered_type(variant)}; declare that"
                )
            for t in nested_types(variant):
                self._check_type(union.name, t)

    def _check_type(self, where: str, t: Type) -> None:
        if isinstance(t, RecordRef) and t.name not in self._records:
            raise SchemaError(f"{where}: no record is called {t.name!r}")
        if isinstance(t, EnumRef) and t.name not in self._enums:
            raise SchemaError(f"{where}: no enum is called {t.name!r}")
        if isinstance(t, UnionRef) and t.name not in self._unions:
            raise SchemaError(f"{where}: no union is called {t.name!r}")
        if isinstance(t, OptionalOf) and isinstance(t.item, OptionalOf):
            raise SchemaError(f"{where}: an optional of an optional cannot be told apart in JSON")
        if isinstance(t, Scalar) and t.logical and t.kind not in wire_kinds(t.logical):
            raise SchemaError(f"{where}: {t.logical} is lowered to {t.logical.kind}, not {t.kind}")
        if isinstance(t, ListOf) and t.is_map:
            self._check_entries(where, t.item)
        if isinstance(t, OptionalOf) and t.tells_absent:
            self.told_type(t)

    def _check_entries(self, where: str, entry: Type) -> None:
        fields = self.entry_fields(entry) if isinstance(entry, RecordRef) else None
        if not fields:
            raise SchemaError(
                f"{where}: the items of a map whose keys are no text are records of two fields, "
                f"{KEY} and {VALUE}"
            )
        if not is_key(fields[0].type):
            raise SchemaError(
                f"{where}: keys of maps are text, integers, booleans, enums or uuids, not "
                f"{fields[0].type}"
            )
        if isinstance(fields[1].type, OptionalOf) and fields[1].type.tells_absent:
            raise SchemaError(f"{where}: only a field tells absent from null, not a map's value")

    def _check_roles(self) -> None:
        """Languages and libraries have no record for what is only the entry of maps, or only tells
        absent from null."""
        used = Counter(t.name for t in self.types_of_fields() if isinstance(t, RecordRef))
        used[self.root] += 1
        for names, role in (
            (self._entries(), "is the entry of a map"),
            (self._telling(), "tells absent from null"),
        ):
            counts = Counter(names)
            if both := sorted(name for name, count in counts.items() if used[name] > count):
                raise SchemaError(
                    f"record {both[0]!r} {role}, and is used as a record, too: declare a record of "
                    "its own for each"
                )

    @cached_property
    def map_entries(self) -> frozenset[str]:
        """The records that are entries of maps whose keys are no text."""
        return frozenset(self._entries())

    def _entries(self) -> Iterator[str]:
        """The record of the entries of each map whose keys are no text, again and again."""
        for t in self.types_of_fields():
            if isinstance(t, ListOf) and t.is_map and isinstance(t.item, RecordRef):
                yield t.item.name

    @property
    def plain_records(self) -> tuple[Record, ...]:
        """Those that plain values have where the language's own maps have such keys: all but the
        entries."""
        return tuple(record for record in self.records if record.name not in self.map_entries)

    def told_type(self, type_: OptionalOf) -> OptionalOf:
        """The type, without absence, of a field that tells absent from null."""
        record = self._records.get(type_.item.name) if isinstance(type_.item, RecordRef) else None
        match record:
            case Record(fields=(Field(name, OptionalOf() as told),)) if name == VALUE:
                return told
        raise SchemaError(
            f"{type_.item} is no record of one optional field, {VALUE}, which tells absent from "
            "null"
        )

    @cached_property
    def telling_records(self) -> frozenset[str]:
        """The records that only tell absent from null."""
        return frozenset(self._telling())

    def _telling(self) -> Iterator[str]:
        """The record of each field that tells absent from null, again and again."""
        for t in self.types_of_fields():
            if isinstance(t, OptionalOf) and t.tells_absent and isinstance(t.item, RecordRef):
                yield t.item.name

    def types_of_fields(self) -> Iterator[Type]:
        """Every type that a field has or holds, again and again."""
        for record in self.records:
            for f in record.fields:
                yield from nested_types(f.type)

    def entry_fields(self, entry: RecordRef) -> tuple[Field, Field] | None:
        """Key and value of the entries of a map; None if the record is none."""
        record = self._records.get(entry.name)
        if record is None or tuple(f.name for f in record.fields) != (KEY, VALUE):
            return None
        key, value = record.fields
        return key, value

    def _direct(self, name: str, optional_too: bool) -> list[str]:
        """The records that lie inside `name` without a list or map between, and those in its
        unions wherever they lie: no language's unions hold what is not defined yet."""
        out = []
        for f in self.record(name).fields:
            t = f.type.item if optional_too and isinstance(f.type, OptionalOf) else f.type
            if isinstance(t, RecordRef):
                out.append(t.name)
            out += self._in_unions(f.type, frozenset())
        return out

    def _in_unions(self, type_: Type, above: frozenset[str]) -> Iterator[str]:
        for t in nested_types(type_):
            if isinstance(t, UnionRef):
                if t.name in above:
                    raise SchemaError(f"union {t.name!r} lies in itself")
                for variant in self.union(t.name).variants:
                    yield from (v.name for v in nested_types(variant) if isinstance(v, RecordRef))
                    yield from self._in_unions(variant, above | {t.name})

    def _components(self, optional_too: bool) -> list[list[str]]:
        """Strongly connected components (Tarjan 1972, iterative), innermost first."""
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        stack: list[str] = []
        components: list[list[str]] = []
        for start in self._records:
            if start in index:
                continue
            work: list[tuple[str, Iterator[str]]] = []

            def visit(name: str, work: list[tuple[str, Iterator[str]]] = work) -> None:
                index[name] = low[name] = len(index)
                stack.append(name)
                work.append((name, iter(self._direct(name, optional_too))))

            visit(start)
            while work:
                name, edges = work[-1]
                nxt = next(edges, None)
                if nxt is None:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[name])
                    if low[name] == index[name]:
                        cut = stack.index(name)
                        components.append(stack[cut:])
                        del stack[cut:]
                elif nxt not in index:
                    visit(nxt)
                elif nxt in stack:
                    low[name] = min(low[name], index[nxt])
        return components

    @cached_property
    def _cycle_of(self) -> dict[str, int]:
        return {
            name: number
            for number, component in enumerate(self._components(optional_too=True))
            for name in component
        }

    def is_boxed(self, record: str, type_: Type) -> bool:
        """Whether a field of `record` with this type needs a pointer: an optional
        record that may contain `record` again, which has no finite size inline."""
        return (
            isinstance(type_, OptionalOf)
            and isinstance(type_.item, RecordRef)
            and self._cycle_of[record] == self._cycle_of[type_.item.name]
        )

    def in_definition_order(self) -> list[Record]:
        """Records such that each comes after those it holds directly or in an
        unboxed optional; lists, maps and boxes may point forward."""
        inner = {name: i for i, c in enumerate(self._components(optional_too=False)) for name in c}
        order = sorted(self._records, key=lambda name: (self._cycle_of[name], inner[name]))
        return [self.record(name) for name in order]

    def to_dict(self) -> dict[str, Any]:
        """A plain form, from which `from_dict` makes the same schema again."""
        return {
            "name": self.name,
            "root": self.root,
            "records": [_record_to_json(record) for record in self.records],
            "enums": [{"name": e.name, "symbols": list(e.symbols)} for e in self.enums],
            **({"writer": self.writer.to_dict()} if self.writer else {}),
            **({"unions": [_union_to_json(union) for union in self.unions]} if self.unions else {}),
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Schema:
        return Schema(
            data["name"],
            data["root"],
            tuple(map(_record_from_json, data["records"])),
            tuple(Enum(e["name"], tuple(e["symbols"])) for e in data["enums"]),
            Schema.from_dict(data["writer"]) if "writer" in data else None,
            tuple(map(_union_from_json, data.get("unions", ()))),
        )

    @cached_property
    def fingerprint(self) -> str:
        """32 hex digits that change when any type changes; the schema's own name is no part
        of it, so that two files of one shape share their drivers."""
        types = {key: part for key, part in self.to_dict().items() if key != "name"}
        return hashlib.sha256(msgspec.json.encode(types)).hexdigest()[:32]


def is_key(type_: Type) -> bool:
    """Whether maps may have keys of this type."""
    match type_:
        case EnumRef():
            return True
        case Scalar(kind, logical=None):
            return kind in INTEGER_RANGE or kind in (Kind.BOOL, Kind.STRING)
        case Scalar(logical=Uuid()):
            return True
        case _:
            return False


def scalar_of(logical: Logical) -> Scalar:
    return Scalar(logical.kind, logical=logical)


def with_leaves(type_: Type, changed: Callable[[Type], Type]) -> Type:
    """The type with another one innermost in its lists, maps and optionals."""
    match type_:
        case ListOf(item, is_map, native):
            return ListOf(with_leaves(item, changed), is_map, native)
        case MapOf(value):
            return MapOf(with_leaves(value, changed))
        case OptionalOf(item, tells_absent, native):
            return OptionalOf(with_leaves(item, changed), tells_absent, native)
        case _:
            return changed(type_)


def lowered_type(type_: Type) -> Type:
    """The type that drivers see."""
    match type_:
        case Scalar(kind, raw_json):
            return Scalar(kind, raw_json)
        case ListOf(item):
            return ListOf(lowered_type(item))
        case MapOf(value):
            return MapOf(lowered_type(value))
        case OptionalOf(item):
            return OptionalOf(lowered_type(item))
        case _:
            return type_


def lowered(schema: Schema) -> Schema:
    """The schema that drivers see: without logical types. One that has none is returned as it
    is."""
    records = tuple(
        replace(
            record,
            fields=tuple(map(_lowered_field, record.fields)),
            ancestor=tuple(map(_lowered_field, record.ancestor)),
        )
        for record in schema.records
    )
    writer = lowered(schema.writer) if schema.writer else None
    unions = tuple(
        Union(union.name, tuple(map(lowered_type, union.variants))) for union in schema.unions
    )
    made = replace(schema, records=records, writer=writer, unions=unions)
    return schema if made.to_dict() == schema.to_dict() else made


def _lowered_field(field: Field) -> Field:
    return Field(field.name, lowered_type(field.type))


def nested_types(type_: Type) -> Iterator[Type]:
    """The type and every type written inside it, outermost first."""
    yield type_
    while isinstance(type_, ListOf | MapOf | OptionalOf):
        type_ = type_.value if isinstance(type_, MapOf) else type_.item
        yield type_


def _record_to_json(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = {"name": record.name, "fields": _fields_to_json(record.fields)}
    if record.ancestor:
        plain["ancestor"] = _fields_to_json(record.ancestor)
        plain["renamed"] = [list(pair) for pair in record.renamed]
    return plain


def _record_from_json(data: dict[str, Any]) -> Record:
    return Record(
        data["name"],
        _fields_from_json(data["fields"]),
        _fields_from_json(data.get("ancestor", ())),
        tuple((new, old) for new, old in data.get("renamed", ())),
    )


def _union_to_json(union: Union) -> dict[str, Any]:
    return {"name": union.name, "variants": [_type_to_json(v) for v in union.variants]}


def _union_from_json(data: dict[str, Any]) -> Union:
    return Union(data["name"], tuple(map(_type_from_json, data["variants"])))


def _fields_to_json(fields: tuple[Field, ...]) -> list[Any]:
    return [[f.name, _type_to_json(f.type)] for f in fields]


def _fields_from_json(data: Sequence[Any]) -> tuple[Field, ...]:
    return tuple(Field(name, _type_from_json(type_)) for name, type_ in data)


def _type_to_json(type_: Type) -> Any:
    match type_:
        case Scalar(kind, logical=logical) if logical:
            written = _NATIVE if type_.native else "" if kind == logical.kind else kind.value
            return {"logical": str(logical)} | ({"as": written} if written else {})
        case Scalar(kind, raw_json):
            return _RAW_JSON if raw_json else kind.value
        case EnumRef(name):
            return {"enum": name}
        case RecordRef(name):
            return {"record": name}
        case UnionRef(name):
            return {"union": name}
        case ListOf(item, is_map, native):
            return {_LISTS[is_map, native]: _type_to_json(item)}
        case MapOf(value):
            return {"map": _type_to_json(value)}
        case OptionalOf(item, tells_absent, native):
            return {_OPTIONALS[tells_absent, native]: _type_to_json(item)}


def _type_from_json(data: Any) -> Type:
    if data == _RAW_JSON:
        return Scalar(Kind.STRING, raw_json=True)
    if isinstance(data, str):
        return Scalar(Kind(data))
    if "logical" in data:
        return _logical_scalar(data["logical"], data.get("as", ""))
    [(tag, inner)] = data.items()
    match tag:
        case "enum":
            return EnumRef(inner)
        case "record":
            return RecordRef(inner)
        case "union":
            return UnionRef(inner)
        case "list" | "entries" | "native-entries":
            return ListOf(_type_from_json(inner), *_FACTS[tag])
        case "map":
            return MapOf(_type_from_json(inner))
        case "optional" | "optional-or-absent" | "native-optional-or-absent":
            return OptionalOf(_type_from_json(inner), *_FACTS[tag])
        case _:
            raise SchemaError(f"unknown type {tag!r}")


def _logical_scalar(word: Any, written: str) -> Scalar:
    try:
        scalar = scalar_of(logical_of(str(word)))
    except ValueError as error:
        raise SchemaError(str(error)) from None
    if written == _NATIVE:
        return replace(scalar, native=True)
    return replace(scalar, kind=Kind(written)) if written else scalar
