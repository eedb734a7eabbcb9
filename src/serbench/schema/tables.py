"""Tables as values: Parquet, CSV and Arrow files and SQL queries, through DuckDB.

Types are the file's own and nothing is guessed, but for two things that files do not tell: a column
is optional if some value of it is null, and a CSV file's types are those that DuckDB finds in all
of its lines. What has no counterpart is mapped as docs/types.md says, and the mapping is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import msgspec

from serbench.errors import UserError
from serbench.schema.errors import InputError, field_step, shell
from serbench.schema.lines import Lines
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
)
from serbench.schema.type_names import TypeNames, singular

if TYPE_CHECKING:
    import duckdb

SQL = "sql:"
_READERS = {
    ".parquet": "read_parquet({})",
    ".csv": "read_csv({}, sample_size = -1)",
    ".tsv": "read_csv({}, sample_size = -1)",
}
_ARROW = (".arrow", ".feather", ".ipc")
_PACKED = (".gz", ".zst")
_ROWS_AT_ONCE = 1000
# What DuckDB knows an Arrow table as, which it does not read itself.
_REGISTERED = "arrow"

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
# What a type becomes that no schema has: the kind, how it is made, and what that is in words.
_MAPPED = {
    "blob": (Kind.BYTES, "to_base64({})", ""),
    "date": (Kind.I32, "CAST({} - DATE '1970-01-01' AS INTEGER)", "days since 1970-01-01"),
    "time": (Kind.I64, "date_diff('microsecond', TIME '00:00:00', {})", "microseconds of the day"),
    "timestamp": (Kind.I64, "epoch_us({})", "microseconds since 1970-01-01"),
    "timestamp_s": (Kind.I64, "epoch_us({}) // 1000000", "seconds since 1970-01-01"),
    # As a TIMESTAMP: DuckDB 2.0.1 has no epoch_ms of a TIMESTAMP_MS.
    "timestamp_ms": (Kind.I64, "epoch_ms(CAST({} AS TIMESTAMP))", "milliseconds since 1970-01-01"),
    "timestamp_ns": (Kind.I64, "epoch_ns({})", "nanoseconds since 1970-01-01"),
    "timestamp with time zone": (Kind.I64, "epoch_us({})", "microseconds since 1970-01-01 in UTC"),
}
_AS_TEXT = "CAST({} AS VARCHAR)"
# Whole numbers of so many digits are 64-bit integers.
_MOST_DIGITS = 18


def is_table(path: Path) -> bool:
    return _suffix(path) in (*_READERS, *_ARROW)


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] and suffixes[-1] in _PACKED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


class Rows(Lines):
    """The rows of a table as lines of JSON; see `serbench.schema.lines`. `unit` is "row"."""

    def __init__(self, path: Path, name: str, query: str = "") -> None:
        super().__init__(path)
        self.unit = "row"
        self.name = name
        self._query = query
        self._done = 0

    @cached_property
    def table(self) -> Table:
        """Raises `InputError` for what DuckDB cannot read, or a value that no schema has."""
        return Table(self)

    def progress(self) -> tuple[int, int]:
        return self._done, self.table.rows

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        encode = msgspec.json.Encoder().encode
        self._done = 0
        for row in self.table.values():
            self._done += 1
            yield self._done, encode(row)
        if not self._done:
            raise self.fail("it has no rows", "give a table with some")

    @property
    def is_arrow(self) -> bool:
        return _suffix(self.path) in _ARROW

    def look(self, number: int | None = None) -> str:
        if self.is_arrow:
            start = (number or 1) - 1
            row = f"pyarrow.ipc.open_file({str(self.path)!r}).read_all()[{start}:{start + 1}]"
            return f"python -c {shell(f'import pyarrow.ipc; print({row})')}"
        return f"duckdb -c {shell(f'from {self.source} limit 1 offset {(number or 1) - 1}')}"

    @property
    def source(self) -> str:
        """What stands behind FROM."""
        if self._query:
            return f"({self._query})"
        if self.is_arrow:
            return _REGISTERED
        name = "'" + str(self.path).replace("'", "''") + "'"
        return _READERS[_suffix(self.path)].format(name)

    def refuse(self, cause: str, next_step: str, path: str = "") -> NoReturn:
        raise InputError(self.path, cause, next_step, path=path)


def rows_of(path: Path, name: str = "") -> Rows:
    """Of a file; its schema is called as it is, if not otherwise."""
    return Rows(path, name or path.name.split(".")[0] or "data")


def rows_of_query(query: str) -> Rows:
    return Rows(Path("--sql"), "query", query.strip().rstrip(";"))


class Table:
    """What DuckDB says of a table, and its values."""

    def __init__(self, source: Rows) -> None:
        self._source = source
        self._db = _connected(source)
        relation = self._asked(f"SELECT * FROM {source.source}")
        columns = list(zip(relation.columns, relation.types, strict=True))
        self._walk = _Walk(source.name)
        self._root = self._walk.record([(str(n), t) for n, t in columns], source.name, "", "$")
        self.rows = 0
        self._look_at_values()
        self.schema = self._walk.schema(source.name, self._root)
        self.warnings = tuple(self._walk.warnings)
        self.places = self._walk.places

    def values(self) -> Iterator[dict[str, Any]]:
        """Rows as canonical values, but for the fields' order."""
        parts = [f"{part.sql(_name(key))} AS {_name(key)}" for key, part in self._root.parts]
        found = self._run(f"SELECT {', '.join(parts)} FROM {self._source.source}")
        names = [key for key, _ in self._root.parts]
        while rows := found.fetchmany(_ROWS_AT_ONCE):
            for row in rows:
                yield dict(zip(names, row, strict=True))

    def _look_at_values(self) -> None:
        """Which parts are null somewhere; and that there is nothing that no number is."""
        asked = [
            question
            for key, part in self._root.parts
            for question in part.questions(_name(key), "$" + field_step(key))
        ]
        parts = [f"bool_or({question.condition})" for question in asked]
        found = self._run(f"SELECT count(*), {', '.join(parts)} FROM {self._source.source}")
        self.rows, *answers = found.fetchone()
        for question in (its for its, answer in zip(asked, answers, strict=True) if answer):
            if question.about == "null":
                question.part.is_optional = True
            else:
                self._source.refuse(
                    "it is NaN or infinite somewhere, for which JSON has no number",
                    "leave such rows out: --sql "
                    + shell(f"from {self._source.source} where isfinite(…)"),
                    question.path,
                )

    def _asked(self, query: str) -> duckdb.DuckDBPyRelation:
        import duckdb

        try:
            return self._db.sql(query)
        except duckdb.Error as error:
            self._refuse(error)

    def _run(self, query: str) -> Any:
        import duckdb

        try:
            return self._db.execute(query)
        except duckdb.Error as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> NoReturn:
        said = re.sub(r"\s+", " ", str(error).partition("\n\n")[0]).strip()
        self._source.refuse(said, f"see what DuckDB makes of it: {self._source.look()}")


def _connected(source: Rows) -> duckdb.DuckDBPyConnection:
    import duckdb

    db = duckdb.connect(":memory:")
    db.execute("SET TimeZone = 'UTC'")
    db.execute("SET autoinstall_known_extensions = false")
    if source.is_arrow:
        db.register(_REGISTERED, _arrow(source))
    return db


def _arrow(source: Rows) -> Any:
    """An Arrow table, of a file or of a stream in one; as it lies in the file if it can be.
    Raises `InputError`, `UserError`."""
    try:
        import pyarrow as pa
    except ImportError:
        raise UserError(
            f"{source.path}: reading it takes pyarrow: pip install 'serbench[formats]'"
        ) from None
    try:
        with pa.memory_map(str(source.path)) as file:
            try:
                return pa.ipc.open_file(file).read_all()
            except pa.ArrowInvalid:
                file.seek(0)
                return pa.ipc.open_stream(file).read_all()
    except pa.ArrowException as error:
        source.refuse(
            f"it is no Arrow file: {str(error).splitlines()[0]}",
            "write it by pyarrow.feather.write_feather, or as Parquet",
        )


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class _Question:
    """Whether a part is somewhere in a row null, or a number that is not finite."""

    part: _Part
    path: str
    about: Literal["null", "finite"]
    condition: str


@dataclass(slots=True, eq=False)
class _Part:
    """A place of a table. `template` makes a leaf's canonical value; `parts` are a record's fields,
    `item` is a list's, or a map's value."""

    type: Type
    template: str = "{}"
    parts: list[tuple[str, _Part]] = field(default_factory=list)
    item: _Part | None = None
    is_optional: bool = False
    depth: int = 0

    @property
    def whole(self) -> Type:
        inner = self.type
        if isinstance(inner, ListOf) and self.item:
            inner = ListOf(self.item.whole)
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
        each = f"v{self.depth}"
        if isinstance(self.type, MapOf):
            inner = f"struct_pack(k := {each}.key, v := {self.item.sql(f'{each}.value')})"
            entries = f"list_transform(map_entries({at}), lambda {each}: {inner})"
            return f"map_from_entries({entries})"
        return f"list_transform({self.template.format(at)}, lambda {each}: {self.item.sql(each)})"

    def _field(self, at: str, key: str) -> str:
        return f"struct_extract({at}, {_text(key)})"

    def questions(self, at: str, path: str) -> Iterator[_Question]:
        """Of the part and all in it; conditions are of a row."""
        yield _Question(self, path, "null", f"{at} IS NULL")
        if self.type in (Scalar(Kind.F32), Scalar(Kind.F64)):
            yield _Question(self, path, "finite", f"NOT isfinite({at})")
        for key, part in self.parts:
            for its in part.questions(self._field(at, key), path + field_step(key)):
                yield replace(its, condition=f"{at} IS NOT NULL AND {its.condition}")
        if self.item is not None:
            each, step = f"v{self.depth}", "{}" if isinstance(self.type, MapOf) else "[]"
            items = f"map_values({at})" if step == "{}" else self.template.format(at)
            for its in self.item.questions(each, path + step):
                somewhere = f"len(list_filter({items}, lambda {each}: {its.condition})) > 0"
                yield replace(its, condition=somewhere)


class _Walk:
    """From DuckDB's types to a schema's."""

    def __init__(self, name: str) -> None:
        self.warnings: list[str] = []
        self.places: dict[str, tuple[str, ...]] = {}
        self._source = name
        self._names = TypeNames()
        self._records: list[tuple[str, _Part]] = []
        self._enums: dict[str, Enum] = {}

    def schema(self, name: str, root: _Part) -> Schema:
        assert isinstance(root.type, RecordRef)
        records = (
            Record(record, tuple(Field(key, its.whole) for key, its in part.parts))
            for record, part in self._records
        )
        return Schema(name, root.type.name, tuple(records), tuple(self._enums.values()))

    def record(self, columns: list[tuple[str, Any]], name: str, parent: str, path: str) -> _Part:
        called = self._names.new(singular(name), parent)
        part = _Part(RecordRef(called), depth=path.count("[]") + path.count("{}"))
        self._records.append((called, part))
        self.places[called] = (path,)
        part.parts = [
            (key, self._part(type_, key, called, path + field_step(key))) for key, type_ in columns
        ]
        return part

    def _part(self, type_: Any, name: str, parent: str, path: str) -> _Part:
        kind = str(type_.id)
        depth = path.count("[]") + path.count("{}")
        match kind:
            case "struct":
                return self.record([(str(n), t) for n, t in type_.children], name, parent, path)
            case "list" | "array":
                item = self._part(type_.children[0][1], singular(name), parent, path + "[]")
                return _Part(ListOf(item.type), item=item, depth=depth)
            case "map":
                return self._map(type_, name, parent, path, depth)
            case "enum":
                symbols = tuple(dict(type_.children)["values"])
                called = self._names.new(singular(name), parent)
                self._enums[called] = Enum(called, symbols)
                return _Part(EnumRef(called), _AS_TEXT, depth=depth)
            case "decimal":
                return self._decimal(type_, path, depth)
            case _:
                return self._leaf(kind, str(type_), path, depth)

    def _map(self, type_: Any, name: str, parent: str, path: str, depth: int) -> _Part:
        (_, key), (_, value) = type_.children
        if str(key.id) == "varchar":
            item = self._part(value, singular(name), parent, path + "{}")
            return _Part(MapOf(item.type), item=item, depth=depth)
        self._warn(path, f"is {type_}, whose keys are no text: a list of keys and values")
        item = self.record([("key", key), ("value", value)], singular(name), parent, path + "[]")
        return _Part(ListOf(item.type), "map_entries({})", item=item, depth=depth)

    def _decimal(self, type_: Any, path: str, depth: int) -> _Part:
        facts = dict(type_.children)
        if facts["scale"] == 0 and facts["precision"] <= _MOST_DIGITS:
            self._warn(path, f"is {type_}: a 64-bit integer")
            return _Part(Scalar(Kind.I64), "CAST({} AS BIGINT)", depth=depth)
        self._warn(path, f"is {type_}: its digits as text")
        return _Part(Scalar(Kind.STRING), _AS_TEXT, depth=depth)

    def _leaf(self, kind: str, shown: str, path: str, depth: int) -> _Part:
        if kind in _PLAIN:
            return _Part(Scalar(_PLAIN[kind]), depth=depth)
        if kind in _MAPPED:
            its, template, said = _MAPPED[kind]
            if said:
                self._warn(path, f"is {shown}: {said}")
            return _Part(Scalar(its), template, depth=depth)
        self._warn(path, f"is {shown}, for which there is no type: its text")
        return _Part(Scalar(Kind.STRING), _AS_TEXT, depth=depth)

    def _warn(self, path: str, text: str) -> None:
        self.warnings.append(f"{self._source}: {path} {text}")
