"""What the commands that give decoders foreign bytes share: which codecs take part, and where their
decoders run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serbench import catalog
from serbench.builders.codec import DRIVERS, Codec
from serbench.errors import UserError
from serbench.machine import cache
from serbench.measure import sandbox
from serbench.measure.sandbox import Sandbox
from serbench.preparation.targets import ResolvedTarget
from serbench.proof.admission import left_out
from serbench.terminal.progress import say

# Where a codec's front matter names working copies of libraries and such.
_PATHS = ("paths", "jars")


def setting() -> dict[str, Any]:
    """What is kept of it with a run (`serbench.report.words.confinement`)."""
    found = sandbox.at_hand()
    name = f"{sandbox.NAME} {found.version}" if found else ""
    return {"sandbox": name, "no_sandbox": sandbox.lack()}


def admitted(
    codecs: Sequence[Codec], globs: Sequence[str], *, is_built_in: bool, about: str = ""
) -> list[Codec]:
    """Those of the codecs that take part (`serbench.proof.admission`); says which do not, and why.
    `about` names the data. Raises `UserError` if none is left."""
    is_confined = sandbox.at_hand() is not None
    out = left_out(codecs, catalog.named(globs), is_built_in=is_built_in, is_confined=is_confined)
    if not out:
        return list(codecs)
    names = ", ".join(codec.id for codec in out)
    why = sandbox.lack() if is_built_in else f"{about or 'the data'} is not serbench's own"
    wanted = " ".join(f"--codec {codec.id}" for codec in out)
    explanation = (
        f"{names}: their bytes can run code, and {why}; to take them all the same: {wanted}"
    )
    if len(out) == len(codecs):
        raise UserError(f"no codec is left without {explanation}")
    say(f"left out: {explanation}")
    return [codec for codec in codecs if codec not in out]


def confined(codecs: Sequence[Codec], target: ResolvedTarget | None = None) -> Sandbox | None:
    """The sandbox in which drivers of these codecs start and read the target's values, if there
    is one."""
    found = sandbox.at_hand()
    if found is None:
        return None
    values = [target.expected.path] if target else []
    return found.reading(DRIVERS, *_built(), *_brought(codecs), *values)


def _built() -> list[Path]:
    """Drivers, and the libraries that they load."""
    return [cache.home() / "build", cache.home() / "fetched"]


def _brought(codecs: Sequence[Codec]) -> list[Path]:
    """The files of codecs of others', and the libraries beside them."""
    return [
        path
        for codec in codecs
        if codec.is_own
        for path in (
            codec.path,
            *(codec.beside(name) for key in _PATHS for name in codec.facts.get(key, ())),
        )
    ]
