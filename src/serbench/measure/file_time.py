"""How long an experiment with object files takes: thought before it starts, and known better as it
goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from serbench.machine import learned

Kind = Literal["warm", "warm jit", "turn", "turn jit"]
_LEARNED_AS = "object files"
# What was thought counts like so many seconds of what was seen.
BELIEVED_S = 5.0


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done for a codec: `values` are written in each turn, and read in so many ways.
    Seconds are wall time on a machine of two processors, of which a driver that is `jit` has one
    while it is warmed."""

    jit: bool
    values: int
    processes: int
    turns: int
    readings: int

    @property
    def warm_s(self) -> float:
        """Of one process."""
        # Until its compiler has nothing left to do: the same for ten values and ten thousand.
        return WARM_JIT_S + WARM_JIT_READING_S * self.readings if self.jit else WARM_S

    @property
    def turn_s(self) -> float:
        once_s = TURN_JIT_S if self.jit else TURN_S
        return once_s + self.values * (VALUE_WRITE_S + VALUE_READ_S * self.readings)

    @property
    def seconds(self) -> float:
        """Of everything, from the proof that the codec brings values back."""
        proof_s = PROOF_JIT_S if self.jit else PROOF_S
        return proof_s + self.processes * self.warm_s + self.turns * self.turn_s


PROOF_S = 0.1
PROOF_JIT_S = 2.0
WARM_S = 0.1
WARM_JIT_S = 3.0
WARM_JIT_READING_S = 1.0
TURN_S = 0.2
TURN_JIT_S = 0.6
VALUE_WRITE_S = 60e-6
VALUE_READ_S = 60e-6


@dataclass(slots=True)
class Pace:
    """What is left of the work on each codec, and how much slower or faster than thought each kind
    of it goes."""

    work: Mapping[str, Work]
    clock: Callable[[], float]
    # How much slower than thought this machine has shown itself to be before.
    slowness: float = 1.0
    _began_s: float = field(init=False)
    _warmings: dict[str, int] = field(init=False)
    _turns: dict[str, int] = field(init=False)
    # Of what is done, by kind: seconds that it was thought to take, and that it took.
    _thought_s: dict[Kind, float] = field(default_factory=dict)
    _took_s: dict[Kind, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._began_s = self.clock()
        self._warmings = {codec: work.processes for codec, work in self.work.items()}
        self._turns = {codec: work.turns for codec, work in self.work.items()}

    def spent_s(self) -> float:
        return self.clock() - self._began_s

    def left_s(self) -> float:
        left: dict[Kind, float] = {}
        for codec, work in self.work.items():
            warm, turn = _kinds(work)
            left[warm] = left.get(warm, 0.0) + self._warmings[codec] * work.warm_s
            left[turn] = left.get(turn, 0.0) + self._turns[codec] * work.turn_s
        return sum(seconds * self._factor(kind) for kind, seconds in left.items())

    @contextmanager
    def warming(self, codecs: Collection[str]) -> Iterator[None]:
        """A process of each is warmed within, all at once."""
        began_s = self.clock()
        yield
        for codec in codecs:
            kind, _ = _kinds(self.work[codec])
            self._did(kind, self.work[codec].warm_s, (self.clock() - began_s) / len(codecs))
            self._warmings[codec] -= 1

    @contextmanager
    def timing(self, codec: str) -> Iterator[None]:
        """A turn of the codec is taken within."""
        began_s = self.clock()
        yield
        _, kind = _kinds(self.work[codec])
        self._did(kind, self.work[codec].turn_s, self.clock() - began_s)
        self._turns[codec] -= 1

    def gave_up(self, codec: str) -> None:
        """Nothing more is done for it."""
        self._warmings[codec] = self._turns[codec] = 0

    def seen_slowness(self) -> float:
        """That of all that was done, and of what was believed before."""
        return self._slowness(list(self._took_s))

    def _did(self, kind: Kind, thought_s: float, took_s: float) -> None:
        self._thought_s[kind] = self._thought_s.get(kind, 0.0) + thought_s
        self._took_s[kind] = self._took_s.get(kind, 0.0) + took_s

    def _factor(self, kind: Kind) -> float:
        """Of a kind that was not seen yet, that of all others."""
        return self._slowness([kind] if kind in self._took_s else list(self._took_s))

    def _slowness(self, seen: Collection[Kind]) -> float:
        took_s = sum(self._took_s[kind] for kind in seen)
        thought_s = sum(self._thought_s[kind] for kind in seen)
        return (took_s + BELIEVED_S * self.slowness) / (thought_s + BELIEVED_S)


def remembered_slowness() -> float:
    """What experiments on this machine have shown; 1 if there were none."""
    return learned.seconds(_LEARNED_AS, 1.0)


def remember(pace: Pace) -> None:
    learned.learn({_LEARNED_AS: 1.0}, pace.seen_slowness())


def _kinds(work: Work) -> tuple[Kind, Kind]:
    return ("warm jit", "turn jit") if work.jit else ("warm", "turn")
