"""Which columns of a table fit a width, and the text of their cells. No colour here.

Numbers are never cut: what does not fit is left out, the least telling first, and
operations that do not fit beside each other go into a table below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from serbench.operations import PRIMARY
from serbench.report.figures import OF_CODEC, OF_OPERATION, TIME, TableFigure
from serbench.report.table import Line, Section, has_figure
from serbench.report.words import STATUS, mark

GAP = 2  # spaces between columns
_RULE = "│ "  # before each operation
BAR_WIDTH = 6
_EIGHTHS = " ▏▎▍▌▋▊▉█"

_TABLED_OF_CODEC = tuple(f for f in OF_CODEC if f.gives_way is not None)
_TABLED_OF_OPERATION = tuple(f for f in OF_OPERATION if f.gives_way is not None)
_BESIDE = tuple(f for f in _TABLED_OF_OPERATION if f is not TIME)
_BAR_GIVES_WAY = 5
# In the order that figures get the room: those of one number come and go together.
_TURNS = sorted(
    {f.gives_way for f in (*_TABLED_OF_CODEC, *_TABLED_OF_OPERATION) if f.gives_way}
    | {f.interval_gives_way for f in _TABLED_OF_OPERATION if f.interval_gives_way}
    | {_BAR_GIVES_WAY}
)
_ASKED = frozenset(_TURNS)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a cell, padded. `kind` says how to draw it: rank, mark, best, interval, bar,
    size, absent, a figure's key, or a row's status."""

    text: str
    kind: str


_BEFORE = Part(_RULE, "absent")


@dataclass(frozen=True, slots=True)
class Grid:
    """One table as text. `header` has a line of names and a line of labels per column;
    `rows` hold for each line of the section its cells, after the codec's name. `figures` are the
    keys of those that were drawn beside the times."""

    operations: tuple[str, ...]
    header: tuple[tuple[str, str], ...]
    rows: tuple[tuple[tuple[Part, ...], ...], ...]
    widths: tuple[int, ...]
    figures: frozenset[str]


def grids(
    section: Section, width: int, codec_width: int, columns: Collection[str] = ()
) -> Iterator[Grid]:
    """The section as one or more tables no wider than `width` characters, as far as its
    figures allow. `codec_width` is that of the first column. `columns` are the keys of those that
    are asked for, beside the time, however little room there is; all that fit if there are none."""
    room = width - codec_width
    asked = [f for f in _TABLED_OF_CODEC if f.key in columns or (not columns and not f.gives_way)]
    always = sum(GAP + _CodecColumn(section, figure).width for figure in asked)
    primary = _chunks(section, [o for o in section.operations if o in PRIMARY], room - always)
    rest = _chunks(section, [o for o in section.operations if o not in PRIMARY], room)
    # The primary operations' tables look alike, and so do the others'.
    for chunks in (primary, rest):
        # The first tables have said the sizes.
        of_codec = _TABLED_OF_CODEC if chunks is primary or not primary else ()
        of_codec = tuple(f for f in of_codec if not columns or f.key in columns)
        turns = frozenset({0}) | (_ASKED if columns else frozenset())
        for turn in () if columns else _TURNS:
            # A wide figure left out does not stop a narrow one of less weight.
            tried = [_columns(section, chunk, of_codec, turns | {turn}) for chunk in chunks]
            if all(sum(GAP + c.width for c in tried_columns) <= room for tried_columns in tried):
                turns |= {turn}
        for chunk in chunks:
            yield _grid(section, chunk, _columns(section, chunk, of_codec, turns, columns))


def known(section: Section) -> list[str]:
    """The keys of the figures beside the times that a table of this section could have."""
    of_codec = [f.key for f in _TABLED_OF_CODEC if _CodecColumn(section, f).known]
    columns = [_OperationColumn(section, o, _ASKED) for o in section.operations]
    return list(dict.fromkeys([*of_codec, *(key for c in columns for key in c.figures)]))


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
        width = GAP + _OperationColumn(section, operation, frozenset()).width
        used += width
        if chunks and used <= room:
            chunks[-1] = (*chunks[-1], operation)
        else:
            chunks.append((operation,))
            used = width
    return chunks


def _grid(
    section: Section,
    operations: tuple[str, ...],
    columns: Sequence[_OperationColumn | _CodecColumn],
) -> Grid:
    return Grid(
        operations,
        tuple(c.header for c in columns),
        tuple(tuple(c.cell(line) for c in columns) for line in section.lines),
        tuple(c.width for c in columns),
        frozenset(key for c in columns for key in c.figures),
    )


def _columns(
    section: Section,
    operations: Sequence[str],
    of_codec: Sequence[TableFigure],
    turns: frozenset[int],
    asked: Collection[str] = (),
) -> list[_OperationColumn | _CodecColumn]:
    of_codecs = [_CodecColumn(section, f) for f in of_codec if f.gives_way in turns]
    return [
        *(column for column in of_codecs if column.known),
        *(_OperationColumn(section, operation, turns, asked) for operation in operations),
    ]


@dataclass(frozen=True, slots=True)
class _Field:
    """One text per codec, all of one width. Numbers end, and marks and bars begin, in one line."""

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


class _CodecColumn:
    """A figure of the codec, whatever it does."""

    def __init__(self, section: Section, figure: TableFigure) -> None:
        self.figures = (figure.key,)
        self._texts = {line.codec: line.text(figure) for line in section.lines}
        self.known = any(self._texts.values())
        self.width = max(len(figure.label), *map(len, self._texts.values()), 0)
        self.header = (figure.label.rjust(self.width), "")

    def cell(self, line: Line) -> tuple[Part, ...]:
        text = self._texts[line.codec]
        return (Part((text or "·").rjust(self.width), "size" if text else "absent"),)


class _OperationColumn:
    """An operation with its rank, its time and the figures beside it, each in a field of its own
    width."""

    def __init__(
        self,
        section: Section,
        operation: str,
        turns: frozenset[int],
        asked: Collection[str] = (),
    ) -> None:
        self._section = section
        self._operation = operation
        self._rows = {
            line.codec: row
            for line in section.lines
            if (row := line.cells.get(operation)) is not None and has_figure(row)
        }
        head = [*self._rank(), *self._figure(TIME), self._marks()]
        tail = self._bar() if _BAR_GIVES_WAY in turns and not asked else []
        drawn = []
        for figure in _BESIDE:
            is_shown = figure.key in asked if asked else figure.gives_way in turns
            fields = self._figure(figure) if is_shown else []
            if figure.interval_gives_way and figure.interval_gives_way not in turns:
                fields = fields[:1]
            if any(any(field.texts.values()) for field in fields):
                tail += fields
                drawn.append(figure.key)
        self.figures = tuple(drawn)
        self._fields = [*head, *tail] if self._rows else []
        labels = [f.gap(i) + f.padded(f.label) for i, f in enumerate(self._fields)]
        left, right = "".join(labels[: len(head)]), "".join(labels[len(head) :])
        # The head reaches to the end of the time, and the operation's name stands above it.
        self._head = max(len(operation), len("cannot hold"), len(left))
        self._inner = self._head + len(right)
        self.width = len(_RULE) + self._inner
        name = operation.rjust(self._head).ljust(self._inner)
        self.header = (_RULE + name, _RULE + left.rjust(self._head) + right)

    def cell(self, line: Line) -> tuple[Part, ...]:
        if line.codec not in self._rows:
            row = line.cells.get(self._operation)
            text, kind = ("·", "absent") if row is None else (STATUS[row.status], row.status)
            return (_BEFORE, Part(text.rjust(self._head).ljust(self._inner), kind))
        first = (self._operation, line.codec) in self._section.fastest
        parts = []
        for i, field in enumerate(self._fields):
            kind = "best" if first and field.kind == TIME.key else field.kind
            parts.append(Part(field.gap(i) + field.padded(field.texts[line.codec]), kind))
        missing = self._inner - sum(len(p.text) for p in parts)
        return (_BEFORE, Part(" " * missing, "absent"), *parts)

    def _rank(self) -> list[_Field]:
        ranks = {c: self._section.ranks.get((self._operation, c), "") for c in self._rows}
        if not any(ranks.values()):
            return []
        return [_Field("rank", "#", ranks)]

    def _figure(self, figure: TableFigure) -> list[_Field]:
        section = self._section
        hidden = figure.within_language and section.language is None and not section.baseline
        parts = {c: ("", "") if hidden else figure.parts(row) for c, row in self._rows.items()}
        fields = [_Field(figure.key, figure.label, {c: text for c, (text, _) in parts.items()})]
        if figure.beside:
            kind, label = ("interval", "95 %") if figure.has_interval else (figure.key, "")
            fields.append(_Field(kind, label, {c: beside for c, (_, beside) in parts.items()}))
        return fields

    def _marks(self) -> _Field:
        return _Field("mark", "", {c: mark(r) for c, r in self._rows.items()})

    def _bar(self) -> list[_Field]:
        times = {c: TIME.value(row) or 0.0 for c, row in self._rows.items()}
        slowest = max(times.values(), default=0.0)
        if not slowest:
            return []
        return [_Field("bar", "", {c: bar(ns / slowest) for c, ns in times.items()})]
