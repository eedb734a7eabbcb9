"""What the page's scripts work with: the whole result and its evidence as JSON, and what the
charts draw."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from serbench.operations import PARTS, PRIMARY, ROUND_TRIP
from serbench.report import choice_page, cost_page
from serbench.report.charts import points, specs, vega
from serbench.report.csv_rows import rows_csv
from serbench.report.figures import OF_FILES
from serbench.report.file_table import how
from serbench.report.json_rows import COLUMNS, record
from serbench.report.table import has_figure, operations
from serbench.report.text import language_name, plain
from serbench.report.words import moved_words
from serbench.results.evidence import Distribution, Evidence
from serbench.results.file_rows import FileResult, FileRow
from serbench.results.rows import FORMER_NAMES, Result, Row


def embedded(result: Result, evidence: Evidence) -> str:
    """JSON that cannot end its script element or start another. Everything but `page` is what a
    reader may download; `page` is what only the scripts need. Of rows there are only the values,
    other codecs by their place in `codecs`: a script puts them together again. As they are
    downloaded they would be a tenth of the page."""
    codecs = list(
        dict.fromkeys(
            name for r in result.rows for name in (r.codec, *r.slower_than, *r.language_slower_than)
        )
    )
    facts = {
        "run": result.run,
        "started": result.started,
        "seconds": result.seconds,
        "serbench": result.serbench,
        "environment": result.environment,
        "method": result.method,
        "warnings": result.warnings,
        "notes": result.notes,
        "workloads": [{n: getattr(w, n) for n in w.__struct_fields__} for w in result.workloads],
        "rows": _values(result, codecs),
        "samples": [_by_process(d) for d in points.selectable(evidence)],
        "history": _history(evidence),
        "files": msgspec.to_builtins(evidence.files),
        "page": _page(result, evidence)
        | {"columns": COLUMNS, "former_names": FORMER_NAMES, "codecs": codecs},
    }
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def chart_operations(result: Result) -> list[str]:
    """Those the charts can show, the round trip first if a codec has one."""
    return sorted(operations(result.rows), key=lambda name: name != ROUND_TRIP.name)


def experiments(files: Sequence[FileResult]) -> Iterator[dict[str, Any]]:
    """A table for each operation, workload and placement: its name, how it was measured, and
    the codecs, fastest first, with the text of each figure."""
    for result in files:
        by_name: dict[str, list[FileRow]] = {}
        for row in result.rows:
            if row.status == "measured" and row.total:
                by_name.setdefault(points.experiment(result, row), []).append(row)
        for name, rows in by_name.items():
            rows.sort(key=lambda row: row.total.mean_s if row.total else 0.0)
            cells = [(row.codec, [figure.text(row) for figure in OF_FILES]) for row in rows]
            yield {"name": name, "how": how(rows), "rows": cells}


def _values(result: Result, codecs: Sequence[str]) -> list[list[Any]]:
    place = {codec: number for number, codec in enumerate(codecs)}

    def values(row: Row) -> list[Any]:
        named = {
            name: [place[codec] for codec in getattr(row, name)]
            for name in ("slower_than", "language_slower_than")
        }
        return list((record(row) | named).values())

    return [values(row) for row in result.rows]


def _page(result: Result, evidence: Evidence) -> dict[str, Any]:
    spoken = [language_name(name) for name in dict.fromkeys(r.language for r in result.rows)]
    return {
        # As text it would be a third of the page.
        "csv_gzip": base64.b64encode(gzip.compress(rows_csv(result).encode(), mtime=0)).decode(),
        "primary": PRIMARY,
        "round_trip": ROUND_TRIP.name,
        "workloads": [plain(facts.name) for facts in result.workloads],
        "specs": _specs(tuple(spoken)),
        "times": list(points.time_points(result)),
        "parts": list(points.part_points(result)),
        "files": list(points.file_points(evidence.files)),
        # A figure measured under another operation's name has that one's samples.
        "same": [
            [plain(r.workload), plain(r.codec), r.operation, r.same_as]
            for r in result.rows
            if r.same_as is not None and has_figure(r)
        ],
        **choice_page.embedded(evidence.grounds),
        "ways": cost_page.embedded(evidence.ways, [facts.name for facts in result.workloads]),
    }


@cache
def _specs(spoken: tuple[str, ...]) -> dict[str, Any]:
    """The charts of a page on these languages; its script brings the data."""
    import altair as alt

    table = alt.NamedData("table")
    charts = {
        "front": specs.front(table, spoken),
        "bars": specs.bars(table, spoken),
        **{primary: specs.parts(table, primary) for primary in PARTS},
        "samples": specs.samples(table),
        "history": specs.history(table),
        "ratios": specs.ratios(table),
        "files": specs.files(table),
    }
    return {name: vega.for_page(chart) for name, chart in charts.items()}


def _history(evidence: Evidence) -> dict[str, Any]:
    """`runs`, earliest first, and for each cell `[run, time, low, high]`, a run by its number:
    `times` in ns, `ratios` to the reference; `steps` are sentences on where that moved. Empty if
    there is but one run."""
    runs = {past.run: past for past in evidence.history}
    places = {run: place for place, run in enumerate(runs)}
    steps: dict[tuple[str, str, str], list[str]] = {}
    for moved in evidence.moved:
        key = (plain(moved.workload), plain(moved.codec), moved.operation)
        sentence = f"Since {plain(moved.run)}: {moved_words(moved)}."
        steps.setdefault(key, []).append(sentence)
    cells: dict[tuple[str, str, str], dict[str, list[list[float]]]] = {}
    for past in evidence.history if len(runs) > 1 else ():
        key = (plain(past.workload), plain(past.codec), past.operation)
        of = cells.setdefault(key, {"times": [], "ratios": []})
        times = (past.time_ns, past.low_ns, past.high_ns)
        of["times"].append([places[past.run], *map(points.short, times)])
        if past.ratio is not None and past.ratio_low is not None and past.ratio_high is not None:
            ratios = (past.ratio, past.ratio_low, past.ratio_high)
            of["ratios"].append([places[past.run], *map(points.short, ratios)])
    return {
        "runs": [
            {"run": plain(past.run), "started": past.started, "serbench": plain(past.serbench)}
            for past in runs.values()
        ],
        "cells": [
            {"workload": key[0], "codec": key[1], "operation": key[2], **of}
            | {"steps": steps.get(key, [])}
            for key, of in cells.items()
        ],
    }


def _by_process(of: Distribution) -> dict[str, Any]:
    """The samples without their repetitions: a list of quiet and one of loud for each process."""
    by_process: dict[int, tuple[list[float], list[float]]] = {}
    for ns, process, quiet in zip(of.ns, of.process, of.quiet, strict=True):
        by_process.setdefault(process, ([], []))[0 if quiet else 1].append(ns)
    return {
        "workload": plain(of.workload),
        "codec": plain(of.codec),
        "operation": plain(of.operation),
        "taken": of.taken,
        "mild": of.mild,
        "severe": of.severe,
        "processes": [
            {"process": number, "quiet": quiet, "loud": loud}
            for number, (quiet, loud) in sorted(by_process.items())
        ],
    }
