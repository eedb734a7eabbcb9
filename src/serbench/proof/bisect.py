"""Chunks through a codec, taken apart where they do not survive it, until it is known which values
do not: where the driver tells of each value (`load` with outcomes) at once, else by halves."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import xxhash

from serbench.measure.client import Driver, Patience
from serbench.measure.load_outcomes import Outcome, read_outcomes
from serbench.measure.protocol import DriverDeath, DriverError, DriverHung, Verified
from serbench.measure.verification import judged
from serbench.proof.excerpt import cut, shown
from serbench.proof.full_dataset import NAMED, CanonicalChunk, ExaminedCodec, Failure, Found, Kind
from serbench.proof.sandboxed_decoder import encoded
from serbench.schema.canonical import CanonicalReader, differences

# A chunk is taken apart by so many questions at most; a driver that has to be started anew costs
# as much as several.
QUESTIONS = 256
A_START = 8
# A codec is given up in a process where it has ended by so many values.
GIVEN_UP: dict[Kind, int] = {"crashed": 100, "hung": 3}
# As of `proof.sandboxed_decoder`: Java's heap has 1 GB from its start.
DRIVER_BYTES = 4 << 30


@dataclass(slots=True)
class ChunkBisector:
    """A codec in a driver that stays from chunk to chunk, and is started anew where it has ended.
    `patience_s` are the seconds that it has for a chunk, and for a part of one that hung."""

    subject: ExaminedCodec
    scratch: Path
    patience_s: tuple[float, float]
    most_bytes: int = 0
    _ended: Counter[Kind] = field(default_factory=Counter)
    _questions: int = 0
    _driver: Driver | None = None
    _is_hasty: bool = False

    def held_bytes(self) -> int:
        """What its driver holds in memory between chunks."""
        return self._driver.memory_bytes()[0] if self._driver else 0

    def kill(self) -> None:
        """At any moment; waits for nothing."""
        if self._driver:
            self._driver.kill()

    def end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None

    def examine(self, values: CanonicalChunk) -> Found:
        """Every value of the chunk."""
        found = Found(codec=self.subject.codec)
        self._questions = 0
        self._examine(_Part(values, 0, len(values.lines)), found)
        if self._driver:
            self.most_bytes = self._driver.memory_bytes()[1]
        if self._is_hasty:
            self.end()
            self._is_hasty = False
        return found

    def _examine(self, part: _Part, found: Found) -> None:
        given_up = any(self._ended[kind] >= most for kind, most in GIVEN_UP.items())
        if self._questions >= QUESTIONS or given_up:
            found.unexamined += len(part)
            return
        self._questions += 1 if self._driver else A_START
        why = self._why_not(part, found)
        if why is None:
            return
        kind, message = why
        if len(part) == 1:
            self._ended[kind] += 1
            part.add(found, part.start, kind, message=message)
            return
        before = _failed(found)
        for half in part.halves():
            self._examine(half, found)
        # What takes too long together need not be wrong.
        if _failed(found) == before and kind != "hung":
            together = f"only together with the {len(part) - 1} after it: {message}"
            part.add(found, part.start, kind, message=together)

    def _why_not(self, part: _Part, found: Found) -> tuple[Kind, str] | None:
        """What was said where it failed as a whole; None if it is known what became of each value,
        which is then in `found`."""
        path = self.scratch / "values.jsonl"
        try:
            expected = part.values.part(part.start, part.end, path)
            verdict, verified = judged(self._driven(), expected)
            if verified and verdict.proven:
                _written(found, verified)
                return None
            if self._told(part, found, verified):
                return None
            return "differs", verdict.note
        except DriverError as error:
            kind: Kind = "cannot-hold" if error.kind == "cannot-hold" else "refused"
            return kind, _of_one(str(error), path)
        except DriverHung as hung:
            self._is_hasty = True
            self.end()
            return "hung", str(hung)
        except DriverDeath as death:
            self.end()
            return "crashed", str(death)

    def _told(self, part: _Part, found: Found, verified: Verified | None) -> bool:
        """Whether the driver tells what became of each value, now in `found`, where not all came
        back as they were: by what it makes of the bytes that it wrote. Of its other paths, as
        `read`, it says how many values they change, and names some."""
        if verified is None:
            return False
        wrong = self._misread(part)
        reasons = {part.start + m.index: m.reason for m in verified.mismatches}
        if wrong is None and len(part) > 1:
            return False
        named = sorted({*(wrong or ()), *reasons})
        for index in named:
            if wrong is not None and index in wrong:
                _judge(part, found, index, wrong[index], reasons.get(index, ""))
            else:
                part.add(found, index, "refused" if wrong is None else "differs", reasons[index])
        if named:
            _written(found, verified)
            if (rest := verified.mismatched - len(named)) > 0:
                found.counts["differs"] = found.counts.get("differs", 0) + rest
        return bool(named)

    def _misread(self, part: _Part) -> dict[int, Outcome] | None:
        """By index, what the driver makes of its own bytes of each value, where that is not the
        value; None if it gave no bytes. A value that it could not write may have none."""
        dump, told = self.scratch / "dump", self.scratch / "outcomes"
        told.unlink(missing_ok=True)
        driver = self._driven()
        try:
            written = encoded(driver, dump)
            driver.load(dump, told)
        except DriverError:
            return None
        found = {}
        numbers = range(part.start, part.end)
        for index, raw, outcome in zip(numbers, written, read_outcomes(told), strict=False):
            whole = outcome.canonical
            if whole is None or xxhash.xxh64_intdigest(whole) != part.values.sums[index][0]:
                found[index] = outcome if raw else Outcome(None)
        return found

    def _driven(self) -> Driver:
        if self._driver is None:
            patience = Patience(heavy_s=self.patience_s[self._is_hasty])
            try:
                self._driver = Driver(
                    self.subject.command, patience=patience, memory_bytes=DRIVER_BYTES
                )
            except OSError as error:
                raise DriverDeath(f"it cannot be started: {error}") from None
        return self._driver


@dataclass(frozen=True, slots=True)
class _Part:
    """Those of a chunk's values from one index to before another."""

    values: CanonicalChunk
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def halves(self) -> tuple[_Part, _Part]:
        middle = (self.start + self.end) // 2
        return _Part(self.values, self.start, middle), _Part(self.values, middle, self.end)

    def add(
        self, found: Found, index: int, kind: Kind, message: str = "", path: str = "",
        expected: str = "", became: str = "",
    ) -> None:  # fmt: skip
        """Counts a value, and names it if not too many are."""
        count = found.counts.get(kind, 0)
        found.counts[kind] = count + 1
        if count < NAMED:
            chunk = self.values.chunk
            failure = Failure(
                codec=found.codec,
                kind=kind,
                file=chunk.file,
                unit=chunk.unit,
                number=chunk.numbers[index],
                path=path,
                expected=expected,
                found=became,
                said=cut(message),
            )
            found.failures.append(failure)


def _written(found: Found, verified: Verified) -> None:
    found.written += verified.values
    found.encoded_bytes += verified.encoded_bytes


def _failed(found: Found) -> int:
    return sum(found.counts.values()) + found.unexamined


def _judge(part: _Part, found: Found, index: int, outcome: Outcome, reason: str) -> None:
    """Adds a value of which the driver made this."""
    if outcome.canonical is None:
        part.add(found, index, "refused", outcome.refusal or reason)
    elif found.counts.get("differs", 0) >= NAMED:
        part.add(found, index, "differs")  # where would not be told
    else:
        path, was, became = _difference(part.values, index, outcome.canonical)
        if path:
            part.add(found, index, "differs", "", path, shown(was), shown(became))
        else:
            part.add(found, index, "differs", reason)


def _difference(values: CanonicalChunk, index: int, canonical: bytes) -> tuple[str, object, object]:
    reader = CanonicalReader(values.schema)
    try:
        became = reader.value(canonical)
    except ValueError:
        return "", None, None
    was = reader.value(values.canonical(index))
    return next(differences(was, became), ("", None, None))


def _of_one(message: str, path: Path) -> str:
    """Without the file and the number that the value has in a question about it alone."""
    return re.sub(r"^value \d+: ", "", message.removeprefix(f"{path}: "))
