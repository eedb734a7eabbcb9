"""A study as it was measured, from what the results file holds of it."""

from __future__ import annotations

from dataclasses import dataclass

from serbench.results.file_rows import load_files
from serbench.results.store import Store, StoreError
from serbench.results.study_rows import load_rows
from serbench.studies.registry import find
from serbench.studies.study import Outcome, Scale, Study


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A run of `serbench study`, finished or not. `facts` are for people: how far it came, the
    machine, the libraries and the toolchains it was measured with."""

    run: str
    study: Study
    outcome: Outcome
    facts: tuple[str, ...]
    finished: bool


def load_study(store: Store, run: str) -> StoredStudy:
    """Raises `StoreError` if there is no such run, or it is of no study."""
    facts = store.run_facts(run)
    name = store.study_of(run)
    if not name:
        raise StoreError(f"{run} is not a run of `serbench study`")
    study = find(name)
    settings = facts["settings"]
    if study.object_files:
        scale = Scale(settings["repeats"], settings["count"])
        files = load_files(store, run)
        found = study.object_files.found(files, scale)
        outcome = Outcome(study.default_size, scale, found, files)
    else:
        scale = Scale(settings["iterations"], settings["repetitions"])
        # A row that a later serbench gave another name has no place in its tables.
        known = {row.label for row in study.with_equal_rows(study.rows)}
        rows = {
            label: repeated for label, repeated in load_rows(store, run).items() if label in known
        }
        outcome = Outcome(settings["size"], scale, rows)
    finished = facts["status"] == "finished"
    remarks = [] if finished else [_how_far(outcome)]
    if settings.get("flags") == "study":
        remarks.append(
            "Compiled as the study's program was: what comes from headers unoptimized (-O0)"
        )
    if shared := settings.get("one_process"):
        remarks.append(f"One process took all repeats, on every core: {', '.join(shared)}")
    remarks.append(_machine(facts["environment"]))
    if toolchains := store.toolchains(run):
        remarks.append("Built with " + "; ".join(f"{k} {v}" for k, v in toolchains.items()))
    if libraries := store.libraries(run):
        remarks.append(
            "Libraries: " + "; ".join(f"{codec} {version}" for codec, version in libraries.items())
        )
    return StoredStudy(run, study, outcome, tuple(remarks), finished)


def _how_far(outcome: Outcome) -> str:
    done = [
        len(ns) for repeated in outcome.found.values() for ns in repeated.times_ns.values() if ns
    ]
    if not done:
        return "The study did not come to its end: this is what was measured until then."
    span = f"{min(done)}" if min(done) == max(done) else f"{min(done)} to {max(done)}"
    return (
        f"The study did not come to its end: rows have {span} of "
        f"{outcome.scale.iterations} iterations."
    )


def _machine(environment: dict[str, str]) -> str:
    """All that is said of it but what holds for a moment, and the toolchains, which stand apart."""
    lasting = (
        f"{name} {value}"
        for name, value in environment.items()
        if name != "load at start" and not name.endswith(" toolchain")
    )
    return "Measured on " + ", ".join(lasting)
