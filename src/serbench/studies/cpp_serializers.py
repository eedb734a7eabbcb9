"""The cpp-serializers study: nine C++ serializers on one record of a thousand numbers and a hundred
strings. thekvs/cpp-serializers printed the average time of 1,000,000 operations over 50 runs; for
Cap'n Proto and FlatBuffers with building the message, for the others of an object that is there.
"""

from __future__ import annotations

import statistics

from serbench.studies.study import (
    Figure,
    Outcome,
    Scale,
    Study,
    StudyRow,
    StudyTable,
    number,
    published,
)

_BUILT = ("capnproto", "flatbuffers")
_COLUMN = "avg. total time"
AS_PUBLISHED = Scale(iterations=50, repetitions=1_000_000)
ROWS = (
    StudyRow("thrift-binary", "cpp/thrift-binary"),
    StudyRow("thrift-compact", "cpp/thrift-compact"),
    StudyRow("protobuf", "cpp/protobuf"),
    StudyRow("boost", "cpp/boost-binary"),
    StudyRow("msgpack", "cpp/msgpack"),
    StudyRow("cereal", "cpp/cereal"),
    StudyRow("avro", "cpp/avro"),
    StudyRow("capnproto", "cpp/capnp"),
    StudyRow("flatbuffers", "cpp/flatbuffers"),
)


def operations(row: StudyRow) -> tuple[str, ...]:
    return ("populate", "encode", "decode") if row.label in _BUILT else ("encode", "decode")


def tables(outcome: Outcome) -> list[StudyTable]:
    def table(title: str, labels: list[str]) -> StudyTable:
        rows = [
            (label, f"{outcome.found[label].bytes:.0f}", f"{total_ms(outcome, label):.0f}")
            for label in labels
        ]
        columns = ("serializer", "object's size", _COLUMN)
        note = (
            "Size measured in bytes, time in milliseconds for "
            f"{outcome.scale.repetitions:,} operations, {outcome.scale.iterations} times."
        )
        return StudyTable(title, columns, tuple(rows), (note,))

    there = [row.label for row in ROWS if outcome.measured(row.label)]
    tables = [
        table("Results", [label for label in there if label not in _BUILT]),
        table("With building the message", [label for label in there if label in _BUILT]),
    ]
    return [t for t in tables if t.rows]


def figures(outcome: Outcome) -> list[Figure]:
    """Times are brought to the published number of operations."""
    printed = {row["serializer"]: row for row in published("cpp_serializers")}
    grown = AS_PUBLISHED.repetitions / outcome.scale.repetitions
    found = []
    for label, its in outcome.found.items():
        if not outcome.measured(label):
            continue
        then = printed[label]
        found.append(Figure(label, "object's size", its.bytes, number(then["bytes"])))
        total = total_ms(outcome, label) * grown
        found.append(Figure(label, _COLUMN, total, number(then["total_ms_per_million"])))
    return found


def total_ms(outcome: Outcome, label: str) -> float:
    """The mean over the iterations of all steps together."""
    return sum(map(statistics.fmean, outcome.found[label].times_ns.values())) / 1e6


STUDY = Study(
    name="cpp-serializers",
    title="cpp-serializers",
    source="the README of thekvs/cpp-serializers",
    sizes={"small": "record"},
    default_size="small",
    usual=Scale(iterations=10, repetitions=2_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "A quarter each of the thousand numbers needs 8, 16, 32 and 64 bits, as in the study's "
        "program; the sizes it printed for formats with variable integers are of older numbers.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
)
