"""The user's own codecs on their way to other hosts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from serbench import custom_codecs
from serbench.builders.codec import Codec


class SentCodec(msgspec.Struct, frozen=True):
    """A codec of the user's: the name of the file, and the file."""

    file: str
    source: bytes


def sent(codecs: Iterable[Codec]) -> tuple[SentCodec, ...]:
    """Those of the codecs that are the user's."""
    own = (codec for codec in codecs if codec.is_own)
    return tuple(SentCodec(codec.path.name, codec.path.read_bytes()) for codec in own)


def received(codecs: Sequence[SentCodec], folder: Path) -> list[Codec]:
    """Written into the folder, each in one of its own: two of several languages may have one
    name. Raises `UserError`."""
    found = []
    for number, codec in enumerate(codecs):
        path = folder / str(number) / Path(codec.file).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(codec.source)
        found.append(custom_codecs.read(path))
    return found
