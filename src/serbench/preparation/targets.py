"""What the user names on the command line: a workload, a workload module or a data file."""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import msgspec

import serbench
from serbench import cache
from serbench.errors import UserError
from serbench.measure.verification import Expected
from serbench.progress import bar, say
from serbench.schema import cached, foreign
from serbench.schema.csv_files import CsvOptions, csv_options, not_csv
from serbench.schema.documents import is_document
from serbench.schema.lines import Lines
from serbench.schema.model import EnumRef, Kind, OptionalOf, Scalar, Schema
from serbench.schema.sources import values_of
from serbench.schema.tables import SQL, is_csv, is_table, rows_of_query
from serbench.schema.values import WorkingSet, prepare, prepare_cached
from serbench.workloads import registry
from serbench.workloads.workload import Workload

STANDARD_INPUT = "-"
_PART_BYTES = 1 << 20
_NO_OPTIONS = CsvOptions()
# A target that is a schema's file and a file of values: both follow, as a list in JSON.
SCHEMA = "schema:"


# One that is a part of a file: so many MiB, and the file.
SAMPLE = "sample:"


def sampled(mib: int, data: str) -> str:
    """The target that is so many MiB of a file. Raises `UserError`."""
    path = Path(data)
    if not looks_like_a_file(data) or path.suffix == ".py" or is_document(path) or is_table(path):
        raise UserError(
            f"--sample is of files of JSON Lines, and {data} is none; of a table: "
            "--sql \"from 'file.parquet' using sample 10000\""
        )
    return SAMPLE + json.dumps([mib, data])


def with_schema(schema: Path, data: str) -> str:
    """The target of values that a schema of the user's describes. Raises `UserError`."""
    if not looks_like_a_file(data) or Path(data).suffix == ".py":
        raise UserError(f"--schema is of files of values, and {data} is none")
    return SCHEMA + json.dumps([str(schema), data])


# One whose CSV files are read by options, which follow with the target, as a list in JSON.
CSV = "csv:"


def with_csv(target: str, text_columns: Sequence[str], empty: str) -> str:
    """The target of a CSV file that is read so. Raises `UserError`."""
    if not (target.startswith(SCHEMA) or Path(target).suffix == ".py" or is_csv(Path(target))):
        raise UserError(not_csv(target))
    return CSV + msgspec.json.encode((csv_options(text_columns, empty), target)).decode()


def csv_of(target: str) -> tuple[CsvOptions, str]:
    """What `with_csv` said, if it did, and of which target."""
    if not target.startswith(CSV):
        return _NO_OPTIONS, target
    return msgspec.json.decode(target.removeprefix(CSV), type=tuple[CsvOptions, str])


# One whose fields of several types are unions: what follows is another target.
UNIONS = "unions:"


def with_unions(target: str) -> str:
    """The target of data whose fields of several types are to be unions. Raises `UserError`."""
    its_own = target.startswith((SQL, UNIONS)) or not (
        target.startswith((SCHEMA, SAMPLE, CSV))
        or target == STANDARD_INPUT
        or looks_like_a_file(target)
    )
    if its_own or Path(target).suffix == ".py":
        raise UserError(
            f"--unions is of data files and schemas of yours, and {target} says its types"
        )
    return UNIONS + target


@dataclass(frozen=True, slots=True)
class Target:
    """A schema and the working set to measure on. `json_bytes` is that of all values;
    `is_built_in` says whether they are serbench's own, and of no file."""

    name: str
    source: str
    schema: Schema
    expected: Expected
    json_bytes: int
    warnings: tuple[str, ...] = ()
    is_built_in: bool = False


def resolve(text: str, count: int | None, seed: int, narrow: bool = False) -> Target:
    """The target called `text`, its values checked and digested.

    `count` is how many values the working set has at most; without it a workload's own number, or
    as many as the default limits of `serbench.schema.values` allow. `narrow` is said to the
    inference of a data file's schema. Raises `UserError` if there
    is no target of that name, or if its data is bad.
    """
    source = _source(text, count, seed, narrow)
    working_set = prepare_cached(source.schema, source.values, source.facts, *source.limits)
    return _target(source, working_set)


def resolve_all(
    texts: Sequence[str], count: int | None, seed: int, narrow: bool = False
) -> list[Target]:
    """As `resolve`, for several, whose names are made distinct; says their warnings."""
    names: dict[str, Target] = {}
    for text in texts:
        target = resolve(text, count, seed, narrow)
        for warning in target.warnings:
            say(f"warning: {warning}")
        name, number = target.name, 2
        while name in names:
            name, number = f"{target.name}-{number}", number + 1
        names[name] = replace(target, name=name)
    return list(names.values())


def resolve_into(text: str, count: int, seed: int, path: Path, narrow: bool = False) -> Target:
    """As `resolve`, with so many values whatever their size, which are kept in the file `path`
    and in no cache."""
    source = _source(text, count, seed, narrow)
    return _target(source, prepare(source.schema, source.values, path, count, 0))


def schema_of_target(text: str, narrow: bool = False) -> Schema:
    """Only the schema of a target; no value is prepared."""
    unions, text = text.startswith(UNIONS), text.removeprefix(UNIONS)
    csv, text = csv_of(text)
    if text.startswith(SQL):
        return rows_of_query(text.removeprefix(SQL)).table.schema
    path = Path(text)
    if path.suffix in foreign.SUFFIXES and path.suffix != ".json":
        return foreign.read_schema(path, path.stem, unions)
    if path.suffix == ".py":
        return registry.load_module(path).schema
    if looks_like_a_file(text):
        return _inferred(path, narrow, unions, csv)[0]
    return registry.find(text).schema


@dataclass(frozen=True, slots=True)
class _Source:
    """Where values come from. `facts` are all that they follow from, None if nobody can know;
    `limits` are the values and the bytes of a working set."""

    name: str
    source: str
    schema: Schema
    values: Lines | Iterator[msgspec.Struct]
    facts: list[str] | None
    limits: tuple[int, int]
    warnings: tuple[str, ...] = ()
    is_built_in: bool = False


def _source(text: str, count: int | None, seed: int, narrow: bool) -> _Source:
    unions, text = text.startswith(UNIONS), text.removeprefix(UNIONS)
    csv, text = csv_of(text)
    if text.startswith(SQL):
        return _of_query(text, count)
    if text.startswith(SCHEMA):
        return _of_schema(text, count, unions, csv)
    if text.startswith(SAMPLE):
        return _of_sample(text, count, seed, narrow, unions)
    path = _of_standard_input() if text == STANDARD_INPUT else Path(text)
    if path.suffix == ".py":
        return _of_workload(registry.load_module(path), str(path), count, seed, csv)
    if text == STANDARD_INPUT or looks_like_a_file(text):
        facts = cached.file_facts([path])  # as it was before anything was read
        schema, warnings = _inferred(path, narrow, unions, csv)
        return _of_file(schema.name, path, schema, count, facts, csv, warnings)
    its = _of_workload(registry.find(text), "built-in", count, seed)
    return replace(its, is_built_in=True)


def _of_query(text: str, count: int | None) -> _Source:
    """Nobody knows what its answer follows from."""
    rows = rows_of_query(text.removeprefix(SQL))
    its = rows.table
    return _Source(rows.name, text, its.schema, rows, None, _limits(count), its.warnings)


def _of_sample(text: str, count: int | None, seed: int, narrow: bool, unions: bool) -> _Source:
    from serbench.schema.infer import infer
    from serbench.schema.sampled import MIB, Sampled

    mib, data = json.loads(text.removeprefix(SAMPLE))

    def read(path: Path) -> Sampled:
        return Sampled(path, mib * MIB, seed)

    values = read(Path(data))
    with bar(f"inferring the schema of a sample of {values.path.name}") as progress:
        its = infer(
            [values.path],
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=unions,
            read=read,
        )
    warnings = (values.words, *its.warnings)
    return _Source(its.schema.name, text, its.schema, values, None, _limits(count), warnings)


def _of_schema(text: str, count: int | None, unions: bool, csv: CsvOptions) -> _Source:
    """Values whose types a schema of the user's says."""
    from serbench.schema.infer import workload_name

    schema_file, data = map(Path, json.loads(text.removeprefix(SCHEMA)))
    facts = cached.file_facts([data])
    schema = foreign.read_schema(schema_file, workload_name(data), unions)
    return _of_file(schema.name, data, schema, count, facts, csv)


def _of_file(
    name: str,
    path: Path,
    schema: Schema,
    count: int | None,
    facts: list[str] | None,
    csv: CsvOptions,
    warnings: tuple[str, ...] = (),
) -> _Source:
    if is_csv(path):
        csv = csv_as(schema, csv)
        facts = None if facts is None else [*facts, repr(csv)]
    return _Source(name, str(path), schema, values_of(path, csv), facts, _limits(count), warnings)


def csv_as(schema: Schema, csv: CsvOptions) -> CsvOptions:
    """How a CSV file is read whose types a schema says: what is text there, or is written as such,
    is read as it stands."""
    texts = []
    for its in schema.record(schema.root).fields:
        type_ = its.type.item if isinstance(its.type, OptionalOf) else its.type
        if type_ in (Scalar(Kind.STRING), Scalar(Kind.BYTES)) or isinstance(type_, EnumRef):
            texts.append(its.name)
    return CsvOptions(tuple(texts), csv.empty, are_of_schema=True)


def _of_workload(
    workload: Workload,
    source: str,
    count: int | None,
    seed: int,
    csv: CsvOptions = _NO_OPTIONS,
) -> _Source:
    if workload.generate is not None:
        wanted = count or workload.default_count
        return _Source(
            workload.name,
            source,
            workload.schema,
            _generated(workload, seed, wanted),
            [workload.name, str(seed), code_of(source)],
            _limits(wanted, count is not None),
        )
    if workload.values is not None:
        facts = cached.file_facts([workload.values])
        return _of_file(workload.name, workload.values, workload.schema, count, facts, csv)
    raise UserError(
        f"{source}: it says neither where its values are nor how to make them; add "
        "`VALUES = 'data.jsonl'`, or a function `generate(seed)`"
    )


@functools.cache
def _of_standard_input() -> Path:
    """It can be read once, and is by several: so it is kept, by its contents."""
    digest = hashlib.sha256()
    folder = cache.directory("stdin")
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        while part := sys.stdin.buffer.read(_PART_BYTES):
            digest.update(part)
            file.write(part)
    kept = folder / digest.hexdigest()[:32] / "stdin.jsonl"
    kept.parent.mkdir(exist_ok=True)
    return Path(file.name).replace(kept)


def looks_like_a_file(target: str) -> bool:
    """A workload's name stays one beside a file or a folder of that name, which is `./log`."""
    path = Path(target)
    return "/" in target or bool(path.suffix) or (path.exists() and not registry.has(target))


def _inferred(
    path: Path, narrow: bool, unions: bool, csv: CsvOptions
) -> tuple[Schema, tuple[str, ...]]:
    from serbench.schema.infer import infer_cached

    with bar(f"inferring the schema of {path.name}") as progress:
        inference = infer_cached(
            [path],
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=unions,
            csv=csv,
        )
    return inference.schema, inference.warnings


def _generated(workload: Workload, seed: int, count: int) -> Iterator[msgspec.Struct]:
    assert workload.generate is not None
    with bar(f"generating {workload.name}") as progress:
        for number, value in enumerate(islice(workload.generate(seed), count)):
            progress.update(number, count, "")
            yield value


def _limits(count: int | None, as_asked: bool = True) -> tuple[int, int]:
    """Values and bytes. A number that was asked for is not cut short by its bytes."""
    from serbench.schema.values import MOST_BYTES, MOST_VALUES

    return (count or MOST_VALUES, 0 if count and as_asked else MOST_BYTES)


def code_of(source: str) -> str:
    """What changes when the code that generates the values does."""
    if source == "built-in":
        folder = Path(registry.__file__).parent
        return cache.fingerprint(folder.rglob("*.py"), serbench.__version__)
    return cache.fingerprint([Path(source)])


def _target(source: _Source, working_set: WorkingSet) -> Target:
    found = working_set
    expected = Expected(found.path, found.values, found.digest, found.visit)
    return Target(
        source.name,
        source.source,
        source.schema,
        expected,
        found.json_bytes,
        source.warnings,
        source.is_built_in,
    )
