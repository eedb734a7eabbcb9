"""A run of `serbench interop`, `robustness`, `evolve`, `cost` or `footprint`, or a fleet, as one
HTML page, without scripts, that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from serbench.proof.crash_kinds import BAD, Kind
from serbench.proof.interop import InteropCell
from serbench.proof.robustness import Kept, Robustness
from serbench.report import cost, evolution, fleet, footprint, interop, robustness
from serbench.report.template import asset, policy, template
from serbench.report.text import language_name, plain
from serbench.results.cost_rows import CostResult
from serbench.results.evolution_rows import EvolutionResult
from serbench.results.fleet import FleetResult
from serbench.results.footprint_rows import FootprintResult
from serbench.results.interop_rows import InteropResult
from serbench.results.robustness_rows import RobustnessResult

# Bytes of a kept case that are shown.
MOST_SHOWN = 4096
_WORDS = {sign: outcome for outcome, sign in interop.SIGNS.items()} | {"·": "not asked"}


def render_interop(result: InteropResult) -> str:
    """The page's text, to be written as UTF-8."""
    workloads = [
        {
            "name": name,
            "wires": [_wire(wire, of_wire) for wire, of_wire in interop.wires(cells).items()],
            "lacking": list(interop.lacking(result.lacks.get(name, ()))),
        }
        for name, cells in result.cells.items()
    ]
    title = "Who reads whose bytes?"
    return _render("interop.html.jinja", result, title, workloads, interop.LEGEND)


def _wire(wire: str, cells: Sequence[InteropCell]) -> dict[str, Any]:
    def cell(sign: str) -> tuple[str, str, str]:
        word = _WORDS.get(sign, "itself")
        return sign, word, word.replace(" ", "-")

    rows = [(codec, [cell(sign) for sign in signs]) for codec, signs in interop.matrix(cells)]
    return {"wire": wire, "rows": rows, "findings": list(interop.findings(cells))}


def render_robustness(result: RobustnessResult) -> str:
    """As `render_interop`."""
    workloads = [
        {
            "name": name,
            "head": robustness.head(found)[1:],
            "rows": list(_rows(robustness.in_order(found))),
            "twins": list(robustness.twins(found)),
            "habits": [habit for finding in found for habit in robustness.habits(finding)],
            "kept": [_kept(finding, kept) for finding in found for kept in finding.kept],
        }
        for name, found in result.found.items()
    ]
    title = "What do wrong bytes do?"
    return _render("robustness.html.jinja", result, title, workloads, robustness.legend(result))


def render_evolution(result: EvolutionResult) -> str:
    """As `render_interop`."""
    workloads = [
        {
            "name": name,
            "headings": list(evolution.headings(cells)),
            "rows": [(codec, list(map(_signs, signs))) for codec, signs in evolution.rows(cells)],
            "lists": [
                ("The rules", list(evolution.headings(cells))),
                ("Silently wrong, or the end", list(evolution.findings(cells))),
                ("By which means", list(evolution.means(cells))),
                ("Not tried", list(evolution.lacking(result.unproven.get(name, ())))),
            ],
        }
        for name, cells in result.cells.items()
    ]
    title = "Who reads old bytes, who new ones?"
    return _render("evolution.html.jinja", result, title, workloads, evolution.LEGEND)


def _signs(signs: str) -> tuple[str, str, str]:
    """The signs of a cell, in words, and what the worst of them looks like."""
    words = {sign: outcome for outcome, sign in evolution.SIGNS.items()}
    outcomes = [words.get(sign, "not tried") for sign in signs]
    worst = max(outcomes, key=["not tried", *words.values()].index)
    return signs, ", ".join(outcomes), _LOOKS.get(worst, "")


# As the cells of matrices look.
_LOOKS = {"silently wrong": "differs", "crashed": "crashed", "kept": "same-value"}


def _rows(found: Sequence[Robustness]) -> Iterator[dict[str, Any]]:
    for finding in found:
        cells = [_share(finding, kind) for kind in robustness.kinds(found)]
        changed = f"{100 * finding.changed_share:.0f} %" if finding.total("another value") else "–"  # noqa: RUF001
        yield {"finding": finding, "cells": [] if finding.unproven else cells, "changed": changed}


def _share(finding: Robustness, kind: Kind) -> dict[str, Any]:
    count = finding.total(kind)
    found: dict[str, Any] = {
        "count": count,
        "cases": finding.cases,
        "bad": kind in BAD and count > 0,
    }
    if count:
        low, high = robustness.wilson(count, finding.cases)
        share = 100 * count / finding.cases
        found["share"] = f"{share:.2f} %"
        found["interval"] = f"{100 * low:.2f}–{100 * high:.2f}"  # noqa: RUF001
        found["bar"] = (f"{share:.2f}", f"{100 * low:.2f}", f"{100 * (high - low):.2f}")
    return found


def _kept(finding: Robustness, kept: Kept) -> dict[str, Any]:
    shown = kept.data[:MOST_SHOWN].hex(" ")
    left = len(kept.data) - MOST_SHOWN
    return {
        "codec": f"{finding.codec} {finding.version}",
        "kept": kept,
        "made": robustness.made(kept),
        "bytes": f"{shown} … and {left:,} more" if left > 0 else shown,
    }


def render_cost(result: CostResult, links: Sequence[float]) -> str:
    """As `render_interop`; `links` are bits a second, the usual ones if there are none."""
    workloads = [
        {"name": heading, "sentences": remarks, "tables": tables}
        for heading, remarks, tables in cost.blocks(result.ways, links)
    ]
    title = "What does a message cost, end to end?"
    return _render("cost.html.jinja", result, title, workloads, cost.LEGEND, head=cost.HEAD[1:])


def render_footprint(result: FootprintResult) -> str:
    """As `render_interop`."""
    workloads = [
        {
            "name": name,
            "legend": footprint.legend(found) if footprint.columns_of(found) else "",
            "languages": [
                {
                    "name": language_name(language),
                    "columns": footprint.columns_of(of_language),
                    "rows": list(footprint.rows(of_language)),
                    "notes": list(footprint.notes(of_language)),
                }
                for language, of_language in footprint.by_language(found)
            ],
        }
        for name, found in result.found.items()
    ]
    title = "What does a codec cost besides time?"
    return _render("footprint.html.jinja", result, title, workloads, "")


def render_fleet(result: FleetResult) -> str:
    """As `render_interop`."""
    facts = (result.fleet, result.tag, result.started, f"serbench {result.serbench}")
    return _rendered(
        "fleet.html.jinja",
        "What holds on several hosts?",
        facts,
        result.settings,
        {f"{kind.letter} {kind.name}": fleet.kind_line(kind) for kind in result.kinds},
        workloads=list(fleet.blocks(result)),
        legend=fleet.LEGEND,
        heads=list(fleet.heads(result)),
        kinds=list(map(fleet.kind_line, result.kinds)),
        hosts=list(map(fleet.host_line, result.hosts)),
        told=[*fleet.unmeasured_lines(result), *result.warnings],
    )


def _render(
    page: str,
    result: InteropResult | RobustnessResult | EvolutionResult | CostResult | FootprintResult,
    title: str,
    workloads: Sequence[dict[str, Any]],
    legend: str,
    **more: Any,
) -> str:
    facts = (f"run {result.run}", result.started, result.status, f"serbench {result.serbench}")
    return _rendered(
        page,
        title,
        facts,
        result.settings,
        result.environment,
        workloads=workloads,
        legend=legend,
        **more,
    )


def _rendered(
    page: str,
    title: str,
    facts: Sequence[str],
    settings: Mapping[str, Any],
    environment: Mapping[str, str],
    **more: Any,
) -> str:
    style = asset("report.css") + asset("proof.css")
    return template(page).render(
        title=title,
        run_line=plain(" · ".join(filter(None, facts))),
        style=style,
        policy=policy(style),
        settings={key: _said(value) for key, value in settings.items()},
        environment=environment,
        **more,
    )


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
