"""What a schema makes use of, in words that a codec's front matter can say its format lacks.

A feature is `recursion`; `indirect-recursion`, where a record lies in itself otherwise than as a
field or the items of one, as in a map or in another record; `names`, where a field has one that no
attribute has in the generated Python, since it is no identifier or does not begin with a small
letter, for libraries that know attributes alone; `escapes`, where JSON cannot write a field's name
as it is; `long-names`, where a field's name has more than 255 bytes; `empty-name`, where one is
empty; `non-ascii`, where one has letters beyond ASCII; `tags`, where a struct tag of Go cannot say
a field's name, since it is empty, `-`, has a comma, or white space at an end; `__proto__`, where a
field is called so, which JavaScript takes for what an object inherits from; `symbols`, where an
enum has more of them than a byte can number; `null-symbols`, where one of them is empty or `null`,
for libraries that read null from these; `logical-type`, where a scalar has one, for libraries that
cannot be taught what stands for it; or the kind of a type (`map`, `u64`, `record`), or that of a
type directly inside another: `list<record>`, `optional<list>`, `map<optional>`; `list<empty>` is a
list of records without fields.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from serbench.schema.errors import field_step
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
from serbench.schema.names import kept_or_snake_case

# Words that no attribute can be called in Python, those that annotations are written with, and what
# every class has, which dataclasses take for the attribute's default.
KEPT = frozenset((*keyword.kwlist, "bool", "bytes", "dict", "float", "int", "list", "str", "mro"))
RECURSION = "recursion"
INDIRECT_RECURSION = "indirect-recursion"
NAMES = "names"
ESCAPES = "escapes"
LONG_NAMES = "long-names"
EMPTY_NAME = "empty-name"
NON_ASCII = "non-ascii"
PROTO = "__proto__"
TAGS = "tags"
SYMBOLS = "symbols"
NULL_SYMBOLS = "null-symbols"
UNION = "union"
MAP = "map"
EMPTY_ITEMS = "list<empty>"
LOGICAL = "logical-type"
# What a byte can number.
_MOST_SYMBOLS = 256
_OUTER = ("list", MAP, "optional")
_KINDS = (*_OUTER, "record", "enum", UNION, *(kind.value for kind in Kind))


def is_feature(text: str) -> bool:
    """Whether `text` says a feature as the module's description has it."""
    outer, inner = _parts(text)
    return text in (RECURSION, INDIRECT_RECURSION, *_OF_TYPES, *_OF_NAMES) or (
        (outer in _KINDS and (not inner or outer in _OUTER)) and (not inner or inner in _KINDS)
    )


def first_use(schema: Schema, feature: str) -> str | None:
    """Where the schema makes use of a feature first: `$.user.urls[]`; None if nowhere."""
    if feature == RECURSION:
        return _first_recursion(schema)
    if feature == INDIRECT_RECURSION:
        return _first_recursion(schema, only_indirect=True)
    if wrong := _OF_NAMES.get(feature):
        return next((path for path, name in _names(schema) if wrong(name)), None)
    if is_used := _OF_TYPES.get(feature):
        return next((path for path, type_ in _types(schema) if is_used(schema, type_)), None)
    outer, inner = _parts(feature)
    for path, type_ in _types(schema):
        if kind_of(type_) == outer and (not inner or kind_of(_inside(type_)) == inner):
            return path
    return None


def _has_many(schema: Schema, type_: Type) -> bool:
    return isinstance(type_, EnumRef) and len(schema.enum(type_.name).symbols) > _MOST_SYMBOLS


def _has_null(schema: Schema, type_: Type) -> bool:
    return isinstance(type_, EnumRef) and not {"", "null"}.isdisjoint(
        schema.enum(type_.name).symbols
    )


def _has_empty_items(schema: Schema, type_: Type) -> bool:
    return isinstance(type_, ListOf) and _is_empty(schema, type_.item)


def _is_empty(schema: Schema, type_: Type) -> bool:
    """Of a record of which no value takes any memory. One that holds itself does so in a list or an
    optional, which takes some."""
    return isinstance(type_, RecordRef) and all(
        _is_empty(schema, field.type) for field in schema.record(type_.name).fields
    )


def _is_logical(_: Schema, type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.logical is not None


def _parts(feature: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\w+)(?:<(\w+)>)?", feature)
    return (found[1], found[2] or "") if found else ("", "")


def kind_of(type_: Type) -> str:
    """What features call the kind of a type."""
    match type_:
        case Scalar(kind):
            return kind.value
        case EnumRef():
            return "enum"
        case RecordRef():
            return "record"
        case UnionRef():
            return UNION
        case ListOf():
            return "list"
        case MapOf():
            return MAP
        case OptionalOf():
            return "optional"


def _inside(type_: Type) -> Type:
    """The item of a list, map or optional."""
    assert isinstance(type_, ListOf | MapOf | OptionalOf)
    return type_.value if isinstance(type_, MapOf) else type_.item


def _types(schema: Schema) -> Iterator[tuple[str, Type]]:
    """Every type with its path; what is inside a record only where it is met first."""
    seen = {schema.root}
    waiting: list[tuple[str, Type]] = [("$", RecordRef(schema.root))]
    while waiting:
        path, type_ = waiting.pop(0)
        yield path, type_
        match type_:
            case RecordRef(name) if path == "$" or name not in seen:
                seen.add(name)
                waiting += [(path + field_step(f.name), f.type) for f in schema.record(name).fields]
            case UnionRef(name) if name not in seen:
                seen.add(name)
                waiting += [(path, variant) for variant in schema.union(name).variants]
            case ListOf(item):
                waiting.append((f"{path}[]", item))
            case MapOf(value):
                waiting.append((f"{path}{{}}", value))
            case OptionalOf(item):
                waiting.append((path, item))


def _names(schema: Schema) -> Iterator[tuple[str, str]]:
    """Those of all fields that the root leads to, with their paths."""
    for path, type_ in _types(schema):
        if isinstance(type_, RecordRef):
            for field in schema.record(type_.name).fields:
                yield path + field_step(field.name), field.name


def _is_no_attribute(name: str) -> bool:
    return name != kept_or_snake_case(name) or name in KEPT


def _is_escaped(name: str) -> bool:
    return any(c in '"\\' or c < " " for c in name)


def _is_long(name: str) -> bool:
    return len(name.encode()) > 255


def _is_non_ascii(name: str) -> bool:
    return not name.isascii()


def _is_empty_name(name: str) -> bool:
    return not name


def _is_proto(name: str) -> bool:
    return name == PROTO


def _is_no_tag(name: str) -> bool:
    return name in ("", "-") or "," in name or name != name.strip()


# Which types make use of it.
_OF_TYPES = {
    SYMBOLS: _has_many,
    NULL_SYMBOLS: _has_null,
    EMPTY_ITEMS: _has_empty_items,
    LOGICAL: _is_logical,
}
# Which names of fields do.
_OF_NAMES = {
    NAMES: _is_no_attribute,
    ESCAPES: _is_escaped,
    LONG_NAMES: _is_long,
    EMPTY_NAME: _is_empty_name,
    NON_ASCII: _is_non_ascii,
    PROTO: _is_proto,
    TAGS: _is_no_tag,
}


def _first_recursion(schema: Schema, only_indirect: bool = False) -> str | None:
    """The path to the first record that lies in itself, depth first."""
    done: set[str] = set()

    def search(name: str, path: str, open_: frozenset[str]) -> str | None:
        for field in schema.record(name).fields:
            if only_indirect and is_or_lists(field.type, name):
                continue
            for at, inner in records_in(path + field_step(field.name), field.type):
                if inner in open_:
                    return at
                if inner not in done and (found := search(inner, at, open_ | {inner})):
                    return found
        done.add(name)
        return None

    def records_in(at: str, type_: Type) -> Iterator[tuple[str, str]]:
        while isinstance(type_, ListOf | MapOf | OptionalOf):
            at += {ListOf: "[]", MapOf: "{}"}.get(type(type_), "")
            type_ = _inside(type_)
        if isinstance(type_, RecordRef):
            yield at, type_.name
        elif isinstance(type_, UnionRef):
            for variant in schema.union(type_.name).variants:
                yield from records_in(at, variant)

    return search(schema.root, "$", frozenset({schema.root}))


def is_or_lists(type_: Type, record: str) -> bool:
    """Whether it is such a record or a list of them, optional or not."""
    if isinstance(type_, OptionalOf):
        type_ = type_.item
    if isinstance(type_, ListOf):
        type_ = type_.item
    return type_ == RecordRef(record)
