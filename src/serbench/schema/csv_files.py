"""CSV files: what their dialect is, and of which type each column is, by rules that are told.

DuckDB reads the texts. It is not asked to guess: its guesses leave lines out, change texts in
silence and differ by version. The rules stand in docs/types.md.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Literal, cast, get_args

import msgspec

from serbench.errors import UserError
from serbench.quoting import clipped, shown_name
from serbench.schema.remarks import Remark, note, warning

ALL = "all"
Empty = Literal["", "null", "text"]

_HEAD_BYTES = 1 << 20  # the names of wide tables take several hundred kilobytes
TAB = "\t"
_DELIMITERS = (",", ";", TAB, "|")
_WIDE_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_ENDS = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}
# Columns that one query asks about, and those that a note names.
_MOST_NAMES = 12


class CsvOptions(msgspec.Struct, frozen=True):
    """What a user decides of CSV files. `text_columns` are called by name, or are `ALL`; those
    that a schema says are text may be missing, if `are_of_schema`. `empty` says what an empty
    field is; without it an unquoted one is null, and a quoted one the empty text. Of the columns
    `times_as_text`, dates and times stay text: a schema says what they are."""

    text_columns: tuple[str, ...] = ()
    empty: Empty = ""
    are_of_schema: bool = False
    times_as_text: tuple[str, ...] = ()


def csv_options(text_columns: Sequence[str], empty: str) -> CsvOptions:
    """Those of a command line. Raises `UserError`."""
    if empty not in get_args(Empty):
        raise UserError(f"--empty takes null or text, not {empty!r}")
    return CsvOptions(tuple(text_columns), cast(Empty, empty))


def not_csv(target: str) -> str:
    """What is said of options for CSV files where there is none."""
    return f"--text-columns and --empty are of CSV files, and {target} is none"


@dataclass(frozen=True, slots=True)
class Dialect:
    """`skipped` are lines before the header; `names` are the first record's texts."""

    delimiter: str
    escape: str
    skipped: int
    names: tuple[str, ...]
    line_end: str
    has_mark: bool


class DialectError(Exception):
    """`args` are the cause and the next step, in which `{file}` is the file."""


def dialect_of(file: IO[bytes], packed: str, is_tsv: bool) -> Dialect:
    """As the first MiB has it: of comma, semicolon, tab and bar the delimiter by which all
    lines have as many fields, and most. Lines of one field before them are no part of the table, if
    they begin with #, a blank line follows, or the table has more than two. Raises `DialectError`.
    """
    data = _head(file, packed)
    if data.startswith(_WIDE_BOMS) or (len(data) > 1 and 0 in data[:2] and any(data[:2])):
        cause = "it is UTF-16 or UTF-32, and CSV is read as UTF-8"
        raise DialectError(cause, "convert it: iconv -f utf-16 -t utf-8 {file} > x.csv")
    is_cut = len(data) == _HEAD_BYTES
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(data, final=not is_cut)
    except UnicodeDecodeError:
        raise not_utf8() from None
    end = re.search("\r\n|\n|\r", text)
    escape, candidates = '"', []
    for escape in ('"', "\\"):
        candidates = [
            candidate
            for delimiter in ((TAB,) if is_tsv else _DELIMITERS)
            if (candidate := _candidate(text, delimiter, escape, is_cut))
        ]
        if candidates:
            break
    if not candidates:  # no delimiter fits: DuckDB is to say in which line
        first = next(filter(None, text.splitlines()), "")
        delimiter = TAB if is_tsv else max(_DELIMITERS, key=first.count)
        escape, candidates = '"', [_Candidate(delimiter, 0, tuple(_first(text, delimiter)))]
    best = max(
        candidates,
        key=lambda candidate: (len(candidate.names) > 1, candidate.is_whole, len(candidate.names)),
    )
    if len(best.names) == 1 and (
        others := [character for character in _DELIMITERS if character in best.names[0]]
    ):
        # Its other lines have more fields, or fewer: DuckDB is to say which.
        delimiter = max(others, key=best.names[0].count)
        best = _Candidate(delimiter, best.skipped, tuple(_first(best.names[0], delimiter)))
    return Dialect(
        best.delimiter,
        escape,
        best.skipped,
        best.names,
        end.group() if end else "\n",
        data.startswith(codecs.BOM_UTF8),
    )


def not_utf8() -> DialectError:
    return DialectError(
        "it is not UTF-8", "convert it, for example: iconv -f latin1 -t utf-8 {file} > x.csv"
    )


def _head(file: IO[bytes], packed: str) -> bytes:
    file.seek(0)
    try:
        match packed:
            case "gzip":
                return gzip.GzipFile(fileobj=file).read(_HEAD_BYTES)
            case "zstd":
                import zstandard

                return zstandard.ZstdDecompressor().stream_reader(file).read(_HEAD_BYTES)
            case _:
                return file.read(_HEAD_BYTES)
    except Exception as error:  # of zlib, zstandard, gzip: each has several
        cause = f"it is damaged: {str(error) or type(error).__name__}"
        raise DialectError(cause, "fetch or compress the file again") from None
    finally:
        file.seek(0)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`is_whole` if no record stands before the header."""

    delimiter: str
    skipped: int
    names: tuple[str, ...]
    is_whole: bool = True


def _candidate(text: str, delimiter: str, escape: str, is_cut: bool) -> _Candidate | None:
    """None if the records are not those of one table."""
    records: list[tuple[int, list[str]]] = []
    before = 0
    reader = _reader(text, delimiter, escape)
    try:
        for record in reader:
            if record:
                records.append((before, record))
            before = reader.line_num
    except csv.Error as error:
        if not (is_cut and "end of data" in str(error)):
            return None
    if is_cut and len(records) > 1:
        records.pop()
    if not records:
        return None
    width = len(records[-1][1])
    first = len(records)
    while first and len(records[first - 1][1]) == width:
        first -= 1
    skipped, names = records[first]
    if first:
        above = records[:first]
        is_set_off = skipped > above[-1][0] + 1 or all(
            fields[0].startswith("#") for _, fields in above
        )
        is_table = is_set_off or len(records) - first > 2
        if not is_table or width == 1 or any(len(record) > 1 for _, record in above):
            return None
    return _Candidate(delimiter, skipped, tuple(names), first == 0)


def _first(text: str, delimiter: str) -> list[str]:
    try:
        return next(filter(None, _reader(text, delimiter, '"', strict=False)), [""])
    except csv.Error:
        return [""]


def _reader(text: str, delimiter: str, escape: str, strict: bool = True) -> Any:
    csv.field_size_limit(_HEAD_BYTES)
    escapes: dict[str, Any] = {"doublequote": True}
    if escape != '"':
        escapes = {"doublequote": False, "escapechar": escape}
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict, **escapes)


# What a text may be, as bits that DuckDB collects of each column.
_EMPTY, _INTEGER, _NEGATIVE, _ABOVE_I64, _BEYOND, _INEXACT = 1, 2, 4, 8, 16, 32
_FLOAT, _OVERFLOW, _NOT_FINITE, _BOOLEAN, _DATE, _TIME = 64, 128, 256, 512, 1024, 2048
_TIMESTAMP, _ZONED, _FINE, _TEXT = 4096, 8192, 16384, 32768
_WHOLE = _INTEGER | _NEGATIVE | _ABOVE_I64 | _BEYOND | _INEXACT
_DAY, _CLOCK, _ZONE = r"\d{4}-\d\d-\d\d", r"\d\d:\d\d:\d\d(\.\d{1,6}0*)?", r"(Z|[+-]\d\d(:\d\d)?)"
_FINER = r"(\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d\.\d{7,}(Z|[+-]\d\d(:\d\d)?)?"


def _is(pattern: str, castable: str = "") -> str:
    matches = f"regexp_full_match({{0}}, '{pattern}')"
    return f"{matches} AND TRY_CAST({{0}} AS {castable}) IS NOT NULL" if castable else matches


_INEXACT_SQL = (
    "length({0}) > 15 AND coalesce(TRY_CAST(TRY_CAST({0} AS DOUBLE) AS HUGEINT) "
    "<> TRY_CAST({0} AS HUGEINT), true)"
)
_BITS = (
    "CASE WHEN {0} IS NULL THEN 0 "
    f"WHEN {{0}} = '' THEN {_EMPTY} "
    f"WHEN {_is('-?(0|[1-9][0-9]*)')} THEN "
    f"(CASE WHEN {{0}} = '-0' THEN {_FLOAT} "
    f"WHEN TRY_CAST({{0}} AS BIGINT) IS NOT NULL THEN {_INTEGER} "
    f"WHEN TRY_CAST({{0}} AS UBIGINT) IS NOT NULL THEN {_ABOVE_I64} ELSE {_BEYOND} END"
    f" | CASE WHEN {{0}} LIKE '-%' THEN {_NEGATIVE} ELSE 0 END"
    f" | CASE WHEN {_INEXACT_SQL} THEN {_INEXACT} ELSE 0 END) "
    f"WHEN {_is('-?(0|[1-9][0-9]*)?([.][0-9]*)?([eE][-+]?[0-9]+)?', 'DOUBLE')} THEN "
    f"(CASE WHEN isfinite(TRY_CAST({{0}} AS DOUBLE)) THEN {_FLOAT} ELSE {_OVERFLOW} END) "
    f"WHEN {_is('(?i)[-+]?(nan|inf|infinity)', 'DOUBLE')} THEN {_NOT_FINITE} "
    f"WHEN {_is('(?i)true|false|t|f', 'BOOLEAN')} THEN {_BOOLEAN} "
    f"WHEN {_is(_DAY, 'DATE')} THEN {_DATE} "
    f"WHEN {_is(_CLOCK, 'TIME')} THEN {_TIME} "
    f"WHEN {_is(f'{_DAY}[ T]{_CLOCK}', 'TIMESTAMP')} THEN {_TIMESTAMP} "
    f"WHEN {_is(f'{_DAY}[ T]{_CLOCK}{_ZONE}', 'TIMESTAMPTZ')} THEN {_ZONED} "
    f"WHEN {_is(_FINER)} THEN {_FINE} "
    f"ELSE {_TEXT} END"
)

# What each type is called, and becomes.
_TYPES = {
    "VARCHAR": "text",
    "BIGINT": "i64",
    "UBIGINT": "u64",
    "DOUBLE": "f64",
    "BOOLEAN": "boolean",
    "DATE": "date (i32, days since 1970-01-01)",
    "TIME": "time (i64, microseconds of the day)",
    "TIMESTAMP": "timestamp (i64, microseconds since 1970-01-01)",
    "TIMESTAMPTZ": "timestamp with a zone (i64, microseconds since 1970-01-01 in UTC)",
}

_TIMES = ("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ")


def _type_of(bits: int) -> tuple[str, str]:
    """DuckDB's type of the texts that have these bits, and why it is text, if that is no matter of
    course."""
    kinds = bits & ~_EMPTY
    numbers = _WHOLE | _FLOAT | _OVERFLOW | _NOT_FINITE
    if not kinds or kinds & _TEXT:
        type_, why = "VARCHAR", ""
    elif kinds & ~numbers == 0 and kinds & (_WHOLE | _FLOAT | _OVERFLOW):
        type_, why = _type_of_numbers(kinds)
    else:
        single = {
            _BOOLEAN: "BOOLEAN", _DATE: "DATE", _TIME: "TIME", _TIMESTAMP: "TIMESTAMP",
            _ZONED: "TIMESTAMPTZ",
        }  # fmt: skip
        type_, why = single.get(kinds, "VARCHAR"), ""
        if kinds & _FINE:
            why = "parts of a microsecond, which timestamps here do not have"
    if bits & _EMPTY and type_ != "VARCHAR":
        return "VARCHAR", 'an empty text (""), which --empty null makes null'
    return type_, why


def _type_of_numbers(kinds: int) -> tuple[str, str]:
    if kinds & (_FLOAT | _OVERFLOW | _NOT_FINITE) == 0:
        if kinds & _BEYOND:
            return "VARCHAR", "integers that 64 bits do not hold"
        if not kinds & _ABOVE_I64:
            return "BIGINT", ""
        if not kinds & _NEGATIVE:
            return "UBIGINT", ""
        return "VARCHAR", "negative integers and others above 2^63 - 1"
    if kinds & _OVERFLOW:
        return "VARCHAR", "numbers that no double holds"
    if kinds & (_INEXACT | _BEYOND):
        return "VARCHAR", "floats, and integers that no double holds"
    return "DOUBLE", ""


@dataclass(slots=True)
class CsvTable:
    """A CSV file as DuckDB is to read it. `names` are the columns' own, in order; in `sql`, what
    stands behind FROM, they are `c0`, `c1` …. `remarks` say what was decided."""

    names: list[str]
    sql: str
    remarks: list[Remark] = field(default_factory=list)


Asked = Callable[[str], Sequence[Any]]


def described(
    dialect: Dialect, path: str, packed: str, options: CsvOptions, name: str, ask: Asked
) -> CsvTable:
    """`path` is what DuckDB opens, `ask` its answer to a query. Raises `UserError` for a column
    that is not there, and what `ask` raises."""
    count = len(dialect.names)
    whole = _texts(dialect, path, packed, options.empty, has_header=False)
    first = list(_bits(count, f"(FROM {whole} LIMIT 1)", ask))
    rest = _texts(dialect, path, packed, options.empty, has_header=True)
    types = [_type_of(bits) for bits in _bits(count, rest, ask)]
    has_header = not _is_row([_type_of(bits)[0] for bits in first], [type_ for type_, _ in types])
    names = _names(dialect.names) if has_header else [f"column{n}" for n in range(count)]
    types = _chosen(types, names, options, name)
    columns = ", ".join(
        f"CAST(c{n} AS {type_}) AS c{n}" if type_ != "VARCHAR" else f"c{n}"
        for n, (type_, _) in enumerate(types)
    )
    texts = rest if has_header else whole
    # Without a header, names are made up; lines before it are no values.
    of_dialect = note if has_header and not dialect.skipped else warning
    remarks = [
        of_dialect(_of_dialect(dialect, has_header, options.empty)),
        note(_of_types(names, types)),
    ]
    if has_header:
        remarks += _of_names(dialect.names, names)
    remarks += [
        warning(f"{shown_name(key)} is kept as text: it has {why}")
        for key, (_, why) in zip(names, types, strict=True)
        if why
    ]
    remarks += _changes(names, types, texts, ask)
    named = [Remark(f"{name}: {remark.text}", remark.is_warning) for remark in remarks]
    return CsvTable(names, f"(SELECT {columns} FROM {texts})", named)


def _texts(dialect: Dialect, path: str, packed: str, empty: Empty, *, has_header: bool) -> str:
    """All columns as texts."""
    count = len(dialect.names)
    columns = ", ".join(f"'c{n}': 'VARCHAR'" for n in range(count))
    read = (
        f"read_csv('{path}', auto_detect = false, delim = '{dialect.delimiter}', quote = '\"', "
        f"escape = '{dialect.escape}', skip = {dialect.skipped}, comment = '', "
        f"header = {str(has_header).lower()}, columns = {{{columns}}}, "
        f"allow_quoted_nulls = false, compression = '{packed}')"
    )
    if not empty:
        return read
    form = "nullif(c{0}, '') AS c{0}" if empty == "null" else "coalesce(c{0}, '') AS c{0}"
    return f"(SELECT {', '.join(map(form.format, range(count)))} FROM {read})"


def _bits(count: int, texts: str, ask: Asked) -> Iterator[int]:
    """Of each column; 0 if it has nothing but null."""
    bits = f"SELECT n, bit_or({_of(_BITS, 't')}) FROM {_listed(range(count), texts)} GROUP BY n"
    found = dict(ask(bits))
    yield from (found.get(n) or 0 for n in range(count))


def _listed(columns: Sequence[int], texts: str) -> str:
    """Each text `t` of these columns, with its column's number `n`. Of a question of each column
    DuckDB takes 20 s to plan 2,000, and 850 MB for 50 with filters."""
    cells = ", ".join(f"c{n}" for n in columns)
    return f"(SELECT unnest({list(columns)}) AS n, unnest([{cells}]) AS t FROM {texts})"


def _of(template: str, column: str) -> str:
    return template.replace("{0}", column)  # a pattern in it may have braces


def _is_row(first: list[str], types: list[str]) -> bool:
    """Whether the first record looks like those below it, so that it is no header."""
    return any(type_ != "VARCHAR" for type_ in types) and all(
        below in ("VARCHAR", above) or (above, below) in (("BIGINT", "DOUBLE"),)
        for above, below in zip(first, types, strict=True)
    )


def _names(told: Sequence[str]) -> list[str]:
    """Each once: a second `note` is `note_1`."""
    taken, seen, names = set(told), set(), []
    last: dict[str, int] = {}
    for name in told:
        new = name
        if name in seen:
            count = last.get(name, 0)
            while new in taken:
                count += 1
                new = f"{name}_{count}"
            taken.add(new)
            last[name] = count
        seen.add(name)
        names.append(new)
    return names


def _chosen(
    types: list[tuple[str, str]], names: list[str], options: CsvOptions, name: str
) -> list[tuple[str, str]]:
    if options.text_columns == (ALL,):
        return [("VARCHAR", "")] * len(types)
    missing = [column for column in options.text_columns if column not in names]
    if missing and not options.are_of_schema:
        known = ", ".join(map(shown_name, names[:_MOST_NAMES]))
        raise UserError(
            f"--text-columns: {name} has no column {shown_name(missing[0])}; it has: {known}"
            + (" …" if len(names) > _MOST_NAMES else "")
        )
    texts, times = frozenset(options.text_columns), frozenset(options.times_as_text)
    return [
        ("VARCHAR", "") if key in texts or (key in times and type_[0] in _TIMES) else type_
        for key, type_ in zip(names, types, strict=True)
    ]


def _of_dialect(dialect: Dialect, has_header: bool, empty: Empty) -> str:
    line = dialect.skipped + 1
    header = f"the header is line {line}" if has_header else "no header, names are column0 …"
    parts = [
        f"delimiter {'tab' if dialect.delimiter == TAB else repr(dialect.delimiter)}",
        f"quote '\"', escape '{dialect.escape}'",
        header,
        "UTF-8" + " with a byte order mark" * dialect.has_mark,
        f"lines end with {_LINE_ENDS[dialect.line_end]}",
    ]
    if dialect.skipped:
        some = "1 line" if dialect.skipped == 1 else f"{dialect.skipped} lines"
        parts.append(f"{some} before the header left out")
    rule = {
        "": "an empty field is null, a quoted one the empty text",
        "null": "an empty field is null",
        "text": "an empty field is the empty text",
    }
    return f"read as CSV: {', '.join(parts)}; {rule[empty]}"


def _of_types(names: list[str], types: list[tuple[str, str]]) -> str:
    groups: dict[str, list[str]] = {}
    for name, (type_, _) in zip(names, types, strict=True):
        groups.setdefault(type_, []).append(name)
    return "columns: " + "; ".join(
        f"{_TYPES[type_]}: {_list(list(map(shown_name, groups[type_])))}"
        for type_ in _TYPES
        if type_ in groups
    )


def _of_names(told: Sequence[str], names: list[str]) -> list[Remark]:
    changed = [
        f"{shown_name(new)} (column {number})"
        for number, (old, new) in enumerate(zip(told, names, strict=True), 1)
        if old != new
    ]
    return [warning(f"names that stand there twice: {_list(changed)}")] if changed else []


def _list(parts: list[str]) -> str:
    left = len(parts) - _MOST_NAMES
    shown = ", ".join(parts[:_MOST_NAMES])
    return f"{shown} and {left:,} more" if left > 0 else shown


# Whether a text is not what the value is written as.
_CHANGED = {
    "DOUBLE": "CAST(CAST({0} AS DOUBLE) AS VARCHAR) NOT IN ({0}, {0} || '.0')",
    "BOOLEAN": "{0} NOT IN ('true', 'false')",
}
# What a text becomes.
_BECOMES = {
    "DOUBLE": "CAST({0} AS DOUBLE)",
    "BOOLEAN": "CAST({0} AS BOOLEAN)",
    "DATE": "CAST({0} AS DATE) - DATE '1970-01-01'",
    "TIME": "date_diff('microsecond', TIME '00:00:00', CAST({0} AS TIME))",
    "TIMESTAMP": "epoch_us(CAST({0} AS TIMESTAMP))",
    "TIMESTAMPTZ": "epoch_us(CAST({0} AS TIMESTAMPTZ))",
}


def _changes(
    names: list[str], types: list[tuple[str, str]], texts: str, ask: Asked
) -> Iterator[Remark]:
    """Of each column whose texts are not what is read, how many, and the first by order."""
    found: list[tuple[int, Remark]] = []
    for type_, becomes in _BECOMES.items():
        columns = [n for n, (read_as, _) in enumerate(types) if read_as == type_]
        if not columns:
            continue
        differs = _of(_CHANGED.get(type_, "{0} IS NOT NULL"), "t")
        query = (
            f"SELECT n, count(*), min(t), arg_min({_of(becomes, 't')}, t) "
            f"FROM {_listed(columns, texts)} WHERE {differs} GROUP BY n"
        )
        for n, count, text, value in ask(query):
            became = str(value).lower() if isinstance(value, bool) else str(value)
            rows = "1 row" if count == 1 else f"{count:,} rows"
            example = f"{clipped(text, 40)} to {became}"
            text = f"{shown_name(names[n])}: texts changed in {rows}, for example {example}"
            found.append((n, warning(text) if type_ in _CHANGED else note(text)))
    found.sort(key=lambda pair: (not pair[1].is_warning, pair[0]))
    remarks = [remark for _, remark in found]
    if remarks:
        yield from remarks[:_MOST_NAMES]
        more = len(remarks) - _MOST_NAMES
        keep = f"texts stay as they stand with --text-columns NAME,… or {ALL}"
        remark = warning if any(left_out.is_warning for left_out in remarks[_MOST_NAMES:]) else note
        yield remark(f"{more:,} more columns changed; {keep}" if more > 0 else keep)
