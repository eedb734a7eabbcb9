"""What decoders make of bytes that went wrong: refused, taken for a value, or the end of them.

Cases are mutations of a codec's own valid bytes, made from a seed, and decoded many at a time by a
driver that has limits of time and memory and is started anew where it dies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from serbench.measure.load_outcomes import Outcome
from serbench.measure.protocol import DriverDeath
from serbench.measure.sandbox import Sandbox
from serbench.measure.verification import Expected, Verdict, verify
from serbench.proof.crash_kinds import BAD, Kind, kind_of_refusal, place
from serbench.proof.decoder import Decoder, Ended, Limits
from serbench.proof.mutations import Material, MutatedValue, case, reduced
from serbench.proof.sandboxed_decoder import encoded, fresh
from serbench.schema.canonical import CanonicalReader, leaves
from serbench.schema.digest import Digester
from serbench.schema.model import Schema

# How many cases a driver is given at first and then: a codec may need seconds for each.
FIRST_BATCH, BATCH = 20, 500
# No more of one kind and mutation are kept and made smaller.
MOST_KEPT = 3
# How long a case is made smaller: where each try fills a heap, a codec would take many minutes.
REDUCING_S = 30


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A case that ended a decoder, or took too much memory: what it was made of, what was `said`,
    and the bytes, as few of them changed as were found (`changed`; -1 if their number differs from
    the value's)."""

    kind: Kind
    mutation: str
    number: int
    said: str
    data: bytes
    changed: int


class Robustness(msgspec.Struct, frozen=True, kw_only=True):
    """Of a codec: `counts` of cases by mutation and kind, the mean share of leaves that changed
    where another value was read, and what ended a decoder. `habits` are what was found and let
    pass. `unproven` says why nothing was found. `checked` is the codec of the same library that
    does not trust its input, where this one does."""

    codec: str
    version: str
    cases: int = 0
    counts: dict[str, dict[Kind, int]] = {}
    changed_share: float = 0.0
    kept: tuple[Kept, ...] = ()
    unproven: str = ""
    habits: tuple[str, ...] = ()
    checked: str = ""

    def total(self, kind: Kind) -> int:
        return sum(counts.get(kind, 0) for counts in self.counts.values())

    @property
    def is_negative(self) -> bool:
        return any(self.total(kind) for kind in BAD)


@dataclass(frozen=True, slots=True)
class Writer:
    """A driver, and the values that it is to survive."""

    command: Sequence[str]
    expected: Expected


@dataclass(frozen=True, slots=True)
class Trial:
    """What codecs are given: so many cases, made from a seed; `foreign` are the bytes of other
    formats. Decoders run in the `sandbox`, if there is one; it has to let them read the values
    that are no files of `scratch`. A codec gets no more cases after so many seconds."""

    schema: Schema
    cases: int
    seed: int
    scratch: Path
    limits: Limits
    foreign: Sequence[bytes] = ()
    sandbox: Sandbox | None = None
    patience_s: float = float("inf")

    def decoder(self, writer: Writer) -> Decoder:
        return Decoder(writer.command, self.scratch, self.limits, self.sandbox)


@dataclass(slots=True)
class _Tally:
    schema: Schema
    canonical: Sequence[bytes]
    counts: dict[str, dict[Kind, int]] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)
    _leaves: dict[int, dict[str, object]] = field(default_factory=dict)

    def add(self, made: MutatedValue, kind: Kind) -> None:
        counts = self.counts.setdefault(made.mutation, {})
        counts[kind] = counts.get(kind, 0) + 1

    def kind_of(self, made: MutatedValue, told: Outcome) -> Kind:
        if told.canonical is None:
            return kind_of_refusal(told.refusal)
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


def robustness(
    codec: str,
    version: str,
    writer: Writer,
    trial: Trial,
    other: Writer | None = None,
    on_progress: Callable[[int], None] = lambda done: None,
) -> Robustness:
    """Gives a codec its cases; `other` is its driver for another schema. Raises `OSError` if a
    driver does not start."""
    decoder = trial.decoder(writer)
    try:
        values = _written(decoder, writer.expected)
        if isinstance(values, Verdict):
            message = f"{values.status}: {values.note}"
            habits = tuple(decoder.habits)
            return Robustness(codec=codec, version=version, unproven=message, habits=habits)
        material = Material(values, trial.foreign, _others(values, other, trial))
        tally = _Tally(trial.schema, _canonical(trial.schema, writer.expected))
        kept: list[Kept] = []
        began, done, batch = time.monotonic(), 0, FIRST_BATCH
        while done < trial.cases:
            numbers = range(done, min(done + batch, trial.cases))
            made = [case(material, trial.seed, number) for number in numbers]
            outcomes = decoder.outcomes([one.data for one in made])
            for number, one, outcome in zip(numbers, made, outcomes, strict=True):
                kind = outcome[0] if isinstance(outcome, tuple) else tally.kind_of(one, outcome)
                tally.add(one, kind)
                if kind in BAD and not _is_known(kept, kind, one, _said(outcome)):
                    kept.append(_kept(decoder, material, one, number, kind, outcome))
            done, batch = numbers.stop, BATCH
            on_progress(done)
            if time.monotonic() - began > trial.patience_s:
                break
    finally:
        decoder.end()
    return Robustness(
        codec=codec,
        version=version,
        cases=done,
        counts=tally.counts,
        changed_share=sum(tally.shares) / len(tally.shares) if tally.shares else 0.0,
        kept=tuple(kept),
        habits=(*decoder.habits, *_stopped(done, trial)),
    )


def _stopped(done: int, trial: Trial) -> list[str]:
    if done == trial.cases:
        return []
    took = round(trial.patience_s)
    return [f"stopped after {done:,} of {trial.cases:,} cases, which took more than {took:,} s"]


def _written(decoder: Decoder, expected: Expected) -> list[bytes] | Verdict:
    """What it wrote of the values; or why they do not survive. The driver then ends: what it holds
    for them is no measure of what it needs to decode one."""
    try:
        verdict = verify(decoder.driver(), expected)
        if not verdict.proven:
            return verdict
        return encoded(decoder.driver(), fresh(decoder.scratch, "dump"))
    except DriverDeath as death:
        return Verdict("failed", str(death))
    finally:
        decoder.end()


def _others(values: Sequence[bytes], other: Writer | None, trial: Trial) -> dict[bytes, bytes]:
    """What was written of each value by the other schema; nothing where that does not survive."""
    if other is None:
        return {}
    written = _written(trial.decoder(other), other.expected)
    if isinstance(written, Verdict):
        return {}
    return dict(zip(values, written, strict=True))


def _canonical(schema: Schema, expected: Expected) -> list[bytes]:
    digester = Digester(schema)
    lines = expected.path.read_bytes().splitlines()
    return [digester.canonical_bytes(msgspec.json.decode(line)) for line in lines]


def _said(told: Outcome | Ended) -> str:
    return told[1] if isinstance(told, tuple) else told.refusal


def _is_known(kept: Sequence[Kept], kind: Kind, made: MutatedValue, message: str) -> bool:
    """Whether enough of its like are kept: of what a sanitizer found, one of each place."""
    if kind == "undefined behaviour":
        return any(k.kind == kind and place(k.said) == place(message) for k in kept)
    return sum((k.kind, k.mutation) == (kind, made.mutation) for k in kept) >= MOST_KEPT


def _kept(
    decoder: Decoder,
    material: Material,
    made: MutatedValue,
    number: int,
    kind: Kind,
    outcome: Outcome | Ended,
) -> Kept:
    """The case with as few changes as still end a decoder in the same way, as far as they are found
    in `REDUCING_S`; those that hang are kept as they are, since each try would take its whole
    time."""
    original, message = material.values[made.index], _said(outcome)
    alone = decoder.another()
    until = time.monotonic() + REDUCING_S

    def fails(data: bytes) -> bool:
        if time.monotonic() > until:
            return False
        [outcome_alone] = alone.outcomes([data])
        found = (
            outcome_alone[0]
            if isinstance(outcome_alone, tuple)
            else kind_of_refusal(outcome_alone.refusal)
        )
        return found == kind and (
            kind != "undefined behaviour" or place(_said(outcome_alone)) == place(message)
        )

    try:
        data = made.data if kind == "hung" else reduced(original, made.data, fails)
    finally:
        alone.end()
    same_size = len(data) == len(original)
    changed = sum(a != b for a, b in zip(original, data, strict=True)) if same_size else -1
    return Kept(
        kind=kind, mutation=made.mutation, number=number, said=message, data=data, changed=changed
    )
