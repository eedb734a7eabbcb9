"""The cpp-containers study: eight C++ methods on a structure of containers, in memory and files.

jellythefish/cpp_serializers prints, for a size and a number of iterations, the time of each
operation and the bytes it made; its README shows the small structure with 1000 iterations.
"""

from __future__ import annotations

import statistics

from serbench.operations import PRIMARY
from serbench.results.study_rows import Repeated
from serbench.studies.study import (
    EqualTerm,
    Outcome,
    Scale,
    Study,
    StudyFigure,
    StudyRow,
    StudyTable,
    published,
)

AS_PUBLISHED = Scale(iterations=1000, repetitions=1)
ROWS = (
    StudyRow("Binary (Boost)", "cpp/boost-binary"),
    StudyRow("XML (Boost)", "cpp/boost-xml"),
    StudyRow("Raw text (Boost)", "cpp/boost-text"),
    StudyRow("JSON (Boost)", "cpp/boost-json"),
    StudyRow(
        "Protobuf",
        "cpp/protobuf-entries",
        "its message is full before the clock starts, and nothing is taken from it after",
        equal_codec="cpp/protobuf-3.21",
    ),
    StudyRow("Avro", "cpp/avro"),
    StudyRow(
        "YAML",
        "cpp/rapidyaml",
        "in memory it fills and reads a tree, and writes and parses no text; in files it does",
    ),
    StudyRow("MessagePack", "cpp/msgpack"),
)
_PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "RAM": {"Serialization": ("serialize",), "Deserialization": ("deserialize",)},
    "File": {"Serialization": ("write",), "Deserialization": ("scan",)},
}
# What was timed of rows whose program did something else.
_OTHERWISE: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
    "Protobuf": {
        "RAM": {"Serialization": ("encode",), "Deserialization": ("decode",)},
        "File": {"Serialization": ("encode", "write-io"), "Deserialization": ("decode", "scan-io")},
    },
    "YAML": {"RAM": {"Serialization": ("populate",), "Deserialization": ("convert",)}},
}


def _timed(row: StudyRow, place: str) -> dict[str, tuple[str, ...]]:
    return _OTHERWISE.get(row.label, {}).get(place, _PLACES[place])


def operations(row: StudyRow) -> tuple[str, ...]:
    parts = [part for place in _PLACES for part in _timed(row, place).values()]
    return tuple(dict.fromkeys(operation for part in parts for operation in part))


def tables(outcome: Outcome) -> list[StudyTable]:
    rows: list[tuple[str, ...] | None] = []
    for place in _PLACES:
        if rows:
            rows.append(None)
        for row in ROWS:
            measured = outcome.measured(row.label)
            for operation, steps in _timed(row, place).items() if measured else ():
                assert measured
                ms = _ms(outcome, measured, steps)
                memory = (
                    f"{measured.bytes:.0f} b/{measured.bytes // 1024:.0f} Kb/"
                    f"{measured.bytes // 1024**2:.0f} Mb"
                )
                rows.append((row.label, operation, place, f"{ms:.6g} ms/{ms / 1e3:.6g} s", memory))
    title = f"{outcome.size} structure, {outcome.scale.iterations} iterations"
    return [StudyTable(title, ("Type", "Operation", "Place", "Time", "Memory"), tuple(rows))]


def figures(outcome: Outcome) -> list[StudyFigure]:
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
        for place in _PLACES:
            for operation, steps in _timed(row, place).items():
                then = printed.get((row.label, operation, place), {})
                ms = _ms(outcome, measured, steps)
                old = then.get("time_ms_per_iteration")
                column = f"{operation}, {place} (ms)"
                found.append(StudyFigure(row.label, column, ms, float(old) if old else None))
        old = printed.get((row.label, "Serialization", "RAM"), {}).get("bytes")
        found.append(
            StudyFigure(row.label, "Memory (b)", measured.bytes, float(old) if old else None)
        )
    return found


def _ms(outcome: Outcome, repeated: Repeated, operations: tuple[str, ...]) -> float:
    """The mean time of some operations, one after the other."""
    ns = sum(statistics.fmean(repeated.times_ns[operation]) for operation in operations)
    return ns / outcome.scale.repetitions / 1e6


def mechanisms(outcome: Outcome) -> list[str]:
    sentences = []
    for whole, part in zip(PRIMARY, ("encode", "decode"), strict=True):
        if factor := outcome.times("Protobuf", whole, part):
            sentences.append(
                f"**Messages filled before the clock started.** To {whole} a plain value with "
                "protobuf, the time to fill or read the message included, takes "
                f"{factor:.2f} times as long as what the study timed."
            )
        entries_ns = outcome.ns("Protobuf", whole)
        maps_ns = outcome.ns("Protobuf (equal terms)", whole)
        if entries_ns and maps_ns:
            sentences.append(
                f"**Entries in place of maps.** To {whole} with protobuf's own `map`, which "
                f"hashes, takes {maps_ns / entries_ns:.2f} times as long as with messages of a key "
                "and a value."
            )
    for action, whole, part in (
        ("writing", "serialize", "populate"),
        ("reading", "deserialize", "convert"),
    ):
        if factor := outcome.times("YAML", whole, part):
            sentences.append(
                f"**Trees without text.** {action.capitalize()} YAML's text as well takes "
                f"{factor:.2f} times as long as what the study timed in memory."
            )
    return sentences


STUDY = Study(
    name="cpp-containers",
    title="C++ Serializers (containers)",
    source="the README of jellythefish/cpp_serializers",
    sizes={size: f"containers-{size}" for size in ("small", "medium", "large")},
    default_size="small",
    operation_s={"small": 0.01, "medium": 0.18, "large": 1.8},
    usual=Scale(iterations=20, repetitions=1),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "Files are object files (docs/object-files.md), neither synced nor cold, like the study's.",
        "Another generator makes the strings, of the same lengths.",
        "The study's program sets no build type: its compiler did not optimize what came from "
        "headers; protobuf's and YAML's libraries were optimized. --flags study does the same.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    equal=(
        EqualTerm("serialize", ("serialize",), "Serialization, RAM (ms)"),
        EqualTerm("deserialize", ("deserialize",), "Deserialization, RAM (ms)"),
        EqualTerm("write", ("write",), "Serialization, File (ms)"),
        EqualTerm("scan", ("scan",), "Deserialization, File (ms)"),
    ),
    besides={"Protobuf": PRIMARY},
    mechanisms=mechanisms,
    unoptimized=True,
)
