"""A study's charts: for each column of its tables, bars of what was measured beside what was
published, drawn by Vega-Lite as SVG and PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serbench.machine import output_paths
from serbench.report.text import plain
from serbench.studies.study import Outcome, Study, StudyFigure

_MEASURED, _PUBLISHED = "measured here", "published"
_COLOURS = ("#2a6fdb", "#b9c3d0")
_PNG_SCALE = 2


def write_charts(
    study: Study, outcome: Outcome, directory: Path, suffixes: Sequence[str]
) -> list[Path]:
    """Writes `STUDY-COLUMN.SUFFIX` for each column, `svg` or `png`; returns the paths."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = []
    figures = study.figures(outcome)
    for column in dict.fromkeys(f.column for f in figures):
        of_column = [f for f in figures if f.column == column]
        chart = bars(f"{study.name}: {column}", of_column)
        for suffix in suffixes:
            path = directory / f"{study.name}-{_file_name(column)}.{suffix}"
            with output_paths.replaced(path) as file:
                if suffix == "png":
                    chart.save(file, format=suffix, scale_factor=_PNG_SCALE)
                else:
                    text = io.StringIO()
                    chart.save(text, format=suffix)
                    file.write(text.getvalue().encode())
            paths.append(path)
    return paths


def bars(title: str, figures: list[StudyFigure]) -> Any:
    """Rows from the best to the worst as measured."""
    import altair as alt

    sign = -1 if figures[0].more_is_better else 1
    ordered = sorted(figures, key=lambda f: sign * f.value)
    column = figures[0].column
    data = [
        {"row": plain(f.row), "of": of, "value": value}
        for f in ordered
        for of, value in ((_MEASURED, f.value), (_PUBLISHED, f.published))
        if value
    ]
    names = [plain(f.row) for f in ordered]
    return (
        alt.Chart(alt.InlineData(values=data), title=title)
        .mark_bar()
        .encode(
            x=alt.X("value:Q", title=column, stack=None),
            y=alt.Y("row:N", sort=names, title=None),
            yOffset=alt.YOffset("of:N", sort=[_MEASURED, _PUBLISHED]),
            color=alt.Color(
                "of:N",
                scale=alt.Scale(domain=[_MEASURED, _PUBLISHED], range=list(_COLOURS)),
                title=None,
                legend=alt.Legend(orient="bottom"),
            ),
        )
        # Room on the left: a browser's letters are wider than those that Vega reckons with.
        .properties(width=520, height=alt.Step(10), padding={"left": 40, "right": 20})
        .configure(font="sans-serif")
    )


def _file_name(column: str) -> str:
    """`Ser. (ms)` becomes `ser-ms`."""
    return "-".join(re.findall(r"[a-z0-9]+", column.lower()))
