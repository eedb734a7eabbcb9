"""From what the user named to its schema and values: a workload, a module or a data file."""

from __future__ import annotations

import functools
import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import msgspec

import serbench
from serbench.errors import UserError
from serbench.machine import cache
from serbench.measure.verification import Expected
from serbench.preparation.readings import (
    STANDARD_INPUT,
    Reading,
    Target,
    looks_like_a_file,
)
from serbench.quoting import shell
from serbench.schema import cached, protobuf, schema_import
from serbench.schema.csv_files import CsvOptions
from serbench.schema.file_parts import FilePart
from serbench.schema.lines import Lines
from serbench.schema.logical import Date, Time, Timestamp
from serbench.schema.model import (
    EnumRef,
    Kind,
    OptionalOf,
    Scalar,
    Schema,
    lowered,
    lowered_type,
)
from serbench.schema.remarks import Remark, warning
from serbench.schema.remote_files import Url
from serbench.schema.sources import values_of
from serbench.schema.tables import SQL, rows_of_query
from serbench.schema.values import WorkingSet, prepare, prepare_cached
from serbench.terminal.progress import bar, say
from serbench.workloads import registry
from serbench.workloads.workload import Workload

_PART_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ResolvedTarget:
    """The schema that drivers see, without logical types, and the working set of a `Target`, to
    measure on. `json_bytes` is that of all values; `is_built_in` says whether they are serbench's
    own, and of no file."""

    name: str
    source: str
    schema: Schema
    expected: Expected
    json_bytes: int
    remarks: tuple[Remark, ...] = ()
    is_built_in: bool = False

    @property
    def lowered(self) -> ResolvedTarget:
        """The same values without logical types."""
        return replace(self, schema=lowered(self.schema))


def resolve(target: Target, count: int | None, seed: int, narrow: bool = False) -> ResolvedTarget:
    """Its values are checked and digested.

    `count` is how many values the working set has at most; without it a workload's own number, or
    as many as the default limits of `serbench.schema.values` allow. `narrow` is said to the
    inference of a data file's schema. Raises `UserError` if there
    is no target of that name, or if its data is bad.
    """
    source = _source(target, count, seed, narrow)
    working_set = prepare_cached(source.schema, source.values, source.facts, *source.limits)
    return _resolved(source, working_set, target.reading)


def resolve_all(
    targets: Sequence[Target], count: int | None, seed: int, narrow: bool = False
) -> list[ResolvedTarget]:
    """As `resolve`, for several, whose names are made distinct; says their remarks."""
    names: dict[str, ResolvedTarget] = {}
    for target in targets:
        resolved = resolve(target, count, seed, narrow)
        for remark in resolved.remarks:
            say(str(remark))
        name, number = resolved.name, 2
        while name in names:
            name, number = f"{resolved.name}-{number}", number + 1
        names[name] = replace(resolved, name=name)
    return list(names.values())


def resolve_into(
    target: Target, count: int, seed: int, path: Path, narrow: bool = False
) -> ResolvedTarget:
    """As `resolve`, with so many values whatever their size, which are kept in the file `path`
    and in no cache."""
    source = _source(target, count, seed, narrow)
    working_set = prepare(source.schema, source.values, path, count, 0)
    return _resolved(source, working_set, target.reading)


def schema_of_target(
    target: Target, narrow: bool = False, proto_path: Sequence[Path] = ()
) -> Schema:
    """Only the schema of a target, which may be a schema's file (for `proto_path` see `Reading`);
    no value is prepared. Raises `UserError`."""
    schema = _schema_of_target(target, narrow, proto_path)
    return lowered(schema) if target.reading.plain_types else schema


def _schema_of_target(target: Target, narrow: bool, proto_path: Sequence[Path]) -> Schema:
    reading, text = target.reading, target.text
    if text.startswith(SQL):
        return rows_of_query(text.removeprefix(SQL)).table.schema
    path = Path(text)
    if protobuf.is_proto(path):
        return protobuf.read(path, path.stem, proto_path).schema
    if proto_path:
        raise UserError(f"--proto-path is of a .proto, and {text} is none")
    if path.suffix in schema_import.SUFFIXES and path.suffix != ".json" and not reading.at:
        return schema_import.read_schema(path, path.stem, reading.unions, reading.plain_types)
    if path.suffix == ".py":
        return registry.load_module(path).schema
    if looks_like_a_file(text):
        return described(path, reading, narrow).schema
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
    remarks: tuple[Remark, ...] = ()
    is_built_in: bool = False


def _source(target: Target, count: int | None, seed: int, narrow: bool) -> _Source:
    reading, text = target.reading, target.text
    if text.startswith(SQL):
        return _of_query(text, count)
    path = _of_standard_input() if text == STANDARD_INPUT else Path(text)
    if path.suffix == ".py":
        return _of_workload(registry.load_module(path), str(path), count, seed, reading)
    if reading.sample_mib:
        return _of_sample(path, reading, count, seed, narrow)
    if text == STANDARD_INPUT or looks_like_a_file(text):
        facts = cached.file_facts([path])  # as it was before anything was read
        return _of_file(path, described(path, reading, narrow), count, facts, reading.at)
    source = _of_workload(registry.find(text), "built-in", count, seed, reading)
    return replace(source, is_built_in=True)


def _of_query(text: str, count: int | None) -> _Source:
    """Nobody knows what its answer follows from."""
    rows = rows_of_query(text.removeprefix(SQL))
    table = rows.table
    return _Source(rows.name, text, table.schema, rows, None, _limits(count), table.remarks)


def _of_sample(path: Path, reading: Reading, count: int | None, seed: int, narrow: bool) -> _Source:
    from serbench.schema.infer import infer
    from serbench.schema.sampled import MIB, Sampled

    def read(path: Path) -> Sampled:
        return Sampled(path, reading.sample_mib * MIB, seed)

    values = read(path)
    with bar(f"inferring the schema of a sample of {path.name}") as progress:
        inferred = infer(
            [path],
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=reading.unions,
            detect=reading.detect_types,
            plain=reading.plain_types,
            read=read,
        )
    remarks = (warning(values.words), *inferred.remarks)
    source = f"{path}, {reading.sample_mib} MiB of it"
    return _Source(
        inferred.schema.name, source, inferred.schema, values, None, _limits(count), remarks
    )


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a file of values before these are read: their schema, and how they are read,
    by `reading` among others; `facts` is a digest of what that follows from beside the file."""

    schema: Schema
    remarks: tuple[Remark, ...]
    values: Callable[[Path | FilePart], Lines]
    facts: str
    reading: Reading


def described(path: Path, reading: Reading, narrow: bool = False) -> Described:
    """By a schema of the user's, or by inference. Raises `UserError`."""
    from serbench.schema.infer import workload_name

    if not reading.schema:
        return read_as(*_inferred(path, reading, narrow), reading, is_inferred=True)
    schema_file, name = Path(reading.schema), workload_name(path, reading.at)
    if not protobuf.is_proto(schema_file):
        told = schema_import.read_with_remarks(
            schema_file, name, reading.unions, reading.plain_types
        )
        return read_as(*told, reading)
    found = protobuf.read(schema_file, name, list(map(Path, reading.proto_path)))
    plain = read_as(found.schema, found.remarks, reading)
    return replace(
        plain,
        values=lambda file: found.values(plain.values(file)),
        facts=f"{plain.facts} {found.facts}",
    )


def read_as(
    schema: Schema, remarks: tuple[Remark, ...], reading: Reading, *, is_inferred: bool = False
) -> Described:
    """Of a file whose schema is known, or inferred from it."""
    csv = _csv_as(schema, reading.csv, is_inferred)
    facts = f"{schema.fingerprint} {reading.at} {csv}"
    return Described(schema, remarks, lambda file: values_of(file, reading.at, csv), facts, reading)


def _of_file(
    path: Path, found: Described, count: int | None, facts: list[str] | None, at: str = ""
) -> _Source:
    return _Source(
        found.schema.name,
        f"{path}, {at}" if at else str(path),
        found.schema,
        found.values(path),
        None if facts is None else [*facts, found.facts],
        _limits(count),
        found.remarks,
    )


def of_workload(workload: Workload, reading: Reading) -> Described:
    """The file of a workload that says where its values are; `reading` says the rest."""
    return read_as(workload.schema, (), msgspec.structs.replace(reading, at=workload.at))


def _csv_as(schema: Schema, csv: CsvOptions, is_inferred: bool) -> CsvOptions:
    """How a CSV file is read whose types a schema says: what is text there, or is written as such,
    is read as it stands. So are dates and times, whose counts in microseconds could be taken for
    those of another unit or zone; but not if the schema was inferred from these counts."""
    texts, times = [], []
    for field in schema.record(schema.root).fields:
        type_ = field.type.item if isinstance(field.type, OptionalOf) else field.type
        is_time = isinstance(type_, Scalar) and isinstance(type_.logical, Date | Time | Timestamp)
        if is_time and not is_inferred:
            times.append(field.name)
        plain = lowered_type(type_)
        if plain in (Scalar(Kind.STRING), Scalar(Kind.BYTES)) or isinstance(type_, EnumRef):
            texts.append(field.name)
    return CsvOptions(tuple(texts), csv.empty, are_of_schema=True, times_as_text=tuple(times))


def _of_workload(
    workload: Workload,
    source: str,
    count: int | None,
    seed: int,
    reading: Reading,
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
    if isinstance(workload.values, Url):
        raise UserError(
            f"{source}: its values are elsewhere, where only clusters read: serbench verify --all "
            f"{shell(source)} --cluster local:4"
        )
    if workload.values is not None:
        facts = cached.file_facts([workload.values])
        found = of_workload(workload, reading)
        return _of_file(workload.values, found, count, facts, workload.at)
    raise UserError(
        f"{source}: it says neither where its values are nor how to make them; add "
        "`VALUES = 'data.jsonl'`, or a function `generate(seed)`"
    )


@functools.cache
def _of_standard_input() -> Path:
    """It can be read once, and is by several: so it is kept, by its contents."""
    digest = hashlib.sha256()
    folder = cache.directory("stdin")
    cache.tidy(cache.standard_input())
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        while part := sys.stdin.buffer.read(_PART_BYTES):
            digest.update(part)
            file.write(part)
    kept = folder / digest.hexdigest()[:32] / "stdin.jsonl"
    kept.parent.mkdir(exist_ok=True)
    return Path(file.name).replace(kept)


def _inferred(path: Path, reading: Reading, narrow: bool) -> tuple[Schema, tuple[Remark, ...]]:
    from serbench.schema.cached_inference import infer_cached

    with bar(f"inferring the schema of {path.name}") as progress:
        inference = infer_cached(
            [path],
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=reading.unions,
            at=reading.at,
            csv=reading.csv,
            detect=reading.detect_types,
            plain=reading.plain_types,
        )
    return inference.schema, inference.remarks


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


def _resolved(source: _Source, working_set: WorkingSet, reading: Reading) -> ResolvedTarget:
    """Drivers read lowered values in any case; of plain types they see no others."""
    found = working_set
    expected = Expected(found.path, found.values, found.digest, found.visit)
    return ResolvedTarget(
        source.name,
        source.source,
        lowered(source.schema) if reading.plain_types else source.schema,
        expected,
        found.json_bytes,
        source.remarks,
        source.is_built_in,
    )
