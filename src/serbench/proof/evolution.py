"""Whether a codec of an old schema reads what one of a new schema wrote, and the other way.

Both are generated drivers; nothing is taken from documentation. Each value is judged by itself, by
canonical bytes: every field that both schemas have must be kept, what the bytes do not have may
be a default, and anything else has to be refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from serbench.builders.codec import Codec
from serbench.measure.sandbox import Sandbox
from serbench.proof.excerpt import cut, shown
from serbench.proof.interop import BuiltCodec, Ended, NamedValues, Peer
from serbench.proof.schema_changes import ABSENT, Beyond, Direction, EvolutionCase, Successor, Value
from serbench.schema.canonical import CanonicalReader, differences
from serbench.schema.model import Schema

# From the best; a cell has the worst of its values.
Outcome = Literal["kept", "default given", "refused", "silently wrong", "crashed"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
NEGATIVE: tuple[Outcome, ...] = ("silently wrong", "crashed")


class EvolutionCell(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the bytes of one side in a driver of the other. The worst of its `values`
    stands for all (`alike` of them are so): the `path` of the first difference with what was
    written and what was read, or what was `said`. `case` names values that one schema alone holds;
    `place` is the field that the rule is about, `means` what the format has for evolution."""

    codec: str
    means: str
    rule: str
    place: str
    case: str
    direction: Direction
    outcome: Outcome
    values: int
    alike: int
    path: str = ""
    written: str = ""
    read: str = ""
    said: str = ""

    @property
    def why(self) -> str:
        """What is not as it was, in words."""
        match self.outcome:
            case "silently wrong":
                told = f"{self.path} was {self.written}, read as {self.read}"
            case "default given":
                told = f"{self.path} read as {self.read}"
            case _:
                told = self.said
        return f"{told} ({self.alike} of {self.values} values)" if told else ""


class Unproven(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that was not tried with a codec, and why."""

    codec: str
    rule: str
    said: str


@dataclass(frozen=True, slots=True)
class Written:
    """What is written in a case, and what is to be read of each value."""

    case: EvolutionCase
    values: NamedValues
    expected: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Step:
    """A successor with the drivers of one codec for it. Those that read know the schema that wrote,
    where the codec asks for it."""

    successor: Successor
    written: Sequence[Written]
    new_writer: Sequence[str]
    new_reader: Sequence[str]
    old_reader: Sequence[str]


def evolution(
    codec: Codec,
    schema: Schema,
    command: Sequence[str],
    step: Step,
    scratch: Path,
    sandbox: Sandbox | None = None,
) -> Iterator[EvolutionCell | Unproven]:
    """A cell of each case of the step; `command` is the driver for the old schema, `schema`.
    Drivers run in the sandbox, if there is one, and read their values there."""

    def peer(command: Sequence[str], same: Peer | None = None) -> Peer:
        if same and same.subject.command == command:
            return same
        return Peer(BuiltCodec(codec, command), scratch, sandbox)

    old = peer(command)
    new = peer(step.new_writer)
    new_reader, old_reader = peer(step.new_reader, new), peer(step.old_reader, old)
    try:
        for written in step.written:
            forward = written.case.direction == "old to new"
            writer, reader = (old, new_reader) if forward else (new, old_reader)
            writer.write(written.values)
            if writer.values:
                read_as = step.successor.schema if forward else schema
                yield _cell(step.successor, written, writer, reader, CanonicalReader(read_as))
            else:
                message = f"{written.case.direction}: {writer.lacks[0]}"
                yield Unproven(codec=writer.name, rule=step.successor.rule, said=message)
    finally:
        for one in (old, new, new_reader, old_reader):
            one.end()


def _cell(
    successor: Successor, written: Written, writer: Peer, reader: Peer, canonical: CanonicalReader
) -> EvolutionCell:
    counts: Counter[Outcome] = Counter()
    worst = blank = EvolutionCell(
        codec=writer.name,
        means=writer.subject.codec.evolution,
        rule=successor.rule,
        place=successor.place,
        case=written.case.name,
        direction=written.case.direction,
        outcome="kept",
        values=len(writer.values),
        alike=0,
    )
    for index, found in reader.read(writer.values):
        judged = _judged(blank, written.expected[index], found, canonical)
        counts[judged.outcome] += 1
        if OUTCOMES.index(judged.outcome) > OUTCOMES.index(worst.outcome):
            worst = judged
    return msgspec.structs.replace(worst, alike=counts[worst.outcome])


def _judged(
    blank: EvolutionCell, expected: Value, found: bytes | str | Ended, canonical: CanonicalReader
) -> EvolutionCell:
    if isinstance(found, Ended):
        return msgspec.structs.replace(blank, outcome="crashed", said=cut(found.said))
    if isinstance(found, str):
        return msgspec.structs.replace(blank, outcome="refused", said=cut(found))
    outcome: Outcome = "kept"
    difference: tuple[str, Any, Any] | None = None
    for path, was, became in differences(expected, canonical.value(found)):
        is_default = was is ABSENT and became in (None, 0, "", False, [], {})
        if not is_default:
            outcome, difference = "silently wrong", (path, was, became)
            break
        if difference is None:
            outcome, difference = "default given", (path, was, became)
    if difference is None:
        return msgspec.structs.replace(blank, outcome=outcome)
    path, was, became = difference
    return msgspec.structs.replace(
        blank, outcome=outcome, path=path, written=_written(was), read=shown(became)
    )


def _written(was: Any) -> str:
    if was is ABSENT:
        return "not there"
    return shown(was.value if isinstance(was, Beyond) else was)
