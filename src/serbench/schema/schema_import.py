"""Schemas that people have: Avro's, JSON Schema's, and protobuf's (`serbench.schema.protobuf`).

What has no counterpart is refused with its place, or mapped as docs/types.md says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from serbench.errors import UserError
from serbench.schema import protobuf
from serbench.schema.avro_schema import AvroSchema
from serbench.schema.model import Schema, SchemaError
from serbench.schema.remarks import Remark
from serbench.schema.remote_files import Location

SUFFIXES = (".avsc", ".json", ".proto")


def read_schema(path: Path, name: str, unions: bool = False, plain: bool = False) -> Schema:
    """As `read_with_remarks`, without these."""
    return read_with_remarks(path, name, unions, plain)[0]


def read_with_remarks(
    path: Path, name: str, unions: bool = False, plain: bool = False
) -> tuple[Schema, tuple[Remark, ...]]:
    """The file's schema, called `name`, and what it maps, in words; with `unions`, what holds
    several types is one where JSON tells them apart, else the text of its JSON; with `plain`,
    formats of texts in JSON Schema make no logical types. Of a .proto file see
    `serbench.schema.protobuf`. Raises `UserError` with the place of what is no schema or has no
    counterpart."""
    if protobuf.is_proto(path):  # a oneof's members are fields in JSON as well
        proto = protobuf.read(path, name)
        return proto.schema, proto.remarks
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: a schema's file ends with {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    with _told_soundly(path):
        if path.suffix == ".avsc":
            avro = AvroSchema(path, name, _json(path), unions)
            return avro.schema, tuple(avro.remarks)
        from serbench.schema.json_schema import JsonSchema  # its library takes long to load

        found = JsonSchema(path, name, _json(path), unions, plain)
        return found.schema, tuple(found.remarks)


def read_avro(
    path: Location, name: str, told: Any, unions: bool = False
) -> tuple[Schema, tuple[Remark, ...]]:
    """The schema in an Avro file, and what it maps, in words. Raises `UserError`."""
    with _told_soundly(path):
        reader = AvroSchema(path, name, told, unions)
        return reader.schema, tuple(reader.remarks)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # and integers of too many digits
        raise UserError(f"{path}: it is no JSON that can be read: {error}") from None


@contextmanager
def _told_soundly(path: Location) -> Iterator[None]:
    """What a schema says may be anything where the walks below expect a text or an object; that is
    the file's fault."""
    try:
        yield
    except SchemaError as error:
        raise UserError(f"{path}: {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UserError(f"{path}: it is no sound schema: {type(error).__name__} {error}") from None
