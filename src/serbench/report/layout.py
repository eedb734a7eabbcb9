"""Which columns of a table fit a width, and the text of their cells. No colour here.

Numbers are never cut: what does not fit is left out, the least telling first, and
operations that do not fit beside each other go into a table below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from serbench.report import units
from serbench.report.table import CHIEF, Line, Section, has_figure
from serbench.report.words import STATUS, remark
from serbench.results.rows import Row

GAP = 2  # spaces between columns
_RULE = "│ "  # before each operation
BAR_WIDTH = 6
_EIGHTHS = " ▏▎▍▌▋▊▉█"

# In the order they are given up from the right. `time` and `rank` always stay.
_OPTIONAL = ("bytes", "ratio", "memcpy", "compressed", "bar", "allocs")
_SIZES = ("bytes", "compressed")
# The features of an operation from left to right, each of one field or more: the field's
# kind and the label above it.
_FIELDS = {
    "rank": (("rank", "#"), ("mark", "")),
    "time": (("median", "median"), ("interval", "95 %"), ("mark", "")),
    "bar": (("bar", ""),),
    "ratio": (("ratio", "ratio"), ("interval", "95 %")),
    "memcpy": (("memcpy", "memcpy"),),
    "allocs": (("allocs", "allocs"), ("allocs", "")),
}
_ALWAYS = ("rank", "time")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a cell, padded. `kind` says how to draw it: rank, mark, best, median,
    interval, ratio, memcpy, allocs, bar, absent, or a row's status."""

    text: str
    kind: str


_BEFORE = Part(_RULE, "absent")


@dataclass(frozen=True, slots=True)
class Grid:
    """One table as text. `header` has a line of names and a line of labels per column;
    `rows` hold for each line of the section its cells, after the codec's name."""

    operations: tuple[str, ...]
    header: tuple[tuple[str, str], ...]
    rows: tuple[tuple[tuple[Part, ...], ...], ...]
    widths: tuple[int, ...]
    features: frozenset[str]


def grids(section: Section, width: int, codec_width: int) -> Iterator[Grid]:
    """The section as one or more tables no wider than `width` characters, as far as its
    figures allow. `codec_width` is that of the first column."""
    room = width - codec_width
    chief = _chunks(section, [o for o in section.operations if o in CHIEF], room)
    rest = _chunks(section, [o for o in section.operations if o not in CHIEF], room)
    # The chief operations' tables look alike, and so do the others'.
    for chunks in (chief, rest):
        optional: tuple[str, ...] = ()
        for feature in _OPTIONAL:
            if feature in _SIZES and chunks is rest and chief:
                continue
            # A wide feature left out does not stop a narrow one of less weight.
            tried = [_columns(section, chunk, (*optional, feature)) for chunk in chunks]
            if all(sum(GAP + c.width for c in columns) <= room for columns in tried):
                optional = (*optional, feature)
        for chunk in chunks:
            yield _grid(section, chunk, optional)


def bar(part: float, width: int = BAR_WIDTH) -> str:
    """A bar of `part` (0 to 1) of `width` characters, in eighths; never quite nothing."""
    eighths = max(1, round(min(part, 1.0) * width * 8))
    full, rest = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[rest].strip()).ljust(width)


def _chunks(section: Section, operations: Sequence[str], room: int) -> list[tuple[str, ...]]:
    """As many operations beside each other as fit with no more than rank and time."""
    chunks: list[tuple[str, ...]] = []
    used = 0
    for operation in operations:
        width = GAP + _OperationColumn(section, operation, _ALWAYS).width
        used += width
        if chunks and used <= room:
            chunks[-1] = (*chunks[-1], operation)
        else:
            chunks.append((operation,))
            used = width
    return chunks


def _grid(section: Section, operations: tuple[str, ...], optional: tuple[str, ...]) -> Grid:
    columns = _columns(section, operations, optional)
    return Grid(
        operations,
        tuple(c.header for c in columns),
        tuple(tuple(c.cell(line) for c in columns) for line in section.lines),
        tuple(c.width for c in columns),
        frozenset(f for c in columns for f in c.features),
    )


def _columns(
    section: Section, operations: Sequence[str], optional: Sequence[str]
) -> list[_OperationColumn | _SizeColumn]:
    sizes = ["bytes"] if "bytes" in optional else []
    sizes += ["gzip", "zstd"] if "compressed" in optional else []
    features = [f for f in _FIELDS if f in _ALWAYS or f in optional]
    return [
        *(c for c in (_SizeColumn(section, name) for name in sizes) if c.known),
        *(_OperationColumn(section, operation, features) for operation in operations),
    ]


@dataclass(frozen=True, slots=True)
class _Field:
    """One text per codec, all of one width."""

    feature: str
    kind: str
    label: str
    texts: dict[str, str]

    @property
    def width(self) -> int:
        return max(len(self.label), *map(len, self.texts.values()))

    def gap(self, place: int) -> str:
        return " " if place and self.kind != "mark" else ""

    def padded(self, text: str) -> str:
        return text.ljust(self.width) if self.kind in ("mark", "bar") else text.rjust(self.width)


class _SizeColumn:
    """Bytes per value, as they are or compressed."""

    def __init__(self, section: Section, name: str) -> None:
        self._name = name
        self.features: tuple[str, ...] = ()
        self._texts = {line.codec: self._text(line) for line in section.lines}
        self.known = any(self._texts.values())
        self.width = max(len(name), *map(len, self._texts.values()), 0)
        self.header = (name.rjust(self.width), "")

    def cell(self, line: Line) -> tuple[Part, ...]:
        text = self._texts[line.codec]
        return (Part((text or "·").rjust(self.width), "size" if text else "absent"),)

    def _text(self, line: Line) -> str:
        figure = {"bytes": line.bytes, "gzip": line.gzip_bytes, "zstd": line.zstd_bytes}[self._name]
        return "" if figure is None else units.size(figure)


class _OperationColumn:
    """An operation with all its figures, each in a field of its own width."""

    def __init__(self, section: Section, operation: str, features: Sequence[str]) -> None:
        self._section = section
        self._operation = operation
        slowest = max((_median(line.cells.get(operation)) for line in section.lines), default=0)
        texts = {
            line.codec: {f: self._figure(f, line, slowest) for f in features}
            for line in section.lines
            if has_figure(line.cells.get(operation))
        }
        self.features = tuple(f for f in features if any(any(t[f]) for t in texts.values()))
        self._fields = [
            _Field(f, kind, label, {codec: t[f][i] for codec, t in texts.items()})
            for f in self.features
            for i, (kind, label) in enumerate(_FIELDS[f])
        ]
        labels = [f.gap(i) + f.padded(f.label) for i, f in enumerate(self._fields)]
        always = sum(f.feature in _ALWAYS for f in self._fields)
        head, tail = "".join(labels[:always]), "".join(labels[always:])
        # The head reaches to the end of the time, and the operation's name stands above it.
        self._head = max(len(operation), len("cannot hold"), len(head))
        self._inner = self._head + len(tail)
        self.width = len(_RULE) + self._inner
        name = operation.rjust(self._head).ljust(self._inner)
        self.header = (_RULE + name, _RULE + head.rjust(self._head) + tail)

    def cell(self, line: Line) -> tuple[Part, ...]:
        row = line.cells.get(self._operation)
        if not has_figure(row):
            said, kind = ("·", "absent") if row is None else (STATUS[row.status], row.status)
            return (_BEFORE, Part(said.rjust(self._head).ljust(self._inner), kind))
        first = any(f.kind == "rank" and f.texts[line.codec] == "1" for f in self._fields)
        parts = []
        for i, field in enumerate(self._fields):
            kind = "best" if first and field.kind == "median" else field.kind
            parts.append(Part(field.gap(i) + field.padded(field.texts[line.codec]), kind))
        missing = self._inner - sum(len(p.text) for p in parts)
        return (_BEFORE, Part(" " * missing, "absent"), *parts)

    def _figure(self, feature: str, line: Line, slowest: float) -> tuple[str, ...]:
        row = line.cells[self._operation]
        median = _median(row)
        match feature:
            case "rank":
                rank = self._section.ranks.get((self._operation, line.codec), "")
                return (rank.rstrip("="), "=" if rank.endswith("=") else "")
            case "time":
                mark = "~" if remark(row) else ""
                spread = units.time_interval(median, row.low_ns, row.high_ns)
                return (units.time(median), spread, mark)
            case "ratio" if self._section.language is None or row.ratio is None:
                # References differ between languages: their ratios share no table.
                return ("", "")
            case "ratio" if row.codec == row.reference:
                return (f"1{units.TIMES}", "ref")
            case "ratio":
                return ratio_texts(row)
            case "memcpy":
                return ("" if row.memcpy_share is None else units.share(row.memcpy_share),)
            case "allocs":
                return (
                    "" if row.allocations is None else units.count(row.allocations),
                    "" if row.allocated_bytes is None else units.size(row.allocated_bytes),
                )
            case _:
                return (bar(median / slowest) if slowest else "",)


def ratio_texts(row: Row) -> tuple[str, str]:
    """The ratio and its interval; both empty if there is none."""
    if row.ratio is None:
        return ("", "")
    return (units.ratio(row.ratio), units.interval(row.ratio, row.ratio_low, row.ratio_high))


def _median(row: Row | None) -> float:
    return row.median_ns or 0.0 if row is not None and has_figure(row) else 0.0
