"""The experiments beside `serbench run`: how each is loaded from a results file and shown, once.
`serbench report` and the command of each show what this table says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from serbench.report import (
    cost,
    evolution,
    file_table,
    fleet,
    footprint,
    full_dataset,
    interop,
    proof_page,
    robustness,
    study_charts,
    study_page,
)
from serbench.results.cost_rows import CostResult, load_cost
from serbench.results.evolution_rows import EvolutionResult, load_evolution
from serbench.results.file_rows import FileResult, load_files
from serbench.results.fleet import FleetResult, load_fleet
from serbench.results.footprint_rows import FootprintResult, load_footprints
from serbench.results.full_dataset_rows import FullDatasetResult, load_full_dataset
from serbench.results.interop_rows import InteropResult, load_interop
from serbench.results.kinds import Kind
from serbench.results.robustness_rows import RobustnessResult, load_robustness
from serbench.results.store import Store
from serbench.studies.stored import StoredStudy, load_study

if TYPE_CHECKING:
    from rich.console import Console

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment(Generic[_Result]):
    """`load` reads the run of that id. `table` prints to a terminal; `markdown`, `json`, `csv` and
    `page`, which is HTML, give a text, where there is such a form. `charts` writes files of these
    suffixes into a folder. A report shows one that is `beside_runs` with a run, and not alone.
    What is `of_hosts` is loaded by the id of a fleet."""

    kind: Kind
    load: Callable[[Store, str], _Result]
    table: Callable[[_Result, Console], None]
    markdown: Callable[[_Result], str] | None = None
    json: Callable[[_Result], str] | None = None
    csv: Callable[[_Result], str] | None = None
    page: Callable[[_Result], str] | None = None
    charts: Callable[[_Result, Path, Sequence[str]], list[Path]] | None = None
    beside_runs: bool = False
    of_hosts: bool = False

    @property
    def words(self) -> str:
        return "a fleet" if self.of_hosts else f"of the kind {self.kind}"

    def show(self, result: _Result, form: str) -> None:
        """To standard output. `form` is `table`, or one that this experiment has."""
        if form == "table":
            from serbench.terminal.screen import Screen

            self.table(result, Screen())
            return
        make = {"markdown": self.markdown, "json": self.json, "csv": self.csv}[form]
        assert make
        text = make(result)
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def study_with(charts: Sequence[str]) -> Experiment[StoredStudy]:
    """Its Markdown shows the charts of these names as if it lay beside them."""
    return Experiment(
        kind="study",
        load=load_study,
        table=lambda s, console: study_page.print_study(s.study, s.outcome, s.facts, console),
        markdown=lambda s: study_page.markdown(s.study, s.outcome, s.facts, charts),
        csv=lambda s: study_page.figures_csv(s.study, s.outcome),
        charts=lambda s, folder, suffixes: study_charts.write_charts(
            s.study, s.outcome, folder, suffixes
        ),
    )


def cost_over(links: Sequence[float]) -> Experiment[CostResult]:
    """Over links of so many bits a second; the usual ones if there are none."""
    return Experiment(
        kind="cost",
        load=load_cost,
        table=partial(cost.print_table, links=links),
        markdown=partial(cost.markdown, links=links),
        json=cost.as_json,
        page=partial(proof_page.render_cost, links=links),
    )


def fleet_beside(baseline: str) -> Experiment[FleetResult]:
    """Runs of several hosts, loaded by the fleet's id; ratios to this codec, or to each language's
    reference."""
    return Experiment(
        kind="run",
        load=partial(load_fleet, baseline=baseline),
        table=fleet.print_fleet,
        markdown=fleet.markdown,
        json=fleet.as_json,
        csv=fleet.rows_csv,
        page=proof_page.render_fleet,
        of_hosts=True,
    )


STUDY = study_with(())
FILES: Experiment[FileResult] = Experiment(
    kind="files",
    load=load_files,
    table=file_table.print_tables,
    json=file_table.rows_json,
    csv=file_table.rows_csv,
    beside_runs=True,
)
INTEROP: Experiment[InteropResult] = Experiment(
    kind="interop",
    load=load_interop,
    table=interop.print_matrices,
    markdown=interop.markdown,
    json=interop.as_json,
    page=proof_page.render_interop,
)
ROBUSTNESS: Experiment[RobustnessResult] = Experiment(
    kind="robustness",
    load=load_robustness,
    table=robustness.print_table,
    markdown=robustness.markdown,
    json=robustness.as_json,
    page=proof_page.render_robustness,
)
EVOLUTION: Experiment[EvolutionResult] = Experiment(
    kind="evolution",
    load=load_evolution,
    table=evolution.print_tables,
    markdown=evolution.markdown,
    json=evolution.as_json,
    page=proof_page.render_evolution,
)
FULL_DATASET: Experiment[FullDatasetResult] = Experiment(
    kind="census",
    load=load_full_dataset,
    table=full_dataset.print_table,
    markdown=full_dataset.markdown,
    json=full_dataset.as_json,
)
FOOTPRINT: Experiment[FootprintResult] = Experiment(
    kind="footprint",
    load=load_footprints,
    table=footprint.print_table,
    markdown=footprint.markdown,
    json=footprint.as_json,
    csv=footprint.rows_csv,
    page=proof_page.render_footprint,
)
COST = cost_over(())

EXPERIMENTS: dict[Kind, Experiment[Any]] = {
    experiment.kind: experiment
    for experiment in (STUDY, FILES, INTEROP, ROBUSTNESS, EVOLUTION, FULL_DATASET, COST, FOOTPRINT)
}
