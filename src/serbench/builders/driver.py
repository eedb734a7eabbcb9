"""What a language's builder offers: the words shared by all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from serbench.builders.codec import Codec
from serbench.schema.model import Schema

# What the version of a library ends with that a distribution compiled.
BY_A_DISTRIBUTION = " (distribution)"


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a codec can be built here. If not, `reason` says what is missing in words
    and `packages` names the system packages that would bring it. `compiled_by` says with whose
    flags the library was compiled, where that may be others than serbench's."""

    available: bool
    version: str = ""
    reason: str = ""
    packages: tuple[str, ...] = ()
    compiled_by: str = ""


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """A codec that did not build. `reason` is one line, `log` a file with all the rest."""

    reason: str
    log: Path


@dataclass(slots=True)
class BuildResult:
    """`drivers` maps codec ids to the command that starts the driver."""

    drivers: dict[str, list[str]] = field(default_factory=dict)
    # The same drivers linked in further layouts, if that was asked for.
    layouts: dict[str, list[list[str]]] = field(default_factory=dict)
    failures: dict[str, BuildFailure] = field(default_factory=dict)
    # Codecs that were not even tried, and why.
    unavailable: dict[str, str] = field(default_factory=dict)
    # Codecs whose format lacks what the schema makes use of: what, and where.
    cannot_hold: dict[str, str] = field(default_factory=dict)


# Called as work goes on: steps done, steps in all, what is being done.
OnProgress = Callable[[float, float, str], None]


def merged(results: Iterable[BuildResult]) -> BuildResult:
    """Of builds that have no codec in common."""
    whole = BuildResult()
    for result in results:
        whole.drivers |= result.drivers
        whole.failures |= result.failures
        whole.unavailable |= result.unavailable
        whole.cannot_hold |= result.cannot_hold
    return whole


def apart(codecs: Sequence[Codec]) -> list[list[Codec]]:
    """serbench's own together, each that somebody brought by itself: what one depends on must not
    change the versions that others are measured with."""
    ours = [codec for codec in codecs if not codec.is_own]
    return [*([ours] if ours else []), *([codec] for codec in codecs if codec.is_own)]


class Builder(Protocol):
    """Builds the drivers of one language."""

    language: str
    # Whether its drivers use one thread only, so that they may be pinned to one processor. A
    # virtual machine needs more: its compiler and collector would steal time from the work.
    single_threaded: bool

    def toolchain(self) -> Availability:
        """The compiler and what every codec of the language needs; `version` is for people."""

    def availability(self, codec: Codec) -> Availability:
        """Whether the codec's library is there, and in which version."""

    def has_unlocked(self, codec: Codec) -> bool:
        """Whether a codec that somebody brought depends on what no lock of serbench's holds."""

    def forget(self) -> None:
        """Forgets what was found, since packages were installed in the meantime."""

    def pending(
        self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]
    ) -> list[Codec]:
        """Those of the codecs that `build` would have to build. Spawns nothing."""

    def build(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        on_progress: OnProgress,
    ) -> BuildResult:
        """Drivers of these codecs for the schema, built only where not yet built.

        `extra` names operations of `serbench.operations.EXTRA` that the drivers must be able to
        do as well; a language in which they cost nothing may build them always.

        A codec that fails to build stands in `failures` and takes no other with it.
        Nothing is spawned and no compiler is asked when all drivers are up to date.
        """
