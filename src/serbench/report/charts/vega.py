"""Vega at work: the library for the page, and charts turned into SVG and PNG here."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Any

from serbench.machine.cache import CHARTS, kept_text

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
_INK, _PAPER = "#171b21", "#ffffff"
_PNG_SCALE = 2
FILE_WIDTH = 720
_BUNDLED = "window.vegaEmbed = vegaEmbed;"
# Layers of points, and of the names that stand beside those that have the room.
POINTS, NAMES = "points", "names"
_ANCHORS = (
    "top-right",
    "bottom-right",
    "top-left",
    "bottom-left",
    "right",
    "left",
    "top",
    "bottom",
)


@cache
def library() -> str:
    """JavaScript that defines `window.vegaEmbed`, with all it needs and nothing to fetch."""

    def bundle() -> str:
        import vl_convert

        return str(vl_convert.javascript_bundle(_BUNDLED))

    return _kept(_BUNDLED, bundle)


def _kept(source: str, convert: Callable[[], str]) -> str:
    """What vl-convert makes of a source, which takes seconds and is the same for every page."""
    return kept_text(CHARTS, (version("vl-convert-python"), source), convert)


def for_page(chart: Any) -> dict[str, Any]:
    """The chart as Vega, as wide as its place and in the colour of the text around it.

    Not as Vega-Lite: compiling it there takes time at every load, and warns in the console of
    every chart whose bars have a height of their own.
    """
    source = json.dumps(_styled(chart, "currentColor", "transparent") | {"width": "container"})

    def vega() -> str:
        import vl_convert

        return json.dumps(vl_convert.vegalite_to_vega(source))

    compiled: dict[str, Any] = json.loads(_kept(source, vega))
    _place_names(compiled)
    del compiled["$schema"]  # an address, which a page that needs no network should not name
    return compiled


def _place_names(group: dict[str, Any]) -> None:
    """Names are put where they hide neither points nor each other, and left out where there is no
    room, those of the front last. By https://vega.github.io/vega/docs/transforms/label/, which
    Vega-Lite does not have, and which needs a browser's canvas."""
    for mark in group.get("marks", ()):
        if mark.get("name") == f"{NAMES}_marks":
            looks = {"text": {"field": "datum.codec"}, "fill": {"value": "currentColor"}}
            placed = {
                "type": "label",
                "anchor": list(_ANCHORS),
                "offset": [3] * len(_ANCHORS),
                "padding": 0,
                "size": {"signal": "[width, height]"},
                "sort": {"field": "datum.datum.front", "order": "descending"},
            }
            mark["from"] = {"data": f"{POINTS}_marks"}
            mark.update(encode={"update": looks}, transform=[placed])
        _place_names(mark)


def svg(chart: Any, title: str) -> str:
    import vl_convert

    return str(vl_convert.vegalite_to_svg(_for_file(chart, title)))


def png(chart: Any, title: str) -> bytes:
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(_for_file(chart, title), scale=_PNG_SCALE))


def _for_file(chart: Any, title: str) -> dict[str, Any]:
    spec: dict[str, Any] = _inked(_styled(chart, _INK, _PAPER))
    return spec | {"width": FILE_WIDTH, "title": title}


def _inked(spec: Any) -> Any:
    """A file has no text around it to take its colour from."""
    match spec:
        case dict():
            return {key: _inked(value) for key, value in spec.items()}
        case list():
            return [_inked(value) for value in spec]
        case "currentColor":
            return _INK
        case _:
            return spec


def _styled(chart: Any, ink: str, paper: str) -> dict[str, Any]:
    """The chart's specification, its look added. By Altair's `configure` methods that would take
    ten times as long: each copies the chart, data included, and checks it anew."""
    spec: dict[str, Any] = chart.to_dict()
    style: dict[str, Any] = {
        "font": FONT,
        "background": paper,
        "padding": 4,
        "view": {"stroke": None},
        "axis": {
            "labelColor": ink,
            "titleColor": ink,
            "titleFontWeight": "normal",
            "gridColor": ink,
            "gridOpacity": 0.12,
            "domainColor": ink,
            "domainOpacity": 0.4,
            "tickColor": ink,
            "tickOpacity": 0.4,
            "labelFontSize": 12,
            "titleFontSize": 12,
        },
        "legend": {"labelColor": ink, "labelFontSize": 12},
        "title": {"color": ink, "anchor": "start", "fontSize": 15},
        "text": {"fontSize": 12},
    }
    view = spec["config"]["view"] | style["view"]  # Altair gives it a size
    return spec | {"config": spec["config"] | style | {"view": view}}
