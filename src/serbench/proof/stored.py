"""What was proven of the codecs that ship, as files beside this module.

`serbench strictness --out` and `serbench types --out` write them; nothing in them is written by
hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from serbench.builders.driver import BY_A_DISTRIBUTION
from serbench.errors import UserError
from serbench.proof.strictness import Strictness
from serbench.proof.type_cases import TYPES
from serbench.proof.type_keeping import Keeping

PATH = Path(__file__).with_name("strictness.json")
TYPES_PATH = Path(__file__).with_name("types.json")

Found = TypeVar("Found", Strictness, Keeping)


@cache
def stored() -> dict[str, Strictness]:
    """By the codecs' ids."""
    return read(PATH, Strictness)


@cache
def stored_types() -> dict[str, Keeping]:
    """By the codecs' ids."""
    return read(TYPES_PATH, Keeping)


def read(path: Path, of: type[Found]) -> dict[str, Found]:
    """Raises `UserError` for a file that is not of this form."""
    try:
        found: dict[str, Found] = msgspec.json.decode(path.read_bytes(), type=dict[str, of])  # type: ignore[valid-type]
        return found
    except (OSError, msgspec.DecodeError) as error:
        raise UserError(f"{path}: {error}") from None


def facts_of(codec: str, version: str) -> tuple[str, ...]:
    """What is proven of a codec with its library in this version, whoever compiled it."""
    found = stored().get(codec)
    is_same = found and _plain(found.version) == _plain(version)
    return found.facts if found and is_same else ()


def lost_types(codec: str, version: str) -> dict[str, str] | None:
    """By every name that a type may be asked for by (`AskedType.names`), why the codec does not
    keep it; None if its library in this version was not tested."""
    found = stored_types().get(codec)
    if not found or _plain(found.version) != _plain(version):
        return None
    lost: dict[str, str] = {}
    for asked in TYPES:
        kept = found.types.get(asked.name)
        if kept is None or not kept.is_kept:
            why = kept.why_lost if kept else "it was not tested"
            for name in asked.names:
                lost.setdefault(name, why if name == asked.name else f"{asked.name}, {why}")
    return lost


def _plain(version: str) -> str:
    return version.removesuffix(BY_A_DISTRIBUTION)


def write(path: Path, found: Mapping[str, Found], of: type[Found]) -> None:
    """Codecs of which nothing was found this time keep what the file says of them."""
    whole = (read(path, of) if path.exists() else {}) | dict(found)
    text = msgspec.json.encode({codec: whole[codec] for codec in sorted(whole)})
    path.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
