"""What decoders make of bytes that went wrong: refused, taken for a value, or the end of them.

Cases are mutations of a codec's own valid bytes, made from a seed, and decoded many at a time by a
driver that has limits of time and memory and is started anew where it dies.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import msgspec

from serbench.build.codec import Codec
from serbench.measure.client import Driver, DriverDeath, DriverError, DriverHung, Patience
from serbench.measure.outcomes import Outcome as Told
from serbench.measure.outcomes import read_outcomes
from serbench.measure.verification import Expected, Verdict, verify
from serbench.proof.contained import MEMORY_BYTES, encoded
from serbench.proof.mutations import Case, Material, case, reduced
from serbench.schema.canonical import CanonicalReader, leaves
from serbench.schema.digest import Digester
from serbench.schema.model import Schema

# From what is wished for to what is not.
Kind = Literal["refused", "same value", "another value", "out of memory", "crashed", "hung"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Each of these is kept as a file.
FATAL: tuple[Kind, ...] = ("out of memory", "crashed", "hung")
BATCH = 500
# A batch is decoded in milliseconds; a virtual machine starts in ten seconds where much goes on.
HASTE = Patience(ordinary_s=30.0, heavy_s=20.0)
# What runtimes say whose allocator gave them nothing: a length in the bytes was believed.
_NO_MEMORY = (
    "bad_alloc", "length_error", "OutOfMemoryError", "Java heap space", "memory allocation of",
    "capacity overflow", "cannot allocate memory", "makeslice",
)  # fmt: skip
# No more of one kind and mutation are kept and made smaller.
MOST_KEPT = 3


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A case that ended a decoder: what it was made of, what was `said`, and the bytes, as few of
    them changed as were found (`changed`; -1 if their number differs from the value's)."""

    kind: Kind
    mutation: str
    number: int
    said: str
    data: bytes
    changed: int


class Robustness(msgspec.Struct, frozen=True, kw_only=True):
    """Of a codec: `counts` of cases by mutation and kind, the mean share of leaves that changed
    where another value was read, and what ended a decoder. `unproven` says why nothing was found.
    """

    codec: str
    version: str
    cases: int = 0
    counts: dict[str, dict[Kind, int]] = {}
    changed_share: float = 0.0
    kept: tuple[Kept, ...] = ()
    unproven: str = ""

    def total(self, kind: Kind) -> int:
        return sum(counts.get(kind, 0) for counts in self.counts.values())

    @property
    def is_negative(self) -> bool:
        return any(self.total(kind) for kind in FATAL)


@dataclass(slots=True)
class _Tally:
    schema: Schema
    canonical: Sequence[bytes]
    counts: dict[str, dict[Kind, int]] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)
    _leaves: dict[int, dict[str, object]] = field(default_factory=dict)

    def add(self, made: Case, kind: Kind) -> None:
        its = self.counts.setdefault(made.mutation, {})
        its[kind] = its.get(kind, 0) + 1

    def kind_of(self, made: Case, told: Told) -> Kind:
        if told.canonical is None:
            return _kind_of_refusal(told.refusal)
        if told.canonical == self.canonical[made.index]:
            return "same value"
        self.shares.append(self._changed(made.index, told.canonical))
        return "another value"

    def _changed(self, index: int, found: bytes) -> float:
        """The share of the value's leaves that are others or gone."""
        reader = CanonicalReader(self.schema)
        if index not in self._leaves:
            self._leaves[index] = dict(leaves(reader.value(self.canonical[index])))
        before = self._leaves[index]
        after = dict(leaves(reader.value(found)))
        kept = len([1 for path, leaf in before.items() if path in after and after[path] == leaf])
        return 1.0 - kept / max(1, len(before))


class Decoder:
    """A driver that decodes what it is given, started anew where it died."""

    def __init__(self, command: Sequence[str], scratch: Path) -> None:
        self._command = command
        self._scratch = scratch
        self._driver: Driver | None = None

    def another(self) -> Decoder:
        return Decoder(self._command, self._scratch)

    def driver(self) -> Driver:
        self._driver = self._driver or Driver(
            self._command, patience=HASTE, memory_bytes=MEMORY_BYTES
        )
        return self._driver

    def end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None

    def outcomes(self, cases: Sequence[bytes]) -> Iterator[Told | tuple[Kind, str]]:
        """What became of each, in order."""
        left = list(cases)
        told, dump = self._scratch / "outcomes", self._scratch / "cases"
        while left:
            dump.write_bytes(b"".join(struct.pack("<I", len(raw)) + raw for raw in left))
            told.unlink(missing_ok=True)
            ended: tuple[Kind, str] | None = None
            try:
                self.driver().load(dump, told)
            except DriverError as error:
                ended = ("crashed", str(error))
            except DriverHung as hung:
                self.end()
                ended = ("hung", str(hung))
            except DriverDeath as death:
                self.end()
                ended = (_kind_of_death(str(death)), str(death))
            found = list(read_outcomes(told))
            yield from found
            left = left[len(found) :]
            if left:
                yield ended or ("crashed", "it told of fewer values than it was given")
                left.pop(0)


def _kind_of_death(said: str) -> Kind:
    return "out of memory" if any(words in said for words in _NO_MEMORY) else "crashed"


def _kind_of_refusal(said: str) -> Kind:
    return "out of memory" if any(words in said for words in _NO_MEMORY) else "refused"


def robustness(
    codec: Codec,
    version: str,
    command: Sequence[str],
    schema: Schema,
    expected: Expected,
    foreign: Sequence[bytes],
    scratch: Path,
    *,
    cases: int,
    seed: int,
    on_progress: Callable[[int], None] = lambda done: None,
) -> Robustness:
    """Gives a codec so many cases. Raises `OSError` if its driver does not start."""
    decoder = Decoder(command, scratch)
    try:
        verdict = verify(decoder.driver(), expected)
        if not verdict.proven:
            return _unproven(codec, version, verdict)
        material = Material(encoded(decoder.driver(), scratch / "dump"), foreign)
        tally = _Tally(schema, _canonical(schema, expected))
        kept: list[Kept] = []
        for start in range(0, cases, BATCH):
            made = [case(material, seed, n) for n in range(start, min(start + BATCH, cases))]
            outcomes = decoder.outcomes([one.data for one in made])
            for number, (one, told) in enumerate(zip(made, outcomes, strict=True), start):
                kind = told[0] if isinstance(told, tuple) else tally.kind_of(one, told)
                tally.add(one, kind)
                alike = [k for k in kept if (k.kind, k.mutation) == (kind, one.mutation)]
                if kind in FATAL and len(alike) < MOST_KEPT:
                    said = told[1] if isinstance(told, tuple) else told.refusal
                    kept.append(_kept(decoder, material, one, number, kind, said))
            on_progress(start + len(made))
    finally:
        decoder.end()
    return Robustness(
        codec=codec.id,
        version=version,
        cases=cases,
        counts=tally.counts,
        changed_share=sum(tally.shares) / len(tally.shares) if tally.shares else 0.0,
        kept=tuple(kept),
    )


def _unproven(codec: Codec, version: str, verdict: Verdict) -> Robustness:
    said = f"{verdict.status}: {verdict.note}"
    return Robustness(codec=codec.id, version=version, unproven=said)


def _canonical(schema: Schema, expected: Expected) -> list[bytes]:
    digester = Digester(schema)
    lines = expected.path.read_bytes().splitlines()
    return [digester.canonical_bytes(msgspec.json.decode(line)) for line in lines]


def _kept(
    decoder: Decoder, material: Material, made: Case, number: int, kind: Kind, said: str
) -> Kept:
    """The case with as few changes as still end a decoder in the same way; those that hang are kept
    as they are, since each try would take its whole time."""
    original = material.values[made.index]
    alone = decoder.another()

    def fails(data: bytes) -> bool:
        [told] = alone.outcomes([data])
        return (told[0] if isinstance(told, tuple) else _kind_of_refusal(told.refusal)) == kind

    try:
        data = made.data if kind == "hung" else reduced(original, made.data, fails)
    finally:
        alone.end()
    same_size = len(data) == len(original)
    changed = sum(a != b for a, b in zip(original, data, strict=True)) if same_size else -1
    return Kept(
        kind=kind, mutation=made.mutation, number=number, said=said, data=data, changed=changed
    )
