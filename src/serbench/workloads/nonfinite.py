"""Floats that are NaN and infinite, wherever floats stand, each value named by its field `case`.

They are apart from `edges` since JSON has no number for them: most of its codecs hold none of these
values, and a codec that cannot hold one value of a workload proves nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from math import inf, nan
from typing import Any

import msgspec

from serbench.schema.types import f32, f64
from serbench.workloads.workload import Workload


class Point(msgspec.Struct, frozen=True):
    x: f64
    y: f32


class Nonfinite(msgspec.Struct):
    case: str
    single: f32 = 0.5
    double: f64 = 0.5
    maybe_single: f32 | None = None
    maybe_double: f64 | None = None
    singles: list[f32] = []
    doubles: list[f64] = []
    holes: list[f64 | None] = []
    grid: list[list[f32]] = []
    by_name: dict[str, f64] = {}
    point: Point = Point(0.5, 0.5)
    points: list[Point] = []
    last: f64 = 0.5


_ALL = [nan, inf, -inf]

CASES: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "NaN": {"double": nan},
    "infinity": {"double": inf},
    "minus infinity": {"double": -inf},
    "NaN of 32 bits": {"single": nan},
    "infinity of 32 bits": {"single": inf},
    "minus infinity of 32 bits": {"single": -inf},
    "optional NaN": {"maybe_double": nan, "maybe_single": nan},
    "optional infinities": {"maybe_double": inf, "maybe_single": -inf},
    "lists": {"singles": [0.5, *_ALL], "doubles": [*_ALL, 0.5]},
    "nothing but NaN": {"singles": [nan] * 20, "doubles": [nan] * 20},
    "beside what is absent": {"holes": [None, nan, None, inf]},
    "lists of lists": {"grid": [[], _ALL, [nan]]},
    "a map": {"by_name": {"a": nan, "b": inf, "c": -inf}},
    "a record": {"point": Point(nan, -inf)},
    "records": {"points": [Point(inf, nan), Point(0.5, inf)]},
    "the last field": {"last": nan},
}


def generate(_seed: int) -> Iterator[Nonfinite]:
    for case, parts in cycle(CASES.items()):
        yield Nonfinite(case, **parts)


WORKLOADS = (
    Workload(
        name="nonfinite",
        title="NaN and infinities wherever floats stand, each by name",
        root=Nonfinite,
        default_count=len(CASES),
        study=None,
        generate=generate,
    ),
)
