"""What codecs wrote, as values to be compressed: each by itself, and in blocks."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.measure.verification import Expected
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from serbench.schema.values import prepare

# A message is all that there is to it.
SCHEMA = Schema("message", "Message", (Record("Message", (Field("data", Scalar(Kind.BYTES)),)),))
BLOCK_BYTES = 1 << 16
# What zstd's documentation names as usual; of few or short messages it is as much as they are.
_DICTIONARY_BYTES = 16_384
_FEWEST_TO_TRAIN = 16


@dataclass(frozen=True, slots=True)
class Messages:
    """A working set of messages; `values` of the codec's are in each, in the mean. `dictionary` is
    the file of one that was trained on other messages of the codec, if there is one."""

    expected: Expected
    bytes: int
    values: float
    dictionary: Path | None = None


def digest_of(messages: Sequence[bytes]) -> str:
    """The same of codecs that write the same."""
    digest = hashlib.sha256()
    for message in messages:
        digest.update(len(message).to_bytes(8, "little") + message)
    return digest.hexdigest()[:16]


def one_by_one(messages: Sequence[bytes], folder: Path) -> Messages:
    """Every second message; from the others zstd's trainer makes a dictionary, so that what is
    compressed with it was not there when it was made."""
    measured, others = messages[::2], messages[1::2]
    expected, total = _prepared(measured, folder / "each.jsonl")
    return Messages(expected, total, 1.0, _trained(others, folder / "dictionary"))


def in_blocks(messages: Sequence[bytes], folder: Path) -> Messages:
    """One after another, in blocks of 64 KiB; what is left over in a smaller one."""
    blocks = list(_blocks(messages))
    expected, total = _prepared(blocks, folder / "blocks.jsonl")
    return Messages(expected, total, len(messages) / len(blocks))


def _blocks(messages: Iterable[bytes]) -> Iterator[bytes]:
    block = bytearray()
    for message in messages:
        block += message
        while len(block) >= BLOCK_BYTES:
            yield bytes(block[:BLOCK_BYTES])
            del block[:BLOCK_BYTES]
    if block:
        yield bytes(block)


def _prepared(messages: Sequence[bytes], path: Path) -> tuple[Expected, int]:
    values = ({"data": base64.b64encode(message).decode()} for message in messages)
    found = prepare(SCHEMA, values, path, limit_values=0, limit_bytes=0)
    expected = Expected(found.path, found.values, found.digest, found.visit)
    return expected, sum(map(len, messages))


def _trained(messages: Sequence[bytes], path: Path) -> Path | None:
    import zstandard

    if len(messages) < _FEWEST_TO_TRAIN:
        return None
    size = min(_DICTIONARY_BYTES, sum(map(len, messages)) // 8)
    try:
        dictionary = zstandard.train_dictionary(size, list(messages))
    except zstandard.ZstdError:  # too little in common, or too short
        return None
    path.write_bytes(dictionary.as_bytes())
    return path
