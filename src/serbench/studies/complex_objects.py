"""The complex-objects study: tweets written to a file, read in order and at random.

"Understanding Performance Implications of Complex Objects Implementations for Big Data Systems"
wrote and read 5 million tweets by 19 methods in Java, C++ and Rust, on one core and on all, cold,
three times, and printed the mean (and standard deviation) of the time of I/O and of all.
"""

from __future__ import annotations

from serbench.results.file_rows import FileRow, Spread
from serbench.studies.study import Figure, Outcome, Scale, Study, StudyRow, StudyTable, published

# An iteration is a repeat of the experiment, its repetitions are tweets.
AS_PUBLISHED = Scale(iterations=3, repetitions=5_000_000)
CORES = {"0": "TS=True", "all": "TS=False"}
ROWS = (
    StudyRow("Java Default", "java/serializable"),
    StudyRow("Java Json+Gzip", "java/json-gzip"),
    StudyRow("Java Bson", "java/bson"),
    StudyRow("Java ProtoBuf", "java/protobuf"),
    StudyRow("Java Kryo", "java/kryo"),
    StudyRow("Java Byte Buffer", "java/bytebuffer"),
    StudyRow("Java FlatBuffers", "java/flatbuffers"),
    StudyRow("Java Json", "java/json"),
    StudyRow("C++ HandCoded", "cpp/handcoded", "serbench's own"),
    StudyRow("C++ inPlace", "cpp/inplace", "serbench's own"),
    StudyRow("C++ Boost", "cpp/boost-text", "its archive of text; the study left its header out"),
    StudyRow("C++ ProtoBuf", "cpp/protobuf"),
    StudyRow("C++ Bson", "cpp/bson", "libbson itself; the study used bsoncxx on top of it"),
    StudyRow("C++ FlatBuffers", "cpp/flatbuffers-unchecked", "unpacked without verifying"),
    StudyRow("Rust Json", "rust/serde-json"),
    StudyRow("Rust Bincode", "rust/bincode1"),
    StudyRow("Rust MessagePack", "rust/rmp"),
    StudyRow("Rust Bson", "rust/bson-document", "by way of a tree, as in the study"),
    StudyRow("Rust FlexBuffers", "rust/flexbuffers"),
)
LABELS = {row.codec: row.label for row in ROWS}


def operations(row: StudyRow) -> tuple[str, ...]:
    return ("write", "scan", "get")


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
                    _cell(measured.get((row.codec, operation, cores)), metric)
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


def _cell(row: FileRow | None, metric: str) -> str:
    spread: Spread | None = getattr(row, metric) if row else None
    return f"{spread.mean_s:.3f}({spread.sd_s:.3f})" if spread else ""


def figures(outcome: Outcome) -> list[Figure]:
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
    found = []
    for its in outcome.files.rows:
        if its.status != "measured" or its.codec not in LABELS:
            continue
        label = LABELS[its.codec]
        grown = AS_PUBLISHED.repetitions / its.values
        for metric in ("io", "total"):
            spread: Spread = getattr(its, metric)
            taskset = CORES.get(its.cores, its.cores)
            column = f"{its.operation} {metric}, {taskset} (s)"
            old = then.get((label, its.operation, its.cores, metric))
            found.append(Figure(label, column, spread.mean_s * grown, old))
    return found


STUDY = Study(
    name="complex-objects",
    title="Complex Objects Implementations for Big Data Systems",
    source="the README of the study's repository",
    sizes={"small": "tweet", "medium": "tweet", "large": "tweet"},
    default_size="small",
    usual=Scale(iterations=3, repetitions=20_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "Tweets are generated in the study's proportions; its own file is read as it is: "
        "serbench files tweets_1M_rows.txt.bz2.",
        "Get reads as many random values as the list has (100,000 at most unless told); the study "
        "read every tweet.",
        "A solid-state disk takes the place of the study's.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    object_files=True,
)
