"""The working set: values checked, in canonical form, in one file, with their digest.

Every driver of a run loads this file and must arrive at this digest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from serbench.errors import UserError
from serbench.quoting import shell
from serbench.schema import cached
from serbench.schema.digest import Digester, ValueRangeError
from serbench.schema.errors import InputError, ValueProblem
from serbench.schema.lines import Lines
from serbench.schema.model import Schema
from serbench.schema.normalise import normaliser
from serbench.schema.parse import parse

# A working set ends at whichever comes first.
MOST_VALUES = 1000
MOST_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class WorkingSet:
    """Canonical values in the file `path`, one on each line.

    `json_bytes` is the size of all of them without line feeds; `digest` and `visit` are those of
    docs/protocol.md, 16 hex digits each.
    """

    values: int
    json_bytes: int
    digest: str
    visit: str
    path: Path


def prepare(
    schema: Schema,
    source: Lines | Iterable[msgspec.Struct | dict[str, Any]],
    out_path: Path,
    limit_values: int = MOST_VALUES,
    limit_bytes: int = MOST_BYTES,
) -> WorkingSet:
    """Writes the first values of the source, at least one, to `out_path`.

    It stops before the value that would exceed a limit (0: no limit). Raises `InputError`
    with line and path for a value that does not fit the schema; then there is no file.
    """
    normalise = normaliser(schema)
    encode = msgspec.json.Encoder().encode
    digester = Digester(schema)
    values = size = 0
    with cached.written(out_path) as file:
        for number, value, lines in _decoded(source):
            try:
                canonical = normalise(value)
                line = encode(canonical)
                if values and limit_bytes and size + len(line) > limit_bytes:
                    break
                digester.add(canonical)
            except ValueProblem as problem:
                raise _misfit(problem, schema, number, lines) from None
            except ValueRangeError as error:
                unfit = ValueProblem(error.path, error.reason)
                raise _misfit(unfit, schema, number, lines) from None
            file.write(line)
            file.write(b"\n")
            values += 1
            size += len(line)
            if values == limit_values:
                break
    if not values:
        out_path.unlink()
        raise UserError(f"{schema.name}: there are no values; see: serbench list workloads")
    return WorkingSet(values, size, digester.digest, digester.visit, out_path)


def prepare_cached(
    schema: Schema,
    source: Lines | Iterable[msgspec.Struct],
    facts: Sequence[str] | None,
    limit_values: int = MOST_VALUES,
    limit_bytes: int = MOST_BYTES,
) -> WorkingSet:
    """As `prepare`, unless it was done before for the same facts, schema and limits.

    `facts` have to name all that the values follow from: of a file those of `cached.file_facts`
    first, for a generator its name, its seed and its code's fingerprint. None: prepare in any case.
    """
    limits = f"{limit_values} {limit_bytes}"
    some = facts if facts is not None else ["unknown", str(os.getpid())]
    if isinstance(source, Lines) and source.at:
        limits += f" at {source.at}"
    path = cached.entry("values", schema.fingerprint, limits, *some).with_suffix(".jsonl")
    if facts is not None and (known := _known(path)):
        return known
    done = prepare(schema, source, path, limit_values, limit_bytes)
    if isinstance(source, Lines) and facts is not None:
        cached.check_unchanged([Path(source.path)], facts[:1])  # others are of how it is read
    with cached.written(path.with_suffix(".json")) as file:
        file.write(msgspec.json.encode((done.values, done.json_bytes, done.digest, done.visit)))
    return done


def _known(path: Path) -> WorkingSet | None:
    about = cached.read(path.with_suffix(".json"))
    if about is None:
        return None
    try:
        found = WorkingSet(*msgspec.json.decode(about, type=tuple[int, int, str, str]), path)
        if path.stat().st_size != found.json_bytes + found.values:
            return None
        cached.touch(path)
    except (msgspec.MsgspecError, OSError):
        return None
    return found


def _decoded(
    source: Lines | Iterable[msgspec.Struct | dict[str, Any]],
) -> Iterator[tuple[int, Any, Lines | None]]:
    if not isinstance(source, Lines):
        for number, struct in enumerate(source, 1):
            yield number, msgspec.to_builtins(struct), None
        return
    for number, line in source:
        try:
            yield number, parse(line, with_nonfinite=source.with_nonfinite), source
        except ValueProblem as problem:
            raise source.error(number, problem) from None


def _misfit(problem: ValueProblem, schema: Schema, number: int, lines: Lines | None) -> InputError:
    if lines is None:
        advice = "its generator and its record types have to agree"
        return InputError(
            schema.name, problem.cause, advice, line=number, unit="element", path=problem.path
        )
    at = f" --at {shell(lines.at)}" if lines.at else ""
    infer = f"serbench infer {shell(lines.path)}{at}"
    advice = f"mend the value or the schema; a schema that fits: {infer}"
    return lines.error(number, ValueProblem(problem.path, problem.cause, advice))
