"""JSON Schema (https://json-schema.org), draft 4 to 2020-12, as types that hold every valid value.

A place in the data may be described by several schemas at once: by `$ref` and what stands beside
it, by the parts of `allOf`, by `properties` and `patternProperties`. They are taken together: a
field's type follows from all of them, and is required if one of them says so. Each branch of
`anyOf` or `oneOf` is a place of its own. References are resolved by the library `referencing`,
within the file; no other file is read.

What has no type is kept as the text of its JSON. What is merely a condition (`pattern`,
`multipleOf`, `not`) changes no type and is not checked; the keywords that lead into schemas that
are not followed, and those that no draft knows, are told once for each place. Of the formats, those
are logical types that hold all their texts, but for leap seconds and parts of a nanosecond.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import referencing
from referencing import exceptions, jsonschema

from serbench.quoting import clipped, literal, shown_name
from serbench.schema.errors import field_step
from serbench.schema.logical import Date, Logical, Timestamp, Unit, Uuid, Zone
from serbench.schema.model import (
    INTEGER_RANGE,
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
    scalar_of,
    with_leaves,
)
from serbench.schema.remarks import note, warning
from serbench.schema.schema_reader import RAW_JSON, STRING, Reader, optional
from serbench.schema.type_names import singular

_TEXT = "the text of its JSON"
_ALL = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_OF_OBJECTS = frozenset({"properties", "patternProperties", "additionalProperties"})
_OF_ARRAYS = frozenset({"items", "prefixItems", "additionalItems"})
_ABOUT = frozenset(
    {"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs"}
    | {"definitions", "$comment", "$vocabulary", "title", "description", "default", "examples"}
    | {"deprecated", "readOnly", "writeOnly"}
)
# They change no type: what is invalid by them only is read all the same.
_CHECKS = _ABOUT | frozenset(
    {"required", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"}
    | {"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems"}
    | {"contains", "minContains", "maxContains", "minProperties", "maxProperties"}
    | {"propertyNames", "dependentRequired", "contentMediaType", "contentSchema"}
    | {"unevaluatedProperties", "unevaluatedItems"}
)
_FORMATS: dict[str, Logical] = {
    "date": Date(),
    "date-time": Timestamp(Unit.NS, Zone.OFFSET),
    "uuid": Uuid(),
}
_UNFOLLOWED = ("not", "if", "dependentSchemas", "dependencies")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_KNOWN = (
    _CHECKS
    | _OF_OBJECTS
    | _OF_ARRAYS
    | {*_UNFOLLOWED, *_REFERENCES, "then", "else", "type", "enum", "const", "contentEncoding"}
    | {"allOf", "anyOf", "oneOf"}
)
_LONE_REFERENCES = ("draft-03", "draft-04", "draft-06", "draft-07")
# What a schema may be multiplied into by its branches; real ones stay far below.
_MOST_BRANCHES, _MOST_PLACES = 64, 20_000


class _Part(NamedTuple):
    """A schema that holds at a place, where its references begin, its own place in the file, and
    how the reference calls it that led to it."""

    schema: dict[str, Any]
    resolver: Any
    at: str
    called: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """What a value has to fit: all of the parts. `chosen` are the schemas whose `anyOf` and `oneOf`
    were decided on the way here, `never` says that no value fits."""

    parts: tuple[_Part, ...]
    never: bool = False
    chosen: frozenset[int] = frozenset()

    def key(self, with_scope: bool) -> Any:
        ids = frozenset(id(part.schema) for part in self.parts)
        if not with_scope:
            return ids, self.never, self.chosen
        scope = (uri for part in self.parts for uri, _ in part.resolver.dynamic_scope())
        return ids, self.never, self.chosen, frozenset(scope)

    def having(self, *keywords: str) -> Iterator[tuple[_Part, str]]:
        """Each part that has one of the keywords, and which."""
        return ((part, word) for part in self.parts for word in keywords if word in part.schema)


class JsonSchema(Reader):
    """See above; `told` is the file's JSON."""

    def __init__(self, path: Path, name: str, told: Any, with_unions: bool, is_plain: bool) -> None:
        super().__init__(path, name, with_unions)
        self._is_plain = is_plain
        self._known: dict[Any, Type] = {}
        self._active: set[Any] = set()
        self._seen: set[int] = set()
        self._said: set[tuple[str, str]] = set()
        try:
            self.schema = self._whole(told)
        except exceptions.Unresolvable as error:
            self.refuse("$", f"{str(error.ref)!r} leads nowhere in this file")
        except (jsonschema.UnknownDialect, exceptions.CannotDetermineSpecification) as error:
            raise ValueError(str(error)) from None

    def _whole(self, told: Any) -> Schema:
        dialect = told.get("$schema", "")
        self._draft = jsonschema.specification_with(dialect, default=jsonschema.DRAFT202012)
        resource = self._draft.create_resource(told)
        uri = resource.id() or ""
        resolver = referencing.Registry().with_resource(uri, resource).crawl().resolver(uri)
        self._is_dynamic = _has_key(told, ("$dynamicRef", "$recursiveRef"))
        place = self._together([(told, resolver, "#")])
        return _reachable(self.whole(self._type(place, "$", singular(self.name))))

    # What holds at a place

    def _together(self, some: Iterable[tuple[Any, Any, str]], base: _Place | None = None) -> _Place:
        """All of these schemas, with what they refer to and consist of."""
        found = {id(part.schema): part for part in base.parts} if base else {}
        seen = set(found)
        fits = [self._add(_Part(*part), found, seen) for part in some]
        never = not all(fits) or (base is not None and base.never)
        return _Place(tuple(found.values()), never, base.chosen if base else frozenset())

    def _add(self, part: _Part, found: dict[int, _Part], seen: set[int]) -> bool:
        """False of a schema that no value fits."""
        schema, resolver, at, _ = part
        if isinstance(schema, bool):
            return schema
        if id(schema) in seen:
            return True
        seen.add(id(schema))
        if len(seen) > _MOST_PLACES:
            self.refuse("$", "too many schemas hold at one place")
        refers = [word for word in _REFERENCES if word in schema]
        parts = schema.get("allOf", ())
        stands_beside = set(schema) - _ABOUT - set(_REFERENCES)
        if refers and self._draft.name in _LONE_REFERENCES:
            parts = ()
            if stands_beside:
                message = f"what stands beside it is ignored, as {self._draft.name} has it"
                self._say("$ref", at, message)
        elif stands_beside - {"allOf"} or len(refers) + len(parts) != 1:
            found[id(schema)] = part  # else it says no more than what it refers to
        self._look_through(schema, at)
        fits = True
        for word in refers:
            resolved, where = self._resolved(word, schema, resolver)
            called = unquote(where).rpartition("/")[2].removeprefix("#")
            called = called.replace("~1", "/").replace("~0", "~")
            inner = _Part(resolved.contents, resolved.resolver, where, called)
            fits &= self._add(inner, found, seen)
        for i, told in enumerate(parts):
            fits &= self._add(_Part(*self._inner(told, resolver, f"{at}/allOf/{i}")), found, seen)
        return fits

    def _resolved(self, word: str, schema: Any, resolver: Any) -> tuple[Any, str]:
        if word == "$recursiveRef":
            return jsonschema.lookup_recursive_ref(resolver), "#"
        reference = schema[word]
        try:
            return resolver.lookup(reference), reference
        except exceptions.Unresolvable as error:
            why = "is not in this file, and no other is read; put it under $defs"
            if isinstance(error, exceptions.PointerToNowhere | exceptions.NoSuchAnchor):
                why = "leads nowhere in this file"
            self.refuse("$", f"{clipped(reference, 200)!r} {why}")

    def _inner(self, schema: Any, resolver: Any, at: str) -> tuple[Any, Any, str]:
        """A schema within another, whose references may begin elsewhere by an `$id`."""
        if isinstance(schema, dict):
            resolver = resolver.in_subresource(self._draft.create_resource(schema))
        return schema, resolver, at

    def _look_through(self, schema: dict[str, Any], at: str) -> None:
        """Tells of keywords that are not followed or not known."""
        if id(schema) in self._seen:
            return
        self._seen.add(id(schema))
        for word, told in schema.items():
            if word in _UNFOLLOWED:
                is_names = word == "dependencies" and all(
                    isinstance(names, list) for names in told.values()
                )
                if not is_names:
                    self._say(word, at, "not checked")
            elif word in ("unevaluatedProperties", "unevaluatedItems"):
                if not isinstance(told, bool):
                    self._say(word, at, "not checked")
            elif word not in _KNOWN and not word.startswith("x-"):
                self._say(word, at, "no keyword of JSON Schema, and ignored")

    def _say(self, word: str, at: str, became: str, *, is_warning: bool = True) -> None:
        if (word, at) not in self._said:
            self._said.add((word, at))
            place = at if at.isprintable() and len(at) < 200 else literal(clipped(at, 200))
            remark = warning if is_warning else note
            self.remarks.append(remark(f"{self.name}: {shown_name(word)} at {place}: {became}"))

    def _text(self, word: str, at: str) -> Type:
        """Of what has no type because of a keyword."""
        self._say(word, at, _TEXT)
        return RAW_JSON

    # Types

    def _type(self, place: _Place, at: str, called: str, parent: str = "") -> Type:
        """`at` is a place in the data, `called` what a type there is called after."""
        key = place.key(self._is_dynamic)
        if key in self._known:
            return self._known[key]
        if key in self._active:
            [part, *_] = place.parts
            return self._text("$ref", part.at)
        if len(self._known) > _MOST_PLACES:
            self.refuse(at, "the schema makes too many types")
        self._active.add(key)
        type_ = self._new_type(place, at, called, parent, key)
        self._active.discard(key)
        self._known[key] = type_
        return type_

    def _new_type(self, place: _Place, at: str, called: str, parent: str, key: Any) -> Type:
        places, word, where = self._alternatives(place)
        if places is None:
            return self._text(word, where)
        kinds: dict[str, list[_Place]] = {}
        for one in places:
            for kind in self._kinds(one):
                kinds.setdefault(kind, []).append(one)
        if "any" in kinds or not kinds:
            if len(places) > 1:
                self._say(word, where, _TEXT)
            return RAW_JSON
        is_nullable = kinds.pop("null", None) is not None
        if "number" in kinds:
            kinds["number"] += kinds.pop("integer", [])
        if not kinds:
            where = place.parts[0].at if place.parts else "#"
            self._say("type", where, "null: an optional text", is_warning=False)
            return OptionalOf(STRING)

        known = (key, is_nullable) if set(kinds) == {"object"} else None

        def made() -> list[Type]:
            return [
                self._of_kind(kind, some, (at, called, parent), known, place, (word, where))
                for kind, some in kinds.items()
            ]

        inner = made()[0] if len(kinds) == 1 else self._several(made, place, word, where)
        if isinstance(inner, Scalar) and inner.logical:
            [(part, keyword), *_] = kinds["string"][0].having("format")
            became = f"{inner.logical}; text with --plain-types"
            self._say(keyword, part.at, became, is_warning=False)
        return optional(inner) if is_nullable else inner

    def _several(
        self, made: Callable[[], list[Type]], place: _Place, word: str, where: str
    ) -> Type:
        inner = self.union(lambda: [with_leaves(type_, _without_format) for type_ in made()])
        if not isinstance(inner, UnionRef):
            if not word:
                has = next(place.having("enum", "const", "type"), None)
                word, where = (has[1], has[0].at) if has else ("type", "#")
            offer = "" if self.has_unions else "; --unions makes native unions of some"
            self._say(word, where, f"several types, {_TEXT}{offer}")
        return inner

    def _alternatives(self, place: _Place) -> tuple[list[_Place] | None, str, str]:
        """The places that a value may be at by `anyOf` and `oneOf`, and which keyword made several,
        with its place. None of too many."""
        places, word, where = [place], "", ""
        for part, keyword in list(place.having("anyOf", "oneOf")):
            if id(part.schema) in place.chosen:
                continue
            branches = part.schema[keyword]
            inner = [
                self._inner(branch, part.resolver, f"{part.at}/{keyword}/{i}")
                for i, branch in enumerate(branches)
            ]
            if all(self._merely_narrows(self._together([branch]), place) for branch in inner):
                continue
            word, where = keyword, part.at
            if len(places) * len(inner) > _MOST_BRANCHES:
                return None, word, where
            places = [self._together([b], base) for base, b in product(places, inner)]
        if not word:
            return places, word, where
        chosen = place.chosen | {id(part.schema) for part in place.parts}
        found: list[_Place] = []
        for one in places:
            # What says nothing but the choice goes, so that a branch is the place it is elsewhere.
            parts = tuple(
                part
                for part in one.parts
                if id(part.schema) not in chosen or set(part.schema) - _ABOUT - {"anyOf", "oneOf"}
            )
            left = chosen & {id(part.schema) for part in parts}
            inner_places, _, _ = self._alternatives(_Place(parts, one.never, left))
            if inner_places is None or len(found) + len(inner_places) > _MOST_BRANCHES:
                return None, word, where
            found += inner_places
        return found, word, where

    def _merely_narrows(self, branch: _Place, base: _Place) -> bool:
        """Whether what holds besides the branch has a type that all of the branch's values have."""
        names = {name for part, word in base.having("properties") for name in part.schema[word]}
        kinds = self._kinds(_Place(base.parts)) - {"null"}
        for part in branch.parts:
            if set(part.schema) - _CHECKS - {"properties", "type", "not", "additionalProperties"}:
                return False
            if not set(part.schema.get("properties", ())) <= names:
                return False
            if not isinstance(part.schema.get("additionalProperties", False), bool):
                return False
            has_type = "type" in part.schema or "properties" in part.schema
            if has_type and (len(kinds) != 1 or "any" in kinds):
                return False
        return not branch.never

    def _kinds(self, place: _Place) -> frozenset[str]:
        """JSON's types that a value at the place may have, `integer` apart; `any` where nothing
        is said of it."""
        if place.never:
            return frozenset()
        found = _ALL
        is_said = False
        for part, word in place.having("type", "enum", "const"):
            is_said = True
            told = part.schema[word]
            if word == "type":
                kinds = {told} if isinstance(told, str) else set(told)
                if not kinds <= _ALL:
                    raise ValueError(f"no type is called {sorted(kinds - _ALL)[0]!r}")
            else:
                kinds = {_kind(value) for value in ([told] if word == "const" else told)}
            if "number" in kinds:
                kinds.add("integer")
            found &= kinds
        if is_said:
            return found - {"integer"} if "number" in found else found
        words = {word for part in place.parts for word in part.schema}
        if words & _OF_OBJECTS:
            return frozenset({"object"})
        return frozenset({"array"} if words & _OF_ARRAYS else {"any"})

    def _of_kind(
        self,
        kind: str,
        places: list[_Place],
        spot: tuple[str, str, str],
        known: tuple[Any, bool] | None,
        outer: _Place,
        choice: tuple[str, str],
    ) -> Type:
        """The type of the values of one kind: `places` are the branches that have such, of the
        place `outer` by the keyword and its place in `choice`. For `spot` see `_type`, for `known`
        see `_object`."""
        match kind:
            case "boolean":
                return Scalar(Kind.BOOL)
            case "number":
                return Scalar(Kind.F64)
            case "integer":
                return Scalar(_integer(*_bounds(places)))
            case "string":
                return self._string(places, *spot[1:])
        if len(places) > 1:
            return self._text(*choice)
        [place] = places
        if place is not outer and self._kinds(place) - {"null"} == {kind}:
            type_ = self._type(place, *spot)
            return type_.item if isinstance(type_, OptionalOf) else type_
        if kind == "array":
            return self._array(place, *spot)
        return self._object(place, *spot, known)

    def _string(self, places: list[_Place], called: str, parent: str) -> Type:
        symbols: dict[str, None] = {}
        is_base64 = True
        for place in places:
            of_place = _symbols(place)
            if of_place is None:
                encodings = [p.schema[word] for p, word in place.having("contentEncoding")]
                is_base64 &= encodings == ["base64"]
                break
            symbols |= dict.fromkeys(of_place)
        else:
            if symbols:
                called = self._called(places[0], called) if len(places) == 1 else called
                return self.enum(self.names.new(called, parent), tuple(symbols))
            return STRING
        if is_base64 and len(places) == 1:
            return Scalar(Kind.BYTES)
        [logical, *others] = {self._logical(place) for place in places}
        return scalar_of(logical) if logical and not others else STRING

    def _logical(self, place: _Place) -> Logical | None:
        """What the format of a place's texts says, if all parts that say one say the same."""
        formats = [part.schema[word] for part, word in place.having("format")]
        if self._is_plain or not formats or any(told != formats[0] for told in formats):
            return None
        return _FORMATS.get(formats[0]) if isinstance(formats[0], str) else None

    def _array(self, place: _Place, at: str, called: str, parent: str) -> Type:
        items, prefixes = [], []
        for part in place.parts:
            schema = part.schema
            rest = schema.get("items")
            if isinstance(rest, list):  # before 2020-12
                prefixes.append((part, "items", rest, schema.get("additionalItems", True)))
            elif "prefixItems" in schema:
                prefixes.append(
                    (part, "prefixItems", schema["prefixItems"], schema.get("items", True))
                )
            elif rest is not None:
                items.append(self._inner(rest, part.resolver, f"{part.at}/items"))
        if prefixes:
            if len(prefixes) == 1 and not items and (type_ := self._alike(*prefixes[0], at)):
                return ListOf(type_)
            return self._text(prefixes[0][1], prefixes[0][0].at)
        if not items:
            return RAW_JSON
        inner = self._together(items)
        if inner.never:
            return ListOf(RAW_JSON)  # an empty one
        return ListOf(self._type(inner, at + "[]", singular(called), parent))

    def _alike(self, part: _Part, word: str, first: list[Any], rest: Any, at: str) -> Type | None:
        """The type of all elements, if it is one, and plain."""
        schemas = [*first, rest]
        most = part.schema.get("maxItems")
        if rest is False or (isinstance(most, int) and most <= len(first)):
            schemas.pop()
        types = set()
        for i, schema in enumerate(schemas):
            place = self._together([self._inner(schema, part.resolver, f"{part.at}/{word}/{i}")])
            if not place.never and self._kinds(place) & {"object", "array", "any"}:
                return None
            if _symbols(place) is not None:
                return None
            types.add(self._type(place, at, ""))
        return types.pop() if len(types) == 1 and RAW_JSON not in types else None

    def _object(
        self, place: _Place, at: str, called: str, parent: str, known: tuple[Any, bool] | None
    ) -> Type:
        """`known` is the key of the place that the object is all of, and whether null is there as
        well."""
        names = _names(place)
        patterns = [(part, part.schema[word]) for part, word in place.having("patternProperties")]
        others = [(part, part.schema[word]) for part, word in place.having("additionalProperties")]
        is_closed = any(told is False for _, told in others) or any(
            part.schema[word] is False for part, word in place.having("unevaluatedProperties")
        )
        values = [(part, told) for part, told in others if isinstance(told, dict) and told]
        if not names:
            return self._map(place, at, called, parent, values, patterns, is_closed)
        is_root = at == "$"
        for word, found in (("patternProperties", patterns), ("additionalProperties", values)):
            if found and not (word == "additionalProperties" and is_closed):
                if not is_root:
                    return self._text(word, found[0][0].at)
                self._say(word, found[0][0].at, "a value that has such fields is refused")
        name = self.begin(self._called(place, called, with_title=True), parent)
        if known:  # before its fields, which may come back to it
            key, is_nullable = known
            self._known[key] = OptionalOf(RecordRef(name)) if is_nullable else RecordRef(name)
        return self._fields(place, names, name, at)

    def _map(
        self,
        place: _Place,
        at: str,
        called: str,
        parent: str,
        values: list[tuple[_Part, Any]],
        patterns: list[tuple[_Part, Any]],
        is_closed: bool,
    ) -> Type:
        """An object without `properties`."""
        some = [self._inner(told, p.resolver, f"{p.at}/additionalProperties") for p, told in values]
        if patterns:
            [(part, told), *more] = patterns
            if more or values or not is_closed or len(told) != 1:
                return self._text("patternProperties", part.at)
            [(pattern, inner)] = told.items()
            some = [
                self._inner(inner, part.resolver, _under(part.at, "patternProperties", pattern))
            ]
        elif is_closed:
            return MapOf(STRING)  # an empty one
        if not some:
            return RAW_JSON
        inner_place = self._together(some)
        if inner_place.never:
            return MapOf(STRING)
        return MapOf(self._type(inner_place, at + "{}", singular(called), parent))

    def _fields(self, place: _Place, names: Sequence[str], record: str, at: str) -> Type:
        required = {
            name
            for part, word in place.having("required")
            for name in (part.schema[word] if isinstance(part.schema[word], list) else ())
        }
        fields = []
        for name in names:
            inner = self._together(self._of_field(place, name))
            if inner.never:
                continue  # there is none in a valid value
            type_ = self._type(inner, at + field_step(name), name, record)
            fields.append(Field(name, type_ if name in required else optional(type_)))
        known = set(names)
        for name in sorted(required - known):
            fields.append(Field(name, RAW_JSON))
        known |= required
        for name in self._of_unfollowed(place):
            if name not in known:
                known.add(name)
                fields.append(Field(name, OptionalOf(RAW_JSON)))
        self.records[record] = Record(record, tuple(fields))
        return RecordRef(record)

    def _of_field(self, place: _Place, name: str) -> Iterator[tuple[Any, Any, str]]:
        """All schemas that a field has to fit."""
        for part in place.parts:
            schema, is_described = part.schema, False
            if name in schema.get("properties", ()):
                is_described = True
                where = _under(part.at, "properties", name)
                yield self._inner(schema["properties"][name], part.resolver, where)
            for pattern, inner in schema.get("patternProperties", {}).items():
                if _matches(pattern, name):
                    is_described = True
                    where = _under(part.at, "patternProperties", pattern)
                    yield self._inner(inner, part.resolver, where)
            others = schema.get("additionalProperties")
            if not is_described and others is not None:
                yield self._inner(others, part.resolver, f"{part.at}/additionalProperties")

    def _of_unfollowed(self, place: _Place) -> Iterator[str]:
        """Names of fields that only schemas describe which hold under a condition."""
        for part in place.parts:
            outer = part.schema
            dependent = [
                *outer.get("dependentSchemas", {}).values(),
                *outer.get("dependencies", {}).values(),
            ]
            inner = [outer[word] for word in ("then", "else") if word in outer and "if" in outer]
            for schema in (*inner, *(told for told in dependent if isinstance(told, dict))):
                there = self._together([self._inner(schema, part.resolver, part.at)])
                yield from _names(there)

    def _called(self, place: _Place, called: str, with_title: bool = False) -> str:
        """By a title, or as the reference does that says all of the place."""
        first = place.parts[0]
        title = first.schema.get("title") if with_title else None
        return title if isinstance(title, str) else first.called or called


def _without_format(leaf: Type) -> Type:
    """Of a variant of a union, which has no logical type."""
    return STRING if isinstance(leaf, Scalar) and leaf.logical else leaf


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case _:
            return "array" if isinstance(value, list) else "object"


def _symbols(place: _Place) -> list[str] | None:
    """The texts that are allowed, if the schema lists them."""
    found: list[str] | None = None
    for part, word in place.having("enum", "const"):
        told = part.schema[word] if word == "enum" else [part.schema[word]]
        texts = [value for value in told if isinstance(value, str)]
        found = texts if found is None else [text for text in found if text in texts]
    return found


def _bounds(places: list[_Place]) -> tuple[int | None, int | None]:
    """The least and the greatest integer of any of the places, None where there is none."""
    lows, highs = zip(*map(_bounds_of, places), strict=True)
    low = None if None in lows else min(lows)
    return low, None if None in highs else max(highs)


def _bounds_of(place: _Place) -> tuple[int | None, int | None]:
    lows, highs = [], []
    for part in place.parts:
        schema = part.schema
        low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
        over, under = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if low is not None:
            lows.append(math.floor(low) + 1 if over is True else math.ceil(low))
        if high is not None:
            highs.append(math.ceil(high) - 1 if under is True else math.floor(high))
        if (low := _number(over)) is not None:
            lows.append(math.floor(low) + 1)
        if (high := _number(under)) is not None:
            highs.append(math.ceil(high) - 1)
        for word in ("enum", "const"):
            if word in schema:
                listed = schema[word] if word == "enum" else [schema[word]]
                numbers = [n for n in listed if isinstance(n, int) and not isinstance(n, bool)]
                if numbers:
                    lows.append(min(numbers))
                    highs.append(max(numbers))
    return max(lows, default=None), min(highs, default=None)


def _number(told: Any) -> int | float | None:
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return told if isinstance(told, int) or math.isfinite(told) else None


def _integer(low: int | None, high: int | None) -> Kind:
    """The first that holds all from `low` to `high`; 64 bits where one of them is not said."""
    if low is None or high is None:
        return Kind.U64 if low is not None and low >= 0 else Kind.I64
    fits = (k for k, (least, most) in INTEGER_RANGE.items() if least <= low and high <= most)
    return min(fits, key=lambda k: INTEGER_RANGE[k][1] - INTEGER_RANGE[k][0], default=Kind.I64)


def _names(place: _Place) -> list[str]:
    """Of all `properties`, in order."""
    found = (part.schema[word] for part, word in place.having("properties"))
    return list(dict.fromkeys(name for properties in found for name in properties))


def _matches(pattern: str, name: str) -> bool:
    """By Python's expressions, which are those of JavaScript but for rarities."""
    try:
        return re.search(pattern, name) is not None
    except re.error:
        raise ValueError(f"no pattern that can be read: {clipped(pattern)!r}") from None


def _under(at: str, word: str, name: str) -> str:
    return f"{at}/{word}/{name.replace('~', '~0').replace('/', '~1')}"


def _has_key(told: Any, words: tuple[str, ...]) -> bool:
    level = [told]
    while level:
        if any(word in node for node in level if isinstance(node, dict) for word in words):
            return True
        level = [
            inner
            for node in level
            for inner in (node.values() if isinstance(node, dict) else node)
            if isinstance(inner, dict | list)
        ]
    return False


def _reachable(schema: Schema) -> Schema:
    """Without types that were made on the way to what became text."""
    records = {record.name: record for record in schema.records}
    unions = {union.name: union for union in schema.unions}
    seen: set[str] = set()
    waiting: list[Type] = [RecordRef(schema.root)]
    while waiting:
        for type_ in nested_types(waiting.pop()):
            if isinstance(type_, RecordRef | EnumRef | UnionRef) and type_.name not in seen:
                seen.add(type_.name)
                if type_.name in records:
                    waiting += [field.type for field in records[type_.name].fields]
                elif type_.name in unions:
                    waiting += unions[type_.name].variants
    return Schema(
        schema.name,
        schema.root,
        tuple(record for record in schema.records if record.name in seen),
        tuple(enum for enum in schema.enums if enum.name in seen),
        unions=tuple(union for union in schema.unions if union.name in seen),
    )
