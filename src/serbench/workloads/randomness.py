"""Random draws that are the same on every machine and in every Python.

Only `random()` and `getrandbits()` of the Mersenne Twister are used: what `choice`,
`shuffle` or `gauss` make of them has changed between Python versions, and the
logarithms and powers of the C library differ in the last bit between platforms.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ALPHANUMERICS = _LETTERS + _LETTERS.upper() + "0123456789"


class _Characters:
    """Evenly drawn characters, made a block at a time."""

    __slots__ = ("_bits", "_block", "_table", "_uneven", "_used")

    _BLOCK_BYTES = 1 << 16

    def __init__(self, bits: Callable[[int], int], alphabet: str) -> None:
        self._bits = bits
        self._table = bytes(ord(alphabet[i % len(alphabet)]) for i in range(256))
        # The bytes left over would make the alphabet's first characters likelier than its last.
        self._uneven = bytes(range(256 - 256 % len(alphabet), 256))
        self._block = ""
        self._used = 0

    def take(self, n: int) -> str:
        end = self._used + n
        if end > len(self._block):
            block = self._bits(8 * self._BLOCK_BYTES).to_bytes(self._BLOCK_BYTES, "little")
            self._block = block.translate(self._table, self._uneven).decode("ascii")
            self._used, end = 0, n
        text = self._block[self._used : end]
        self._used = end
        return text


class Randomness:
    """Draws from a seed. `unit()` gives a float in [0, 1), `bits(n)` an integer of n bits,
    `letters(n)` and `alphanumerics(n)` n ASCII characters, for n up to about 50,000."""

    __slots__ = ("alphanumerics", "bits", "letters", "unit")

    def __init__(self, seed: int) -> None:
        twister = random.Random(seed)
        self.unit = twister.random
        self.bits = twister.getrandbits
        self.letters = _Characters(self.bits, _LETTERS).take
        self.alphanumerics = _Characters(self.bits, _ALPHANUMERICS).take

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1, for n up to 2^53."""
        return int(self.unit() * n)

    def between(self, low: int, high: int) -> int:
        """An integer from low to high, both included, at most 2^53 apart."""
        return low + int(self.unit() * (high - low + 1))

    def chance(self, probability: float) -> bool:
        return self.unit() < probability

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.unit() * len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list of the items in random order (Fisher and Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def repeats(self, probability: float, most: int) -> int:
        """How often `chance(probability)` says yes before its first no, `most` times at most."""
        count = 0
        while count < most and self.unit() < probability:
            count += 1
        return count

    def magnitude(self, most_bits: int) -> int:
        """A number below 2^most_bits that is as likely to have any number of bits as any
        other: what counts in the wild look like, many small and a few huge."""
        return self.bits(1 + int(self.unit() * most_bits))


class Spread:
    """Says yes at a given rate, at random places but evenly: one place in each stretch of
    1 / rate calls. So a thousand values hold as many rare parts as the rate promises, where
    independent draws would miss it by a third."""

    def __init__(self, randomness: Randomness, rate: float) -> None:
        self._unit = randomness.unit
        self._period = 1 / rate
        self._calls = 0
        self._stretch = 0
        self._due = self._unit() * self._period

    def due(self) -> bool:
        self._calls += 1
        if self._calls <= self._due:
            return False
        self._stretch += 1
        self._due = (self._stretch + self._unit()) * self._period
        return True
