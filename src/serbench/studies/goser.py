"""The goser study: JSON, Cap'n Proto, Protocol Buffers and others in Rust, C++ and Go on a log.

"Rewriting Rust Serialization, Part 2.2" (2014) printed the time to populate the message, and the
speed of serializing and deserializing in megabytes of the format's own bytes.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from serbench.languages.registry import name_of
from serbench.results.study_rows import Repeated
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

_POPULATION, _SERIALIZATION, _DESERIALIZATION = (
    "population (ns)",
    "serialization (MB/s)",
    "deserialization (MB/s)",
)
_ZERO_COPY = "go-capnproto (zero copy)"
AS_PUBLISHED = Scale(iterations=10, repetitions=1_000_000)
ROWS = (
    StudyRow("serialize::json", "rust/rustc-serialize-json"),
    StudyRow("rapidjson (dom)", "cpp/rapidjson", "reads by a DOM, but writes by SAX events"),
    StudyRow("rapidjson (sax)", "cpp/rapidjson-sax", "the study's second C++ row, printed as dom"),
    StudyRow("encoding/json", "go/encoding-json"),
    StudyRow("ffjson", "go/ffjson", "the study has no figure for its deserialization"),
    StudyRow("capnproto-rust (unpacked)", "rust/capnp"),
    StudyRow("capnproto-rust (packed)", "rust/capnp-packed"),
    StudyRow("go-capnproto", "go/capnp-glycerine"),
    StudyRow(_ZERO_COPY, "go/capnp-glycerine", "deserialize finds the root and reads no field"),
    StudyRow("rust-protobuf", "rust/rust-protobuf"),
    StudyRow("goprotobuf", "go/protobuf"),
    StudyRow("gogoprotobuf", "go/gogoprotobuf"),
    StudyRow("rust-msgpack", "rust/rmp"),
    StudyRow("bincode", "rust/bincode1"),
)
# Which of the study's tables a row stands in, and in which published row its figures are.
_TABLES = {
    "JSON": ROWS[:5],
    "Cap'n Proto": ROWS[5:9],
    "Protocol Buffers": ROWS[9:12],
    "Misc": ROWS[12:],
}


# Go's rows decode into one object again.
_REUSING = ("encoding/json", "ffjson", "goprotobuf", "gogoprotobuf")


def operations(row: StudyRow) -> tuple[str, ...]:
    if row.label == _ZERO_COPY:
        return ("populate", "encode", "borrow")
    return ("populate", "encode", "decode-reused" if row.label in _REUSING else "decode")


def tables(outcome: Outcome) -> list[StudyTable]:
    columns = ("language", "library", _POPULATION, _SERIALIZATION, _DESERIALIZATION)
    found = []
    for title, table_rows in _TABLES.items():
        rows = [
            (
                name_of(row.codec.partition("/")[0]),
                row.label,
                *(f"{value:.0f}" for value in _values(outcome, row, measured)),
            )
            for row in table_rows
            if (measured := outcome.measured(row.label))
        ]
        if rows:
            found.append(StudyTable(title, columns, tuple(rows)))
    return found


def figures(outcome: Outcome) -> list[StudyFigure]:
    printed = {row["library"]: row for row in published("goser")}
    # Both C++ rows of the study say "dom"; the second and faster one is taken for SAX.
    doms = [row for row in published("goser") if row["library"] == "rapidjson (dom)"]
    printed |= dict(zip(("rapidjson (dom)", "rapidjson (sax)"), doms, strict=True))
    keys = ("population_ns", "serialization_mb_s", "deserialization_mb_s")
    names = (_POPULATION, _SERIALIZATION, _DESERIALIZATION)
    return [
        StudyFigure(row.label, name, value, number(printed[row.label][key]), name != _POPULATION)
        for row in ROWS
        if (measured := outcome.measured(row.label))
        for name, key, value in zip(names, keys, _values(outcome, row, measured), strict=True)
    ]


def _values(outcome: Outcome, row: StudyRow, repeated: Repeated) -> Sequence[float]:
    """Population in ns, then the two speeds in MB/s."""
    population, encode, decode = (
        statistics.median(repeated.times_ns[operation]) / outcome.scale.repetitions
        for operation in operations(row)
    )
    return population, repeated.bytes / encode * 1e3, repeated.bytes / decode * 1e3


def mechanisms(outcome: Outcome) -> list[str]:
    sentences = []
    if factor := outcome.times(_ZERO_COPY, "deserialize", "borrow"):
        sentences.append(
            "**Zero copy.** Reading Cap'n Proto's bytes into a plain value in Go takes "
            f"{factor:.0f} times as long as finding the root, which is what the study timed."
        )
    if reused := outcome.times_of_each(_REUSING, "decode-reused", "decode"):
        sentences.append(
            "**Reused object.** Time to decode into the object of the call before, over the time "
            f"to decode into a new one: {reused}."
        )
    sizes = {row.label: measured.bytes for row in ROWS if (measured := outcome.measured(row.label))}
    if sizes:
        least, most = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
        sentences.append(
            "**MB/s of encoded bytes.** The study divides each format's own bytes by the time, "
            f"which favours large formats: a log line takes {sizes[most]:.0f} bytes with {most} "
            f"and {sizes[least]:.0f} with {least}, so that at the same MB/s the latter processes "
            f"{sizes[most] / sizes[least]:.2f} times as many lines."
        )
    return sentences


STUDY = Study(
    name="goser",
    title="Rewriting Rust Serialization, Part 2.2: More Benchmarks (goser)",
    source="the post of that name of 2014",
    sizes={"small": "log"},
    default_size="small",
    operation_s={"small": 1.2e-6},
    usual=Scale(iterations=10, repetitions=20_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "serbench writes enums as names in JSON; the study wrote numbers.",
        "Here populating copies an existing plain value; the study filled in constants.",
        "rustc-serialize replaces Rust's serialize; today's compilers have no deriving for it.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    besides=dict.fromkeys(_REUSING, ("decode",)),
    equal=(
        EqualTerm("serialize", ("serialize",), _SERIALIZATION),
        EqualTerm("deserialize", ("deserialize",), _DESERIALIZATION),
    ),
    mechanisms=mechanisms,
)
