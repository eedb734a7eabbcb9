"""Runs of a results file, gathered for a report: one result, and the evidence behind it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from serbench.quoting import shell
from serbench.results.analysis import analyse
from serbench.results.cells import cells_of
from serbench.results.choice_rows import compressions, grounds_of
from serbench.results.evidence import Distribution, Evidence, Past
from serbench.results.evidence_scope import claim_of
from serbench.results.file_rows import load_files
from serbench.results.history import moved
from serbench.results.kinds import KINDS
from serbench.results.merging import merged, told_apart
from serbench.results.rows import Result
from serbench.results.store import Store, StoreError
from serbench.stats.cells import Cell
from serbench.stats.outliers import classify

# Of a cell with more samples, so many evenly through their order: the shape of the
# distribution and its ends stay, and a report stays small.
MOST_SAMPLES = 100

# Of the finished runs on the same values, so many of the latest.
MOST_RUNS = 20


def load_with_evidence(path: Path, runs: Sequence[str] = ()) -> tuple[Result, Evidence]:
    """The runs of these ids or tags as one result, the latest if none is named, and what stands
    behind it.

    Experiments with files may be among the runs; of those not named, the latest on each of the
    result's workloads is taken. Raises `serbench.results.store.StoreError` if there is no such
    file or run, only experiments with files were named, or a run of another command was.
    """
    with Store(path, read_only=True) as store:
        runs = [store.named(run) for run in runs]
        of_files = [run for run in runs if store.is_file_run(run)]
        timed = [run for run in dict.fromkeys(runs) if run not in of_files]
        if of_files and not timed:
            raise StoreError(
                f"{of_files[0]} is an experiment with files, which a report shows beside a run of "
                f"`serbench run`; name one: serbench report RUN {shell(of_files[0])}"
            )
        timed = timed or [store.latest_run()]
        for run in timed:
            if (kind := store.kind_of(run)) != "run":
                of = f"the study {store.study_of(run)}" if kind == "study" else KINDS[kind].command
                raise StoreError(f"{run} is of {of}; see it: serbench report {shell(run)}")
        results = [analyse(store, run) for run in timed]
        result = msgspec.structs.replace(merged(results), claim=claim_of(store, timed).words)
        return result, _gather(store, results, result, of_files)


def evidence_of(path: Path, result: Result) -> Evidence:
    """What stands behind the result of one run in a results file. Raises `StoreError`."""
    with Store(path, read_only=True) as store:
        return _gather(store, [result], result, [])


def _gather(
    store: Store, results: Sequence[Result], result: Result, of_files: Sequence[str]
) -> Evidence:
    samples: list[Distribution] = []
    # A workload's name in the results file by its name in the report.
    stored_name: dict[str, str] = {}
    for one, shown in zip(results, told_apart(results), strict=True):
        for stored, facts in zip(one.workloads, shown.workloads, strict=True):
            stored_name[facts.name] = stored.name
            # Of a cell in several runs only the run that is shown counts.
            kept = {
                (r.codec, r.same_as or r.operation)
                for r in result.rows
                if (r.run, r.workload) == (one.run, facts.name)
            }
            samples += [
                _distribution(facts.name, *key, cell)
                for key, cell in cells_of(store, one.run, stored.name).items()
                if key in kept
            ]
    experiments = of_files or store.latest_file_runs(sorted(set(stored_name.values())))
    history = tuple(
        Past(**(facts | {"workload": workload.name}))
        for workload in result.workloads
        for facts in store.history(stored_name[workload.name], workload.digest, MOST_RUNS)
    )
    # Codecs of several runs were not measured beside each other.
    alone = len(results) == 1
    ways = compressions(store, results[0].run) if alone else {}
    return Evidence(
        samples=tuple(samples),
        history=history,
        moved=tuple(moved(history)),
        files=tuple(load_files(store, run) for run in experiments),
        grounds=grounds_of(store, results[0], ways) if alone else (),
        ways=ways,
        pages={codec: page for one in results for codec, page in store.pages(one.run).items()},
        released={codec: day for one in results for codec, day in store.released(one.run).items()},
        commands=tuple(_typed(store.run_facts(one.run)["command"]) for one in results),
    )


def _typed(command: str) -> str:
    """Without where serbench lies."""
    path, space, words = command.partition(" ")
    return f"{Path(path).name}{space}{words}"


def _distribution(workload: str, codec: str, operation: str, cell: Cell) -> Distribution:
    order = np.argsort(cell.ns, kind="stable")
    kept = order
    if len(order) > MOST_SAMPLES:
        kept = order[np.linspace(0, len(order) - 1, MOST_SAMPLES).round().astype(int)]
    kept = np.sort(kept)
    outliers = classify(cell.ns)
    return Distribution(
        workload=workload,
        codec=codec,
        operation=operation,
        ns=tuple(float(f"{ns:.4g}") for ns in cell.ns[kept]),
        process=tuple(int(process) + 1 for process in cell.process[kept]),
        quiet=tuple(bool(quiet) for quiet in cell.quiet[kept]),
        taken=len(order),
        mild=outliers.mild,
        severe=outliers.severe,
    )
