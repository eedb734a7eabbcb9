"""Whether codecs of one wire read each other's bytes, value by value.

Every codec writes the values that survive it; every other codec of its wire reads these bytes in a
driver of its own, once where several write the same, and what it makes of each is held against the
value by canonical bytes. A codec that does not hold the working set is asked for each value alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import msgspec

from serbench.builders.codec import Codec
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.sandbox import Sandbox
from serbench.measure.verification import Expected, verify
from serbench.proof import sandboxed_decoder
from serbench.proof.excerpt import cut, shown
from serbench.proof.sandboxed_decoder import encoded, start
from serbench.schema.canonical import CanonicalReader, differences
from serbench.schema.digest import Digester
from serbench.schema.model import Schema

# From the best; a cell has the worst of its values.
Outcome = Literal["same bytes", "same value", "refused", "differs", "crashed"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
GOOD = ("same bytes", "same value")


class InteropCell(msgspec.Struct, frozen=True, kw_only=True):
    """What `reader` made of the bytes of `writer`: of `values` written, `wrong` were not read as
    they were. The worst of them stands for all: its `outcome`, which value it was (`case`), the
    `path` of the first difference with what stood there and what was found, or what was `said`."""

    wire: str
    writer: str
    reader: str
    outcome: Outcome
    values: int
    wrong: int = 0
    case: str = ""
    path: str = ""
    expected: str = ""
    found: str = ""
    said: str = ""

    @property
    def is_good(self) -> bool:
        return self.outcome in GOOD

    @property
    def why(self) -> str:
        """What is wrong, in words."""
        if self.outcome == "differs":
            told = f"{self.case}: {self.path} was {self.expected}, read as {self.found}"
        else:
            told = f"{self.case}: {self.outcome}: {self.said}"
        return f"{told} ({self.wrong} of {self.values} values)" if self.wrong > 1 else told


# The case of a lack that is all of them: the codec has no driver.
NO_DRIVER = "anything"


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """A value that a codec does not write, since it does not survive there; or all of them."""

    wire: str
    codec: str
    case: str
    said: str


@dataclass(frozen=True, slots=True)
class BuiltCodec:
    codec: Codec
    command: Sequence[str]


@dataclass(slots=True)
class NamedValues:
    """A working set of which each value has a name: what its field `case` says, or its number."""

    schema: Schema
    expected: Expected
    lines: list[bytes] = field(init=False)
    names: list[str] = field(init=False)
    canonical: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.expected.path.read_bytes().splitlines()
        values = [msgspec.json.decode(line) for line in self.lines]
        self.names = [str(v.get("case", f"value {i}")) for i, v in enumerate(values)]
        digester = Digester(self.schema)
        self.canonical = [digester.canonical_bytes(value) for value in values]

    def alone(self, index: int, path: Path) -> Expected:
        """A working set of one of them, in a file of its own."""
        path.write_bytes(self.lines[index] + b"\n")
        digester = Digester(self.schema)
        digester.add(msgspec.json.decode(self.lines[index]))
        return Expected(path, 1, digester.digest, digester.visit)


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a reader's process."""

    said: str


# A value's number, and what became of it: its canonical bytes, what a refusal said, or the end.
Found = tuple[int, bytes | str | Ended]


@dataclass(slots=True)
class Peer:
    """A codec in one driver, started anew where one has died, in the sandbox if there is one: the
    bytes of each value that survives it, by its index, and why others do not."""

    subject: BuiltCodec
    scratch: Path
    sandbox: Sandbox | None = None
    values: dict[int, bytes] = field(default_factory=dict)
    lacks: dict[int, str] = field(default_factory=dict)
    _driver: Driver | None = None
    _wrote: NamedValues | None = None

    @property
    def name(self) -> str:
        return self.subject.codec.id

    def end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None

    def _driven(self) -> Driver:
        self._driver = self._driver or start(self.subject.command, self.scratch, self.sandbox)
        return self._driver

    def write(self, values: NamedValues) -> None:
        """Once, if it is asked again for the same."""
        if self._wrote is values:
            return
        self._wrote, self.values, self.lacks = values, {}, {}
        dump = sandboxed_decoder.fresh(self.scratch, "dump")
        verdict = verify(self._driven(), values.expected)
        if verdict.proven:
            self.values = dict(enumerate(encoded(self._driven(), dump)))
            return
        for index in range(len(values.lines)):
            if verdict.status == "failed":
                self.end()
            alone = values.alone(index, self.scratch / "alone.jsonl")
            verdict = verify(self._driven(), alone)
            if verdict.proven:
                [self.values[index]] = encoded(self._driven(), dump)
            else:
                self.lacks[index] = verdict.note
        if verdict.status == "failed":
            self.end()

    def read(self, values: dict[int, bytes]) -> Iterator[Found]:
        """What it makes of each."""
        left = list(values)
        dump = self.scratch / "bytes"
        while left:
            dump.write_bytes(
                b"".join(struct.pack("<I", len(values[index])) + values[index] for index in left)
            )
            told = sandboxed_decoder.fresh(self.scratch, "outcomes")
            failure: str | Ended = "it told of fewer values than it was given"
            try:
                self._driven().load(dump, told)
            except DriverError as error:
                failure = str(error)
            except DriverDeath as death:
                self.end()
                failure = Ended(str(death))
            outcomes = list(sandboxed_decoder.outcomes(told))
            for index, outcome in zip(left, outcomes, strict=False):
                yield index, outcome.refusal if outcome.canonical is None else outcome.canonical
            left = left[len(outcomes) :]
            if left:
                yield left.pop(0), failure


def by_wire(subjects: Sequence[BuiltCodec], schema: Schema) -> dict[str, list[BuiltCodec]]:
    """The codecs of each wire that values of the schema have."""
    found: dict[str, list[BuiltCodec]] = {}
    for subject in subjects:
        if wire := subject.codec.wire_of(schema):
            found.setdefault(wire, []).append(subject)
    return found


def interop(
    subjects: Sequence[BuiltCodec],
    values: NamedValues,
    scratch: Path,
    on_progress: Callable[[int, int, str], None] = lambda done, total, doing: None,
    sandbox: Sandbox | None = None,
) -> Iterator[InteropCell | Lack]:
    """All cells of all wires that two codecs or more have, and what codecs did not write. Drivers
    run in the sandbox, if there is one, and read their values there."""
    shared = {
        wire: [Peer(subject, scratch, sandbox) for subject in of_wire]
        for wire, of_wire in sorted(by_wire(subjects, values.schema).items())
        if len(of_wire) > 1
    }
    total, done = sum(len(peers) for peers in shared.values()) * 2, 0
    for wire, peers in shared.items():
        try:
            for peer in peers:
                on_progress(done, total, f"{wire}: {peer.name} writes")
                done += 1
                peer.write(values)
                for index, message in peer.lacks.items():
                    yield Lack(wire=wire, codec=peer.name, case=values.names[index], said=message)
            for reader in peers:
                on_progress(done, total, f"{wire}: {reader.name} reads")
                done += 1
                read: list[tuple[Peer, list[Found]]] = []
                for writer in peers:
                    if writer is not reader and writer.values:
                        found = next((f for one, f in read if one.values == writer.values), None)
                        if found is None:
                            found = list(reader.read(writer.values))
                            read.append((writer, found))
                        yield _cell(reader, writer, values, found)
        finally:
            for peer in peers:
                peer.end()


def _cell(reader: Peer, writer: Peer, values: NamedValues, read: Sequence[Found]) -> InteropCell:
    worst = InteropCell(
        wire=writer.subject.codec.wire_of(values.schema),
        writer=writer.name,
        reader=reader.name,
        outcome="same bytes",
        values=len(writer.values),
    )
    wrong = 0
    for index, found in read:
        cell = _judged(worst, values, index, found)
        if cell.is_good and reader.values.get(index) != writer.values[index]:
            cell = msgspec.structs.replace(cell, outcome="same value")
        wrong += not cell.is_good
        if OUTCOMES.index(cell.outcome) > OUTCOMES.index(worst.outcome):
            worst = cell
    return msgspec.structs.replace(worst, wrong=wrong)


def _judged(
    blank: InteropCell, values: NamedValues, index: int, found: bytes | str | Ended
) -> InteropCell:
    """`found` are canonical bytes, what a refusal said, or how a driver died."""
    case = values.names[index]
    expected = values.canonical[index]
    if found == expected:
        return msgspec.structs.replace(blank, outcome="same bytes", case="")
    if isinstance(found, Ended):
        message = cut(found.said)
        return msgspec.structs.replace(blank, outcome="crashed", case=case, said=message)
    if isinstance(found, str):
        message = cut(found)
        return msgspec.structs.replace(blank, outcome="refused", case=case, said=message)
    reader = CanonicalReader(values.schema)
    path, was, became = next(differences(reader.value(expected), reader.value(found)))
    return msgspec.structs.replace(
        blank, outcome="differs", case=case, path=path, expected=shown(was), found=shown(became)
    )
