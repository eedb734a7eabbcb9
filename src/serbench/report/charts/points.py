"""What the charts draw, as rows of plain names and numbers. Times are ns per value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from serbench.operations import PARTS, PRIMARY
from serbench.report import units
from serbench.report.figures import io_share
from serbench.report.table import has_figure, no_choice
from serbench.report.text import language_name, plain
from serbench.results.evidence import Distribution, Evidence
from serbench.results.file_rows import FileResult, FileRow
from serbench.results.rows import Result, Row

IO, CODEC = "I/O", "codec"


def time_points(result: Result) -> Iterator[dict[str, Any]]:
    """Every time.

    `row` is the place of its row in the result, which says who was shown faster; `no_choice` why
    the codec is no choice and no part of a Pareto front.
    """
    for place, row in enumerate(result.rows):
        if has_figure(row):
            yield _point(row) | {"row": place, "no_choice": no_choice(row.traits)}


def _point(row: Row) -> dict[str, Any]:
    time_ns = row.time_ns or 0.0
    label = units.time(time_ns)
    spread = units.time_interval(time_ns, row.low_ns, row.high_ns)
    size = "" if row.bytes is None else f", {units.size(row.bytes)}"
    return {
        "workload": plain(row.workload),
        "codec": plain(row.codec),
        "language": language_name(row.language),
        "operation": plain(row.operation),
        "ns": short(time_ns),
        "low": short(time_ns if row.low_ns is None else row.low_ns),
        "high": short(time_ns if row.high_ns is None else row.high_ns),
        "bytes": row.bytes,
        "label": label,
        "tip": f"{plain(row.codec)}\n{plain(row.operation)}: {label} {spread}{size}",
    }


def part_points(result: Result) -> Iterator[dict[str, Any]]:
    """The parts of each primary operation for codecs that have a model of their own, and the time
    that was measured for the whole as a part without a name."""
    by_codec: dict[tuple[str, str], dict[str, Row]] = {}
    for row in result.rows:
        if has_figure(row):
            by_codec.setdefault((row.workload, row.codec), {})[row.operation] = row
    for by_operation in by_codec.values():
        for primary in PRIMARY:
            whole = by_operation.get(primary)
            parts = [by_operation[part] for part in PARTS[primary] if part in by_operation]
            # The whole is one of its parts: nothing to split.
            if whole is None or whole.same_as is not None or len(parts) < 2:
                continue
            for part in [*parts, whole]:
                yield _point(part) | {
                    "primary": primary,
                    "part": "" if part is whole else part.operation,
                    "whole_ns": short(whole.time_ns or 0.0),
                }


def file_points(files: Sequence[FileResult]) -> Iterator[dict[str, Any]]:
    """The two parts of every figure of an experiment with files, in seconds for all its values.
    `of` names what may be compared: operation, workload, cores and run."""
    for result in files:
        for row in result.rows:
            if row.status == "measured" and row.total and row.io and row.codec_time:
                yield from _file_parts(result, row)


def experiment(result: FileResult, row: FileRow) -> str:
    """`scan of log, 100,000 values, cores all (20261121-054530)`."""
    return (
        f"{row.operation} of {plain(row.workload)}, {row.values:,} values, "
        f"cores {plain(row.cores)} ({plain(result.run)})"
    )


def _file_parts(result: FileResult, row: FileRow) -> Iterator[dict[str, Any]]:
    assert row.total is not None
    assert row.io is not None
    assert row.codec_time is not None
    share = io_share(row)
    label = (
        f"{units.time(row.total.mean_s * 1e9)}, {'?' if share is None else units.share(share)} I/O"
    )
    for part, spread in ((IO, row.io), (CODEC, row.codec_time)):
        yield {
            "of": experiment(result, row),
            "codec": plain(row.codec),
            "language": language_name(row.language),
            "part": part,
            "ns": short(spread.mean_s * 1e9),
            "total_ns": short(row.total.mean_s * 1e9),
            "low": short(max(0.0, row.total.mean_s - row.total.sd_s) * 1e9),
            "high": short((row.total.mean_s + row.total.sd_s) * 1e9),
            "label": label,
            "tip": f"{plain(row.codec)}, {part}: {units.time(spread.mean_s * 1e9)} "
            f"(SD {units.time(spread.sd_s * 1e9)})\n{label}",
        }


def selectable(evidence: Evidence) -> list[Distribution]:
    """The cells whose raw samples can be chosen."""
    return sorted(evidence.samples, key=lambda d: (d.workload, d.codec, d.operation))


def short(x: float) -> float:
    """Five digits: more than any interval here holds, and less to embed."""
    return float(f"{x:.5g}")
