"""Every figure of a table once: how it is called, read, written and explained.

Terminal, Markdown and page all ask here, so that a new statistic is a field of a row
(`serbench.results.rows`), its reckoning (`serbench.results.analysis`) and an entry here. CSV and
JSON have every field of a row without being told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serbench.report import units
from serbench.results.file_rows import FileRow, Spread
from serbench.results.rows import Row

CUT = 10.0  # of bars, in times the lowest value of the column; bars.js has the same


@dataclass(frozen=True, slots=True)
class TableFigure:
    """`label` stands above its column, `title` says in the page what cells can show. `value` is
    None where it was not measured; tables sort by it. `text` writes it with its unit, `beside` what
    stands beside it: its interval unless `has_interval` is false. All are aligned to the right.
    `legend` explains it under the tables.

    `gives_way` is the order in which a narrow terminal leaves figures out, the highest first; 0
    stays, and one that has none is shown by the page alone. One that is `within_language` has no
    place in a table over all languages, unless all of it is beside one codec. Where
    `interval_gives_way` is later, the interval goes first.

    A cell of the page has a bar from zero to the value with a mark from `low` to `high`, if there
    is a `high`. A full bar is `full`, or the highest of the column, but at most `CUT` times its
    lowest value: longer bars are cut, or one slow codec would leave the others a hair each.
    """

    key: str
    label: str
    title: str
    value: Callable[[Row], float | None]
    text: Callable[[Row], str]
    beside: Callable[[Row], str] | None = None
    has_interval: bool = True
    legend: str = ""
    gives_way: int | None = None
    interval_gives_way: int = 0
    within_language: bool = False
    style: str = ""
    low: Callable[[Row], float | None] | None = None
    high: Callable[[Row], float | None] | None = None
    full: float | None = None

    def parts(self, row: Row) -> tuple[str, str]:
        """The figure and what stands beside it; both empty if it was not measured."""
        if self.value(row) is None:
            return ("", "")
        return (self.text(row), self.beside(row) if self.beside else "")

    def joined(self, row: Row) -> str:
        """Both as one text."""
        return (" " if self.has_interval else ", ").join(part for part in self.parts(row) if part)

    def top(self, rows: Iterable[Row]) -> float:
        """What a full bar stands for in a column of these rows."""
        if self.full is not None:
            return self.full
        ends, values = [], []
        for row in rows if self.high else ():
            if value := self.value(row):
                values.append(value)
                ends.append((self.high(row) if self.high else None) or value)
        return min(max(ends, default=0.0), CUT * min(values, default=0.0))


def _time(row: Row) -> str:
    return units.time(row.time_ns or 0.0)


def _time_interval(row: Row) -> str:
    return units.time_interval(row.time_ns or 0.0, row.low_ns, row.high_ns)


def _ratio(row: Row) -> str:
    is_reference = row.codec == row.reference
    return f"1{units.TIMES}" if is_reference else units.ratio(row.ratio or 0.0)


def _ratio_interval(row: Row) -> str:
    if row.codec == row.reference:
        return "ref"
    return units.interval(row.ratio or 0.0, row.ratio_low, row.ratio_high)


def _allocated(row: Row) -> str:
    return "" if row.allocated_bytes is None else units.size(row.allocated_bytes)


TIME = TableFigure(
    key="time",
    label="time",
    title="time",
    value=lambda row: row.time_ns,
    text=_time,
    beside=_time_interval,
    legend="time: per value, averaged over the processes, with its 95 % interval, "
    f"± or low{units.EN_DASH}high where it is lopsided",
    gives_way=0,
    style="bold",
    low=lambda row: row.low_ns,
    high=lambda row: row.high_ns,
)
SAMPLES = TableFigure(
    key="samples",
    label="samples",
    title="samples",
    value=lambda row: row.samples,
    text=lambda row: f"{row.samples:,}",
    beside=lambda row: f"{row.quiet_samples:,} quiet, {row.processes} proc.",
    has_interval=False,
)
# Of a codec's operation, from left to right.
OF_OPERATION = (
    TIME,
    TableFigure(
        key="ratio",
        label="ratio",
        title="ratio to the reference",
        value=lambda row: row.ratio,
        text=_ratio,
        beside=_ratio_interval,
        legend="ratio: this time over that of the codec named above the table (ref)",
        gives_way=1,
        interval_gives_way=3,
        # References differ between languages.
        within_language=True,
        low=lambda row: row.ratio_low,
        high=lambda row: row.ratio_high,
    ),
    TableFigure(
        key="memcpy",
        label="memcpy",
        title="share of memcpy's speed",
        value=lambda row: row.memcpy_share,
        text=lambda row: units.share(row.memcpy_share or 0.0),
        legend="memcpy: time to copy as many bytes, as a share of this time",
        gives_way=2,
        style="cyan",
        high=lambda row: None,
        full=1.0,
    ),
    TableFigure(
        key="allocs",
        label="allocs",
        title="allocations",
        value=lambda row: row.allocations,
        text=lambda row: units.count(row.allocations or 0.0),
        beside=_allocated,
        has_interval=False,
        legend="allocs: calls to the allocator and bytes asked for, per value",
        gives_way=6,
    ),
    SAMPLES,
)
BYTES = TableFigure(
    key="bytes",
    label="bytes",
    title="bytes per value",
    value=lambda row: row.bytes,
    text=lambda row: units.size(row.bytes or 0.0),
    gives_way=0,
)
GZIP = TableFigure(
    key="gzip",
    label="gzip",
    title="bytes after gzip",
    value=lambda row: row.gzip_bytes,
    text=lambda row: units.size(row.gzip_bytes or 0.0),
    gives_way=4,
)
ZSTD = TableFigure(
    key="zstd",
    label="zstd",
    title="bytes after zstd",
    value=lambda row: row.zstd_bytes,
    text=lambda row: units.size(row.zstd_bytes or 0.0),
    gives_way=4,
)
# Of a codec, whatever it does.
OF_CODEC = (
    BYTES,
    GZIP,
    ZSTD,
    TableFigure(
        key="peak-rss",
        label="peak RSS",
        title="peak RSS of the driver",
        value=lambda row: row.peak_rss_bytes,
        text=lambda row: units.size(row.peak_rss_bytes or 0),
    ),
)


@dataclass(frozen=True, slots=True)
class FileFigure:
    """One of an experiment with object files; `text` is empty where it was not measured.
    `gives_way` is the order in which a narrow terminal leaves figures out, the highest first."""

    label: str
    text: Callable[[FileRow], str]
    gives_way: int = 0


def io_share(row: FileRow) -> float | None:
    """I/O as a part of the whole time."""
    if row.total is None or row.io is None or not row.total.mean_s:
        return None
    return row.io.mean_s / row.total.mean_s


def spread_text(spread: Spread | None) -> str:
    """Mean and standard deviation as the study printed them, with their unit: `1.24(0.03) s`."""
    if spread is None:
        return ""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if spread.mean_s * factor >= 1 or unit == "µs":
            break
    return f"{units.digits(spread.mean_s * factor)}({units.digits(spread.sd_s * factor)}) {unit}"


def _io_share(row: FileRow) -> str:
    share = io_share(row)
    return "" if share is None else units.share(share)


def _per_second(row: FileRow) -> str:
    mean_s = row.total.mean_s if row.total else 0.0
    return units.count(row.values / mean_s) if mean_s else ""


# From left to right.
OF_FILES = (
    FileFigure("file", lambda row: units.size(row.bytes), 4),
    FileFigure("total", lambda row: spread_text(row.total)),
    FileFigure("codec time", lambda row: spread_text(row.codec_time)),
    FileFigure("I/O", lambda row: spread_text(row.io)),
    FileFigure("I/O share", _io_share, 6),
    FileFigure("alone", lambda row: spread_text(row.alone), 3),
    FileFigure("raw", lambda row: spread_text(row.raw), 2),
    FileFigure("I/O of raw", lambda row: units.ratio(row.io_of_raw) if row.io_of_raw else ""),
    FileFigure("per second", _per_second, 5),
    FileFigure(
        "peak RSS", lambda row: units.size(row.peak_rss_bytes) if row.peak_rss_bytes else "", 1
    ),
)
FILES_LEGEND = (
    "Mean(SD) over the repeats. I/O: reads or writes of the codec's run; alone: the same by its "
    "driver without the codec; raw: the same by a native driver."
)
