"""A value checked against a schema and brought into its canonical form (docs/protocol.md)."""

from __future__ import annotations

import binascii
import re
import struct
from collections.abc import Callable
from itertools import pairwise
from math import isfinite
from typing import Any

import msgspec

from serbench.errors import nearest
from serbench.quoting import clipped, literal
from serbench.schema import logical_values
from serbench.schema.errors import ValueProblem, field_step, item_step, shown
from serbench.schema.errors import inside as _inside
from serbench.schema.errors import wrong as _wrong
from serbench.schema.model import (
    INTEGER_RANGE,
    KEY,
    VALUE,
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
    json_shape,
    variant_name,
)
from serbench.schema.nonfinite import NUMBERS, first_path, text_of
from serbench.schema.variants import shape_of

# Returns the canonical form of a decoded value, or raises `ValueProblem` with the path from `$`.
Normaliser = Callable[[Any], Any]

_BOOLEANS = {"true": True, "false": False}
_OF_ENTRY = re.compile(rf"\A\$\.(?:{KEY}|{VALUE})")
_INTEGER_KEY = re.compile(r"0|-?[1-9]\d{0,19}", re.ASCII)
_MISSING: Any = object()
_encode = msgspec.json.Encoder().encode
_is_finite: Callable[[Any], bool] = isfinite
_pack_f32 = struct.Struct("<f").pack


def normaliser(schema: Schema) -> Normaliser:
    """The check of a schema's root, compiled to closures.

    It takes what `msgspec.json.decode` makes of a line, in which floats may be NaN and infinite or
    the texts of these, and returns the same with every field of a record there, in schema order;
    numbers of f32 and f64 fields as floats, NaN and infinities as texts; and raw JSON fields as
    text. It raises `ValueProblem` for an unknown or missing field, a value of a wrong type, a
    number out of range or one that a float would not hold exactly, NaN and infinities in a union or
    in raw JSON, an unknown enum symbol and bytes that are not base64. A missing optional field is
    null. Where a field tells absent from null, it is `{"value": …}` unless it is missing.

    Values of logical types may be texts of them, or lowered; they are returned lowered. A map whose
    keys are no text may be an object or the list of its entries; the latter is returned, in the
    order of the keys. It raises `ValueProblem` for a key that is twice in it.
    """
    return _Compiler(schema).record(schema.root)


class _Compiler:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._records: dict[str, Normaliser] = {}

    def type(self, type_: Type) -> Normaliser:
        match type_:
            case Scalar(Kind.STRING, raw_json=True):
                return raw_json
            case Scalar(logical=logical) if logical:
                return logical_values.lower(logical)
            case Scalar(kind):
                return _scalar(kind)
            case EnumRef(name):
                return _enum(name, self._schema.enum(name).symbols)
            case RecordRef(name):
                return self.record(name)
            case UnionRef(name):
                return self.union(name)
            case OptionalOf(tells_absent=True):
                told = self.type(self._schema.told_type(type_))
                return lambda value: {VALUE: told(value)}
            case OptionalOf(item):
                return _optional(self.type(item))
            case ListOf(Scalar(Kind.F64)):
                return _list_of_floats
            case ListOf(RecordRef() as entry, is_map=True):
                return self.entries(entry)
            case ListOf(item):
                return _list(self.type(item), _exact_type(item))
            case MapOf(value):
                return _map(self.type(value))

    def record(self, name: str) -> Normaliser:
        if name in self._records:
            return lambda value: self._records[name](value)  # recursive
        self._records[name] = lambda value: normalise(value)
        fields = [
            (f.name, _exact_type(f.type), self.type(f.type), isinstance(f.type, OptionalOf))
            for f in self._schema.record(name).fields
        ]
        names = frozenset(f[0] for f in fields)

        def normalise(value: Any) -> Any:
            if type(value) is not dict:
                raise _wrong(value, f"an object, the record {name}")
            get = value.get
            out = {}
            missing = 0
            for key, exact, check, optional in fields:
                item = get(key, _MISSING)
                # A call of `check` for each float would take as long as all else.
                if type(item) is exact and (exact is not float or _is_finite(item)):
                    out[key] = item
                elif item is _MISSING:
                    if not optional:
                        raise ValueProblem("$", f"the field {literal(clipped(key))} is missing")
                    missing += 1
                    out[key] = None
                else:
                    try:
                        out[key] = check(item)
                    except ValueProblem as problem:
                        raise _inside(problem, field_step(key)) from None
            if len(fields) - missing != len(value):
                raise _unknown_field(name, names, value)
            return out

        self._records[name] = normalise
        return normalise

    def entries(self, entry: RecordRef) -> Normaliser:
        """Of a map whose keys are no text."""
        fields = self._schema.entry_fields(entry)
        assert fields
        rank = _ranks(self._schema, fields[0].type)
        of_text = _key_of_text(fields[0].type)
        check_one = self.record(entry.name)
        check_all = _list(check_one, None)

        def of_object(value: dict[Any, Any]) -> list[Any]:
            out = []
            key: Any = ""
            try:
                for key, inner in value.items():
                    # What a module generates has other keys than text.
                    made = of_text(key) if type(key) is str else key
                    out.append(check_one({KEY: made, VALUE: inner}))
            except ValueProblem as problem:
                # An object has no fields called key and value.
                problem.path = "$" + _OF_ENTRY.sub("", problem.path)
                raise _inside(problem, field_step(str(key))) from None
            return out

        def check(value: Any) -> Any:
            if type(value) is dict:
                found = of_object(value)
            elif type(value) is list:
                found = check_all(value)
            else:
                raise _wrong(value, "an object or a list of entries, a map")
            found.sort(key=lambda one: rank(one[KEY]))
            for one, other in pairwise(found):
                if one[KEY] == other[KEY]:
                    raise ValueProblem(
                        "$",
                        f"the key {literal(clipped(str(one[KEY])))} is twice in a map",
                        "keep one of them, or declare a list of records",
                    )
            return found

        return check

    def union(self, name: str) -> Normaliser:
        variants = self._schema.union(name).variants
        checks = {json_shape(variant): self.type(variant) for variant in variants}
        wanted = ", ".join(map(variant_name, variants))

        def check(value: Any) -> Any:
            variant = checks.get(shape_of(value))
            if variant is None:
                raise _wrong(value, f"a variant of the union {name} ({wanted})")
            if type(value) is float and not isfinite(value):
                raise ValueProblem(
                    "$",
                    f"{text_of(value)} is in a union, where its text could not be told from text",
                    "give the field one type, or leave such values out",
                )
            return variant(value)

        return check


def _ranks(schema: Schema, key: Type) -> Callable[[Any], Any]:
    """What keys of maps are sorted by."""
    if isinstance(key, EnumRef):
        return {symbol: i for i, symbol in enumerate(schema.enum(key.name).symbols)}.__getitem__
    return lambda value: value


def _key_of_text(key: Type) -> Callable[[str], Any]:
    """A key as JSON has it in a value, of a key of an object."""
    if not isinstance(key, Scalar) or key.kind is Kind.STRING:
        return lambda text: text
    if key.kind is Kind.BOOL:
        return lambda text: _BOOLEANS.get(text, text)
    return lambda text: int(text) if _INTEGER_KEY.fullmatch(text) else text


def _unknown_field(record: str, names: frozenset[str], value: dict[str, Any]) -> ValueProblem:
    unknown = next(key for key in value if key not in names)
    return ValueProblem(
        "$",
        f"the record {record} has no field {literal(clipped(unknown))}"
        + (nearest(clipped(unknown), names) if unknown.isprintable() else ""),
    )


_EXACT_TYPES = {Kind.STRING: str, Kind.BOOL: bool, Kind.F64: float}


def _exact_type(type_: Type) -> type | None:
    """The Python type whose values are canonical as they are, if there is one; of floats those that
    are finite."""
    if isinstance(type_, Scalar) and not type_.raw_json and not type_.logical:
        return _EXACT_TYPES.get(type_.kind)
    return None


def raw_json(value: Any) -> str:
    """The text of its JSON. Raises `ValueProblem` for NaN and infinities."""
    text = _encode(value).decode()
    # The encoder writes null for NaN and infinities.
    if "null" in text and (path := first_path(value)):
        raise ValueProblem(
            path,
            "it is NaN or infinite in a field that is kept as the text of its JSON, which has no "
            "number for it",
            "give the field one type, or leave such values out",
        )
    return text


def _scalar(kind: Kind) -> Normaliser:
    match kind:
        case Kind.STRING:
            return _exact(str, "a string")
        case Kind.BOOL:
            return _exact(bool, "a boolean")
        case Kind.BYTES:
            return _bytes
        case Kind.F64:
            return _float
        case Kind.F32:
            return _float32
        case _:
            return _integer(kind)


def _exact(type_: type, wanted: str) -> Normaliser:
    def check(value: Any) -> Any:
        if type(value) is not type_:
            raise _wrong(value, wanted)
        return value

    return check


def _integer(kind: Kind) -> Normaliser:
    low, high = INTEGER_RANGE[kind]

    def check(value: Any) -> Any:
        if type(value) is not int:
            raise _wrong(value, f"an integer ({kind})")
        if not low <= value <= high:
            raise _wrong(value, f"in the range of {kind}, from {low} to {high}")
        return value

    return check


def _float(value: Any) -> Any:
    if type(value) is float:
        return value if isfinite(value) else text_of(value)
    if type(value) is str and value in NUMBERS:
        return value
    if type(value) is not int:
        raise _wrong(value, "a number")
    number = float(value)
    if number != value:
        raise _wrong(value, "a number that a double (f64) holds exactly")
    return number


def _float32(value: Any) -> Any:
    number = _float(value)
    if type(number) is str:
        return number
    try:
        _pack_f32(number)
    except OverflowError:
        raise _wrong(value, "in the range of f32") from None
    return number


def _bytes(value: Any) -> Any:
    try:
        if type(value) is str:
            binascii.a2b_base64(value, strict_mode=True)
            return value
    except (binascii.Error, ValueError):
        pass
    raise _wrong(value, "bytes in base64")


def _enum(name: str, symbols: tuple[str, ...]) -> Normaliser:
    known = frozenset(symbols)

    def check(value: Any) -> Any:
        if type(value) is not str:
            raise _wrong(value, f"a symbol of the enum {name}")
        if value not in known:
            hint = nearest(clipped(value), symbols) if value.isprintable() else ""
            raise ValueProblem("$", f"{shown(value)} is no symbol of the enum {name}{hint}")
        return value

    return check


def _optional(item: Normaliser) -> Normaliser:
    def check(value: Any) -> Any:
        return None if value is None else item(value)

    return check


def _list(item: Normaliser, exact: type | None) -> Normaliser:
    def check(value: Any) -> Any:
        if type(value) is not list:
            raise _wrong(value, "a list")
        if exact is not None and set(map(type, value)) <= {exact}:
            return value
        out: list[Any] = []
        try:
            for element in value:
                out.append(item(element))
        except ValueProblem as problem:
            raise _inside(problem, item_step(len(out))) from None
        return out

    return check


def _list_of_floats(value: Any) -> Any:
    # NaN and infinities make any sum they are part of one of them.
    if type(value) is list and set(map(type, value)) <= {float} and isfinite(sum(value)):
        return value
    return _checked_floats(value)


def _map(item: Normaliser) -> Normaliser:
    def check(value: Any) -> Any:
        if type(value) is not dict:
            raise _wrong(value, "an object, a map")
        out = {}
        key = ""
        try:
            for key, element in value.items():
                out[key] = item(element)
        except ValueProblem as problem:
            raise _inside(problem, field_step(key)) from None
        return out

    return check


_checked_floats = _list(_float, None)
