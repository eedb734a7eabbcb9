"""What the user names on the command line: a workload, a workload module or a data file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

import serbench
from serbench.build import cache
from serbench.errors import UserError
from serbench.measure.verification import Expected
from serbench.progress import bar
from serbench.schema.model import Schema
from serbench.schema.values import WorkingSet, prepare_cached, prepare_file
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


def resolve(text: str, count: int | None, seed: int) -> Target:
    """The target called `text`, its values checked and digested.

    `count` is how many values the working set has at most; without it a workload's own number, or
    as many as the default limits of `serbench.schema.values` allow. Raises `UserError` if there
    is no target of that name, or if its data is bad.
    """
    path = Path(text)
    if path.suffix == ".py":
        return _of_workload(registry.load_module(path), str(path), count, seed)
    if _looks_like_a_file(path):
        return _of_file(path, count)
    return _of_workload(registry.find(text), "built-in", count, seed)


def schema_of_target(text: str) -> Schema:
    """Only the schema of a target; no value is prepared."""
    path = Path(text)
    if path.suffix == ".py":
        return registry.load_module(path).schema
    if _looks_like_a_file(path):
        return _inferred(path)[0]
    return registry.find(text).schema


def _looks_like_a_file(path: Path) -> bool:
    return path.exists() or len(path.parts) > 1 or bool(path.suffix)


def _of_file(path: Path, count: int | None) -> Target:
    schema, warnings = _inferred(path)
    working_set = prepare_file(schema, path, *_limits(count))
    return _target(schema.name, str(path), schema, working_set, warnings)


def _inferred(path: Path) -> tuple[Schema, tuple[str, ...]]:
    from serbench.schema.infer import infer_cached

    with bar(f"inferring the schema of {path.name}") as progress:
        inference = infer_cached(
            [path], on_progress=lambda done, total: progress.update(done, total, "")
        )
    return inference.schema, inference.warnings


def _of_workload(workload: Workload, source: str, count: int | None, seed: int) -> Target:
    schema = workload.schema
    if workload.generate is not None:
        wanted = count or workload.default_count
        facts = [workload.name, str(seed), _code_of(source)]
        values = _generated(workload, seed, wanted)
        working_set = prepare_cached(schema, values, facts, *_limits(wanted, count is not None))
    elif workload.values is not None:
        source = str(workload.values)
        working_set = prepare_file(schema, workload.values, *_limits(count))
    else:
        raise UserError(
            f"{source}: it says neither where its values are nor how to make them; add "
            "`VALUES = 'data.jsonl'`, or a function `generate(seed)`"
        )
    return _target(workload.name, source, schema, working_set, ())


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


def _target(
    name: str, source: str, schema: Schema, working_set: WorkingSet, warnings: tuple[str, ...]
) -> Target:
    expected = Expected(working_set.path, working_set.values, working_set.digest, working_set.visit)
    return Target(name, source, schema, expected, working_set.json_bytes, warnings)
