"""What mutations of all kinds of files have in common: hostile numbers, texts and bytes."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.codegen.hostile import ENDS
from tests.strategies import HOSTILE_NAMES

_POWERS = (0, 1, 7, 8, 15, 16, 20, 24, 31, 32, 40, 53, 62, 63, 64)
# Around the limits of what formats hold; `2**20` and `2**24` are large for a file of some bytes.
NUMBERS = (
    *sorted({sign * (2**power + n) for power in _POWERS for sign in (1, -1) for n in (-1, 0, 1)}),
    *(10**6, 10**9, 10**12, 2**100, -(2**100)),
)  # fmt: skip
TEXTS = (*HOSTILE_NAMES, *ENDS, "", "\x1b]0;title\x07", "\x1b]8;;http://x\x07y", "x" * 70_000)
JUNK = (b"", b"\0", b"\xff", b"\x80", b"\xc3\x28", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\0" * 64)

Mutate = Callable[[random.Random, bytes], bytes]


def number(rng: random.Random, value: int, low: int = -(2**63), high: int = 2**64 - 1) -> int:
    """A number in place of another one: one of those near it, or one of `NUMBERS` that fits."""
    if rng.random() < 0.5:
        near = rng.choice(
            (value + 1, value - 1, -value, value * 2, value // 2, value + 8, value + 1000)
        )
        if low <= near <= high:
            return near
    return rng.choice([n for n in NUMBERS if low <= n <= high])


def text(rng: random.Random) -> str:
    return rng.choice(TEXTS)


def text_bytes(rng: random.Random) -> bytes:
    """Mostly UTF-8."""
    if rng.random() < 0.2:
        return rng.choice(JUNK)
    return text(rng).encode()


def patched(data: bytes, at: int, new: bytes, old_bytes: int | None = None) -> bytes:
    """`data` with `new` in place of `old_bytes` bytes, else of as many as it has."""
    return data[:at] + new + data[at + (len(new) if old_bytes is None else old_bytes) :]


def any_bytes(rng: random.Random, data: bytes) -> bytes:
    """What knows nothing of the format: bits, bytes, cuts and repeats."""
    at = rng.randrange(len(data) or 1)
    size = min(rng.choice((1, 1, 2, 4, 8, 64, 1024)), len(data) - at)
    match rng.randrange(7):
        case 0:
            return (
                data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
                if data
                else b"x"
            )
        case 1:
            return patched(data, at, rng.randbytes(size))
        case 2:
            return patched(data, at, b"", size)
        case 3:
            return patched(data, at, data[at : at + size] * rng.choice((2, 3, 100)), size)
        case 4:
            return data[:at]
        case 5:
            return patched(data, at, rng.choice((b"\0", b"\xff", b"\x7f", b"\x80")) * size)
        case _:
            return data + rng.choice((data, rng.randbytes(size), b"\0" * 100))


def one_of(*mutations: tuple[int, Mutate]) -> Mutate:
    """One of them, each as often as its weight says; now and then several, one after another."""
    weights, made = [w for w, _ in mutations], [m for _, m in mutations]

    def mutate(rng: random.Random, data: bytes) -> bytes:
        for turn, each in enumerate(rng.choices(made, weights, k=rng.choice((1, 1, 1, 2, 3)))):
            try:
                data = each(rng, data)
            except Exception:
                if turn == 0:
                    raise  # of an honest file: it is the mutation that is wrong
                data = any_bytes(rng, data)  # the one before left nothing of the structure
        return data

    return mutate
