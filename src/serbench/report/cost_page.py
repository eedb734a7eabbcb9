"""What the main page tells of compression: the ways end to end, and what its calculator adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.report import cost
from serbench.report.text import plain
from serbench.results.costs import Way


def context(ways: Mapping[str, Sequence[Way]]) -> dict[str, Any]:
    """What the template shows; `compressions` are those that the calculator offers."""
    names = dict.fromkeys(way.compression for of_workload in ways.values() for way in of_workload)
    return {
        "end_to_end": [
            {"name": heading, "sentences": remarks, "tables": tables}
            for heading, remarks, tables in cost.blocks(ways)
        ],
        "compressions": [name for name in names if name],
        "way_columns": cost.HEAD[1:],
        "way_legend": cost.LEGEND,
    }


def embedded(
    ways: Mapping[str, Sequence[Way]], workloads: Sequence[str]
) -> list[dict[str, dict[str, list[float]]]]:
    """For each workload, by codec and compression, bytes and the nanoseconds to compress and to
    decompress."""
    found: list[dict[str, dict[str, list[float]]]] = []
    for workload in workloads:
        of: dict[str, dict[str, list[float]]] = {}
        for way in ways.get(workload, ()):
            if way.compress and way.decompress:
                figures = [way.bytes, way.compress.estimate, way.decompress.estimate]
                of.setdefault(plain(way.codec), {})[way.compression] = figures
        found.append(of)
    return found
