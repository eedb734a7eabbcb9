"""Avro's unions as JSON, which does not tell texts, bytes, enums and fixed apart, nor records.

Where it does not, a value becomes an object of one field, which is called as the branch is, as in
Avro's own JSON encoding: https://avro.apache.org/docs/1.12.0/specification/#json-encoding

Decimals and UUIDs that are bytes in the file are their canonical text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from serbench.schema.logical import Decimal
from serbench.schema.logical_values import decimal_text

_TEXTS = {"string", "bytes", "enum", "fixed"}
_OBJECTS = {"record", "error", "map"}


class TextOfBytes(str):
    """What bytes in the file mean."""

    __slots__ = ()


_KINDS = {
    bool: "boolean", int: "long", float: "double", str: "string", bytes: "bytes",
    TextOfBytes: "bytes", list: "array", dict: "map",
}  # fmt: skip

# What makes fastavro name the branch that a record, an enum or a fixed is: a tuple with the value.
READER_OPTIONS = {"return_record_name": True, "return_named_type": True}
_UUID_BYTES = 16


def decimal_of(told: Mapping[str, Any]) -> Decimal | None:
    """Of bytes or a fixed that is said to be a decimal; None if it is unsound, which is to be
    ignored."""
    precision, scale = told.get("precision"), told.get("scale", 0)
    if type(precision) is not int or type(scale) is not int:
        return None
    made = Decimal(precision, scale)
    return made if made.is_sound else None


def is_uuid(told: Mapping[str, Any]) -> bool:
    """Of a fixed that is said to be one."""
    return bool(told.get("size") == _UUID_BYTES)


def _decimal(data: bytes, told: Mapping[str, Any], _: Any) -> bytes | TextOfBytes:
    if (logical := decimal_of(told)) is None:
        return data
    unscaled = int.from_bytes(data, "big", signed=True)
    if abs(unscaled) >= 10**logical.precision:
        raise ValueError(f"a number has more digits than {logical} holds")
    return TextOfBytes(decimal_text(unscaled, logical.scale))


def _uuid(data: bytes, told: Mapping[str, Any], _: Any) -> bytes | TextOfBytes:
    return TextOfBytes(UUID(bytes=data)) if is_uuid(told) else data


# Of fastavro. Others are as the types below the logical ones have them.
LOGICAL_READERS = {"bytes-decimal": _decimal, "fixed-decimal": _decimal, "fixed-uuid": _uuid}


def are_alike_in_json(kinds: Sequence[str]) -> bool:
    """Whether two branches of a union are; `kinds` are those of its types."""
    return any(sum(kind in alike for kind in kinds) > 1 for alike in (_TEXTS, _OBJECTS))


class Branches:
    """What a file's schema, as fastavro gives it, says of its unions."""

    def __init__(self, told: Any) -> None:
        self._named = {type_["name"]: type_ for type_ in _types(told) if _is_named(type_)}
        self.are_needed = any(
            are_alike_in_json(list(map(self._kind, branches)))
            for branches in _types(told)
            if isinstance(branches, list)
        )

    def canonical(self, told: Any, value: Any) -> Any:
        """A value of the type, as fastavro reads it with `READER_OPTIONS`, for JSON."""
        if isinstance(told, list):
            return self._of_union(told, value)
        if isinstance(told, str):
            return self.canonical(self._named[told], value) if told in self._named else value
        match told["type"]:
            case "record" | "error":
                types = {field["name"]: field["type"] for field in told["fields"]}
                return {name: self.canonical(type_, value[name]) for name, type_ in types.items()}
            case "array":
                return [self.canonical(told["items"], item) for item in value]
            case "map":
                return {key: self.canonical(told["values"], item) for key, item in value.items()}
            case "enum" | "fixed":
                return value
            case inner:
                return self.canonical(inner, value)

    def _of_union(self, told: list[Any], value: Any) -> Any:
        if value is None:
            return None
        name = ""
        if isinstance(value, tuple):
            name, value = value
            branch = self._named[name]
        else:
            kind = _KINDS[type(value)]
            kinds = {"long": ("int", "long"), "double": ("float", "double")}.get(kind, (kind,))
            branch = next(candidate for candidate in told if self._kind(candidate) in kinds)
            name = self._kind(branch)
        inner = self.canonical(branch, value)
        return {name: inner} if are_alike_in_json(list(map(self._kind, told))) else inner

    def _kind(self, told: Any) -> str:
        if isinstance(told, str) and told in self._named:
            told = self._named[told]
        return str(told if isinstance(told, str) else told["type"])


def _is_named(told: Any) -> bool:
    return isinstance(told, Mapping) and told["type"] in ("record", "error", "enum", "fixed")


def _types(told: Any) -> Iterator[Any]:
    """All types in a schema, itself first."""
    yield told
    inner: list[Any] = []
    if isinstance(told, list):
        inner = told
    elif isinstance(told, Mapping):
        inner = [told[key] for key in ("items", "values") if key in told]
        inner += [field["type"] for field in told.get("fields", ())]
        inner += [told["type"]] if isinstance(told["type"], Mapping | list) else []
    for type_ in inner:
        yield from _types(type_)
