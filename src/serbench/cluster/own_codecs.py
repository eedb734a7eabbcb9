"""The user's own codecs on their way to other hosts, where they are compiled and run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from serbench import custom_codecs
from serbench.builders.codec import Codec
from serbench.errors import UserError
from serbench.machine import cache
from serbench.machine.output_paths import replaced

# Where the front matter of a codec names what lies beside it, on this machine alone.
_BESIDE = ("include", "sources", "archives", "jars", "paths", "replace")


class SentCodec(msgspec.Struct, frozen=True):
    """A codec of the user's: the name of the file, and the file."""

    file: str
    source: bytes


def check_alone(codecs: Iterable[Codec]) -> None:
    """Raises `UserError` for a codec of the user's that is more than its file."""
    for codec in codecs:
        if codec.is_own and _needs_more(codec):
            raise UserError(
                f"{codec.path}: it names files beside it, which other hosts do not have; leave out "
                "--cluster (for runs on several hosts: serbench run on each, then serbench merge)"
            )


def _needs_more(codec: Codec) -> bool:
    wanted = codec.facts.get("dependencies", {})
    by_path = isinstance(wanted, dict) and any(
        isinstance(one, dict) and "path" in one for one in wanted.values()
    )
    return by_path or any(codec.facts.get(key) for key in _BESIDE)


def sent(codecs: Sequence[Codec]) -> tuple[SentCodec, ...]:
    """Those of the codecs that are the user's. Raises `UserError` as `check_alone`."""
    check_alone(codecs)
    own = (codec for codec in codecs if codec.is_own)
    return tuple(SentCodec(codec.path.name, codec.path.read_bytes()) for codec in own)


def received(codecs: Iterable[SentCodec]) -> list[Codec]:
    """In files that stay where they are, so that their drivers are built once. Raises
    `UserError`."""
    found = []
    for codec in codecs:
        digest = sha256(codec.source).hexdigest()[:32]
        path = cache.directory("sent", digest) / Path(codec.file).name
        with replaced(path) as file:  # other workers of this host may read it
            file.write(codec.source)
        found.append(custom_codecs.read(path))
    return found
