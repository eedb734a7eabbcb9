"""What `serbench run` is asked for, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.builders.codec import Codec
from serbench.languages.registry import LANGUAGES
from serbench.operations import PRIMARY
from serbench.preparation.readings import Target, stored
from serbench.preparation.targets import ResolvedTarget
from serbench.stats import SMALLEST, SMALLEST_OF_ONE_LAYOUT

S_PER_CODEC = 3.0
# All codecs, checked and drawn, within a quarter of an hour.
MOST_S = 780.0


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says of a run. `resume` holds the id or the tag of a run, or nothing,
    which is the latest that did not end; all else is then that run's. Without `codecs` the core
    set is measured, with `all_codecs` every codec. `count` None means the workload's own,
    `budget_s` None what is usual for as many codecs, `smallest` None what layouts are known to
    do."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    all_codecs: bool = False
    operations: tuple[str, ...] = PRIMARY
    count: int | None = None
    budget_s: float | None = None
    precision: float = 0.02
    smallest: float | None = None
    processes: int = 5
    layouts: int = 1
    allocator: str = "system"
    narrow: bool = False
    seed: int = 0
    db: Path = field(default=Path("serbench.duckdb"))
    tag: str = ""
    note: str = ""
    resume: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """The address of a cluster; which of its hosts, and whether codecs are split among hosts of a
    kind."""

    address: str
    insecure: bool = False
    on: tuple[str, ...] = ()
    split: bool = False


def budget_s(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """Seconds for each workload: so many a codec that virtual machines get several processes in
    two minutes of the core set; of a few codecs, a minute."""
    if options.budget_s is not None:
        return options.budget_s
    return min(max(60.0, S_PER_CODEC * len(codecs)), MOST_S)


def smallest(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """The smallest difference that is called one, as a share: of a driver in one layout, none that
    another may make."""
    if options.smallest is not None:
        return options.smallest
    are_laid_out = any(LANGUAGES[codec.language].is_linked for codec in codecs)
    return SMALLEST_OF_ONE_LAYOUT if are_laid_out and options.layouts == 1 else SMALLEST


def settings_of(
    options: RunOptions,
    targets: Sequence[ResolvedTarget],
    codecs: Sequence[Codec],
    layouts: Mapping[str, int],
) -> dict[str, Any]:
    """What a run keeps of it; `layouts` are those that drivers were linked in, by codec."""
    return {
        "targets": list(map(stored, options.targets)),
        "languages": options.languages,
        "codecs": options.codecs,
        "all_codecs": options.all_codecs,
        "operations": options.operations,
        "budget_s": budget_s(options, codecs),
        "precision": options.precision,
        "smallest": smallest(options, codecs),
        "processes": options.processes,
        "layouts": dict(layouts),
        "allocator": options.allocator,
        "narrow": options.narrow,
        "seed": options.seed,
        "count": options.count,
        "remarks": {target.name: target.remarks for target in targets if target.remarks},
    }
