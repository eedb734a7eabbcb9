"""A result as one HTML page that needs nothing but itself: no network, no other file.

The page is a template (page/report.html.jinja) with its style sheet, its script and Vega
put inline. Its content security policy allows these by their digests and nothing
else, so that a name from the user's data could not run even if it were not escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from serbench.operations import DOES, PARTS, PRIMARY, ROUND_TRIP
from serbench.proof.strictness import FACTS
from serbench.report import choice_page, cost_page, units, words
from serbench.report.answer import findings, lines
from serbench.report.charts.vega import library
from serbench.report.figures import (
    BYTES,
    FILES_LEGEND,
    GZIP,
    OF_CODEC,
    OF_FILES,
    OF_OPERATION,
    SAMPLES,
    TIME,
    ZSTD,
    TableFigure,
)
from serbench.report.matrix import matrix
from serbench.report.page_data import chart_operations, embedded, experiments
from serbench.report.table import (
    Line,
    Section,
    has_figure,
    languages,
    no_choice,
    operations,
    section,
)
from serbench.report.template import asset, policy, template
from serbench.report.text import language_name, plain
from serbench.results.evidence import Evidence
from serbench.results.rows import Result, Row, WorkloadFacts

# The page's parts that a reader may want to go to.
CONTENTS = {
    "tables": "All figures",
    "matrix": "All workloads",
    "compare": "Side by side",
    "choice": "Which format?",
    "charts": "Charts",
    "calculator": "Calculator",
    "end-to-end": "End to end",
    "files": "Object files",
    "reading": "How to read this",
    "method": "Method",
    "limits": "Limits",
    "about": "Environment and data",
}
PREVIEW = 300  # characters of a preview's description
# Put inline in this order: each uses what those before it offer.
SCRIPTS = (
    "shared",
    "state",
    "bars",
    "heat",
    "matrix",
    "report",
    "compare",
    "charts",
    "calculator",
    "choice",
    "choice_form",
)
# The columns of the calculator; its script fills the cells in this order.
RATE_COLUMNS = (
    *(f"most a second, {operation}" for operation in PRIMARY),
    "bytes each",
    "on the wire",
    "of the link",
    *(f"cores to {operation}" for operation in PRIMARY),
)
# A cell's colour by the ratio of its figure to the best of its column: up to which ratio, and how
# the page's legend says it. Without a bound: whatever is beyond.
HEAT: tuple[tuple[float | None, str], ...] = (
    (1.1, "the best, or within 10\N{NO-BREAK SPACE}%"),
    (1.5, "to 1.5\N{MULTIPLICATION SIGN}"),
    (2.0, "to 2\N{MULTIPLICATION SIGN}"),
    (4.0, "to 4\N{MULTIPLICATION SIGN}"),
    (10.0, "to 10\N{MULTIPLICATION SIGN}"),
    (None, "more than 10\N{MULTIPLICATION SIGN}"),
)
# By operation and codec the rank, and whether the codec may be called fastest.
Ranks: TypeAlias = dict[tuple[str, str], tuple[str, bool]]
# What a cell of the table shows but the figure that was chosen.
_HIDDEN = ",\n".join(
    f'.figures[data-figure="{figure.key}"] .figure:not(.{figure.key})' for figure in OF_OPERATION
)


def render(result: Result, evidence: Evidence | None = None) -> str:
    """The page's text, to be written as UTF-8."""
    evidence = evidence or Evidence()
    style = f"{asset('report.css')}{_HIDDEN} {{ display: none; }}\n"
    script = "\n".join(asset(f"{name}.js") for name in SCRIPTS)
    workloads = [_workload(result, facts, i, evidence) for i, facts in enumerate(result.workloads)]
    shown = dict.fromkeys(o for w in workloads for o in w["operations"])
    names = [plain(facts.name) for facts in result.workloads]
    beside = matrix(result)
    without = {
        "files": not evidence.files,
        "matrix": not beside,
        "choice": not evidence.grounds,
        "end-to-end": not evidence.ways,
    }
    contents = {k: v for k, v in CONTENTS.items() if not without.get(k)}
    return template("report.html.jinja").render(
        result=result,
        title=f"Which serialization library for {', '.join(names)}? serbench"
        if names
        else "serbench",
        description=_description(result, workloads),
        run_line=words.run_line(result),
        contents=contents.items(),
        style=style,
        library=library(),
        script=script,
        policy=policy(style, library(), script),
        data=embedded(result, evidence),
        workloads=workloads,
        matrix=beside,
        languages=[(name, language_name(name)) for name in languages(result)],
        choices=[
            ("format", "Format", sorted({r.format for r in result.rows})),
            ("trait", "Trait", sorted({t for r in result.rows for t in r.traits})),
        ],
        codecs=sorted({line.codec for w in workloads for line in w["table"].lines}),
        commands=evidence.commands,
        proven_words=FACTS,
        operations=list(shown),
        chart_operations=chart_operations(result),
        parts=PARTS,
        rate_columns=RATE_COLUMNS,
        size_columns=[figure.label for figure in OF_CODEC],
        file_columns=[figure.label for figure in OF_FILES],
        files_legend=FILES_LEGEND,
        experiments=list(experiments(evidence.files)),
        file_problems=[
            (r.codec, f"{r.status} {r.operation} {r.note}".replace("  ", " "))
            for one in evidence.files
            for r in one.rows
            if r.status != "measured"
        ],
        first_shown=(*PRIMARY, ROUND_TRIP.name),
        figures={figure.key: figure.title for figure in OF_OPERATION},
        heat=HEAT,
        legend=words.legend([w["table"] for w in workloads], {f.key for f in OF_OPERATION}),
        doubt=words.less_sure([w["table"] for w in workloads]),
        meanings={o: DOES.get(o, "") for o in shown},
        method=words.METHOD,
        limits=words.LIMITS,
        **choice_page.context(evidence.grounds),
        **cost_page.context(evidence.ways),
    )


def _description(result: Result, workloads: Sequence[Mapping[str, Any]]) -> str:
    """What a link to the page is shown with: the answer of each language, cut to a length that
    previews have room for."""
    sentences = []
    for workload in workloads:
        for part in workload["in_short"]:
            found = "; ".join(
                f"{one.question} {', '.join(map(plain, one.codecs))} {one.figure}".strip()
                for one in part.found
            )
            sentences.append(f"{part.title}: {found or 'nothing could be measured'}.")
    text = plain(" ".join(sentences)) or words.run_line(result)
    return text if len(text) <= PREVIEW else f"{text[: PREVIEW - 1].rstrip()}…"


def _workload(
    result: Result, facts: WorkloadFacts, number: int, evidence: Evidence
) -> dict[str, Any]:
    table = section(result, facts, wanted=operations(result.rows))
    own = [section(result, facts, language) for language in languages(result, facts.name)]
    ranked = (_ranks([table]), _ranks(own))
    tables = {of.language: of for of in (table, *own)}
    scales = {o: _scale(table, o) for o in table.operations}
    return {
        "id": f"workload-{number}",
        "facts": facts,
        "working_set": words.working_set(facts),
        "sampling": words.sampling(result, facts),
        "findings": [
            (part, words.decided(tables[part.language])) for part in findings(result, facts.name)
        ],
        "in_short": lines(result, facts.name),
        "table": table,
        "operations": table.operations,
        "order": words.order(table),
        "lines": [
            {
                "line": line,
                "language": language_name(line.language),
                "page": _address(evidence.pages.get(line.codec, "")),
                "released": evidence.released.get(line.codec, ""),
                "sizes": list(_sizes(line)),
                "rates": _rates(line),
                "cells": [_cell(line, o, ranked, scales[o]) for o in table.operations],
            }
            for line in table.lines
        ],
        "problems": [
            {
                "problem": problem,
                "language": language_name(problem.language),
                "status": words.STATUS[problem.status],
                "reason": words.reason(problem),
            }
            for problem in table.problems
        ],
    }


def _address(page: str) -> str:
    """What may stand behind a link: a codec that somebody brought can say anything."""
    return page if page.startswith(("https://", "http://")) else ""


def _sizes(line: Line) -> Iterator[tuple[float | None, str]]:
    for figure in OF_CODEC:
        yield _value(line, figure), line.text(figure)


def _value(line: Line, figure: TableFigure) -> float | None:
    row = line.row_with(figure)
    return None if row is None else figure.value(row)


def _rates(line: Line) -> dict[str, float | str | None]:
    """What the calculator reckons with, by the names of the row's attributes."""
    found: dict[str, float | str | None] = {f.key: _value(line, f) for f in (BYTES, GZIP, ZSTD)}
    for operation in PRIMARY:
        row = line.cells.get(operation)
        if row is not None and has_figure(row) and row.time_ns is not None:
            found[operation] = row.time_ns
            low, high = row.low_ns, row.high_ns
            if low is not None and high is not None:
                # The ends of a lopsided one are times: of cores the wider side is said.
                wide = max(row.time_ns - low, high - row.time_ns)
                low, high = row.time_ns - wide, row.time_ns + wide
            spread = units.time_interval(row.time_ns, low, high)
            found[f"{operation}-spread"] = spread
    return found


def _scale(table: Section, operation: str) -> dict[str, float]:
    """What a full bar stands for in each figure."""
    cells = [line.cells.get(operation) for line in table.lines]
    rows = [row for row in cells if row is not None and has_figure(row)]
    # Own code and codecs that trust their input are no measure for the others.
    choices = [row for row in rows if not no_choice(row.traits)] or rows
    return {figure.key: figure.top(choices) for figure in OF_OPERATION}


def _ranks(tables: Sequence[Section]) -> Ranks:
    return {
        key: (rank, key in table.fastest) for table in tables for key, rank in table.ranks.items()
    }


def _cell(
    line: Line, operation: str, ranked: tuple[Ranks, Ranks], scale: dict[str, float]
) -> dict[str, Any]:
    row = line.cells.get(operation)
    cell: dict[str, Any] = {"operation": operation, "row": row, "figures": []}
    if row is None or not has_figure(row):
        cell["status"] = words.STATUS[row.status] if row is not None else ""
        return cell
    cell["ranks"] = tuple(ranks.get((operation, line.codec), ("", False)) for ranks in ranked)
    cell["figures"] = list(_figures(row, scale))
    return cell


def _figures(row: Row, scale: dict[str, float]) -> Iterator[dict[str, Any]]:
    """Each figure the row has: its text, what it is sorted by, and a bar in percent."""
    for figure in OF_OPERATION:
        value = figure.value(row)
        if value is None:
            continue
        text, beside = figure.parts(row)
        low, high = (bound(row) if bound else None for bound in (figure.low, figure.high))
        yield {
            "name": figure.key,
            "value": value,
            "text": text,
            "beside": beside + (words.mark(row) if figure is TIME else ""),
            "bar": _bar((low, value, high), scale[figure.key]) if figure.high else None,
            "note": words.remark(row) if figure is SAMPLES else "",
        }


def _bar(
    figure: tuple[float | None, float, float | None], full: float
) -> dict[str, str | bool] | None:
    """Where the bar ends, where the interval starts and how wide it is, in percent; the interval's
    ends, for who scales it again."""
    low, middle, high = figure
    if full <= 0:
        return None
    is_cut = middle > full
    bar: dict[str, str | bool] = {"is_cut": is_cut, "end": f"{min(100.0, 100 * middle / full):.2f}"}
    if low is None or high is None:
        return bar | {"low": "", "high": ""}
    start, end = 100 * low / full, 100 * high / full
    # At least a hair's breadth, or a narrow interval would not be seen at all.
    width = max(0.8, min(100.0, end) - start) if not is_cut else 0.0
    return bar | {
        "low": f"{low:.5g}",
        "high": f"{high:.5g}",
        "start": f"{max(0.0, min(start, 100 - width)):.2f}",
        "width": f"{width:.2f}",
    }
