"""The cpp-containers study: eight C++ methods on a structure of containers, in memory and files.

jellythefish/cpp_serializers prints, for a size and a number of iterations, the time of each
operation and the bytes it made; its README shows the small structure with 1000 iterations.
"""

from __future__ import annotations

import statistics

from serbench.results.study_rows import Repeated
from serbench.studies.study import Figure, Outcome, Scale, Study, StudyRow, StudyTable, published

AS_PUBLISHED = Scale(iterations=1000, repetitions=1)
ROWS = (
    StudyRow("Binary (Boost)", "cpp/boost-binary"),
    StudyRow("XML (Boost)", "cpp/boost-xml"),
    StudyRow("Raw text (Boost)", "cpp/boost-text"),
    StudyRow("JSON (Boost)", "cpp/boost-json"),
    StudyRow("Protobuf", "cpp/protobuf", "filling its message is in the time, and emptying it"),
    StudyRow("Avro", "cpp/avro"),
    StudyRow("YAML", "cpp/rapidyaml"),
    StudyRow("MessagePack", "cpp/msgpack"),
)
_PLACES = {
    "RAM": {"Serialization": "serialize", "Deserialization": "deserialize"},
    "File": {"Serialization": "write", "Deserialization": "scan"},
}


def operations(row: StudyRow) -> tuple[str, ...]:
    return tuple(operation for place in _PLACES.values() for operation in place.values())


def tables(outcome: Outcome) -> list[StudyTable]:
    rows: list[tuple[str, ...] | None] = []
    for place, its in _PLACES.items():
        if rows:
            rows.append(None)
        for row in ROWS:
            measured = outcome.measured(row.label)
            for what, operation in its.items() if measured else ():
                assert measured
                ms = _ms(outcome, measured, operation)
                memory = (
                    f"{measured.bytes:.0f} b/{measured.bytes // 1024:.0f} Kb/"
                    f"{measured.bytes // 1024**2:.0f} Mb"
                )
                rows.append((row.label, what, place, f"{ms:.6g} ms/{ms / 1e3:.6g} s", memory))
    title = f"{outcome.size} structure, {outcome.scale.iterations} iterations"
    return [StudyTable(title, ("Type", "Operation", "Place", "Time", "Memory"), tuple(rows))]


def figures(outcome: Outcome) -> list[Figure]:
    printed = {
        (row["type"], row["operation"], row["place"]): row
        for row in published("cpp_containers_small")
        if outcome.size == "small"
    }
    found = []
    for row in ROWS:
        measured = outcome.measured(row.label)
        if not measured:
            continue
        for place, its in _PLACES.items():
            for what, operation in its.items():
                then = printed.get((row.label, what, place), {})
                ms = _ms(outcome, measured, operation)
                old = then.get("time_ms_per_iteration")
                column = f"{what}, {place} (ms)"
                found.append(Figure(row.label, column, ms, float(old) if old else None))
        old = printed.get((row.label, "Serialization", "RAM"), {}).get("bytes")
        found.append(Figure(row.label, "Memory (b)", measured.bytes, float(old) if old else None))
    return found


def _ms(outcome: Outcome, its: Repeated, operation: str) -> float:
    """The mean time of one operation."""
    return statistics.fmean(its.times_ns[operation]) / outcome.scale.repetitions / 1e6


STUDY = Study(
    name="cpp-containers",
    title="C++ Serializers (containers)",
    source="the README of jellythefish/cpp_serializers",
    sizes={size: f"containers-{size}" for size in ("small", "medium", "large")},
    default_size="small",
    usual=Scale(iterations=20, repetitions=1),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "Files are object files (docs/object-files.md), neither synced nor cold, as the study's.",
        "Strings are drawn from another generator of the same lengths.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
)
