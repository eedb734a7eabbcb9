"""What is asked of a whole data set, value by value, and what is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import msgspec

from serbench.measure.verification import Expected
from serbench.quoting import shell
from serbench.schema.digest import Digester, ValueRangeError, sums_of
from serbench.schema.errors import Unit, ValueProblem
from serbench.schema.model import Schema
from serbench.schema.normalise import normaliser
from serbench.schema.parse import parse

Kind = Literal["cannot-hold", "differs", "refused", "crashed", "hung"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Of a codec, so many values of each kind are named.
NAMED = 20


class Chunk(msgspec.Struct, frozen=True, kw_only=True):
    """Values as they stand in one source of the data set, `file`, with their numbers there, which
    count `unit`s. Their lines may hold NaN and infinities if `with_nonfinite`. `read` says how much
    of all sources was read for it (bytes, or values that were generated)."""

    number: int
    source: int
    file: str
    unit: Unit
    numbers: list[int]
    lines: list[bytes]
    read: int
    with_nonfinite: bool = False


class Misfit(msgspec.Struct, frozen=True, kw_only=True):
    """A value of a chunk that is no JSON or does not fit the schema."""

    chunk: int
    source: int
    number: int
    path: str
    cause: str
    next_step: str
    is_json: bool


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A value that did not survive a codec: where it stands, the `path` of the first difference
    with what stood there and what was found, or what was `said`."""

    codec: str
    kind: Kind
    file: str
    unit: Unit
    number: int
    path: str = ""
    expected: str = ""
    found: str = ""
    said: str = ""


class Found(msgspec.Struct, kw_only=True):
    """What became of a chunk's values in a codec: how many failed, by kind, and how many of those
    that a question about several failed for were not asked about alone. `encoded_bytes` are
    those of the `written` values."""

    codec: str
    written: int = 0
    encoded_bytes: int = 0
    unexamined: int = 0
    counts: dict[Kind, int] = {}
    failures: list[Failure] = []


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """A chunk that has been through all codecs. `json_bytes` are those of its canonical lines,
    `driver_bytes` the most that this process' drivers held in memory meanwhile; `line_bytes` are
    those of its lines as they stand in the source, and `checksum` is theirs
    (`serbench.schema.folding`)."""

    chunk: int
    read: int
    values: int
    json_bytes: int
    driver_bytes: int
    found: list[Found]
    line_bytes: int = 0
    checksum: int = 0


def joined(number: int, read: int, parts: Sequence[Examined]) -> Examined:
    """What became of several chunks, as that of one of this number for which so much was read."""
    found: dict[str, Found] = {}
    for part in parts:
        for one in part.found:
            _add(found.setdefault(one.codec, Found(codec=one.codec)), one)
    return Examined(
        chunk=number,
        read=read,
        values=sum(part.values for part in parts),
        json_bytes=sum(part.json_bytes for part in parts),
        driver_bytes=max((part.driver_bytes for part in parts), default=0),
        found=list(found.values()),
        line_bytes=sum(part.line_bytes for part in parts),
        checksum=sum(part.checksum for part in parts),
    )


def _add(into: Found, other: Found) -> None:
    into.written += other.written
    into.encoded_bytes += other.encoded_bytes
    into.unexamined += other.unexamined
    named = Counter(failure.kind for failure in into.failures)
    for failure in other.failures:
        named[failure.kind] += 1
        if named[failure.kind] <= NAMED:
            into.failures.append(failure)
    into.counts = {
        kind: count
        for kind in KINDS
        if (count := into.counts.get(kind, 0) + other.counts.get(kind, 0))
    }


def problem_of(misfit: Misfit, file: str) -> ValueProblem:
    """With what to do about it."""
    advice = misfit.next_step
    if misfit.is_json:
        infer = f"serbench infer {shell(file)}"
        advice = f"mend the value or the schema; a schema that fits: {infer}"
    return ValueProblem(misfit.path, misfit.cause, advice)


@dataclass(frozen=True, slots=True)
class ExaminedCodec:
    codec: str
    command: tuple[str, ...]


@dataclass(slots=True)
class CanonicalChunk:
    """A chunk's values in canonical form."""

    schema: Schema
    chunk: Chunk
    lines: list[bytes]
    sums: list[tuple[int, int]]
    _written: tuple[int, int, Expected] | None = field(default=None, init=False)

    def part(self, start: int, end: int, path: Path) -> Expected:
        """Some of them as a working set in the file `path`, which is for nothing else."""
        if self._written and self._written[:2] == (start, end):
            return self._written[2]  # for the codec before
        with path.open("wb") as file:
            for line in self.lines[start:end]:
                file.write(line)
                file.write(b"\n")
        expected = Expected(path, end - start, *sums_of(self.sums[start:end]))
        self._written = start, end, expected
        return expected

    def canonical(self, index: int) -> bytes:
        return Digester(self.schema).canonical_bytes(msgspec.json.decode(self.lines[index]))


class Canonicaliser:
    """Brings chunks into canonical form, as `schema.values.prepare` does."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._normalise = normaliser(schema)
        self._digester = Digester(schema)
        self._encode = msgspec.json.Encoder().encode

    def values(self, chunk: Chunk) -> CanonicalChunk | Misfit:
        lines, sums = [], []
        for number, line in zip(chunk.numbers, chunk.lines, strict=True):
            is_json = False
            try:
                value = parse(line, with_nonfinite=chunk.with_nonfinite)
                is_json = True
                canonical = self._normalise(value)
                sums.append(self._digester.one(canonical))
            except ValueProblem as problem:
                return _misfit(chunk, number, problem, is_json)
            except ValueRangeError as error:
                return _misfit(chunk, number, ValueProblem(error.path, error.reason), is_json)
            lines.append(self._encode(canonical))
        return CanonicalChunk(self._schema, chunk, lines, sums)


def _misfit(chunk: Chunk, number: int, problem: ValueProblem, is_json: bool) -> Misfit:
    return Misfit(
        chunk=chunk.number,
        source=chunk.source,
        number=number,
        path=problem.path,
        cause=problem.cause,
        next_step=problem.next_step,
        is_json=is_json,
    )
