"""Plain values of a schema: read from canonical JSON, digested, visited (docs/protocol.md).

What serbench's own digests are made by works on JSON; this works on the objects that users have,
and is written anew, so that one can be wrong without the other.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import xxhash

from serbench_driver.logical import Logical, logical_of

MASK = 2**64 - 1
RANGES = {
    f"{sign}{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1)) if sign == "i" else (0, 2**bits)
    for sign in "iu"
    for bits in (8, 16, 32, 64)
}
_PACK = {
    "bool": "<?", "i8": "<b", "u8": "<B", "i16": "<h", "u16": "<H", "i32": "<i", "u32": "<I",
    "i64": "<q", "u64": "<Q",
}  # fmt: skip

# Texts of canonical lines, where the schema says float.
_NONFINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_NAN = {"f32": bytes.fromhex("0000c07f"), "f64": bytes.fromhex("000000000000f87f")}

# Letters of a value in a message.
_MOST_SHOWN = 80

Load = Callable[[Any], Any]
# Appends canonical bytes.
Write = Callable[[Any, bytearray], None]
Visit = Callable[[Any], int]
Function = TypeVar("Function", bound=Callable[..., Any])


class Misfit(Exception):  # noqa: N818 - a value, not a mistake
    """A value that does not fit its schema, and where."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.path: list[str] = []

    def __str__(self) -> str:
        return f"${''.join(reversed(self.path))}: {self.args[0]}"


class Unheld(Misfit):
    """One that fits its schema, and that Python's class for its type has no value for."""


class Values:
    """What a driver does with values of one schema. `types` are the generated classes by their wire
    names, `fields` the attributes of each record's fields by theirs, `leaf` the way to what
    `access` reads: `steps`, each a record and its field, `"?"` or `"last"`, and the leaf's
    type."""

    def __init__(
        self,
        schema: dict[str, Any],
        types: dict[str, Any],
        fields: dict[str, dict[str, str]],
        leaf: dict[str, Any] | None,
    ) -> None:
        self._records = {record["name"]: record["fields"] for record in schema["records"]}
        self._enums = {enum["name"]: enum["symbols"] for enum in schema["enums"]}
        self._unions = {u["name"]: u["variants"] for u in schema.get("unions", ())}
        self._types, self._fields = types, fields
        self._made: dict[tuple[str, str], Any] = {}
        root = {"record": schema["root"]}
        self.load: Load = self._load(root)
        self._write: Write = self._writer(root)
        self.visit: Visit = self._visitor(root)
        self.access: Visit | None = None if leaf is None else self._leaf(leaf)

    def canonical(self, value: Any) -> bytes:
        out = bytearray()
        self._write(value, out)
        return bytes(out)

    def digest(self, value: Any) -> int:
        return self.digest_of_canonical(self.canonical(value))

    @staticmethod
    def digest_of_canonical(canonical: bytes) -> int:
        return int(xxhash.xxh64_intdigest(canonical))

    def _once(self, way: str, name: str, make: Callable[[], Function]) -> Function:
        """The function for a record, which its own fields may lead back to."""
        key = (way, name)
        if key not in self._made:
            self._made[key] = None
            self._made[key] = make()
        elif self._made[key] is None:
            return cast("Function", lambda *arguments: self._made[key](*arguments))
        return cast("Function", self._made[key])

    # Reading

    def _load(self, type_: Any) -> Load:
        match _parts(type_):
            case "record", name:
                return self._once("load", name, lambda: self._load_record(name, self._types[name]))
            case "optional" | "optional-or-absent" | "native-optional-or-absent", item:
                load = self._load(item)
                return lambda value: None if value is None else load(value)
            case "list", item:
                return _load_list(self._load(item))
            case "map", item:
                return _load_map(self._load(item))
            case "entries" | "native-entries", entry:
                return _load_entries(_load_list(self._load_record(entry["record"], _pair)))
            case "enum", name:
                return _load_enum(self._types[name])
            case "union", name:
                return self._load_union(name)
            case "string" | "raw-json", _:
                return _load_string
            case "bytes", _:
                return _load_bytes
            case "bool", _:
                return _load_bool
            case "f32" | "f64", _:
                return _load_float(type_)
            case "logical", word:
                logical = logical_of(word)
                return _load_logical(logical, self._load(logical.kind))
            case _:
                return _load_integer(type_)

    def _load_record(self, name: str, make: Callable[..., Any]) -> Load:
        fields = self._records[name]
        loads = [(wire, self._load(type_)) for wire, type_ in fields]
        wires = {wire for wire, _ in fields}

        def load(value: Any) -> Any:
            if type(value) is not dict:
                raise Misfit(f"an object is wanted, not {_named(value)}")
            if value.keys() != wires:
                wrong = next(iter(value.keys() ^ wires))
                raise Misfit(f"the field {wrong!r} is {'missing' if wrong in wires else 'unknown'}")
            parts = []
            for wire, part in loads:
                try:
                    parts.append(part(value[wire]))
                except Misfit as misfit:
                    misfit.path.append(f".{wire}")
                    raise
            return make(*parts)

        return load

    def _entry(self, entry: Any) -> list[Any]:
        """The types of key and value of a map whose keys are no text."""
        return [type_ for _, type_ in self._records[entry["record"]]]

    def _variants(self, name: str) -> dict[str, tuple[int, Any]]:
        """By what they are in JSON: their numbers and types."""
        return {_shape_of(type_): (n, type_) for n, type_ in enumerate(self._unions[name])}

    def _load_union(self, name: str) -> Load:
        loads = {shape: self._load(type_) for shape, (_, type_) in self._variants(name).items()}

        def load(value: Any) -> Any:
            if value is None or (shape := _shape(value)) not in loads:
                raise Misfit(f"{_named(value)} is no variant of {name!r}")
            return loads[shape](value)

        return load

    # Canonical bytes

    def _writer(self, type_: Any) -> Write:
        match _parts(type_):
            case "record", name:
                return self._once("write", name, lambda: self._record_writer(name))
            case "optional" | "optional-or-absent" | "native-optional-or-absent", item:
                return _optional_writer(self._writer(item))
            case "list", item:
                return _list_writer(self._writer(item))
            case "map", item:
                return _map_writer(self._writer(item))
            case "entries" | "native-entries", entry:
                key, item = self._entry(entry)
                rank = self._numbers(key["enum"]).__getitem__ if "enum" in key else None
                return _entries_writer(self._writer(key), self._writer(item), rank)
            case "union", name:
                parts = {
                    shape: (number.to_bytes(4, "little"), self._writer(variant))
                    for shape, (number, variant) in self._variants(name).items()
                }

                def write_union(value: Any, out: bytearray) -> None:
                    number, write = parts[_shape(value)]
                    out += number
                    write(value, out)

                return write_union
            case "enum", name:
                numbers = self._numbers(name)
                return lambda member, out: out.extend(numbers[member].to_bytes(4, "little"))
            case "string" | "raw-json", _:
                return lambda text, out: _write_text(text.encode(), out)
            case "bytes", _:
                return _write_text
            case "f32" | "f64", _:
                bits = _float_bits(type_)
                return lambda number, out: out.extend(bits(number))
            case "logical", word:
                logical = logical_of(word)
                lower, write_lowered = logical.lower, self._writer(logical.kind)
                return lambda value, out: write_lowered(lower(value), out)
            case _:
                pack = struct.Struct(_PACK[type_]).pack
                return lambda number, out: out.extend(pack(number))

    def _record_writer(self, name: str) -> Write:
        parts = [(self._fields[name][w], self._writer(type_)) for w, type_ in self._records[name]]
        class_ = self._types[name]

        def write(value: Any, out: bytearray) -> None:
            if type(value) is not class_:
                raise TypeError(f"a {class_.__name__} is wanted, not {_named(value)}")
            for attribute, part in parts:
                part(getattr(value, attribute), out)

        return write

    def _numbers(self, enum: str) -> dict[Any, int]:
        members = self._types[enum]
        return {members(symbol): number for number, symbol in enumerate(self._enums[enum])}

    # Visit sums

    def _visitor(self, type_: Any) -> Visit:
        match _parts(type_):
            case "record", name:
                return self._once("visit", name, lambda: self._record_visitor(name))
            case "optional" | "optional-or-absent" | "native-optional-or-absent", item:
                visit = self._visitor(item)
                return lambda value: 0 if value is None else 1 + visit(value)
            case "list", item:
                visit = self._visitor(item)
                return lambda value: len(value) + sum(map(visit, value))
            case "map", item:
                visit = self._visitor(item)
                return lambda value: (
                    len(value) + sum(map(_visit_text, value)) + sum(map(visit, value.values()))
                )
            case "entries" | "native-entries", entry:
                visit_key, visit_item = map(self._visitor, self._entry(entry))
                return lambda value: (
                    len(value) + sum(map(visit_key, value)) + sum(map(visit_item, value.values()))
                )
            case "enum", name:
                return self._numbers(name).__getitem__
            case "union", name:
                visits = {
                    shape: (number, self._visitor(variant))
                    for shape, (number, variant) in self._variants(name).items()
                }

                def visit_union(value: Any) -> int:
                    number, visit = visits[_shape(value)]
                    return number + visit(value)

                return visit_union
            case "string" | "raw-json", _:
                return _visit_text
            case "bytes", _:
                return _visit_bytes
            case "f32" | "f64", _:
                bits = _float_bits(type_)
                return lambda number: int.from_bytes(bits(number), "little")
            case "logical", word:
                logical = logical_of(word)
                lower, visit_lowered = logical.lower, self._visitor(logical.kind)
                return lambda value: visit_lowered(lower(value))
            case _:
                return int

    def _record_visitor(self, name: str) -> Visit:
        parts = [(self._fields[name][w], self._visitor(type_)) for w, type_ in self._records[name]]
        return lambda value: sum([part(getattr(value, attribute)) for attribute, part in parts])

    def _leaf(self, path: dict[str, Any]) -> Visit:
        steps, visit = path["steps"], self._visitor(path["leaf"])

        def access(value: Any) -> int:
            for step in steps:
                if step == "?":
                    if value is None:
                        return 0
                elif step == "last":
                    if not value:
                        return 0
                    value = value[-1]
                else:
                    value = getattr(value, self._fields[step[0]][step[1]])
            return visit(value)

        return access


def _parts(type_: Any) -> tuple[str, Any]:
    """Of a type as it stands in a schema what it is, and what it holds or what it is called."""
    if isinstance(type_, str):
        return type_, None
    if "logical" in type_:  # what is beside it says what its codec takes
        return "logical", type_["logical"]
    [part] = type_.items()
    return str(part[0]), part[1]


def _shape_of(type_: Any) -> str:
    """What values of a type are in JSON."""
    match _parts(type_):
        case "record" | "map", _:
            return "object"
        case "list", _:
            return "array"
        case "enum" | "string" | "bytes", _:
            return "string"
        case "bool", _:
            return "boolean"
        case _:
            return "number"


def _shape(value: Any) -> str:
    """What a value, plain or as it stands in JSON, is there."""
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str() | bytes():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def hexadecimal(number: int) -> str:
    return f"{number & MASK:016x}"


def digest_of(digests: list[int]) -> str:
    """That of a working set."""
    return xxhash.xxh64_hexdigest(struct.pack(f"<{len(digests)}Q", *digests))


def canonical_json(line: bytes) -> Any:
    """Raises `ValueError`."""
    return json.loads(
        line.decode(), object_pairs_hook=_object, parse_constant=_no_number, parse_float=_number
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is beyond all doubles")
    return number


def _named(value: Any) -> str:
    return {dict: "an object", list: "an array", str: "text", type(None): "null"}.get(
        type(value), str(value)
    )


def _load_list(load: Load) -> Load:
    def load_list(value: Any) -> Any:
        if type(value) is not list:
            raise Misfit(f"an array is wanted, not {_named(value)}")
        try:
            return [load(item) for item in value]
        except Misfit:
            for number, item in enumerate(value):  # it is found again, with its place
                try:
                    load(item)
                except Misfit as misfit:
                    misfit.path.append(f"[{number}]")
                    raise misfit from None
            raise

    return load_list


def _load_map(load: Load) -> Load:
    def load_map(value: Any) -> Any:
        if type(value) is not dict:
            raise Misfit(f"an object is wanted, not {_named(value)}")
        found = {}
        for key, item in value.items():
            try:
                found[_load_string(key)] = load(item)
            except Misfit as misfit:
                misfit.path.append(f".{key}")
                raise
        return found

    return load_map


def _pair(key: Any, value: Any) -> tuple[Any, Any]:
    return key, value


def _load_entries(load: Load) -> Load:
    """Of a map whose keys are no text, from the list of its entries."""

    def load_entries(value: Any) -> Any:
        found: dict[Any, Any] = {}
        for number, (key, item) in enumerate(load(value)):
            if key in found:
                misfit = Misfit(f"the key {key} is twice in a map")
                misfit.path.append(f"[{number}]")
                raise misfit
            found[key] = item
        return found

    return load_entries


def _load_enum(members: Any) -> Load:
    def load(value: Any) -> Any:
        try:
            return members(value)
        except ValueError:
            raise Misfit(f"{value!r} is no symbol of {members.__name__}") from None

    return load


def _load_string(value: Any) -> str:
    if type(value) is not str:
        raise Misfit(f"text is wanted, not {_named(value)}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Misfit("a lone surrogate is not text") from None
    return value


def _load_bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, TypeError, ValueError):
        raise Misfit(f"base64 is wanted, not {_named(value)}") from None


def _load_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Misfit(f"true or false is wanted, not {_named(value)}")
    return value


def _load_integer(kind: str) -> Load:
    low, beyond = RANGES[kind]

    def load(value: Any) -> int:
        if type(value) is not int:
            raise Misfit(f"an integer is wanted, not {_named(value)}")
        if not low <= value < beyond:
            raise Misfit(f"{value} is not a {kind}, from {low} to {beyond - 1}")
        return value

    return load


def _load_float(kind: str) -> Load:
    single = struct.Struct("<f")

    def load(value: Any) -> float:
        if type(value) is str and value in _NONFINITE:
            return _NONFINITE[value]
        if type(value) is not float and type(value) is not int:
            raise Misfit(f"a number is wanted, not {_named(value)}")
        try:
            if kind == "f64":
                return float(value)
            [rounded] = single.unpack(single.pack(value))
        except OverflowError:
            raise Misfit(f"{value} does not fit {kind}") from None
        return float(rounded)

    return load


def _load_logical(logical: Logical, load_lowered: Load) -> Load:
    def load(value: Any) -> Any:
        lowered = load_lowered(value)
        if logical.form and not logical.form.fullmatch(lowered):
            raise Misfit(f"{lowered!r} is no canonical text of {logical.word}")
        try:
            return logical.make(lowered)
        except (ValueError, OverflowError):
            shown = repr(lowered) if len(str(lowered)) <= _MOST_SHOWN else "the value"
            raise Unheld(
                f"{shown} is beyond {logical.class_}, Python's class for {logical.word}; "
                f"--plain-types measures it as {logical.kind}"
            ) from None

    return load


def _float_bits(kind: str) -> Callable[[float], bytes]:
    """Those of canonical bytes, which have one NaN."""
    pack = struct.Struct("<f" if kind == "f32" else "<d").pack
    nan = _NAN[kind]
    return lambda number: pack(number) if number == number else nan


def _write_text(data: bytes, out: bytearray) -> None:
    out += len(data).to_bytes(8, "little")
    out += data


def _optional_writer(write: Write) -> Write:
    def write_optional(value: Any, out: bytearray) -> None:
        out.append(value is not None)
        if value is not None:
            write(value, out)

    return write_optional


def _entries_writer(write_key: Write, write_item: Write, rank: Any) -> Write:
    """In the order of the keys, of enums that of their symbols."""

    def write_entries(value: Any, out: bytearray) -> None:
        out += len(value).to_bytes(8, "little")
        for key in sorted(value, key=rank):
            write_key(key, out)
            write_item(value[key], out)

    return write_entries


def _list_writer(write: Write) -> Write:
    def write_list(value: Any, out: bytearray) -> None:
        out += len(value).to_bytes(8, "little")
        for item in value:
            write(item, out)

    return write_list


def _map_writer(write: Write) -> Write:
    def write_map(value: Any, out: bytearray) -> None:
        out += len(value).to_bytes(8, "little")
        for raw, key in sorted((key.encode(), key) for key in value):
            _write_text(raw, out)
            write(value[key], out)

    return write_map


def _visit_bytes(data: bytes) -> int:
    return len(data) + data[0] + data[-1] if data else 0


def _visit_text(text: str) -> int:
    if not text:
        return 0
    if text.isascii():
        return len(text) + ord(text[0]) + ord(text[-1])
    return _visit_bytes(text.encode())


def lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Lines of a file of canonical values with their numbers, from 1."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line
