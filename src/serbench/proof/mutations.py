"""Valid bytes made wrong, in the ways that bytes go wrong or are made to.

All follow from a seed, so that a case can be made again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

# What a length, a count or an offset may be made to say.
_LARGE = (
    b"\xff", b"\x7f", b"\xff\xff", b"\xff\x7f", b"\x7f\xff", b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f", b"\x7f\xff\xff\xff", b"\xff" * 8, b"\xff" * 7 + b"\x7f",
    b"\xff" * 9 + b"\x01", b"\xff\xff\xff\xff\x0f", b"\x00\x00\x00\x40", b"\x40\x00\x00\x00",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Material:
    """`values` are what a codec wrote; `foreign` is of other formats; `others` is, for each value,
    what the codec wrote of it by another schema, empty if it has none."""

    values: Sequence[bytes]
    foreign: Sequence[bytes] = ()
    others: Mapping[bytes, bytes] = field(default_factory=dict)

    @property
    def mutations(self) -> list[str]:
        """Those that can be made of it."""
        return [name for name in MUTATIONS if name != OTHER_SCHEMA or self.others]


@dataclass(frozen=True, slots=True)
class MutatedValue:
    """Bytes made of value `index` by the mutation of this name."""

    index: int
    mutation: str
    data: bytes


def _flip(chance: random.Random, raw: bytearray, _material: Material) -> None:
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)


def _truncate(chance: random.Random, raw: bytearray, _material: Material) -> None:
    del raw[chance.randrange(len(raw)) :]


def _blow_up(chance: random.Random, raw: bytearray, _material: Material) -> None:
    large = chance.choice(_LARGE)
    at = chance.randrange(len(raw))
    raw[at : at + len(large)] = large


def _splice(chance: random.Random, raw: bytearray, _material: Material) -> None:
    """A piece of the value over another, or taken out, or doubled."""
    piece = _piece(chance, raw)
    at = chance.randrange(len(raw))
    raw[at : at + chance.choice((0, len(piece)))] = chance.choice((piece, piece, b""))


def _other(chance: random.Random, raw: bytearray, material: Material) -> None:
    piece = _piece(chance, chance.choice(material.values))
    at = chance.randrange(len(raw))
    raw[at : at + chance.choice((0, len(piece)))] = piece


def _foreign(chance: random.Random, raw: bytearray, material: Material) -> None:
    raw[:] = chance.choice(material.foreign) if material.foreign else chance.randbytes(len(raw))


def _other_schema(_chance: random.Random, raw: bytearray, material: Material) -> None:
    raw[:] = material.others[bytes(raw)]


def _random(chance: random.Random, raw: bytearray, _material: Material) -> None:
    raw[:] = chance.randbytes(chance.randrange(2 * len(raw)))


def _piece(chance: random.Random, raw: bytes | bytearray) -> bytes:
    if not raw:
        return b""
    at = chance.randrange(len(raw))
    return bytes(raw[at : at + chance.randrange(1, 1 + min(64, len(raw)))])


OTHER_SCHEMA = "bytes of another schema"
MUTATIONS: dict[str, Callable[[random.Random, bytearray, Material], None]] = {
    "bits flipped": _flip,
    "cut off": _truncate,
    "numbers blown up": _blow_up,
    "pieces spliced": _splice,
    "a piece of another value": _other,
    "bytes of another format": _foreign,
    "random bytes": _random,
    OTHER_SCHEMA: _other_schema,
}


def case(material: Material, seed: int, number: int) -> MutatedValue:
    """The case of this number; those of one seed are the same whatever is made before them."""
    chance = random.Random(f"{seed} {number}")
    filled = [i for i, value in enumerate(material.values) if value]
    index = chance.choice(filled)
    known = material.mutations
    mutation = known[number % len(known)]
    raw = bytearray(material.values[index])
    MUTATIONS[mutation](chance, raw, material)
    return MutatedValue(index, mutation, bytes(raw))


def reduced(
    original: bytes, data: bytes, fails: Callable[[bytes], bool], tries: int = 200
) -> bytes:
    """Bytes that fail as `data` does and differ from the original in as few as are found: changes
    are taken back, half of them at a time, then fewer (delta debugging, Zeller and Hildebrandt,
    TSE 2002). What is shorter or longer than the original is cut off as early as it still fails."""
    if len(original) != len(data):
        return _shortened(data, fails, tries)
    changed = [i for i, (a, b) in enumerate(zip(original, data, strict=True)) if a != b]
    size = max(1, len(changed) // 2)
    while tries > 0 and len(changed) > 1:
        for start in range(0, len(changed), size):
            left = changed[:start] + changed[start + size :]
            candidate = _with(original, data, left)
            tries -= 1
            if left and fails(candidate):
                changed = left
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
    return _with(original, data, changed)


def _with(original: bytes, data: bytes, changed: Sequence[int]) -> bytes:
    raw = bytearray(original)
    for i in changed:
        raw[i] = data[i]
    return bytes(raw)


def _shortened(data: bytes, fails: Callable[[bytes], bool], tries: int) -> bytes:
    step = len(data) // 2
    while step > 0 and tries > 0:
        tries -= 1
        if len(data) > step and fails(data[:-step]):
            data = data[:-step]
        else:
            step //= 2
    return data
