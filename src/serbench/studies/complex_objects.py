"""The complex-objects study: tweets written to a file, read in order and at random.

"Understanding Performance Implications of Complex Objects Implementations for Big Data Systems"
wrote and read 5 million tweets by 19 methods in Java, C++ and Rust, on one core and on all, cold,
three times, and printed the mean (and standard deviation) of the time of I/O and of all. Its
programs (fathollahzadeh/serialization) never sync, keep every object that they read in a list, and
get an object with the whole page of 256 KiB that it lies in.
"""

from __future__ import annotations

import statistics

from serbench.measure.protocol import USUAL, Blocks, Reading
from serbench.measure.verification import Verdict
from serbench.results.file_rows import FileResult, FileRow, Spread
from serbench.results.study_rows import Repeated
from serbench.studies.study import (
    EqualTerm,
    ObjectFiles,
    Outcome,
    Scale,
    Study,
    StudyFigure,
    StudyRow,
    StudyTable,
    equal_label,
    published,
)

# An iteration is a repeat of the experiment, its repetitions are tweets.
AS_PUBLISHED = Scale(iterations=3, repetitions=5_000_000)
CORES = {"0": "TS=True", "all": "TS=False"}
ROWS = (
    StudyRow("Java Default", "java/serializable"),
    StudyRow(
        "Java Json+Gzip", "java/json-gzip", "Jackson; the study's was javax.json, so not compared"
    ),
    StudyRow("Java Bson", "java/bson"),
    StudyRow("Java ProtoBuf", "java/protobuf", "reads stop at the message"),
    StudyRow("Java Kryo", "java/kryo"),
    StudyRow("Java Byte Buffer", "java/bytebuffer"),
    StudyRow("Java FlatBuffers", "java/flatbuffers", "reads stop at the root of the bytes"),
    StudyRow("Java Json", "java/javax-json", "javax.json's DOM, as in the study"),
    StudyRow("C++ HandCoded", "cpp/handcoded", "serbench's own"),
    StudyRow(
        "C++ inPlace",
        "cpp/inplace-unchecked",
        "serbench's own; a read copies the bytes and stops there",
        equal_codec="cpp/inplace",
    ),
    StudyRow("C++ Boost", "cpp/boost-text", "its archive of text; the study left its header out"),
    StudyRow("C++ ProtoBuf", "cpp/protobuf-3.21", "reads stop at the message"),
    StudyRow(
        "C++ Bson", "cpp/bson", "libbson; the study's was JSON text by bsoncxx, so not compared"
    ),
    StudyRow(
        "C++ FlatBuffers",
        "cpp/flatbuffers-unchecked",
        "unpacked without verifying",
        equal_codec="cpp/flatbuffers",
    ),
    StudyRow("Rust Json", "rust/serde-json"),
    StudyRow("Rust Bincode", "rust/bincode1"),
    StudyRow("Rust MessagePack", "rust/rmp"),
    StudyRow("Rust Bson", "rust/bson-document", "reads and writes a tree, as in the study"),
    StudyRow("Rust FlexBuffers", "rust/flexbuffers"),
)
LABELS = {row.codec: row.label for row in ROWS}
BLOCKS = Blocks(block_bytes=256 * 1024, fsync="none")
_STOPS = ("Java ProtoBuf", "Java FlatBuffers", "C++ inPlace", "C++ ProtoBuf")
# Another library than the study's, so that its figures are not held against them.
_APART = ("Java Json+Gzip", "C++ Bson")
_OPERATIONS = ("write", "scan", "get")


def operations(row: StudyRow) -> tuple[str, ...]:
    return _OPERATIONS


def _as_published(row: StudyRow) -> Reading:
    step = "decode" if row.label in _STOPS else "deserialize"
    return Reading(step, keep=True, page_bytes=BLOCKS.block_bytes)


def readings(row: StudyRow) -> tuple[Reading, ...]:
    """As published, and as all are read on equal terms, where that is this codec's to show."""
    if row.on_equal_terms:
        return (USUAL,)
    return (_as_published(row),) if row.equal_codec else (_as_published(row), USUAL)


def found(files: FileResult, scale: Scale) -> dict[str, Repeated]:
    """Mean total times of all values by row, of operations with their cores, as in `scan 0`."""
    labels = LABELS | {row.equal_codec: equal_label(row) for row in ROWS if row.equal_codec}
    by_label: dict[str, Repeated] = {}
    for row in files.rows:
        if row.status != "measured" or not row.total or row.codec not in labels:
            continue
        verdict = Verdict("measured")
        repeated = by_label.setdefault(labels[row.codec], Repeated(row.codec, verdict))
        ns = row.total.mean_s * 1e9 * scale.repetitions / row.values
        repeated.times_ns[f"{row.operation} {row.cores}"] = [round(ns)] * row.repeats
    return by_label


def tables(outcome: Outcome) -> list[StudyTable]:
    assert outcome.files
    measured = {
        (row.codec, row.operation, row.cores): row
        for row in outcome.files.rows
        if row.status == "measured"
    }

    def table(title: str, parts: dict[str, str]) -> StudyTable:
        """`parts` are operations with the unit of their times."""
        keys = [
            (operation, metric, cores)
            for operation in parts
            for metric in ("io", "total")
            for cores in CORES
        ]
        names = {"io": "IO", "total": "Total(CPU+IO)"}
        columns = [
            f"{operation} {names[metric]} Mean(SD) {CORES[cores]} [{parts[operation]}]"
            for operation, metric, cores in keys
        ]
        rows = [
            (
                row.label,
                *(
                    _cell(measured.get((row.codec, _named(row, operation), cores)), metric)
                    for operation, metric, cores in keys
                ),
            )
            for row in ROWS
            if any(codec == row.codec for codec, _, _ in measured)
        ]
        return StudyTable(title, ("Method", *columns), tuple(rows))

    count = outcome.scale.repetitions
    return [
        table(f"Write experiment, {count:,} tweets", {"write": "s"}),
        table(f"Read experiment, {count:,} tweets", {"scan": "s", "get": "s"}),
    ]


def _named(row: StudyRow, operation: str) -> str:
    return operation if operation == "write" else _as_published(row).named(operation)


def _cell(row: FileRow | None, metric: str) -> str:
    spread: Spread | None = getattr(row, metric) if row else None
    return f"{spread.mean_s:.3f}({spread.sd_s:.3f})" if spread else ""


def figures(outcome: Outcome) -> list[StudyFigure]:
    """Times are brought to the published 5 million tweets."""
    assert outcome.files
    then: dict[tuple[str, str, str, str], float] = {}
    for row in published("complex_objects_write"):
        cores = "0" if row["single_core"] == "true" else "all"
        then[row["method"], "write", cores, row["metric"]] = float(row["mean_s"])
    for row in published("complex_objects_read"):
        cores = "0" if row["single_core"] == "true" else "all"
        operation = "scan" if row["order"] == "sequential" else "get"
        seconds = float(row["mean"]) * (60 if row["unit"] == "min" else 1)
        then[row["method"], operation, cores, row["metric"]] = seconds
    timed = {
        (file_row.codec, file_row.operation): (row.label, operation)
        for row in ROWS
        for operation in _OPERATIONS
        for file_row in outcome.files.rows
        if file_row.codec == row.codec and file_row.operation == _named(row, operation)
    }
    figures = []
    for file_row in outcome.files.rows:
        if file_row.status != "measured" or (file_row.codec, file_row.operation) not in timed:
            continue
        label, operation = timed[file_row.codec, file_row.operation]
        grown = AS_PUBLISHED.repetitions / file_row.values
        for metric in ("io", "total"):
            spread: Spread = getattr(file_row, metric)
            column = f"{operation} {metric}, {CORES.get(file_row.cores, file_row.cores)} (s)"
            old = (
                then.get((label, operation, file_row.cores, metric))
                if label not in _APART
                else None
            )
            figures.append(StudyFigure(label, column, spread.mean_s * grown, old))
    return figures


def mechanisms(outcome: Outcome) -> list[str]:
    sentences = []
    stopped = {label: outcome.times(label, "scan 0", "scan decode kept 0") for label in _STOPS}
    if any(stopped.values()):
        factors = ", ".join(f"{label} {f:.2f}" for label, f in stopped.items() if f)
        sentences.append(
            "**Readers that stop early.** Time to scan into plain values, each dropped before the "
            f"next, over the time to scan into the library's own objects, all kept: {factors}. "
            "Below 1, keeping the objects costs more than converting them."
        )
    whole = [row.label for row in ROWS if row.label not in _STOPS]
    if kept := _median(outcome, whole, "scan kept 0", "scan 0"):
        sentences.append(
            "**Objects kept in a list.** For rows that read whole values either way, keeping all "
            f"takes {kept:.2f} times as long as dropping each before the next (median of rows)."
        )
    if paged := _median(outcome, whole, "get kept by page 0", "get 0"):
        sentences.append(
            "**A page for each object.** To get an object by reading its whole page of 256 KiB, "
            f"and to keep it, takes {paged:.2f} times as long as by reading its bytes alone and "
            "dropping it (median of rows)."
        )
    return sentences


def _median(outcome: Outcome, labels: list[str], one: str, other: str) -> float | None:
    factors = [factor for label in labels if (factor := outcome.times(label, one, other))]
    return statistics.median(factors) if factors else None


STUDY = Study(
    name="complex-objects",
    title="Complex Objects Implementations for Big Data Systems",
    source="the README of the study's repository",
    sizes={"small": "tweet", "medium": "tweet", "large": "tweet"},
    default_size="small",
    usual=Scale(iterations=3, repetitions=20_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    equal=tuple(
        EqualTerm(
            f"{does}, {place}", (f"{operation} {cores}",), f"{operation} total, {taskset} (s)"
        )
        for operation, does in (("write", "Write"), ("scan", "Scan"), ("get", "Get"))
        for (cores, taskset), place in zip(CORES.items(), ("one core", "all cores"), strict=True)
    ),
    mechanisms=mechanisms,
    differences=(
        "serbench generates tweets in the study's proportions. It also reads the study's file: "
        "serbench files tweets_1M_rows.txt.bz2.",
        "Get reads as many random values as there are, by default at most 100,000; the study read "
        "every tweet.",
        "The disk is a solid-state disk, not the study's.",
        "Java Json makes its builders by one factory, as its API advises; in the study's program "
        "each builder looked up the provider, which takes some 2 µs.",
        "The study's C++ wrote beside a thread that spins on the same core, and its Rust read a "
        "page for each object, also in order: benches/study_habits.py measures both, these tables "
        "neither.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    object_files=ObjectFiles(tuple(CORES), BLOCKS, readings, found),
)
