"""A result's charts as SVG and PNG files, for those who paste."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.operations import PARTS, PRIMARY, ROUND_TRIP
from serbench.report.answer import front
from serbench.report.charts import points, specs, vega
from serbench.report.charts.names import named
from serbench.report.page_data import chart_operations
from serbench.report.text import plain
from serbench.results.evidence import Evidence
from serbench.results.rows import Result


def write_charts(result: Result, evidence: Evidence, directory: Path, suffix: str) -> list[Path]:
    """Writes `WORKLOAD-CHART.suffix` for each chart of `drawings`; returns the paths.

    Raises `UserError` if they cannot be written.
    """
    paths: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for title, chart in drawings(result, evidence):
            path = directory / f"{_file_name(title)}.{suffix}"
            number = 2
            while path in paths:  # two names that differ in what no file name should hold
                path = directory / f"{_file_name(title)}-{number}.{suffix}"
                number += 1
            with output_paths.replaced(path) as file:
                is_svg = suffix == "svg"
                file.write(vega.svg(chart, title).encode() if is_svg else vega.png(chart, title))
            paths.append(path)
    except OSError as error:
        raise UserError(f"{directory}: cannot be written ({error.strerror})") from None
    return paths


def drawings(result: Result, evidence: Evidence) -> Iterator[tuple[str, Any]]:
    """A title and a chart: time against size and bars for the round trip and the primary
    operations that it is made of, the parts of each, and every experiment with files."""
    import altair as alt

    times = list(points.time_points(result))
    parts = list(points.part_points(result))
    spoken = list(dict.fromkeys(p["language"] for p in times))
    wanted = [o for o in chart_operations(result) if o in (ROUND_TRIP.name, *PRIMARY)]
    for name in dict.fromkeys(plain(w.name) for w in result.workloads):
        for operation in wanted or chart_operations(result)[:1]:
            chart_points = [
                p for p in times if p["workload"] == name and p["operation"] == operation
            ]
            if not chart_points:
                continue
            sized = with_front(result, chart_points)
            if any(p["front"] for p in sized):
                chart = specs.front(alt.InlineData(values=named(sized)), spoken, placed=True)
                yield f"{name}: time and size, {operation}", chart
            yield f"{name}: {operation}", specs.bars(alt.InlineData(values=chart_points), spoken)
        for primary, of in PARTS.items():
            chart_points = [p for p in parts if p["workload"] == name and p["primary"] == primary]
            if chart_points:
                chart = specs.parts(alt.InlineData(values=chart_points), primary)
                yield f"{name}: {primary} = {' + '.join(of)}", chart
    on_files = list(points.file_points(evidence.files))
    for title in dict.fromkeys(p["of"] for p in on_files):
        chart_points = [p for p in on_files if p["of"] == title]
        yield title, specs.files(alt.InlineData(values=chart_points))


def with_front(result: Result, times: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Points of one workload and operation that have a size, each with its number on the Pareto
    front, 1 for the fastest, or 0."""
    best = front([result.rows[p["row"]] for p in times])
    number = {row.codec: n for n, row in enumerate(best, 1)}
    return [
        p | {"front": number.get(result.rows[p["row"]].codec, 0)}
        for p in times
        if p["bytes"] is not None
    ]


def _file_name(title: str) -> str:
    """`log: serialize = populate + encode` becomes `log-serialize-populate-encode`."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "chart"
