"""What was proven of the codecs that ship, as a file beside this module.

`serbench strictness --out` writes it; nothing in it is written by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from serbench.builders.driver import BY_A_DISTRIBUTION
from serbench.errors import UserError
from serbench.proof.strictness import Strictness

PATH = Path(__file__).with_name("strictness.json")


@cache
def stored() -> dict[str, Strictness]:
    """By the codecs' ids."""
    return read(PATH)


def read(path: Path) -> dict[str, Strictness]:
    """Raises `UserError` for a file that is not of this form."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Strictness])
    except (OSError, msgspec.DecodeError) as error:
        raise UserError(f"{path}: {error}") from None


def facts_of(codec: str, version: str) -> tuple[str, ...]:
    """What is proven of a codec with its library in this version, whoever compiled it."""
    found = stored().get(codec)
    is_same = found and _plain(found.version) == _plain(version)
    return found.facts if found and is_same else ()


def _plain(version: str) -> str:
    return version.removesuffix(BY_A_DISTRIBUTION)


def write(path: Path, found: Mapping[str, Strictness]) -> None:
    """Codecs of which nothing was found this time keep what the file says of them."""
    whole = (read(path) if path.exists() else {}) | dict(found)
    text = msgspec.json.encode({codec: whole[codec] for codec in sorted(whole)})
    path.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
