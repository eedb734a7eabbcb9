"""From JSON Lines to a schema that every value fits exactly.

Every value is folded into what is known of its places; there is no sample. The types:

- a field that is null or absent in some object is optional, and a warning counts both where it is
  both; one that is never anything but null is an optional string;
- integers are i32, i64 or u64, the first that holds all of them; if narrow ones are asked for, u8,
  i8, u16, i16, i32, u32, i64 or u64;
- integers among floats become f64, if a double holds each of them exactly;
- a list that is always empty is a list of strings, an object that is always empty a map of
  strings; objects whose keys are data are maps (see `serbench.schema.keys`);
- records of one shape are one type (see `serbench.schema.unify`);
- values of several types at one place (or integers that no one type holds) are kept as the text of
  their JSON, a string; so they survive, though no codec sees their structure. If unions are asked
  for, values of several types are one, unless their numbers have no one type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from serbench.errors import UserError
from serbench.quoting import shell, shown_file
from serbench.schema import keys
from serbench.schema.at import parse_at
from serbench.schema.csv_files import CsvOptions
from serbench.schema.detection import Detection, logical_type_of, no_type_of, type_of_word
from serbench.schema.errors import InputError, field_step
from serbench.schema.folding import FEW_VALUES, Folded, OnProgress, shown_checksum
from serbench.schema.guarded import Brought
from serbench.schema.lines import Lines
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
from serbench.schema.remarks import Remark, note, warning
from serbench.schema.remote_files import Location
from serbench.schema.shape import Place, Shape, TooManyFieldsError, settle
from serbench.schema.sources import brings_schema, brought, values_of
from serbench.schema.tables import is_csv
from serbench.schema.type_names import TypeNames, singular
from serbench.schema.unify import find_maps, unify
from serbench.schema.variants import Unions

_STRING = Scalar(Kind.STRING)
_RAW_JSON = Scalar(Kind.STRING, raw_json=True)
_LONGEST_NAME = 40
# Of lists that are so much longer than there are values, `--at` is offered.
_FEWEST_ELEMENTS = 3
_NO_OPTIONS = CsvOptions()
_INTEGERS = (Kind.I32, Kind.I64, Kind.U64)
# Unsigned first: who counts from 0 leaves room above.
_NARROW = (Kind.U8, Kind.I8, Kind.U16, Kind.I16, Kind.I32, Kind.U32, Kind.I64, Kind.U64)


@dataclass(frozen=True, slots=True)
class Inference:
    """A schema, and the files it comes from.

    `remarks` say what the files' types became, and where a type says less than one might think.
    `values` and `bytes` count what was read, unpacked; `checksum` is that of all lines, which does
    not depend on their order ("" if the file brings its types). `places` maps each record's name to
    the paths it stands at, `$` for the root, `[]` for items of a list and `{}` for values of a map.
    """

    schema: Schema
    remarks: tuple[Remark, ...]
    values: int
    bytes: int
    files: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
    checksum: str = ""

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(remark.text for remark in self.remarks if remark.is_warning)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(remark.text for remark in self.remarks if not remark.is_warning)


def infer(
    paths: Iterable[str | Path],
    name: str | None = None,
    on_progress: OnProgress | None = None,
    *,
    narrow: bool = False,
    unions: bool = False,
    at: str = "",
    csv: CsvOptions = _NO_OPTIONS,
    detect: bool = False,
    plain: bool = False,
    read: Callable[[Path], Lines] | None = None,
) -> Inference:
    """The schema of all values of the files. `name` is that of the first file if not given. With
    `narrow`, integers take the narrowest type that holds all values of their place; with
    `unions`, places with several types become unions. `at` is the path of the values in those of
    the files (see `serbench.schema.at`); `csv` is of CSV files. With `detect`, a second reading
    looks for logical types of texts, but in files that declare their types. Values that have such
    types of their own (in BSON) are read a second time unless `plain`. `read` gives the values of a
    file, or those of it that are to count.

    Raises `InputError` for what cannot be read or is not a sound value (see
    `serbench.schema.lines` and `.parse`), and for values that make no record.
    """
    files = [Path(path) for path in paths]
    read = read or partial(values_of, at=at, csv=csv)
    if any(map(brings_schema, files)) and not at:
        told = _told(files, name, unions, csv)
        return _detected(told, [read(files[0])], detect) if detect and is_csv(files[0]) else told
    folded = Folded()
    sources = list(map(read, files))
    try:
        for number, source in enumerate(sources):
            folded.add(source, number, on_progress)
    except TooManyFieldsError:
        raise no_record(files[0]) from None
    found = inferred(files, folded, name, narrow=narrow, unions=unions, at=at, tells_absent=detect)
    have_types = any(source.has_logical for source in sources) and not plain
    return _detected(found, sources, detect) if detect or have_types else found


def _detected(inference: Inference, sources: Iterable[Lines], detect: bool) -> Inference:
    """With the logical types of texts if `detect`, and of values that have such of their own."""
    detection = Detection(inference.schema)
    for source in sources:
        words = source.words_of_types(detect)
        values = (parse(line, with_nonfinite=source.with_nonfinite) for _, line in words or source)
        type_of = logical_type_of if detect else no_type_of
        detection.add(values, type_of if words is None else type_of_word)
    schema, remarks = detection.found(inference.places, tell_absent=detect)
    return replace(inference, schema=schema, remarks=(*inference.remarks, *remarks))


def inferred(
    files: Sequence[Location],
    folded: Folded,
    name: str | None = None,
    *,
    narrow: bool = False,
    unions: bool = False,
    at: str = "",
    tells_absent: bool = False,
) -> Inference:
    """As `infer`, once all values are folded. With `tells_absent`, the caller finds the fields that
    tell absent from null, and of these there is no warning."""
    root, values = folded.shape, folded.values
    try:
        settle(root)
    except TooManyFieldsError:
        raise no_record(files[0]) from None
    if keys.are_crowded(root.counts(), root.objects):
        raise no_record(files[0])
    if not root.fields:
        raise InputError(
            files[0], "every value is an empty object", "give values with fields: nothing to do"
        )
    find_maps(root)
    unify(root)
    integers = _NARROW if narrow else _INTEGERS
    types = _Types(name or workload_name(files[0], at), root, integers, unions, tells_absent)
    records = tuple(types.records.values())
    schema = Schema(types.name, types.root, records, unions=types.unions.all())
    offer = [] if at else offer_of_elements(files[-1], folded.longest, values)
    return Inference(
        schema,
        (*offer, *types.remarks),
        values,
        folded.bytes,
        tuple(map(str, files)),
        {record: tuple(paths) for record, paths in types.places.items()},
        shown_checksum(folded.checksum),
    )


def _told(files: list[Path], name: str | None, unions: bool, csv: CsvOptions) -> Inference:
    """What the file itself says; `bytes` are its own. Raises `InputError`, `UserError`."""
    check_alone(files)
    [file] = files
    content = brought(file, name or workload_name(file), unions, csv)
    return told_by(file, content, file.stat().st_size)


def check_alone(files: Sequence[Location]) -> None:
    """Raises `UserError` for several files of which one brings its types."""
    if len(files) > 1:
        raise UserError(
            f"{shown_file(files[0])}: a file that brings its types is taken alone; tables are one "
            "by a query: serbench run --sql \"from 'folder/*.parquet'\""
        )


def told_by(file: Location, content: Brought, file_bytes: int) -> Inference:
    return Inference(
        content.schema, content.remarks, content.values, file_bytes, (str(file),), content.places
    )


def workload_name(path: str | Path, at: str = "") -> str:
    """`data/tweets.jsonl.zst` → `tweets`; what a file's workload is called. That of the values at
    `$.features[]` in it is `tweets-features`."""
    name = Path(path).name.split(".")[0] or "data"
    if at and (last := re.sub(r"[^\w-]+", "-", parse_at(at).name).strip("-")):
        name += f"-{last[:_LONGEST_NAME]}"
    return name.encode(errors="backslashreplace").decode()  # a file's name need not be UTF-8


def offer_of_unions(name: str, fields: int) -> str:
    """What is said where several types were kept as text that could be unions."""
    some = "a field holds" if fields == 1 else f"{fields} fields hold"
    return (
        f"{shown_file(name)}: {some} values of several types as text; --unions makes native unions "
        "of them, for the codecs that hold such"
    )


def offer_of_elements(file: Location, longest: tuple[str, int] | None, values: int) -> list[Remark]:
    """What is said of a file of few values, the last of which has this list, if they are hardly
    more than it."""
    if longest is None or values > FEW_VALUES or longest[1] < _FEWEST_ELEMENTS * values:
        return []
    at, elements = longest
    one = "one value, which holds" if values == 1 else f"{values} values, of which the last holds"
    return [
        warning(
            f"{shown_file(file.name)}: {one} a list of {elements:,} objects; to measure these: "
            f"serbench run {shell(file)} --at {shell(at)}"
        )
    ]


def no_record(file: Location) -> InputError:
    return InputError(
        file,
        f"the objects have over {keys.TOO_MANY:,} different fields, and most objects lack "
        "most of them: the top level looks like a map, and has to be a record",
        f"wrap each one: jq -c '{{entries: .}}' {shell(file)} > wrapped.jsonl",
    )


class _Types:
    """Walks the places from the root down and gives types to them."""

    def __init__(
        self,
        name: str,
        root: Shape,
        integers: tuple[Kind, ...],
        with_unions: bool,
        tells_absent: bool,
    ) -> None:
        self.name = name
        self.integers = integers
        self.unions = Unions()
        self._with_unions = with_unions
        self._tells_absent = tells_absent
        self._could_be_unions = 0
        self.records: dict[str, Record] = {}
        self.places: dict[str, list[str]] = {}
        self.remarks: list[Remark] = []
        self._names = TypeNames()
        self._name_of: dict[int, str] = {}
        self.root = self._record(root, singular(name), "", "$").name
        if self._could_be_unions:
            self.remarks.append(note(offer_of_unions(name, self._could_be_unions)))

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
            absent = shape.objects - place.count
            if absent and place.nulls and not self._tells_absent:
                self._warn(
                    path + field_step(key),
                    f"is null in {place.nulls:,} of {shape.objects:,} objects and absent in "
                    f"{absent:,}, which is one and the same here",
                )
            if absent and not isinstance(type_, OptionalOf):
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
            type_ = self._several(place, kinds, wire_name, parent, path)
        else:
            type_ = self._one(place, kinds[0], wire_name, parent, path)
        return OptionalOf(type_) if place.nullable else type_

    def _several(
        self, place: Place, kinds: list[str], wire_name: str, parent: str, path: str
    ) -> Type:
        is_union = "numbers" not in kinds or self._kind_of_number(place) is not None
        if is_union and self._with_unions:
            return self.unions.of(
                [self._one(place, kind, wire_name, parent, path) for kind in kinds]
            )
        self._could_be_unions += is_union
        some = ", ".join(kinds[:-1]) + " and " + kinds[-1]
        self._warn(path, f"has {some}; kept as a string, the text of their JSON")
        return _RAW_JSON

    def _one(self, place: Place, kind: str, wire_name: str, parent: str, path: str) -> Type:
        """The type of the values of one kind."""
        match kind:
            case "numbers":
                return self._number(place, path)
            case "booleans":
                return Scalar(Kind.BOOL)
            case "strings":
                return _STRING
            case "lists":
                assert place.items is not None
                return ListOf(self._type(place.items, singular(wire_name), parent, path + "[]"))
            case _:
                assert place.shape is not None
                return self._object(place.shape.found(), wire_name, parent, path)

    def _object(self, shape: Shape, wire_name: str, parent: str, path: str) -> Type:
        if shape.values is not None:
            return MapOf(self._type(shape.values, singular(wire_name), parent, path + "{}"))
        if not shape.fields:
            return MapOf(_STRING)
        return self._record(shape, wire_name, parent, path)

    def _kind_of_number(self, place: Place) -> Kind | None:
        """None if no kind holds all."""
        if place.has_floats:
            return None if place.inexact else Kind.F64
        assert place.low is not None
        assert place.high is not None
        for kind in self.integers:
            low, high = INTEGER_RANGE[kind]
            if low <= place.low and place.high <= high:
                return kind
        return None

    def _number(self, place: Place, path: str) -> Type:
        kind = self._kind_of_number(place)
        if kind is not None:
            return Scalar(kind)
        if place.has_floats:
            self._warn(
                path,
                "has floats, and integers beyond 2^53 that no double holds; kept as a string, the "
                "text of their JSON",
            )
            return _RAW_JSON
        self._warn(
            path,
            "has negative integers and others above 2^63 - 1, which no 64-bit type holds together; "
            "kept as a string, the text of their JSON",
        )
        return _RAW_JSON

    def _warn(self, path: str, text: str) -> None:
        self.remarks.append(warning(f"{shown_file(self.name)}: {path} {text}"))
