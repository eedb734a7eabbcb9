"""Where the names of points stand in a chart that is drawn without a browser: beside their points,
over no other point or name; those that find no such place are left out, those of the front last."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from serbench.report.charts.specs import FRONT_HEIGHT, PADDING
from serbench.report.charts.vega import FILE_WIDTH

# Of text of 12 px, and how far from its point it stands.
_CHARACTER_PX, _LINE_PX, _GAP_PX, _POINT_PX = 6.4, 12.0, 6.0, 5.0

# left, top, right, bottom
Box = tuple[float, float, float, float]


def named(points: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The points, those that have the room with `name_ns` and `name_bytes`: where the left end of
    the name's middle is, in the units of the axes."""
    x = _Axis([v for p in points for v in (p["ns"], p["low"], p["high"]) if v], FILE_WIDTH)
    y = _Axis([p["bytes"] for p in points], FRONT_HEIGHT)
    at = [(x.px(p["ns"]), FRONT_HEIGHT - y.px(p["bytes"])) for p in points]
    taken = [_around(*place) for place in at]
    found = [dict(p) for p in points]
    for i in sorted(range(len(points)), key=lambda i: (not points[i]["front"], points[i]["front"])):
        for box in _places(*at[i], len(points[i]["codec"])):
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= FILE_WIDTH and box[3] <= FRONT_HEIGHT
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                middle = (box[1] + box[3]) / 2
                found[i]["name_ns"] = x.value(box[0])
                found[i]["name_bytes"] = y.value(FRONT_HEIGHT - middle)
                break
    return found


class _Axis:
    """Logarithmic, with a padding at both ends."""

    def __init__(self, values: Sequence[float], pixels: float) -> None:
        low, high = math.log(min(values)), math.log(max(values))
        self._scale = (high - low) / (pixels - 2 * PADDING) or 1.0
        self._start = low - PADDING * self._scale

    def px(self, value: float) -> float:
        return (math.log(value) - self._start) / self._scale

    def value(self, px: float) -> float:
        return math.exp(self._start + px * self._scale)


def _around(x: float, y: float) -> Box:
    return x - _POINT_PX, y - _POINT_PX, x + _POINT_PX, y + _POINT_PX


def _places(x: float, y: float, characters: int) -> Iterator[Box]:
    """Right of the point, left, and above and below it."""
    width, half = characters * _CHARACTER_PX, _LINE_PX / 2
    for left in (x + _GAP_PX, x - _GAP_PX - width):
        for middle in (y - _LINE_PX, y, y + _LINE_PX):
            yield left, middle - half, left + width, middle + half
    for middle in (y - _LINE_PX - 2, y + _LINE_PX + 2):
        yield x - width / 2, middle - half, x + width / 2, middle + half


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
