"""Parquet and Arrow files as values, through pyarrow, which implements both formats' reference.

They are read here, in this process; `serbench.schema.guarded` has a process apart do it. Each batch
is checked before a value of it is looked at, since pyarrow follows offsets wherever they lead. A
file is read, not mapped: a mapped file that somebody cuts off ends the process.

Every value is kept exactly: what has no counterpart is mapped as docs/types.md says, and the
mapping is told; what cannot be kept is refused. A column is optional if a value of it is null.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO, Any
from uuid import UUID

from serbench.errors import UserError
from serbench.quoting import shell, shown_file
from serbench.schema.errors import field_step
from serbench.schema.logical import Date, Decimal, Duration, Time, Timestamp, Unit, Uuid, Zone
from serbench.schema.model import (
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
    is_key,
    scalar_of,
)
from serbench.schema.remarks import Remark, note, warning
from serbench.schema.remote_files import Location
from serbench.schema.table_lines import TableLines
from serbench.schema.type_names import TypeNames, singular

PARQUET = (".parquet",)
ARROW = (".arrow", ".feather", ".ipc")
_ROWS_AT_ONCE = 1000
# Some writers did not count the header of a column's dictionary as the column's (PARQUET-816).
_LEFT_OUT_BYTES = 128
# The parts of an interval, as pyarrow's tuples have them.
_INTERVAL = {"months": Kind.I32, "days": Kind.I32, "nanoseconds": Kind.I64}
# Places that digits of a decimal of so many bits may stand from the point; pyarrow makes no text of
# those that stand farther.
_MOST_SCALE = {32: 9, 64: 18, 128: 38, 256: 76}
# Beyond, nanoseconds overflow 64 bits.
_MOST_SECONDS = 2**63 // 10**9 - 1
_DAY_MS = 86_400_000
_WRITE_ANEW = "write it anew, as by pyarrow.parquet.write_table or pyarrow.feather.write_feather"


def is_arrow(path: Location) -> bool:
    """Whether a file of this name is read here."""
    return path.suffix.lower() in (*PARQUET, *ARROW)


class ArrowRows(TableLines):
    """The rows of a file as lines of JSON; see `serbench.schema.lines`. `unit` is "row". `file` is
    the opened file, if no other may be read; of a Parquet file, `groups` are the row groups that
    are read, if not all."""

    def __init__(
        self,
        path: Location,
        name: str,
        file: IO[bytes] | None = None,
        groups: range | None = None,
    ) -> None:
        super().__init__(path, name)
        self.groups = groups
        self._file = file

    def prepare(self) -> None:
        """Loads what reads it. Raises `UserError`."""
        try:
            import pyarrow.compute
            import pyarrow.ipc
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise UserError(
                f"{shown_file(self.path)}: reading it takes pyarrow: "
                "pip install 'serbench[formats]'"
            ) from None

    def close(self) -> None:
        """Nothing is held between two readings."""

    @property
    def is_parquet(self) -> bool:
        return self.path.suffix.lower() in PARQUET

    @property
    def opened(self) -> str:
        """What opens it, also where no other file may be opened."""
        return f"/dev/fd/{self._file.fileno()}" if self._file else str(self.path)

    def layout(self) -> list[tuple[int, int, int]]:
        """Of a Parquet file's row groups, how many rows each has, and between which bytes it lies.
        Raises `InputError`."""
        with _Reader(self) as reader, reader.told("it is damaged"):
            return [_extent(reader.metadata.row_group(i)) for i in range(reader.row_groups)]

    @cached_property
    def table(self) -> Table:
        """Raises `InputError` for what pyarrow cannot read, or a value that no schema has."""
        return Table(self)

    def look(self, number: int | None = None) -> str:
        start = (number or 1) - 1
        name = str(self.path)
        table = (
            f"pyarrow.parquet.read_table({name!r})"
            if self.is_parquet
            else f"pyarrow.ipc.open_file({name!r}).read_all()"
        )
        module = "pyarrow.parquet" if self.is_parquet else "pyarrow.ipc"
        return f"python -c {shell(f'import {module}; print({table}[{start}:{start + 1}])')}"

    def without_limits(self) -> str:
        """How to read it for all that, as the end of a sentence."""
        if self.is_parquet:
            quoted = "'" + str(self.path).replace("'", "''") + "'"
            return f"read it without limits: --sql {shell(f'from {quoted}')}"
        return "write it as JSON Lines, by a program of yours, and give that"


class Table:
    """What a file says of its columns, and its values."""

    def __init__(self, source: ArrowRows) -> None:
        self._source = source
        walk = _Walk(source)
        self.rows = 0
        with _Reader(source) as reader:
            with reader.told("it is damaged"):  # a name within a column's type may be no text
                self._root = walk.root(reader.columns())
            for batch in reader.batches():
                self.rows += len(batch)
                for part, array in zip(self._root.inner, batch.columns, strict=True):
                    part.see(array, source)
        if reader.int96:
            _check_int96(source, reader.int96)
        self.schema = walk.schema(self._root)
        self.remarks = tuple(walk.remarks)
        self.places = walk.places

    def values(self) -> Iterator[dict[str, Any]]:
        """Rows as canonical values, but for the fields' order."""
        with _Reader(self._source) as reader:
            for batch in reader.batches():
                yield from self._root.rows(len(batch), batch.columns)


class _Reader:
    """A file while it is open. `int96_unit` is what Parquet's times of INT96 are read as, which
    `int96` names the columns of."""

    def __init__(self, source: ArrowRows, int96_unit: str = "ns") -> None:
        source.prepare()
        self._source = source
        self._int96_unit = int96_unit
        self.int96: list[str] = []

    def __enter__(self) -> _Reader:
        """Raises `InputError`."""
        import pyarrow as pa

        self._file: Any = None
        with self.told(f"it is no {'Parquet' if self._source.is_parquet else 'Arrow'} file"):
            self._file = pa.OSFile(self._source.opened)
            if self._source.is_parquet:
                self._open_parquet()
            else:
                self._open_arrow()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def _open_parquet(self) -> None:
        import pyarrow.parquet

        file = pyarrow.parquet.ParquetFile(
            self._file, pre_buffer=False, coerce_int96_timestamp_unit=self._int96_unit
        )
        self._schema = file.schema_arrow
        groups = self._source.groups
        self._batches = file.iter_batches(_ROWS_AT_ONCE, row_groups=groups, use_threads=False)
        self.metadata = file.metadata
        columns = map(file.schema.column, range(len(file.schema)))
        self.int96 = [c.path.split(".")[0] for c in columns if c.physical_type == "INT96"]

    def _open_arrow(self) -> None:
        import pyarrow.ipc

        try:
            file = pyarrow.ipc.open_file(self._file)
            self._schema = file.schema
            self._batches = map(file.get_batch, range(file.num_record_batches))
        except pyarrow.ArrowInvalid:
            self._file.seek(0)
            stream = pyarrow.ipc.open_stream(self._file)
            self._schema, self._batches = stream.schema, iter(stream)

    @property
    def row_groups(self) -> int:
        return int(self.metadata.num_row_groups)

    def columns(self) -> list[tuple[str, Any]]:
        """Names and types. Raises `UnicodeDecodeError`."""
        return [(field.name, field.type) for field in self._schema]

    def batches(self) -> Iterator[Any]:
        """Each checked, of at most `_ROWS_AT_ONCE` rows. Raises `InputError`, `MemoryError`."""
        with self.told("it is damaged"):
            for batch in self._batches:
                batch.validate(full=True)
                for start in range(0, len(batch), _ROWS_AT_ONCE):
                    yield batch.slice(start, _ROWS_AT_ONCE)

    @contextmanager
    def told(self, cause: str) -> Iterator[None]:
        """What pyarrow refuses as an `InputError`."""
        import pyarrow as pa

        try:
            yield
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            if isinstance(error, MemoryError):
                raise MemoryError from None
            message = (str(error).splitlines() or [type(error).__name__])[0]
            self._source.refuse(f"{cause}: {message}", _WRITE_ANEW)


def _extent(group: Any) -> tuple[int, int, int]:
    begin, end = 2**63, 0
    for column in map(group.column, range(group.num_columns)):
        starts = [column.data_page_offset]
        if column.has_dictionary_page:
            starts.append(column.dictionary_page_offset)
        begin = min(begin, *starts)
        end = max(end, min(starts) + column.total_compressed_size + _LEFT_OUT_BYTES)
    return group.num_rows, begin, end


def _check_int96(source: ArrowRows, columns: Sequence[str]) -> None:
    """That nanoseconds of 64 bits have all times of these columns, whose own type has a day and the
    nanoseconds of it: pyarrow lets others overflow. Raises `InputError`."""
    import pyarrow.compute as pc

    with _Reader(source, int96_unit="s") as reader:
        for batch in reader.batches():
            for name in columns:
                for seconds in _times(batch.column(name)):
                    beyond = pc.greater(pc.abs(seconds), _MOST_SECONDS)
                    if pc.any(beyond).as_py():
                        source.refuse(
                            "it is of the type INT96, and a time in it lies before 1677 or after "
                            "2262, for which nanoseconds of 64 bits have no number",
                            "write the column as TIMESTAMP of microseconds",
                            "$" + field_step(name),
                        )


def _times(array: Any) -> Iterator[Any]:
    """The integers of all timestamps in an array."""
    import pyarrow as pa

    if pa.types.is_timestamp(array.type):
        yield array.view(pa.int64())
    elif pa.types.is_struct(array.type):
        for child in array.flatten():
            yield from _times(child)
    elif pa.types.is_map(array.type):
        yield from _times(_entries(array))
    elif pa.types.is_list(array.type):
        yield from _times(array.flatten())


@dataclass(slots=True, eq=False)
class _Part:
    """A place of a table. `convert` makes canonical values of an array of it, `null` aside;
    `plain` makes the array of one in which values are written otherwise."""

    path: str
    type: Type
    convert: Callable[[Any], list[Any]] = lambda array: array.to_pylist()
    plain: Callable[[Any], Any] = lambda array: array
    is_optional: bool = False
    # Of a union, which becomes text of JSON.
    is_in_text: bool = False

    @property
    def whole(self) -> Type:
        return OptionalOf(self.bare) if self.is_optional else self.bare

    @property
    def bare(self) -> Type:
        return self.type

    def see(self, array: Any, source: ArrowRows) -> None:
        """Notices what is null. Raises `InputError` for what no schema has."""
        array = self.plain(array)
        self.is_optional |= array.null_count > 0
        self._see_inside(array, source)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        is_float = self.type in (Scalar(Kind.F32), Scalar(Kind.F64))
        if is_float and self.is_in_text and not _are_finite(array):
            source.refuse(
                "it is NaN or infinite in a union, which is kept as the text of its JSON, where "
                "there is no number for it",
                "leave such rows out",
                self.path,
            )

    def values(self, array: Any) -> list[Any]:
        return self.convert(self.plain(array))


def _are_finite(array: Any) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    # No kernel knows half floats.
    return pc.all(pc.is_finite(array.cast(pa.float64())), min_count=0).as_py() is not False


@dataclass(slots=True, eq=False)
class _RecordPart(_Part):
    keys: list[str] = field(default_factory=list)
    inner: list[_Part] = field(default_factory=list)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        present = array.drop_null()
        for part, child in zip(self.inner, present.flatten(), strict=True):
            part.see(child, source)

    def values(self, array: Any) -> list[Any]:
        array = self.plain(array)
        rows = self.rows(len(array), array.flatten())
        if not array.null_count:
            return rows
        is_there = array.is_valid().to_pylist()
        return [row if there else None for row, there in zip(rows, is_there, strict=True)]

    def rows(self, count: int, columns: Sequence[Any]) -> list[Any]:
        """Dicts of arrays."""
        if not self.inner:
            return [{} for _ in range(count)]
        parts = [part.values(c) for part, c in zip(self.inner, columns, strict=True)]
        return [dict(zip(self.keys, row, strict=True)) for row in zip(*parts, strict=True)]


@dataclass(slots=True, eq=False)
class _ListPart(_Part):
    item: _Part = field(default_factory=lambda: _Part("", Scalar(Kind.STRING)))

    @property
    def bare(self) -> Type:
        return ListOf(self.item.whole)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        self.item.see(array.flatten(), source)

    def values(self, array: Any) -> list[Any]:
        array = self.plain(array)
        return _cut(array, self.item.values(array.flatten()))


@dataclass(slots=True, eq=False)
class _EntriesPart(_ListPart):
    """A map whose keys are no text. `is_map` unless a key is of a type that maps do not have, or
    twice in a map: then it is a list of records."""

    entry: _RecordPart = field(default_factory=lambda: _RecordPart("", Scalar(Kind.STRING)))
    is_map: bool = False

    @property
    def bare(self) -> Type:
        return ListOf(self.item.whole, self.is_map)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        entries = array.flatten()
        self.item.see(entries, source)
        if not self.is_map:
            return
        key = self.entry.inner[0]
        rows = _cut(array, key.values(entries.field(0)))
        is_twice = any(row and len(set(row)) < len(row) for row in rows)
        self.is_map = not (is_twice or key.is_optional)


@dataclass(slots=True, eq=False)
class _MapPart(_Part):
    item: _Part = field(default_factory=lambda: _Part("", Scalar(Kind.STRING)))

    @property
    def bare(self) -> Type:
        return MapOf(self.item.whole)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        entries = array.flatten()
        keys, items = entries.flatten()
        self.item.see(items, source)
        for row in _cut(array, keys.to_pylist()):
            if row and len(set(row)) < len(row):
                key = next(key for n, key in enumerate(row) if key in row[:n])
                source.refuse(
                    f"a map has the key {key!r} twice, and JSON has one of them",
                    "write it as a list of keys and values",
                    self.path,
                )

    def values(self, array: Any) -> list[Any]:
        array = self.plain(array)
        keys, items = array.flatten().flatten()
        pairs = list(zip(keys.to_pylist(), self.item.values(items), strict=True))
        return [None if row is None else dict(row) for row in _cut(array, pairs)]


@dataclass(slots=True, eq=False)
class _UnionPart(_Part):
    """Each value as the text of an object of one field, its branch."""

    branches: list[tuple[str, _Part]] = field(default_factory=list)

    def _see_inside(self, array: Any, source: ArrowRows) -> None:
        for n, (_, part) in enumerate(self.branches):
            part.see(array.field(n), source)

    def values(self, array: Any) -> list[Any]:
        array = self.plain(array)
        numbers = {code: n for n, code in enumerate(array.type.type_codes)}
        codes = array.type_codes.to_pylist()
        places = array.offsets.to_pylist() if array.type.mode == "dense" else range(len(array))
        columns = [part.values(array.field(n)) for n, (_, part) in enumerate(self.branches)]
        texts = []
        for code, place in zip(codes, places, strict=True):
            n = numbers[code]
            texts.append(json.dumps({self.branches[n][0]: columns[n][place]}, ensure_ascii=False))
        return texts


def _cut(array: Any, inner: list[Any]) -> list[Any]:
    """The items of lists, of which `inner` are those of all, as a list for each; None for null."""
    import pyarrow.compute as pc

    lists: list[Any] = []
    start = 0
    for length in pc.list_value_length(array).to_pylist():
        if length is None:
            lists.append(None)
        else:
            lists.append(inner[start : start + length])
            start += length
    return lists


class _Walk:
    """From Arrow's types to a schema's."""

    def __init__(self, source: ArrowRows) -> None:
        self.remarks: list[Remark] = []
        self.places: dict[str, tuple[str, ...]] = {}
        self._source = source
        self._names = TypeNames()
        self._records: list[tuple[str, _RecordPart]] = []
        # How many lie around the type at hand.
        self._unions = 0

    def root(self, columns: Sequence[tuple[str, Any]]) -> _RecordPart:
        """Raises `InputError`, here and in what follows, for a type that cannot be kept."""
        return self._record(columns, self._source.name, "", "$")

    def schema(self, root: _RecordPart) -> Schema:
        assert isinstance(root.type, RecordRef)
        records = (
            Record(
                name,
                tuple(Field(k, p.whole) for k, p in zip(part.keys, part.inner, strict=True)),
            )
            for name, part in self._records
        )
        return Schema(self._source.name, root.type.name, tuple(records))

    def _record(
        self, columns: Sequence[tuple[str, Any]], name: str, parent: str, path: str
    ) -> _RecordPart:
        called = self._names.new(singular(name), parent)
        part = _RecordPart(path, RecordRef(called), keys=[key for key, _ in columns])
        if twice := next((k for n, k in enumerate(part.keys) if k in part.keys[:n]), None):
            self._source.refuse(
                f"two fields are called {twice!r}", "give each a name of its own", path
            )
        self._records.append((called, part))
        self.places[called] = (path,)
        part.inner = [
            self._part(type_, key, called, path + field_step(key)) for key, type_ in columns
        ]
        return part

    def _part(self, type_: Any, name: str, parent: str, path: str) -> _Part:
        import pyarrow as pa
        import pyarrow.compute as pc

        t = pa.types
        if isinstance(type_, pa.BaseExtensionType):
            return self._extension(type_, name, parent, path)
        if t.is_dictionary(type_):
            part = self._part(type_.value_type, name, parent, path)
            return _after(lambda array: array.dictionary_decode(), part)
        if t.is_run_end_encoded(type_):
            return _after(pc.run_end_decode, self._part(type_.value_type, name, parent, path))
        if t.is_struct(type_):
            fields = [(f.name, f.type) for f in type_.fields]
            return self._record(fields, name, parent, path)
        if t.is_map(type_):
            return self._map(type_, name, parent, path)
        if hasattr(type_, "value_field"):  # lists of all kinds
            item = self._part(type_.value_type, singular(name), parent, path + "[]")
            return _ListPart(path, ListOf(item.type), item=item)
        if t.is_union(type_):
            self._say(warning, path, f"is {type_}: the text of an object of one field, its branch")
            self._unions += 1
            branches = [(f.name, self._part(f.type, f.name, parent, path)) for f in type_]
            self._unions -= 1
            return _UnionPart(path, Scalar(Kind.STRING), branches=branches)
        if t.is_decimal(type_):
            return self._decimal(type_, path)
        if type_ == pa.month_day_nano_interval():
            return self._interval(name, parent, path)
        return self._leaf(type_, path)

    def _extension(self, type_: Any, name: str, parent: str, path: str) -> _Part:
        if type_.extension_name == "arrow.uuid":
            self._say(note, path, "is a UUID: its text")
            return _Part(path, scalar_of(Uuid()), _uuids, _storage)
        if type_.extension_name != "arrow.json":
            self._say(note, path, f"is {type_.extension_name}: what that is stored as")
        return _after(_storage, self._part(type_.storage_type, name, parent, path))

    def _map(self, type_: Any, name: str, parent: str, path: str) -> _Part:
        if _kinds().get(type_.key_type) == Kind.STRING:
            item = self._part(type_.item_type, singular(name), parent, path + "{}")
            return _MapPart(path, MapOf(item.type), plain=_entries, item=item)
        self._say(note, path, f"is {type_}, whose keys are no text: a list of keys and values")
        entries = [("key", type_.key_type), ("value", type_.item_type)]
        record = self._record(entries, singular(name), parent, path + "[]")
        is_map = is_key(record.inner[0].type)
        return _EntriesPart(
            path, ListOf(record.type), plain=_entries, item=record, entry=record, is_map=is_map
        )

    def _decimal(self, type_: Any, path: str) -> _Part:
        if abs(type_.scale) > _MOST_SCALE[type_.bit_width]:
            self._source.refuse(
                f"it is {type_}: digits that stand {abs(type_.scale):,} places from the point",
                "write it with another scale",
                path,
            )
        logical = Decimal(type_.precision, type_.scale)
        scalar = scalar_of(logical) if logical.is_sound else Scalar(Kind.STRING)
        if scalar.kind == Kind.I64:
            self._say(note, path, f"is {type_}: a 64-bit integer")
            return _Part(path, scalar, _each(int))
        self._say(note, path, f"is {type_}: its digits as text")
        return _Part(path, scalar, _each(lambda number: format(number, "f")))

    def _interval(self, name: str, parent: str, path: str) -> _Part:
        self._say(note, path, "is an interval: its months, days and nanoseconds")
        called = self._names.new(singular(name), parent)
        inner = [_Part(f"{path}.{key}", Scalar(kind)) for key, kind in _INTERVAL.items()]
        record = _RecordPart(path, RecordRef(called), keys=list(_INTERVAL), inner=inner)
        self._records.append((called, record))
        self.places[called] = (path,)
        return _Part(
            path, RecordRef(called), _each(lambda parts: dict(zip(_INTERVAL, parts, strict=True)))
        )

    def _leaf(self, type_: Any, path: str) -> _Part:
        import pyarrow as pa

        t = pa.types
        if kind := _kinds().get(type_):
            return _Part(path, Scalar(kind), is_in_text=self._unions > 0)
        if t.is_null(type_):
            self._say(note, path, "is null throughout: an optional text")
            return _Part(path, Scalar(Kind.STRING))
        if t.is_float16(type_):
            return _Part(path, Scalar(Kind.F32), _each(float), is_in_text=self._unions > 0)
        if any(is_(type_) for is_ in (t.is_binary, t.is_large_binary, t.is_fixed_size_binary)) or (
            type_ == pa.binary_view()
        ):
            return _Part(path, Scalar(Kind.BYTES), _each(_base64))
        if t.is_date32(type_):
            return self._number(type_, path, scalar_of(Date()), "days since 1970-01-01")
        if t.is_date64(type_):
            self._say(note, path, f"is {type_}: days since 1970-01-01")
            return _Part(path, scalar_of(Date()), _days)
        if t.is_time(type_):
            unit = Unit(type_.unit)
            return self._number(type_, path, scalar_of(Time(unit)), f"{unit.words} of the day")
        if t.is_timestamp(type_):
            unit, zone = Unit(type_.unit), Zone.UTC if type_.tz else Zone.LOCAL
            words = f"{unit.words} since 1970-01-01{' in UTC' if type_.tz else ''}"
            return self._number(type_, path, scalar_of(Timestamp(unit, zone)), words)
        if t.is_duration(type_):
            unit = Unit(type_.unit)
            return self._number(type_, path, scalar_of(Duration(unit)), unit.words)
        return self._source.refuse(
            f"it is {type_}, for which there is no type here",
            "write it as another type, or leave the column out",
            path,
        )

    def _number(self, type_: Any, path: str, scalar: Scalar, explanation: str) -> _Part:
        import pyarrow as pa

        self._say(note, path, f"is {type_}: {explanation}")
        number = pa.int32() if scalar.kind == Kind.I32 else pa.int64()
        return _Part(path, scalar, lambda array: array.view(number).to_pylist())

    def _say(self, remark: Callable[[str], Remark], path: str, text: str) -> None:
        self.remarks.append(remark(f"{self._source.name}: {path} {text}"))


def _kinds() -> dict[Any, Kind]:
    """Arrow's types that are kinds of schemas."""
    import pyarrow as pa

    return {
        pa.bool_(): Kind.BOOL,
        pa.int8(): Kind.I8,
        pa.int16(): Kind.I16,
        pa.int32(): Kind.I32,
        pa.int64(): Kind.I64,
        pa.uint8(): Kind.U8,
        pa.uint16(): Kind.U16,
        pa.uint32(): Kind.U32,
        pa.uint64(): Kind.U64,
        pa.float32(): Kind.F32,
        pa.float64(): Kind.F64,
        pa.string(): Kind.STRING,
        pa.large_string(): Kind.STRING,
        pa.string_view(): Kind.STRING,
    }


def _after(step: Callable[[Any], Any], part: _Part) -> _Part:
    """A part whose arrays become plain by this step first."""
    inner = part.plain
    part.plain = lambda array: inner(step(array))
    return part


def _each(convert: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda array: [None if v is None else convert(v) for v in array.to_pylist()]


def _entries(array: Any) -> Any:
    """A map's as a list, of which kernels know more."""
    import pyarrow as pa

    key = pa.field("key", array.type.key_type, nullable=False)
    return array.cast(pa.list_(pa.struct([key, pa.field("value", array.type.item_type)])))


def _storage(array: Any) -> Any:
    return array.storage


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _days(array: Any) -> list[Any]:
    """Of milliseconds, which are whole days in a sound array."""
    import pyarrow as pa

    counts = array.view(pa.int64()).to_pylist()
    return [None if count is None else count // _DAY_MS for count in counts]


def _uuids(array: Any) -> list[Any]:
    return [None if data is None else str(UUID(bytes=data)) for data in array.to_pylist()]
