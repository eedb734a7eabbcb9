"""The nested-structures study: thirteen Rust serializers on one value of nested records.

Published with FlatMessage, on the page "Nested Structures" of its documentation, for Windows,
macOS and Linux: k = 10 iterations of n = 100,000 operations, sorted by the time of both.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from itertools import starmap

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

DATA_BYTES = 413  # of the value itself, as the study counted it
_COLUMNS = (("Ser.", "ser_ms"), ("Deser.", "deser_ms"), ("Ser+Deser.", "both_ms"))


AS_PUBLISHED = Scale(iterations=10, repetitions=100_000)
ROWS = (
    StudyRow("FlatMessage (⚠️)", "rust/flatmessage-unchecked"),
    StudyRow("FlatMessage", "rust/flatmessage"),
    StudyRow("postcard (schema)", "rust/postcard"),
    StudyRow("bincode (schema)", "rust/bincode-native", "uses its own derives, as in the study"),
    StudyRow("rmp (schema)", "rust/rmp"),
    StudyRow("protobuf (schema)", "rust/prost"),
    StudyRow("rmp", "rust/rmp-named"),
    StudyRow("json", "rust/serde-json"),
    StudyRow("simd_json", "rust/simd-json"),
    StudyRow("cbor", "rust/ciborium"),
    StudyRow("bson", "rust/bson"),
    StudyRow("flexbuffers", "rust/flexbuffers"),
    StudyRow("toml", "rust/toml"),
)


# Its serializer and bytes were made anew for each value; the other rows kept their buffer.
_ANEW = "flexbuffers"


def operations(row: StudyRow) -> tuple[str, ...]:
    return _steps(row.label)


def _steps(label: str) -> tuple[str, str]:
    return ("encode-fresh" if label == _ANEW else "encode", "decode")


def tables(outcome: Outcome) -> list[StudyTable]:
    scale = outcome.scale
    times = {row.label: _times_ms(outcome, row.label) for row in ROWS}
    ordered = sorted(
        (label for label in times if times[label]),
        key=lambda label: statistics.median(times[label][2]),
    )
    rows = []
    for label in ordered:
        size = outcome.found[label].bytes
        # The study cuts its percentages.
        percent = f"[{math.floor(100 * (size - DATA_BYTES) / DATA_BYTES):+4d}%]"
        rows.append((label, f"{size:.0f} {percent}", *map(_spread, times[label])))
    notes = (
        f"# iterations: k = {scale.iterations}",
        f"# serialization and deserialization repetitions / iteration: n = {scale.repetitions}",
        f"# data size: {DATA_BYTES} bytes",
    )
    columns = ("Algorithm", "Size (b)", "Ser. (ms)", "Deser. (ms)", "Ser+Deser.(ms)")
    return [StudyTable("Nested structures", columns, tuple(rows), notes)]


def figures(outcome: Outcome) -> list[StudyFigure]:
    """Against the study's Linux; times are brought to the published number of repetitions."""
    printed = {
        row["algorithm"]: row
        for row in published("nested_structures")
        if row["platform"] == "Linux"
    }
    grown = AS_PUBLISHED.repetitions / outcome.scale.repetitions
    found = []
    for label, repeated in outcome.found.items():
        times = _times_ms(outcome, label)
        if not times or label not in printed:
            continue
        then = printed[label]
        found.append(StudyFigure(label, "Size (b)", repeated.bytes, number(then["bytes"])))
        for (column, key), series in zip(_COLUMNS, times, strict=True):
            value = statistics.median(series) * grown
            found.append(StudyFigure(label, f"{column} (ms)", value, number(then[key])))
    return found


def _times_ms(outcome: Outcome, label: str) -> tuple[list[float], ...]:
    """Serialization, deserialization and both, for each iteration; () where they are missing."""
    repeated = outcome.measured(label)
    if repeated is None:
        return ()
    ser, deser = ([ns / 1e6 for ns in repeated.times_ns[op]] for op in _steps(label))
    # One that was interrupted has some iterations of the one and not of the other.
    both = list(starmap(float.__add__, zip(ser, deser, strict=False)))
    return (ser, deser, both)


def mechanisms(outcome: Outcome) -> list[str]:
    fresh = outcome.times_of_each((_ANEW,), "encode-fresh", "encode")
    if not fresh:
        return []
    return [
        "**A new serializer for each call.** Time to encode with a new serializer and new bytes, "
        f"over the time to encode with those of the call before: {fresh}."
    ]


def _spread(series: Sequence[float]) -> str:
    low, high = min(series), max(series)
    return f"{statistics.median(series):.2f} [{low:.2f} - {high:.2f}]"


STUDY = Study(
    name="nested-structures",
    title="Nested Structures (FlatMessage)",
    source="the page “Nested Structures” of FlatMessage's documentation",
    sizes={"small": "nested"},
    default_size="small",
    operation_s={"small": 1e-6},
    usual=Scale(iterations=10, repetitions=10_000),
    as_published=AS_PUBLISHED,
    rows=ROWS,
    differences=(
        "Here, both is the sum of the two in the same iteration; the study timed both at once.",
    ),
    operations=operations,
    tables=tables,
    figures=figures,
    equal=(
        EqualTerm("serialize", ("serialize",), "Ser. (ms)"),
        EqualTerm("deserialize", ("deserialize",), "Deser. (ms)"),
        EqualTerm("both", PRIMARY, "Ser+Deser. (ms)"),
    ),
    besides={_ANEW: ("encode",)},
    mechanisms=mechanisms,
)
