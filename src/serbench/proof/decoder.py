"""A driver that decodes many values at once, whatever they are, and is held to limits."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.measure.client import Driver, Patience
from serbench.measure.crash_reason import habits
from serbench.measure.load_outcomes import Outcome
from serbench.measure.protocol import DriverDeath, DriverError, DriverHung
from serbench.measure.sandbox import Sandbox
from serbench.proof import sandboxed_decoder
from serbench.proof.crash_kinds import Kind, kind_of_death, kind_of_refusal
from serbench.proof.sandboxed_decoder import MEMORY_BYTES

# A batch is decoded in milliseconds; a virtual machine starts in ten seconds where much goes on.
HASTE = Patience(ordinary_s=30.0, heavy_s=20.0)
TIMES_THE_INPUT = 1000
MIB = 1 << 20
GROWTH_BYTES = 64 * MIB

Ended = tuple[Kind, str]

LEAK = "what it took for bytes that it refused is not given back, until no memory is left"


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory_bytes` is what the process gets at most. What it holds may grow by `growth_bytes`, or
    by a thousand times the input if that is more. None where that is not looked at."""

    memory_bytes: int | None = MEMORY_BYTES
    growth_bytes: int | None = GROWTH_BYTES


class Decoder:
    """A driver that is started anew where it died, in the sandbox if there is one. `habits` are
    what a sanitizer found and let pass, and that memory is not given back."""

    def __init__(
        self,
        command: Sequence[str],
        scratch: Path,
        limits: Limits,
        sandbox: Sandbox | None = None,
    ) -> None:
        self._command = command
        self.scratch = scratch
        self._limits = limits
        self._sandbox = sandbox
        self._driver: Driver | None = None
        self._at_rest = 0
        self.habits: dict[str, None] = {}

    def another(self) -> Decoder:
        return Decoder(self._command, self.scratch, self._limits, self._sandbox)

    def driver(self) -> Driver:
        """Raises `OSError` if it cannot be started, `DriverDeath` if it does not answer."""
        if self._driver is None:
            self._driver = sandboxed_decoder.start(
                self._command, self.scratch, self._sandbox, HASTE, self._limits.memory_bytes
            )
            self._driver.describe()
            self._at_rest = self._driver.resident_bytes()
        return self._driver

    def end(self) -> None:
        if self._driver:
            self.habits |= dict.fromkeys(habits(self._driver.said()))
            self._driver.end()
            self._driver = None

    def outcomes(self, cases: Sequence[bytes]) -> Iterator[Outcome | Ended]:
        """What became of each, in order. Where memory was out, a new process decodes those bytes
        again: what others before them leaked is no fault of theirs."""
        while cases:
            hungry = None
            for number, told in enumerate(self._in_a_row(cases)):
                if _lacked_memory(told):
                    hungry = number
                    break
                yield told
            if hungry is None:
                return
            self.end()
            [alone] = self._in_a_row(cases[hungry : hungry + 1])
            if not _lacked_memory(alone):
                self.habits[LEAK] = None
            yield alone
            cases = cases[hungry + 1 :]

    def _in_a_row(self, cases: Sequence[bytes]) -> Iterator[Outcome | Ended]:
        while cases:
            found, ended, grown = self._load(cases)
            allowed = self._allowed(cases)
            if ended and found and allowed is not None:
                yield from self._in_a_row(cases[: len(found)])  # its memory is known no more
            elif allowed is None or grown <= allowed:
                yield from found
            elif len(cases) == 1:
                yield "memory", f"{grown // MIB} MiB were taken for {len(cases[0])} bytes"
            else:
                middle = len(cases) // 2
                yield from self._in_a_row(cases[:middle])
                yield from self._in_a_row(cases[middle:])
            if ended:
                yield ended
            cases = cases[len(found) + 1 :]

    def _load(self, cases: Sequence[bytes]) -> tuple[list[Outcome], Ended | None, int]:
        """What was told, what ended it, and by how much its memory grew at most."""
        outcomes, dump = sandboxed_decoder.fresh(self.scratch, "outcomes"), self.scratch / "cases"
        dump.write_bytes(b"".join(struct.pack("<I", len(raw)) + raw for raw in cases))
        ended: Ended = ("crashed", "it told of fewer values than it was given")
        grown = 0
        try:
            driver = self.driver()
            driver.forget_peak()
            driver.load(dump, outcomes)
            grown = driver.peak_bytes() - self._at_rest
        except DriverError as error:
            ended = (kind_of_death(str(error)), str(error))
        except DriverHung as hung:
            self.end()
            ended = ("hung", str(hung))
        except DriverDeath as death:
            self.habits |= dict.fromkeys(habits(death.lines))
            self.end()
            ended = (kind_of_death(str(death)), str(death))
        allowed = self._allowed(cases)
        is_kept = allowed is None or grown <= allowed  # else they are only counted
        found = [
            outcome if is_kept else Outcome(None)
            for outcome in sandboxed_decoder.outcomes(outcomes)
        ]
        self._rest(cases)
        return found, ended if len(found) < len(cases) else None, grown

    def _allowed(self, cases: Sequence[bytes]) -> int | None:
        if self._limits.growth_bytes is None:
            return None
        return max(self._limits.growth_bytes, TIMES_THE_INPUT * max(map(len, cases)))

    def _rest(self, cases: Sequence[bytes]) -> None:
        """What an allocator keeps for later would hide what is taken next."""
        allowed = self._allowed(cases)
        if self._driver and allowed is not None:
            kept = self._driver.resident_bytes() - self._at_rest
            if kept > allowed // 2:
                self.end()


def _lacked_memory(told: Outcome | Ended) -> bool:
    kind = told[0] if isinstance(told, tuple) else kind_of_refusal(told.refusal)
    return kind == "out of memory"
