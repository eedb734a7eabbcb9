"""What the user names on the command line: a workload, a workload module or a data file."""

from __future__ import annotations

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
from serbench.schema import cached
from serbench.schema.lines import Lines, iter_lines
from serbench.schema.model import Schema
from serbench.schema.values import WorkingSet, prepare, prepare_cached
from serbench.workloads import registry
from serbench.workloads.workload import Workload


@dataclass(frozen=True, slots=True)
class Target:
    """A schema and the working set to measure on. `json_bytes` is that of all values."""

    name: str
    source: str
    schema: Schema
    expected: Expected
    json_bytes: int
    warnings: tuple[str, ...] = ()


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
    path = Path(text)
    if path.suffix == ".py":
        return registry.load_module(path).schema
    if _looks_like_a_file(path):
        return _inferred(path, narrow)[0]
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


def _source(text: str, count: int | None, seed: int, narrow: bool) -> _Source:
    path = Path(text)
    if path.suffix == ".py":
        return _of_workload(registry.load_module(path), str(path), count, seed)
    if _looks_like_a_file(path):
        schema, warnings = _inferred(path, narrow)
        return _of_file(schema.name, path, schema, count, warnings)
    return _of_workload(registry.find(text), "built-in", count, seed)


def _of_file(
    name: str, path: Path, schema: Schema, count: int | None, warnings: tuple[str, ...] = ()
) -> _Source:
    facts = cached.file_facts([path])
    return _Source(name, str(path), schema, iter_lines(path), facts, _limits(count), warnings)


def _of_workload(workload: Workload, source: str, count: int | None, seed: int) -> _Source:
    if workload.generate is not None:
        wanted = count or workload.default_count
        return _Source(
            workload.name,
            source,
            workload.schema,
            _generated(workload, seed, wanted),
            [workload.name, str(seed), _code_of(source)],
            _limits(wanted, count is not None),
        )
    if workload.values is not None:
        return _of_file(workload.name, workload.values, workload.schema, count)
    raise UserError(
        f"{source}: it says neither where its values are nor how to make them; add "
        "`VALUES = 'data.jsonl'`, or a function `generate(seed)`"
    )


def _looks_like_a_file(path: Path) -> bool:
    return path.exists() or len(path.parts) > 1 or bool(path.suffix)


def _inferred(path: Path, narrow: bool) -> tuple[Schema, tuple[str, ...]]:
    from serbench.schema.infer import infer_cached

    with bar(f"inferring the schema of {path.name}") as progress:
        inference = infer_cached(
            [path],
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
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


def _code_of(source: str) -> str:
    """What changes when the code that generates the values does."""
    if source == "built-in":
        folder = Path(registry.__file__).parent
        return cache.fingerprint(folder.rglob("*.py"), serbench.__version__)
    return cache.fingerprint([Path(source)])


def _target(source: _Source, working_set: WorkingSet) -> Target:
    found = working_set
    expected = Expected(found.path, found.values, found.digest, found.visit)
    return Target(
        source.name, source.source, source.schema, expected, found.json_bytes, source.warnings
    )
