"""From JSON Lines to a schema that every value fits exactly.

Every value is folded into what is known of its places; there is no sample. The types:

- a field that is null or absent in some object is optional; one that is never
  anything but null is an optional string;
- integers are i32, i64 or u64, the first that holds all of them; if narrow ones are asked for, u8,
  i8, u16, i16, i32, u32, i64 or u64;
- integers among floats become f64, if a double holds each of them exactly;
- a list that is always empty is a list of strings, an object that is always empty a map of
  strings; objects whose keys are data are maps (see `serbench.schema.keys`);
- records of one shape are one type (see `serbench.schema.unify`);
- values of several types at one place (or integers that no one type holds) are kept as the text of
  their JSON, a string; so they survive, though no codec sees their structure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec

from serbench.schema import cached, keys
from serbench.schema.errors import InputError, ValueProblem, field_step, shell, shown_file
from serbench.schema.lines import iter_lines
from serbench.schema.model import (
    INTEGER_RANGE,
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
)
from serbench.schema.parse import parse
from serbench.schema.shape import Place, Shape, TooManyFieldsError, add_object
from serbench.schema.type_names import TypeNames, singular
from serbench.schema.unify import find_maps, unify

_STRING = Scalar(Kind.STRING)
_RAW_JSON = Scalar(Kind.STRING, raw_json=True)
_VALUES_BETWEEN_REPORTS = 1000
_INTEGERS = (Kind.I32, Kind.I64, Kind.U64)
# Unsigned first: who counts from 0 leaves room above.
_NARROW = (Kind.U8, Kind.I8, Kind.U16, Kind.I16, Kind.I32, Kind.U32, Kind.I64, Kind.U64)

# Called now and then with the bytes read and the bytes in all, as they lie on disk.
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Inference:
    """A schema, and the files it comes from.

    `warnings` name the places where a type says less than one might think. `values` and `bytes`
    count what was read, unpacked. `places` maps each record's name to the paths it
    stands at, `$` for the root, `[]` for items of a list and `{}` for values of a map.
    """

    schema: Schema
    warnings: tuple[str, ...]
    values: int
    bytes: int
    files: tuple[str, ...]
    places: dict[str, tuple[str, ...]]


def infer(
    paths: Iterable[str | Path],
    name: str | None = None,
    on_progress: OnProgress | None = None,
    *,
    narrow: bool = False,
) -> Inference:
    """The schema of all values of the files. `name` is that of the first file if not given. With
    `narrow`, integers take the narrowest type that holds all values of their place.

    Raises `InputError` for what cannot be read or is not a sound value (see
    `serbench.schema.lines` and `.parse`), and for values that make no record.
    """
    files = [Path(path) for path in paths]
    root = Shape()
    root.is_root = True
    total_bytes = 0
    for file in files:
        total_bytes += _fold(file, root, on_progress)
    if keys.are_crowded(root.counts(), root.objects):
        raise _no_record(files[0], len(root.fields))
    if not root.fields:
        raise InputError(
            files[0], "every value is an empty object", "give values with fields: nothing to do"
        )
    values = root.objects
    find_maps(root)
    unify(root)
    types = _Types(name or workload_name(files[0]), root, _NARROW if narrow else _INTEGERS)
    schema = Schema(types.name, types.root, tuple(types.records.values()))
    return Inference(
        schema,
        tuple(types.warnings),
        values,
        total_bytes,
        tuple(map(str, files)),
        {record: tuple(paths) for record, paths in types.places.items()},
    )


def infer_cached(
    paths: Iterable[str | Path],
    name: str | None = None,
    on_progress: OnProgress | None = None,
    *,
    narrow: bool = False,
) -> Inference:
    """As `infer`, unless that was done before and no file has changed."""
    files = [Path(path) for path in paths]
    facts = cached.file_facts(files)
    if facts is None:
        return infer(files, name, on_progress, narrow=narrow)
    entry = cached.entry("schemas", name or "", *["narrow"] * narrow, *facts).with_suffix(".json")
    data = cached.read(entry)
    if data is not None:
        try:
            return _from_dict(msgspec.json.decode(data))
        except (msgspec.MsgspecError, LookupError, ValueError, TypeError):
            pass  # damaged: read the file again
    inference = infer(files, name, on_progress, narrow=narrow)
    with cached.written(entry) as file:
        file.write(msgspec.json.encode(_to_dict(inference)))
    return inference


def _to_dict(inference: Inference) -> dict[str, Any]:
    return {
        **{field.name: getattr(inference, field.name) for field in fields(inference)},
        "schema": inference.schema.to_dict(),
    }


def _from_dict(data: dict[str, Any]) -> Inference:
    return Inference(
        Schema.from_dict(data["schema"]),
        tuple(data["warnings"]),
        data["values"],
        data["bytes"],
        tuple(data["files"]),
        {name: tuple(paths) for name, paths in data["places"].items()},
    )


def workload_name(path: str | Path) -> str:
    """`data/tweets.jsonl.zst` → `tweets`; what a file's workload is called."""
    return Path(path).name.split(".")[0] or "data"


def _fold(file: Path, root: Shape, on_progress: OnProgress | None) -> int:
    lines = iter_lines(file)
    total_bytes = 0
    for number, line in lines:
        try:
            add_object(root, parse(line))
        except ValueProblem as problem:
            raise lines.error(number, problem) from None
        except TooManyFieldsError:
            raise _no_record(file, len(root.fields)) from None
        total_bytes += len(line)
        if on_progress is not None and number % _VALUES_BETWEEN_REPORTS == 0:
            on_progress(*lines.progress())
    return total_bytes


def _no_record(file: Path, several: int) -> InputError:
    return InputError(
        file,
        f"the objects have over {several - several % 1000} different fields, and most objects lack "
        "most of them: the top level looks like a map, and has to be a record",
        f"wrap each one: jq -c '{{entries: .}}' {shell(file)} > wrapped.jsonl",
    )


class _Types:
    """Walks the places from the root down and gives types to them."""

    def __init__(self, name: str, root: Shape, integers: tuple[Kind, ...]) -> None:
        self.name = name
        self.integers = integers
        self.records: dict[str, Record] = {}
        self.places: dict[str, list[str]] = {}
        self.warnings: list[str] = []
        self._names = TypeNames()
        self._name_of: dict[int, str] = {}
        self.root = self._record(root, singular(name), "", "$").name

    def _record(self, shape: Shape, wire_name: str, parent: str, path: str) -> RecordRef:
        shape = shape.found()
        name = self._name_of.get(id(shape))
        if name is not None:
            self.places[name].append(path)
            return RecordRef(name)
        name = self._name_of[id(shape)] = self._names.new(wire_name, parent)
        self.places[name] = [path]
        self.records[name] = Record(name, ())  # its place in the order is before its fields'
        record_fields = []
        for key, place in shape.fields.items():
            type_ = self._type(place, key, name, path + field_step(key))
            if place.count < shape.objects and not isinstance(type_, OptionalOf):
                type_ = OptionalOf(type_)
            record_fields.append(Field(key, type_))
        self.records[name] = Record(name, tuple(record_fields))
        return RecordRef(name)

    def _type(self, place: Place, wire_name: str, parent: str, path: str) -> Type:
        """Only types inside lists and maps are called in the singular."""
        kinds = place.kinds()
        if not kinds:
            if place.nullable:
                self._warn(path, "is null in every value; taken for an optional string")
            return OptionalOf(_STRING) if place.nullable else _STRING
        if len(kinds) > 1:
            some = ", ".join(kinds[:-1]) + " and " + kinds[-1]
            self._warn(path, f"has {some}; kept as a string, the text of their JSON")
            type_: Type = _RAW_JSON
        elif kinds == ["numbers"]:
            type_ = self._number(place, path)
        elif kinds == ["booleans"]:
            type_ = Scalar(Kind.BOOL)
        elif kinds == ["strings"]:
            type_ = _STRING
        elif place.items is not None:
            type_ = ListOf(self._type(place.items, singular(wire_name), parent, path + "[]"))
        else:
            assert place.shape is not None
            type_ = self._object(place.shape.found(), wire_name, parent, path)
        return OptionalOf(type_) if place.nullable else type_

    def _object(self, shape: Shape, wire_name: str, parent: str, path: str) -> Type:
        if shape.values is not None:
            return MapOf(self._type(shape.values, singular(wire_name), parent, path + "{}"))
        if not shape.fields:
            return MapOf(_STRING)
        return self._record(shape, wire_name, parent, path)

    def _number(self, place: Place, path: str) -> Type:
        if place.has_floats:
            if not place.inexact:
                return Scalar(Kind.F64)
            self._warn(
                path,
                "has floats, and integers beyond 2^53 that no double holds; kept as a string, the "
                "text of their JSON",
            )
            return _RAW_JSON
        assert place.low is not None
        assert place.high is not None
        for kind in self.integers:
            low, high = INTEGER_RANGE[kind]
            if low <= place.low and place.high <= high:
                return Scalar(kind)
        self._warn(
            path,
            "has negative integers and others above 2^63 - 1, which no 64-bit type holds together; "
            "kept as a string, the text of their JSON",
        )
        return _RAW_JSON

    def _warn(self, path: str, text: str) -> None:
        self.warnings.append(f"{shown_file(self.name)}: {path} {text}")
