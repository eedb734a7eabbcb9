"""Canonical form, checked by a reader of its own: the standard library's, not msgspec's."""

from __future__ import annotations

import base64
import json
from typing import Any

from serbench.schema.model import (
    INTEGER_RANGE,
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
)


def check(schema: Schema, line: bytes) -> None:
    """Fails if the line is not a value of the schema as docs/protocol.md wants it written."""
    text = line.decode("utf-8")
    value = json.loads(text, object_pairs_hook=lambda pairs: pairs, parse_constant=_refuse)
    assert text.count("\n") == 0
    _check(schema, RecordRef(schema.root), value, "$")


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def _check(schema: Schema, type_: Type, value: Any, path: str) -> None:
    match type_:
        case OptionalOf(item):
            if value is not None:
                _check(schema, item, value, path)
        case RecordRef(name):
            fields = schema.record(name).fields
            assert [key for key, _ in value] == [f.name for f in fields], path
            for f, (_, inner) in zip(fields, value, strict=True):
                _check(schema, f.type, inner, f"{path}.{f.name}")
        case MapOf(item):
            keys = [key for key, _ in value]
            assert len(set(keys)) == len(keys), path
            for key, inner in value:
                _check(schema, item, inner, f"{path}.{key}")
        case ListOf(item):
            assert isinstance(value, list), path
            for i, inner in enumerate(value):
                _check(schema, item, inner, f"{path}[{i}]")
        case EnumRef(name):
            assert value in schema.enum(name).symbols, path
        case Scalar(Kind.BOOL):
            assert type(value) is bool, path
        case Scalar(Kind.STRING):
            assert type(value) is str, path
            value.encode()  # no lone surrogates
        case Scalar(Kind.BYTES):
            base64.b64decode(value, validate=True)
        case Scalar(Kind.F32 | Kind.F64):
            assert type(value) is float or value in ("NaN", "Infinity", "-Infinity"), path
        case Scalar(kind):
            low, high = INTEGER_RANGE[kind]
            assert type(value) is int, path
            assert low <= value <= high, path
