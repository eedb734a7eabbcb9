"""The cpp-serializers study: nine C++ serializers on one record of a thousand numbers and a hundred
strings. thekvs/cpp-serializers printed the average time of 1,000,000 operations over 50 runs; for
Cap'n Proto and FlatBuffers with building the message, for the others of an object that is there.
"""

from __future__ import annotations

import statistics

from serbench.operations import PRIMARY
from serbench.studies.study import (
    EqualTerm,
    Outcome,
    Scale,
    Study,
    StudyFigure,
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
    StudyRow("protobuf", "cpp/protobuf-unpacked", "does not pack its ids", "cpp/protobuf-3.21"),
    StudyRow("boost", "cpp/boost-binary"),
    StudyRow("msgpack", "cpp/msgpack", "its string headers have two bytes; the study's had three"),
    StudyRow("cereal", "cpp/cereal"),
    StudyRow("avro", "cpp/avro", "the study counted whole chunks of 4,096 bytes as its size"),
    StudyRow(
        "capnproto", "cpp/capnp", "one segment and its table; the study's message had several"
    ),
    StudyRow(
        "flatbuffers",
        "cpp/flatbuffers-unchecked",
        "reads without verifying, as in the study",
        "cpp/flatbuffers",
    ),
)
# The study's program makes streams and archives for each call, and decodes into one object again.
_ANEW = ("thrift-binary", "thrift-compact", "boost", "cereal", "avro")
_OPERATIONS = {
    **dict.fromkeys(_ANEW, ("encode-fresh", "decode-reused")),
    "protobuf": ("encode", "decode"),  # whose message is reused as it is
    "msgpack": ("encode", "decode-reused"),
    # Built, handed out as it lies, and only its root and the lengths of its lists looked at.
    "capnproto": ("populate", "borrow"),
    "flatbuffers": ("populate", "encode", "borrow"),
}


def operations(row: StudyRow) -> tuple[str, ...]:
    return _OPERATIONS[row.label]


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


def figures(outcome: Outcome) -> list[StudyFigure]:
    """Times are brought to the published number of operations."""
    printed = {row["serializer"]: row for row in published("cpp_serializers")}
    grown = AS_PUBLISHED.repetitions / outcome.scale.repetitions
    found = []
    for label in printed:
        measured = outcome.measured(label)
        if not measured:
            continue
        then = printed[label]
        found.append(StudyFigure(label, "object's size", measured.bytes, number(then["bytes"])))
        total = total_ms(outcome, label) * grown
        found.append(StudyFigure(label, _COLUMN, total, number(then["total_ms_per_million"])))
    return found


def total_ms(outcome: Outcome, label: str) -> float:
    """The mean over the iterations of all steps together."""
    times_ns = outcome.found[label].times_ns
    return sum(statistics.fmean(times_ns[step]) for step in _OPERATIONS[label]) / 1e6


def mechanisms(outcome: Outcome) -> list[str]:
    sentences = []
    reusing = [label for label, steps in _OPERATIONS.items() if "decode-reused" in steps]
    if reused := outcome.times_of_each(reusing, "decode-reused", "decode"):
        sentences.append(
            "**Reused object.** Time to decode into the object of the call before, whose strings "
            f"keep their capacity, over the time to decode into a new one: {reused}."
        )
    if fresh := outcome.times_of_each(_ANEW, "encode-fresh", "encode"):
        sentences.append(
            "**A new stream for each call.** Time to encode with a new codec and buffer, over the "
            f"time to encode with those of the call before: {fresh}."
        )
    for label in _BUILT:
        if factor := outcome.times(label, "deserialize", "borrow"):
            sentences.append(
                f"**Only the root.** Reading {label}'s bytes into a plain value takes {factor:.0f} "
                "times as long as finding the root."
            )
    return sentences


STUDY = Study(
    name="cpp-serializers",
    title="cpp-serializers",
    source="the README of thekvs/cpp-serializers",
    sizes={"small": "record-published", "now": "record"},
    default_size="small",
    operation_s={"small": 6e-6, "now": 6e-6},
    usual=Scale(iterations=10, repetitions=2_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "The thousand numbers have 7 to 16 bits, as when the study printed its sizes. Its program "
        "now draws a quarter each of 8, 16, 32 and 64 bits: --size now.",
        "The study's decoders made a new stream for each call too; here only its encoders do.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    besides=dict.fromkeys((*_ANEW, "msgpack"), ("encode", "decode")),
    equal=(EqualTerm("serialize and deserialize", PRIMARY, _COLUMN),),
    mechanisms=mechanisms,
)
