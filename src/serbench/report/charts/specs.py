"""The charts themselves. Each takes the data it draws, whose rows `points` makes: given at once
for a file, or named for the page, whose script brings the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from serbench.languages.registry import LANGUAGES
from serbench.operations import PARTS
from serbench.report.charts.points import CODEC, IO
from serbench.report.charts.vega import NAMES, POINTS

if TYPE_CHECKING:
    import altair as alt

# Of middling lightness, so that they hold on white and on near-black; told apart with every
# common colour blindness, and beside colour by shape or words.
LANGUAGE_COLOURS = ("#2a78d6", "#d9622b", "#b5860d", "#149c8c", "#8f5bd0", "#c2478f")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
PART_COLOURS = ("#2a78d6", "#e0913a")
QUIET_COLOURS = {"quiet": "#2a78d6", "loud": "#e0913a"}
BAR_STEP = 17
# Of the chart of time and size, in pixels; the padding is within its scales.
FRONT_HEIGHT, PADDING = 380, 18
# Room for the words after the longest bar, which Vega does not reckon with.
_LABEL_PX, _SHARE_PX = 48, 100
# Times in the unit that suits each, as `units.time` does in words.
TIME_AXIS = (
    "datum.value >= 1e9 ? format(datum.value / 1e9, '~r') + ' s' : "
    "datum.value >= 1e6 ? format(datum.value / 1e6, '~r') + ' ms' : "
    "datum.value >= 1e3 ? format(datum.value / 1e3, '~r') + ' µs' : "
    "format(datum.value, '~r') + ' ns'"
)
SIZE_AXIS = (
    "datum.value >= 1e6 ? format(datum.value / 1e6, '~r') + ' MB' : "
    "datum.value >= 1e3 ? format(datum.value / 1e3, '~r') + ' kB' : "
    "format(datum.value, '~r') + ' B'"
)


def front(data: Any, languages: Sequence[str], *, placed: bool = False) -> Any:
    """Time against size, both logarithmic; a line through those on the Pareto front, which
    `front` numbers from 1; it is 0 for the others. At least one is on it. Names stand where the
    data `placed` them (`serbench.report.charts.names`), or where the page does."""
    import altair as alt

    base = alt.Chart(data)
    time: dict[str, Any] = {
        "title": "time per value",
        "scale": alt.Scale(type="log", nice=False, padding=PADDING),
        "axis": _log_axis("x", TIME_AXIS),
    }
    x = alt.X("ns:Q", **time)
    size: dict[str, Any] = {
        "title": "bytes per value",
        "scale": alt.Scale(type="log", nice=False, padding=PADDING),
        "axis": _log_axis("y", SIZE_AXIS),
    }
    y = alt.Y("bytes:Q", **size)
    line = (
        base.transform_filter("datum.front")
        .mark_line(interpolate="step-after", strokeWidth=1.5, strokeDash=[4, 3], opacity=0.8)
        .encode(x=x, y=y, order=alt.Order("ns:Q"), color=alt.value("currentColor"))
    )
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(
        x=alt.X("low:Q", **time), x2="high:Q", y=y, color=_language(languages)
    )
    points = base.mark_point(filled=True, size=70).encode(
        x=x,
        y=y,
        color=_language(languages),
        shape=alt.Shape("language:N", scale=_languages(languages, SHAPES), legend=_legend()),
        opacity=alt.condition("datum.front", alt.value(1.0), alt.value(0.55)),
        tooltip="tip:N",
    )
    text: dict[str, Any] = {"text": "codec:N", "color": alt.value("currentColor")}
    if placed:
        names = base.transform_filter("isValid(datum.name_ns)").mark_text(align="left")
        names = names.encode(x=alt.X("name_ns:Q", **time), y=alt.Y("name_bytes:Q", **size), **text)
    else:
        names = base.mark_text().encode(x=x, y=y, **text)
    layers = [points.properties(name=POINTS), names.properties(name=NAMES)]
    return alt.layer(line, interval, *layers).properties(height=FRONT_HEIGHT)


def bars(data: Any, languages: Sequence[str]) -> Any:
    """A bar for each codec from zero to its time, with the interval as a whisker."""
    import altair as alt

    base = alt.Chart(data).encode(y=_codecs("ns"))
    x = alt.X("ns:Q", title="time per value", axis=_linear_axis(TIME_AXIS))
    bar = base.mark_bar(opacity=0.75).encode(x=x, color=_language(languages), tooltip="tip:N")
    layers = alt.layer(bar, _whisker(base, "time per value"), _labels(base, "high"))
    return layers.properties(height=alt.Step(BAR_STEP), padding=_right(_LABEL_PX))


def parts(data: Any, primary: str) -> Any:
    """What a primary operation is made of, stacked; a tick where it was measured as one."""
    import altair as alt

    names = list(PARTS[primary])
    base = alt.Chart(data).encode(y=_codecs("whole_ns"))
    x = alt.X(
        "ns:Q", title=f"time to {primary} a value", axis=_linear_axis(TIME_AXIS), stack="zero"
    )
    stack = (
        base.transform_filter("datum.part != ''")
        .mark_bar(opacity=0.8)
        .encode(
            x=x,
            color=alt.Color(
                "part:N",
                scale=alt.Scale(domain=names, range=list(PART_COLOURS)),
                legend=_legend(),
            ),
            order=alt.Order("stacked:Q"),
            tooltip="tip:N",
        )
        .transform_calculate(stacked=f"indexof({names}, datum.part)")
    )
    tick = (
        base.transform_filter("datum.part == ''")
        .mark_tick(thickness=2.5, color="currentColor")
        .encode(x=alt.X("ns:Q"), tooltip="tip:N")
    )
    return alt.layer(stack, tick).properties(height=alt.Step(BAR_STEP))


def files(data: Any) -> Any:
    """I/O and codec, stacked to the whole; the whisker is the whole's standard deviation."""
    import altair as alt

    base = alt.Chart(data).encode(y=_codecs("total_ns"))
    x = alt.X("ns:Q", title="mean time for all values", axis=_linear_axis(TIME_AXIS), stack="zero")
    stack = base.mark_bar(opacity=0.8).encode(
        x=x,
        color=alt.Color(
            "part:N",
            scale=alt.Scale(domain=[IO, CODEC], range=list(PART_COLOURS)),
            legend=_legend(),
        ),
        order=alt.Order("part:N"),
        tooltip="tip:N",
    )
    once = base.transform_filter(f"datum.part == '{IO}'")
    whisker = _whisker(once, "mean time for all values")
    layers = alt.layer(stack, whisker, _labels(once, "high"))
    return layers.properties(height=alt.Step(BAR_STEP), padding=_right(_SHARE_PX))


def samples(data: Any) -> Any:
    """Every sample by process, quiet and loud told apart; the data named `time` brings the
    cell's time and interval."""
    import altair as alt

    x = alt.X(
        "ns:Q", title="time per value", scale=alt.Scale(zero=False), axis=_linear_axis(TIME_AXIS)
    )
    dots = (
        alt.Chart(data)
        .mark_point(filled=True, size=28, opacity=0.75)
        .encode(
            x=x,
            y=alt.Y("process:N", title=None, axis=_names_axis()),
            yOffset=alt.YOffset("place:Q", scale=alt.Scale(domain=[-0.15, 1.15])),
            color=alt.Color(
                "quiet:N",
                scale=alt.Scale(domain=list(QUIET_COLOURS), range=list(QUIET_COLOURS.values())),
                legend=_legend(),
            ),
            shape=alt.Shape(
                "quiet:N",
                scale=alt.Scale(domain=list(QUIET_COLOURS), range=["circle", "cross"]),
                legend=_legend(),
            ),
            tooltip="tip:N",
        )
    )
    time = alt.Chart(alt.NamedData("time"))
    band = time.mark_rect(opacity=0.18, color="currentColor").encode(x=alt.X("low:Q"), x2="high:Q")
    middle = time.mark_rule(strokeWidth=1.5, color="currentColor").encode(x=alt.X("ns:Q"))
    return alt.layer(band, middle, dots).properties(height=alt.Step(60))


def history(data: Any) -> Any:
    """Medians with their intervals, run by run."""
    return _run_by_run(data, "time per value", TIME_AXIS)


def ratios(data: Any) -> Any:
    """Ratios to the reference with their intervals, run by run."""
    return _run_by_run(data, "ratio to the reference", "format(datum.value, '~r') + '×'")  # noqa: RUF001


def _run_by_run(data: Any, title: str, label: str) -> Any:
    import altair as alt

    base = alt.Chart(data).encode(
        x=alt.X("run:O", title="run", axis=alt.Axis(labelAngle=-40, labelLimit=130))
    )
    scale = alt.Scale(zero=False)
    y = alt.Y("middle:Q", title=title, scale=scale, axis=_linear_axis(label))
    line = base.mark_line(strokeWidth=1.5, color=LANGUAGE_COLOURS[0]).encode(y=y)
    whisker = base.mark_rule(strokeWidth=2, color=LANGUAGE_COLOURS[0]).encode(
        y=alt.Y("low:Q", title=title), y2="high:Q"
    )
    dots = base.mark_point(filled=True, size=60, color=LANGUAGE_COLOURS[0]).encode(
        y=y, tooltip="tip:N"
    )
    return alt.layer(line, whisker, dots).properties(height=220)


def _whisker(base: alt.Chart, title: str) -> Any:
    import altair as alt

    low = alt.X("low:Q", title=title, axis=_linear_axis(TIME_AXIS))
    return base.mark_rule(strokeWidth=2, color="currentColor").encode(x=low, x2="high:Q")


def _labels(base: alt.Chart, beside: str) -> Any:
    import altair as alt

    return base.mark_text(align="left", dx=5, color="currentColor").encode(
        x=alt.X(f"{beside}:Q"), text="label:N"
    )


def _right(px: int) -> dict[str, int]:
    return {"left": 4, "top": 4, "bottom": 4, "right": px}


def _codecs(by: str) -> alt.Y:
    import altair as alt

    order = alt.EncodingSortField(by, op="min", order="ascending")
    return alt.Y("codec:N", title=None, sort=order, axis=_names_axis())


def _names_axis() -> alt.Axis:
    import altair as alt

    return alt.Axis(ticks=False, domain=False, labelLimit=150, grid=False)


def _linear_axis(label: str) -> alt.Axis:
    import altair as alt

    return alt.Axis(labelExpr=label, tickCount=5, labelOverlap="greedy", labelSeparation=6)


def _log_axis(scale: str, label: str) -> alt.Axis:
    """Over more than a decade only 1, 2 and 5 are named: of all ticks, those that fit beside each
    other would be named at random."""
    import altair as alt

    narrow = f"domain('{scale}')[1] < 10 * domain('{scale}')[0]"
    first_digit = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)))"
    chosen = f"{narrow} || indexof([1, 2, 5], {first_digit}) >= 0"
    return alt.Axis(
        labelExpr=f"{chosen} ? ({label}) : ''", labelOverlap="greedy", labelSeparation=8
    )


def _language(languages: Sequence[str]) -> alt.Color:
    import altair as alt

    return alt.Color("language:N", scale=_languages(languages, LANGUAGE_COLOURS), legend=_legend())


def _languages(names: Sequence[str], of: Sequence[str]) -> alt.Scale:
    """A language has one colour and shape in every report, whichever others are there."""
    import altair as alt

    known = [language.name for language in LANGUAGES.values()]
    places = [known.index(n) if n in known else len(known) for n in names]
    return alt.Scale(domain=list(names), range=[of[place % len(of)] for place in places])


def _legend() -> alt.Legend:
    import altair as alt

    return alt.Legend(orient="top", title=None)
