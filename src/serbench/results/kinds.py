"""The kinds of runs in a results file, each once, with what results need to know of it. How each is
loaded and shown is in `serbench.report.experiments`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal[
    "run", "study", "files", "interop", "robustness", "evolution", "census", "cost", "footprint"
]


@dataclass(frozen=True, slots=True)
class StoredKind:
    """`command` makes such runs. `measured` selects `run` and `codec` of what they measured; it is
    from `table`, which a file of an earlier layout may lack."""

    command: str
    table: str
    measured: str


KINDS: dict[Kind, StoredKind] = {
    "run": StoredKind(
        "serbench run", "verdicts", "SELECT run, codec FROM verdicts WHERE status = 'measured'"
    ),
    "study": StoredKind(
        "serbench study",
        "study_verdicts",
        "SELECT run, r.codec FROM study_verdicts v JOIN study_rows r "
        "USING (run, workload, \"row\") WHERE v.status = 'measured'",
    ),
    "files": StoredKind("serbench files", "file_samples", "SELECT run, codec FROM file_samples"),
    "interop": StoredKind(
        "serbench interop", "interop_cells", "SELECT run, reader AS codec FROM interop_cells"
    ),
    "robustness": StoredKind(
        "serbench robustness", "robustness", "SELECT run, codec FROM robustness WHERE unproven = ''"
    ),
    "evolution": StoredKind(
        "serbench evolve", "evolution_cells", "SELECT run, codec FROM evolution_cells"
    ),
    "census": StoredKind(
        "serbench verify --all", "census_found", "SELECT run, codec FROM census_found"
    ),
    "cost": StoredKind(
        "serbench cost", "verdicts", "SELECT run, codec FROM verdicts WHERE status = 'measured'"
    ),
    "footprint": StoredKind(
        "serbench footprint",
        "footprints",
        "SELECT run, codec FROM footprints WHERE code_bytes IS NOT NULL OR jar_bytes IS NOT NULL "
        "OR import_ms IS NOT NULL",
    ),
}
# No later kind belongs here: its runs have their kind stored.
_TOLD_BY_SETTINGS: tuple[Kind, ...] = (
    "study",
    "files",
    "interop",
    "robustness",
    "evolution",
    "census",
    "cost",
)


def kind_by_settings(settings: dict[str, Any]) -> Kind:
    """The kind of a run that was stored without it, as all once were: its settings have a key of
    that name, but for `run`. A study may be one of files."""
    return next((kind for kind in _TOLD_BY_SETTINGS if kind in settings), "run")
