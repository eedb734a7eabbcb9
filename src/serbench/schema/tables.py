"""Tables as values: CSV files and SQL queries, through DuckDB.

They are read here, in this process; `serbench.schema.guarded` has a process apart read files. A
query is the user's own word, and may read whatever it names; a file is nothing but itself.

Types are the query's own and nothing is guessed, but that a column is optional if some value of it
is null; `serbench.schema.csv_files` says what a CSV file's types are. What has no counterpart is
mapped as docs/types.md says, and the mapping is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from serbench.errors import UserError
from serbench.quoting import shell, shown_file
from serbench.schema.arrow import ArrowRows, is_arrow
from serbench.schema.csv_files import (
    CsvOptions,
    CsvTable,
    Dialect,
    DialectError,
    described,
    dialect_of,
    not_utf8,
)
from serbench.schema.errors import field_step
from serbench.schema.logical import BigInt, Date, Decimal, Time, Timestamp, Unit, Uuid, Zone
from serbench.schema.model import (
    Enum,
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
    is_key,
    scalar_of,
)
from serbench.schema.remarks import Remark, note, warning
from serbench.schema.remote_files import Location
from serbench.schema.table_lines import TableLines
from serbench.schema.type_names import TypeNames, singular

if TYPE_CHECKING:
    import duckdb

_T = TypeVar("_T")

SQL = "sql:"
_CSV = (".csv", ".tsv")
_NO_OPTIONS = CsvOptions()
_PACKED = {".gz": "gzip", ".zst": "zstd"}
# A name by which DuckDB opens what is open already, whatever it is called: no pattern (`*`), no
# column in it (`year=2020/`), no protocol (`s3://`).
_OPEN = "/dev/fd/{}"
_ROWS_AT_ONCE = 1000

_PLAIN = {
    "boolean": Kind.BOOL,
    "tinyint": Kind.I8,
    "smallint": Kind.I16,
    "integer": Kind.I32,
    "bigint": Kind.I64,
    "utinyint": Kind.U8,
    "usmallint": Kind.U16,
    "uinteger": Kind.U32,
    "ubigint": Kind.U64,
    "float": Kind.F32,
    "double": Kind.F64,
    "varchar": Kind.STRING,
}
_AS_TEXT = "CAST({} AS VARCHAR)"
# What a type becomes that no kind is: a type, how its lowered values are made, and what that is in
# words.
_MAPPED: dict[str, tuple[Scalar, str, str]] = {
    "blob": (Scalar(Kind.BYTES), "to_base64({})", ""),
    "date": (
        scalar_of(Date()),
        "CAST({} - DATE '1970-01-01' AS INTEGER)",
        "days since 1970-01-01",
    ),
    "time": (
        scalar_of(Time(Unit.US)),
        "date_diff('microsecond', TIME '00:00:00', {})",
        "microseconds of the day",
    ),
    "timestamp": (
        scalar_of(Timestamp(Unit.US)),
        "epoch_us({})",
        "microseconds since 1970-01-01",
    ),
    "timestamp_s": (
        scalar_of(Timestamp(Unit.S)),
        "epoch_us({}) // 1000000",
        "seconds since 1970-01-01",
    ),
    # As a TIMESTAMP: DuckDB 2.0.1 has no epoch_ms of a TIMESTAMP_MS.
    "timestamp_ms": (
        scalar_of(Timestamp(Unit.MS)),
        "epoch_ms(CAST({} AS TIMESTAMP))",
        "milliseconds since 1970-01-01",
    ),
    "timestamp_ns": (
        scalar_of(Timestamp(Unit.NS)),
        "epoch_ns({})",
        "nanoseconds since 1970-01-01",
    ),
    "timestamp with time zone": (
        scalar_of(Timestamp(Unit.US, Zone.UTC)),
        "epoch_us({})",
        "microseconds since 1970-01-01 in UTC",
    ),
    "uuid": (scalar_of(Uuid()), _AS_TEXT, "its text"),
    **dict.fromkeys(
        ("hugeint", "uhugeint", "bignum"), (scalar_of(BigInt()), _AS_TEXT, "its digits as text")
    ),
}


def is_table(path: Location) -> bool:
    return is_csv(path) or is_arrow(path)


def is_csv(path: Location) -> bool:
    return _suffix(path) in _CSV


def _suffix(path: Location) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] and suffixes[-1] in _PACKED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


class Rows(TableLines):
    """The rows of a table as lines of JSON; see `serbench.schema.lines`. `unit` is "row".
    `memory_bytes` are what DuckDB is to do with, if it has not all."""

    def __init__(
        self,
        path: Location,
        name: str,
        query: str = "",
        file: IO[bytes] | None = None,
        csv: CsvOptions = _NO_OPTIONS,
    ) -> None:
        super().__init__(path, name)
        self.query = query
        self.csv = csv
        self.memory_bytes = 0
        self._file = file
        self._db: duckdb.DuckDBPyConnection | None = None

    def prepare(self) -> None:
        """Loads what reads it. Raises `UserError`."""
        self.db  # noqa: B018

    def close(self) -> None:
        if self._db:
            self._db.close()

    @property
    def db(self) -> duckdb.DuckDBPyConnection:
        if self._db is None:
            self._db = _connected(self)
        return self._db

    @cached_property
    def file(self) -> IO[bytes]:
        """Raises `InputError`."""
        try:
            return self._file or Path(self.path).open("rb")
        except OSError as error:
            raise self._unreadable(error) from None

    @property
    def opened(self) -> str:
        """Its name while it is open."""
        return _OPEN.format(self.file.fileno())

    @cached_property
    def table(self) -> Table:
        """Raises `InputError` for what DuckDB cannot read, or a value that no schema has."""
        return Table(self)

    def look(self, number: int | None = None) -> str:
        start = (number or 1) - 1
        return f"duckdb -c {shell(f'from {self.named} limit 1 offset {start}')}"

    def without_limits(self) -> str:
        """How to read it for all that, as the end of a sentence."""
        return f"read it without limits: --sql {shell(f'from {self.named}')}"

    @property
    def named(self) -> str:
        """What stands behind FROM where a user writes it."""
        return f"({self.query})" if self.query else _text(str(self.path))

    @cached_property
    def dialect(self) -> Dialect:
        """A CSV file's. Raises `InputError`."""
        try:
            return dialect_of(self.file, self._packed, _suffix(self.path) == ".tsv")
        except DialectError as error:
            cause, next_step = error.args
            raise self.fail(cause, next_step) from None

    @property
    def _packed(self) -> str:
        return _PACKED.get(self.path.suffix.lower(), "none")

    def described(self, ask: Callable[[str], Sequence[Any]]) -> CsvTable:
        """What a CSV file is read as. Raises `UserError`."""
        return described(self.dialect, self.opened, self._packed, self.csv, self.name, ask)


def rows_of(
    path: Location,
    name: str = "",
    file: IO[bytes] | None = None,
    csv: CsvOptions = _NO_OPTIONS,
    groups: range | None = None,
) -> Rows | ArrowRows:
    """Of a file; its schema is called as it is, if not otherwise. `file` is the opened file, if no
    other may be read; `groups` are row groups of a Parquet file."""
    name = name or path.name.split(".")[0] or "data"
    if is_arrow(path):
        return ArrowRows(path, name, file, groups)
    return Rows(path, name, "", file, csv)


def rows_of_query(query: str) -> Rows:
    return Rows(Path("--sql"), "query", query.strip().rstrip(";"))


class Table:
    """What DuckDB says of a table, and its values."""

    def __init__(self, source: Rows) -> None:
        self._source = source
        csv = None if source.query else source.described(self._rows)
        self._from = csv.sql if csv else f"({source.query})"
        relation = self._asked(f"SELECT * FROM {self._from}")
        try:
            self._columns = [_name(str(n)) for n in relation.columns]
            names = csv.names if csv else map(str, relation.columns)
            self._walk = _Walk(source.name, relation.columns)
            types = list(zip(names, relation.types, strict=True))
            self._root = self._walk.record(types, source.name, "", "$")
        except UnicodeDecodeError as error:
            source.refuse(f"a name in it is not UTF-8: {error.reason}", f"see it: {source.look()}")
        self.rows = 0
        self._look_at_values()
        self.schema = self._walk.schema(source.name, self._root)
        self.remarks = tuple(csv.remarks if csv else self._walk.remarks)
        self.places = self._walk.places

    def values(self) -> Iterator[dict[str, Any]]:
        """Rows as canonical values, but for the fields' order."""
        parts = [
            part.sql(column)
            for column, (_, part) in zip(self._columns, self._root.parts, strict=True)
        ]
        found = self._run(f"SELECT {', '.join(parts)} FROM {self._from}")
        names = [key for key, _ in self._root.parts]
        while rows := self._told(lambda: found.fetchmany(_ROWS_AT_ONCE)):
            for row in rows:
                yield dict(zip(names, row, strict=True))

    def _look_at_values(self) -> None:
        """Which parts are null somewhere."""
        asked = [
            question
            for column, (key, part) in zip(self._columns, self._root.parts, strict=True)
            for question in part.questions(column)
        ]
        parts = [f"bool_or({question.condition})" for question in asked]
        found = self._run(f"SELECT count(*), {', '.join(parts)} FROM {self._from}")
        [(self.rows, *answers)] = self._told(found.fetchall)
        for question in (
            candidate for candidate, answer in zip(asked, answers, strict=True) if answer
        ):
            question.part.is_optional = True

    def _asked(self, query: str) -> duckdb.DuckDBPyRelation:
        return self._told(lambda: self._source.db.sql(query))

    def _run(self, query: str) -> Any:
        return self._told(lambda: self._source.db.execute(query))

    def _rows(self, query: str) -> list[Any]:
        found = self._run(query)
        rows: list[Any] = self._told(found.fetchall)
        return rows

    def _told(self, ask: Callable[[], _T]) -> _T:
        """What DuckDB answers. Raises `InputError` for what it refuses, `MemoryError`."""
        import duckdb

        try:
            return ask()
        except duckdb.OutOfMemoryException:
            raise MemoryError from None
        except (UserError, MemoryError):
            raise
        except Exception as error:  # a value that Python has not is none of DuckDB's errors
            message = re.sub(r"\s+", " ", str(error).partition("\n\n")[0]).strip()
            message = _shortened(message.partition(" Possible ")[0])
            if not self._source.query:
                message = message.replace(self._source.opened, shown_file(self._source.path))
                if "Invalid unicode" in message:
                    cause, next_step = not_utf8().args
                    raise self._source.fail(cause, next_step) from None
                if "invalid state" in message:
                    cause = (
                        "its lines end in several ways, or a field without quotes has a carriage "
                        "return"
                    )
                    step = "give its lines one end: tr -d '\\r' < {file} > x.csv"
                    raise self._source.fail(cause, step) from None
            if "bad_alloc" in message or "bad allocation" in message:
                raise MemoryError from None
            self._source.refuse(message, f"see what DuckDB makes of it: {self._source.look()}")


def _shortened(message: str) -> str:
    """Without the middle of a line of the file that DuckDB quotes."""
    return message if len(message) <= 400 else f"{message[:200]} … {message[-200:]}"


def _connected(source: Rows) -> duckdb.DuckDBPyConnection:
    import duckdb

    db = duckdb.connect(":memory:")
    db.execute("SET TimeZone = 'UTC'")
    db.execute("SET autoinstall_known_extensions = false")
    if not source.query:
        db.execute("SET temp_directory = ''")
        if source.memory_bytes:
            db.execute(f"SET memory_limit = '{source.memory_bytes // 1000} KB'")
        # The file, and nothing that it could name.
        db.execute(f"SET allowed_paths = ['{source.opened}']")
        db.execute("SET autoload_known_extensions = false")
        db.execute("SET enable_external_access = false")
        db.execute("SET lock_configuration = true")
    return db


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class _Question:
    """Whether a part is null somewhere in a row."""

    part: _Part
    condition: str


@dataclass(slots=True, eq=False)
class _Part:
    """A place of a table. `template` makes a leaf's canonical value; `parts` are a record's fields,
    `item` is a list's, or a map's value; `variable` is each in turn."""

    type: Type
    template: str = "{}"
    parts: list[tuple[str, _Part]] = field(default_factory=list)
    item: _Part | None = None
    is_optional: bool = False
    variable: str = ""

    @property
    def whole(self) -> Type:
        inner = self.type
        if isinstance(inner, ListOf) and self.item:
            inner = ListOf(self.item.whole, inner.is_map)
        elif isinstance(inner, MapOf) and self.item:
            inner = MapOf(self.item.whole)
        return OptionalOf(inner) if self.is_optional else inner

    @property
    def is_as_it_is(self) -> bool:
        """Whether nothing in it needs another form."""
        return (
            self.template == "{}"
            and (self.item is None or self.item.is_as_it_is)
            and all(part.is_as_it_is for _, part in self.parts)
        )

    def sql(self, at: str) -> str:
        """The canonical value of what stands at an expression."""
        if self.is_as_it_is:
            return at
        if self.parts:
            packed = ", ".join(
                f"{_name(key)} := {part.sql(self._field(at, key))}" for key, part in self.parts
            )
            return f"CASE WHEN {at} IS NULL THEN NULL ELSE struct_pack({packed}) END"
        if self.item is None:
            return self.template.format(at)
        each = self.variable
        if isinstance(self.type, MapOf):
            inner = f"struct_pack(k := {each}.key, v := {self.item.sql(f'{each}.value')})"
            entries = f"list_transform(map_entries({at}), lambda {each}: {inner})"
            return f"map_from_entries({entries})"
        return f"list_transform({self.template.format(at)}, lambda {each}: {self.item.sql(each)})"

    def _field(self, at: str, key: str) -> str:
        return f"struct_extract({at}, {_text(key)})"

    def questions(self, at: str) -> Iterator[_Question]:
        """Of the part and all in it; conditions are of a row."""
        yield _Question(self, f"{at} IS NULL")
        for key, part in self.parts:
            for question in part.questions(self._field(at, key)):
                yield replace(question, condition=f"{at} IS NOT NULL AND {question.condition}")
        if self.item is not None:
            each, is_map = self.variable, isinstance(self.type, MapOf)
            items = f"map_values({at})" if is_map else self.template.format(at)
            for question in self.item.questions(each):
                somewhere = f"len(list_filter({items}, lambda {each}: {question.condition})) > 0"
                yield replace(question, condition=somewhere)


class _Walk:
    """From DuckDB's types to a schema's."""

    def __init__(self, name: str, columns: Iterable[str]) -> None:
        self.remarks: list[Remark] = []
        # A variable that is called like a column would be the column.
        self._prefix = "v"
        while any(column.lower().startswith(self._prefix) for column in columns):
            self._prefix += "_"
        self.places: dict[str, tuple[str, ...]] = {}
        self._source = name
        self._names = TypeNames()
        self._records: list[tuple[str, _Part]] = []
        self._enums: dict[str, Enum] = {}

    def schema(self, name: str, root: _Part) -> Schema:
        assert isinstance(root.type, RecordRef)
        records = (
            Record(record, tuple(Field(key, field_part.whole) for key, field_part in part.parts))
            for record, part in self._records
        )
        return Schema(name, root.type.name, tuple(records), tuple(self._enums.values()))

    def record(self, columns: list[tuple[str, Any]], name: str, parent: str, path: str) -> _Part:
        called = self._names.new(singular(name), parent)
        part = _Part(RecordRef(called))
        self._records.append((called, part))
        self.places[called] = (path,)
        part.parts = [
            (key, self._part(type_, key, called, path + field_step(key))) for key, type_ in columns
        ]
        return part

    def _part(self, type_: Any, name: str, parent: str, path: str) -> _Part:
        kind = str(type_.id)
        variable = f"{self._prefix}{path.count('[]') + path.count('{}')}"
        match kind:
            case "struct":
                return self.record([(str(n), t) for n, t in type_.children], name, parent, path)
            case "list" | "array":
                item = self._part(type_.children[0][1], singular(name), parent, path + "[]")
                return _Part(ListOf(item.type), item=item, variable=variable)
            case "map":
                return self._map(type_, name, parent, path, variable)
            case "enum":
                symbols = tuple(dict(type_.children)["values"])
                called = self._names.new(singular(name), parent)
                self._enums[called] = Enum(called, symbols)
                return _Part(EnumRef(called), _AS_TEXT)
            case "decimal":
                return self._decimal(type_, path)
            case _:
                return self._leaf(kind, str(type_), path)

    def _map(self, type_: Any, name: str, parent: str, path: str, variable: str) -> _Part:
        (_, key), (_, value) = type_.children
        if str(key.id) == "varchar":
            item = self._part(value, singular(name), parent, path + "{}")
            return _Part(MapOf(item.type), item=item, variable=variable)
        self._say(note, path, f"is {type_}, whose keys are no text: a list of keys and values")
        item = self.record([("key", key), ("value", value)], singular(name), parent, path + "[]")
        is_map = is_key(item.parts[0][1].type)
        return _Part(ListOf(item.type, is_map), "map_entries({})", item=item, variable=variable)

    def _decimal(self, type_: Any, path: str) -> _Part:
        facts = dict(type_.children)
        scalar = scalar_of(Decimal(facts["precision"], facts["scale"]))
        if scalar.kind == Kind.I64:
            self._say(note, path, f"is {type_}: a 64-bit integer")
            return _Part(scalar, "CAST({} AS BIGINT)")
        self._say(note, path, f"is {type_}: its digits as text")
        return _Part(scalar, _AS_TEXT)

    def _leaf(self, kind: str, shown: str, path: str) -> _Part:
        if kind in _PLAIN:
            return _Part(Scalar(_PLAIN[kind]))
        if kind in _MAPPED:
            scalar, template, remark = _MAPPED[kind]
            if remark:
                self._say(note, path, f"is {shown}: {remark}")
            return _Part(scalar, template)
        self._say(warning, path, f"is {shown}, for which there is no type: its text")
        return _Part(Scalar(Kind.STRING), _AS_TEXT)

    def _say(self, remark: Callable[[str], Remark], path: str, text: str) -> None:
        self.remarks.append(remark(f"{self._source}: {path} {text}"))
