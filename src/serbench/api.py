"""serbench from Python: `infer`, `verify`, `run` and `load`, for notebooks and programs.

They do what the commands of the same names do, `load` what `report` does. What is wrong with what
was asked for is a `serbench.UserError`, whose text names the next step; nothing here ends the
process or writes to standard output. Warnings and progress go to standard error, in a notebook
beneath the cell. `serbench.toml` is not read.

Rows are relations of DuckDB: `.df()` makes a DataFrame of pandas of them, `.pl()` one of Polars,
`.arrow()` what Arrow reads, if that library is there; `.fetchall()`, `.filter()` and `.order()`
need none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from serbench.operations import BY_DEFAULT, PRIMARY, TIMED

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from serbench.preparation.readings import Reading, Target
    from serbench.results.rows import Result
    from serbench.schema.infer import Inference

AnyPath = str | os.PathLike[str]
Words = str | Sequence[str]

_PROOF_COLUMNS = {
    "workload": "VARCHAR",
    "codec": "VARCHAR",
    "language": "VARCHAR",
    "status": "VARCHAR",
    "verified": "BOOLEAN",
    "values": "BIGINT",
    "bytes": "DOUBLE",
    "digest": "VARCHAR",
    "reads": "VARCHAR[]",
    "misreads": "MAP(VARCHAR, VARCHAR)",
    "note": "VARCHAR",
}


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        rows: A row for each cell (workload, codec, operation; the round trip is one), with a column
            for each field of `serbench.results.rows.Row`: times in nanoseconds per value (`_ns`),
            sizes in bytes per value, NULL where nothing was measured.
        result: The same as objects, with the environment, warnings and how far the claim reaches.
        finished: False after an interrupt; what was measured until then is there.
    """

    rows: DuckDBPyRelation
    result: Result
    finished: bool = True

    def __repr__(self) -> str:
        return f"run {self.result.run}\n{self.rows}"

    def _repr_markdown_(self) -> str:
        """What notebooks show: the answer and the tables, as `serbench report --format markdown`.
        https://ipython.readthedocs.io/en/stable/config/integrating.html#rich-display
        """
        from serbench.report.markdown import render_markdown

        return render_markdown(self.result)


def infer(
    *files: AnyPath,
    at: str = "",
    text_columns: Words = (),
    empty: str = "",
    detect_types: bool = False,
    plain_types: bool = False,
    narrow: bool = False,
) -> Inference:
    """The schema that every value of the files fits.

    Args:
        files: JSON Lines, plain or `.gz`, `.bz2`, `.zst`; one file of another kind that `serbench
            run` takes (Parquet, CSV, Avro, …).
        at: Where in each value what is meant stands: `$.features[]`, the elements of a list.
        text_columns: Columns of a CSV file that stay text, by name; or `all`.
        empty: What an empty field of a CSV file is: `null` or `text`; without it an unquoted one is
            null, and a quoted one the empty text.
        detect_types: Texts that are dates, timestamps, decimals and the like throughout a field get
            such a type.
        plain_types: Types of that kind, which the files declare, are forgotten.
        narrow: Integers of 8 and 16 bits where all values of a field fit.

    Returns:
        `schema`, `warnings` (places where a type says less than one might think), `notes` (what
        became of the file's own types, with nothing lost), and how many `values` and `bytes` were
        read.

    Raises:
        UserError: A file cannot be read, or holds what is no record; the text has file and line.
    """
    from serbench.commands import infer as inferring
    from serbench.errors import UserError

    if not files:
        raise UserError("infer takes files: serbench.infer('events.jsonl')")
    read = _reading(at, text_columns, empty, detect_types, plain_types)
    return inferring.infer([os.fspath(file) for file in files], narrow, read)


def verify(
    *targets: AnyPath,
    sql: Words = (),
    schema: AnyPath | None = None,
    proto_path: Sequence[AnyPath] = (),
    at: str = "",
    text_columns: Words = (),
    empty: str = "",
    detect_types: bool = False,
    plain_types: bool = False,
    languages: Words = (),
    codecs: Words = (),
    operations: Words = BY_DEFAULT,
    count: int | None = None,
    narrow: bool = False,
    seed: int = 0,
) -> DuckDBPyRelation:
    """Proves that every value survives every codec, and that codecs read each other's bytes.

    Args:
        targets: Workloads by name, data files, workload modules (`.py`).
        sql: Queries that DuckDB answers with the values to take.
        schema: A `.avsc`, `.json` or `.proto` with the types of the data files, or
            `file.proto:package.Message`.
        proto_path: Folders where imports of a `.proto` are looked for first.
        at, text_columns, empty, detect_types, plain_types: As `infer` has them, of the data files.
        languages: Only codecs of these.
        codecs: Ids, names or files; `*` and `?` fit anything.
        operations: The paths that are proven, by the names of `serbench list operations`.
        count: Values of each target, at most.
        narrow: As `infer` has it.
        seed: For values that are generated.

    Returns:
        A row for each target and codec: `status` is `proven`, or `cannot-hold`, `broken`,
        `failed`, `unavailable`, with why in `note`; `verified` is false too where the codec
        misreads the bytes of another (`misreads`, by codec); `bytes` are per value.

    Raises:
        UserError: What was named is not there, or its data are bad.
    """
    from serbench.commands import verify as proving

    _check_least(1, count=count)
    read = _reading(at, text_columns, empty, detect_types, plain_types, schema, proto_path)
    proofs = proving.prove(
        proving.VerifyOptions(
            targets=_targets(targets, sql, read),
            languages=_words(languages),
            codecs=_words(codecs),
            operations=_operations(operations),
            count=count,
            narrow=narrow,
            seed=seed,
        )
    )
    rows = map(proving.row_of, proofs)
    return _relation(_PROOF_COLUMNS, ([row[name] for name in _PROOF_COLUMNS] for row in rows))


def run(
    *targets: AnyPath,
    sql: Words = (),
    schema: AnyPath | None = None,
    proto_path: Sequence[AnyPath] = (),
    at: str = "",
    text_columns: Words = (),
    empty: str = "",
    detect_types: bool = False,
    plain_types: bool = False,
    languages: Words = (),
    codecs: Words = (),
    all_codecs: bool = False,
    operations: Words = PRIMARY,
    count: int | None = None,
    budget_s: float | None = None,
    precision: float = 0.02,
    smallest: float | None = None,
    processes: int = 5,
    layouts: int = 1,
    allocator: str = "system",
    narrow: bool = False,
    seed: int = 0,
    db: AnyPath = "serbench.duckdb",
    html: AnyPath | None = None,
    tag: str = "",
    note: str = "",
) -> Figures:
    """Proves that values survive, then measures codecs, and keeps all of it in the results file.

    Args:
        targets, sql, schema, proto_path, at, text_columns, empty, detect_types, plain_types,
            languages, codecs, count, narrow: As `verify` has them, but without `codecs` only the
            core set is measured.
        all_codecs: Measure every codec, not only the core set.
        operations: What is timed, by the names of `serbench list operations`.
        budget_s: Seconds of measuring for each target; None is 60, or three for each codec.
        precision: The half-width of an interval at which a cell is done, as a share (0.02: 2 %).
        smallest: No smaller difference is called one, as a share; None is 0.03, or 0.02 with
            layouts.
        processes: Of each codec, at least.
        layouts: In so many is each driver linked.
        allocator: Of C++ and Rust: `system` or `mimalloc`.
        seed: For values that are generated, and for the order of measuring.
        db: The results file; it is made if it is not there.
        html: Where the report's page is written; nowhere if None.
        tag, note: A name for the run, and any text kept with it.

    Raises:
        UserError: What was named is not there, its data are bad, or a file cannot be written;
            nothing was measured then. A codec that is broken or missing is no error but a row
            whose `status` says so.
    """
    from serbench.commands import output
    from serbench.commands import run as running
    from serbench.commands.run_options import RunOptions
    from serbench.machine import output_paths
    from serbench.results.load_report import evidence_of

    _check_least(1, count=count, processes=processes, layouts=layouts)
    _check_least(0, budget_s=budget_s, smallest=smallest)
    _check_least(0.0001, precision=precision)
    if html is not None:
        output_paths.check_file(Path(html))
    read = _reading(at, text_columns, empty, detect_types, plain_types, schema, proto_path)
    result, finished = running.run(
        RunOptions(
            targets=_targets(targets, sql, read),
            languages=_words(languages),
            codecs=_words(codecs),
            all_codecs=all_codecs,
            operations=_operations(operations),
            count=count,
            budget_s=budget_s,
            precision=precision,
            smallest=smallest,
            processes=processes,
            layouts=layouts,
            allocator=allocator,
            narrow=narrow,
            seed=seed,
            db=Path(db),
            tag=tag,
            note=note,
        )
    )
    if html is not None and any(row.status == "measured" for row in result.rows):
        output.write_html(result, Path(html), evidence_of(Path(db), result))
    return _figures(result, finished)


def load(*runs: str, db: AnyPath = "serbench.duckdb") -> Figures:
    """Runs of a results file again, as one: the latest of `serbench run` if none is named.

    Args:
        runs: Ids or tags; `serbench list runs` names them.
        db: The results file, which is only read.

    Raises:
        UserError: There is no such file or run, or it is of another command than `run`.
    """
    from serbench.results.load_report import load_with_evidence

    return _figures(load_with_evidence(Path(db), runs)[0])


def _reading(
    at: str,
    text_columns: Words,
    empty: str,
    detect_types: bool,
    plain_types: bool,
    schema: AnyPath | None = None,
    proto_path: Sequence[AnyPath] = (),
) -> Reading:
    """As the command line has it. Raises `UserError`."""
    from serbench.preparation.readings import reading

    return reading(
        None if schema is None else Path(schema),
        list(map(Path, proto_path)),
        at,
        text_columns=_words(text_columns),
        empty=empty,
        detect_types=detect_types,
        plain_types=plain_types,
    )


def _targets(targets: Sequence[AnyPath], sql: Words, read: Reading) -> tuple[Target, ...]:
    """As the command line has them. Raises `UserError`."""
    from serbench.errors import UserError
    from serbench.preparation.readings import Target
    from serbench.schema.tables import SQL

    named = [read.of(os.fspath(target)) for target in targets]
    named += [Target(SQL + query) for query in _words(sql)]
    if not named:
        raise UserError("name a workload or a file; see: serbench list workloads")
    return tuple(named)


def _check_least(least: float, **given: float | None) -> None:
    """Raises `UserError` for a number below it."""
    from serbench.errors import UserError

    for name, value in given.items():
        if value is not None and not value >= least:  # nor NaN
            raise UserError(f"{name}={value}: it is {least:g} at least")


def _words(words: Words) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def _operations(names: Words) -> tuple[str, ...]:
    from serbench.errors import UserError, check_known

    for name in _words(names):
        check_known("operation", name, TIMED)
    if not names:
        raise UserError("operations: name one at least; see: serbench list operations")
    return _words(names)


def _figures(result: Result, finished: bool = True) -> Figures:
    from serbench.results.rows import FORMER_NAMES
    from serbench.results.tables import field_types

    types = field_types()
    columns = types | {former: types[name] for name, former in FORMER_NAMES.items()}
    rows = ([getattr(row, name) for name in columns] for row in result.rows)
    return Figures(_relation(columns, rows), result, finished)


def _relation(columns: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> DuckDBPyRelation:
    """A table in memory, in a database of its own that lives as long as the relation."""
    import duckdb

    database = duckdb.connect()  # of ours alone: its user may want all that DuckDB can
    named = ", ".join(f'"{name}" {type_}' for name, type_ in columns.items())
    database.execute(f"CREATE TABLE rows ({named})")
    placeholders = ", ".join("?" * len(columns))
    database.execute("BEGIN")
    for row in rows:
        database.execute(f"INSERT INTO rows VALUES ({placeholders})", list(row))
    database.execute("COMMIT")
    return database.table("rows")
