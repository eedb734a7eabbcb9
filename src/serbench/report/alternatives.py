"""What could replace a codec, in words and tables: for a terminal, in Markdown, as CSV and JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from serbench.footprint import FIGURES
from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.quoting import shell
from serbench.report import footprint, units
from serbench.report.answer import named
from serbench.report.choice import reasons
from serbench.report.console import printed
from serbench.report.csv_rows import cell
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented
from serbench.report.table import rank_text
from serbench.report.text import language_name, plain, shortened
from serbench.report.wrapping import wrapped
from serbench.results.alternatives import Alternative, Alternatives, Beside
from serbench.stats.rank_intervals import Rank

if TYPE_CHECKING:
    from rich.console import Console

TOP = 8  # alternatives in a terminal, where nobody says how many
UNKNOWN = "·"
_GAP = 2
_INDENT = 4
_REASON = 120  # characters of a reason within a sentence; CSV and JSON have all of it
_MARKS = {"faster": "+", "slower": "-", "tied": "=", "not decided": "?"}
ORDERS = {
    "time": f"by the time to {' and '.join(PRIMARY)} a value",
    **{operation: f"by the time to {operation} a value" for operation in PRIMARY},
    "bytes": "by bytes; of those that write the same, the faster",
    "code": "by the bytes of code or jars that a program ships for them",
    "compile": "by the time to generate and compile their code",
}
# What a codec is beside the one that it replaces, by what it has more and what it has not.
_GAINED = {
    "human-readable": "people can read its bytes",
    "self-describing": "its bytes name their fields",
    "schema": "readers need the schema",
    "own-model": "values go through message objects of the library",
    "zero-copy": "fields can be read from its bytes as they lie",
    "unchecked": "it trusts its input: corrupted bytes are undefined behaviour",
    "executes": "its bytes can run code",
}
_LOST = {
    "human-readable": "people cannot read its bytes",
    "self-describing": "its bytes do not name their fields",
    "schema": "readers need no schema",
    "own-model": "it takes plain values, no message objects",
    "zero-copy": "its bytes have to be decoded before a field is read",
    "unchecked": "it checks its input",
    "executes": "its bytes run no code",
}
# Of what was not looked for, in words; and the command that looks for it.
_COMMANDS = {
    "interop": ("which of them read the old bytes", "serbench interop"),
    "evolution": ("whether old bytes survive a schema that grows", "serbench evolve"),
    "robustness": ("what hostile bytes do to them", "serbench robustness"),
    "footprint": ("what they cost besides time", "serbench footprint"),
}


@dataclass(frozen=True, slots=True)
class Advice:
    """What else would be known, in words, and the command that finds it out."""

    lack: str
    command: str


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    text: Callable[[Alternative], str]
    is_number: bool = True


def _ratio(beside: Beside) -> str:
    """The ratio, its interval, and the mark of what was decided."""
    ends = beside.ratio
    is_known = math.isfinite(ends.high)
    interval = units.interval(
        ends.estimate, ends.low if is_known else None, ends.high if is_known else None
    )
    return f"{units.ratio(ends.estimate)} {interval} {_MARKS[beside.decided]}"


def _ratio_of(operation: str, one: Alternative) -> str:
    return _ratio(one.times[operation])


def _cost(figure: footprint.Column, one: Alternative) -> str:
    return footprint.text(figure, one.footprint)


def _old_bytes(one: Alternative) -> str:
    return UNKNOWN if one.old_bytes is None else "lost" if one.old_bytes else "kept"


def _hostile(one: Alternative) -> str:
    if one.hostile is None:
        return UNKNOWN
    return f"ended {units.count(one.hostile.ended)}" if one.hostile.ended else "survived"


def _released(one: Alternative) -> str:
    day = one.released[:7] or UNKNOWN
    return day if one.is_maintained else f"{day} unmaintained"


def rank_of(one: Alternative) -> str:
    return rank_text(Rank(one.rank_low, one.rank_high) if one.rank_low else None)


_SHIPPED = footprint.Column(
    "shipped_bytes", "code", units.size, "bytes of code or jars that a program ships for it"
)
_SHOWN = ("compile_s", "import_ms", "import_rss_bytes")
_COST_FIGURES = (_SHIPPED, *(figure for figure in footprint.COLUMNS if figure.name in _SHOWN))
COSTS = tuple(Column(figure.title, partial(_cost, figure)) for figure in _COST_FIGURES)
COLUMNS = (
    Column("#", rank_of, is_number=False),
    Column("codec", lambda one: one.codec, is_number=False),
    *(Column(operation, partial(_ratio_of, operation)) for operation in PRIMARY),
    Column("bytes", lambda one: units.ratio(one.bytes_ratio)),
    *COSTS,
    Column("reads it", lambda one: one.reads.replace("not tested", UNKNOWN), is_number=False),
    Column("old bytes", _old_bytes, is_number=False),
    Column("hostile bytes", _hostile, is_number=False),
    Column("released", _released, is_number=False),
)
_FIGURES = 5  # columns that are never left out


def sentence(found: Alternatives) -> str:
    """What a person would say to a colleague."""
    start = f"Instead of {found.replaced.codec} on {found.workload}"
    if not found.found:
        where = named([language_name(language) for language in found.languages])
        return f"{start}: of {where}, nothing that was measured holds the values and may be taken."
    if not found.best and not found.undecided:
        best = found.found[0].codec
        return f"{start}: {best} comes first, {ORDERS[found.by]}, but nothing was decided."
    if not found.best:
        told = f"it is not decided which is the best: {named(found.undecided)}"
    else:
        told = named(found.best) + (", tied" if len(found.best) > 1 else "")
        if found.undecided:
            told += f"; not decided: {named(found.undecided)}"
    return f"{start}, {ORDERS[found.by].partition(';')[0]}: {told}."


def replaced(found: Alternatives) -> str:
    """The figures that ratios are to."""
    one = found.replaced
    time = one.times[ROUND_TRIP.name].time
    high = time.high if math.isfinite(time.high) else None
    parts = [
        f"{units.time(time.estimate)} {units.time_interval(time.estimate, time.low, high)} to "
        "serialize and deserialize a value",
        units.size(one.bytes),
        f"{one.library} {one.version}".rstrip()
        + (f" of {one.released}" if one.released else "")
        + ("" if one.is_maintained else ", which its authors maintain no longer"),
    ]
    costs = [f"{c.title} {c.text(one)}" for c in COSTS if c.text(one) != UNKNOWN]
    if costs:
        parts.append(", ".join(costs))
    if one.hostile:
        parts.append(f"hostile bytes: {_hostile(one)}")
    if one.old_bytes is not None:
        parts.append(f"its old bytes in a schema that grew: {_old_bytes(one)}")
    return f"{one.codec}: {' · '.join(parts)}"


def legend(found: Alternatives) -> str:
    ranks = ""
    if found.best or found.undecided:
        ranks = " # is the lowest and the highest rank that what was decided leaves."
    known = [f for f in _COST_FIGURES if any(_cost(f, one) != UNKNOWN for one in found.found)]
    told = "; ".join(f"{figure.title}: {figure.legend}" for figure in known)
    costs = f"{told}. " if told else ""
    return (
        f"Best first: {ORDERS[found.by]}.{ranks} Times and bytes are beside those of "
        f"{found.replaced.codec}, with the 95 % interval of the two by themselves: + shown faster, "
        "- shown slower, = tied, ? not decided. reads it: whether it reads the bytes that "
        f"{found.replaced.codec} wrote; old bytes: whether they survive a field added at the end, "
        "in the middle and in a nested record; hostile bytes: how many mutated values ended it. "
        f"{costs}{UNKNOWN} is not known."
    )


def change(one: Alternative, before: Alternative) -> str:
    """In one sentence what changes for who takes it: from what was proven and its traits."""
    parts = [_wire(one, before)]
    if one.language != before.language:
        parts.insert(
            0, f"{language_name(one.language)} in place of {language_name(before.language)}"
        )
    apart = [_GAINED[trait] for trait in one.gains] + [_LOST[trait] for trait in one.loses]
    parts += apart or [f"as before {_kept(one)}"]
    if _checks_text(before) and one.facts is not None and not _checks_text(one):
        parts.append("text that is not UTF-8 is accepted")
    if one.old_bytes and before.old_bytes == "":
        parts.append(
            "unlike before, old bytes do not survive a schema that grows "
            f"({shortened(one.old_bytes, _REASON)})"
        )
    if one.old_bytes == "" and before.old_bytes:
        parts.append("unlike before, old bytes survive a schema that grows")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _wire(one: Alternative, before: Alternative) -> str:
    match one.reads, one.is_read:
        case "yes", "yes":
            return "either reads the other's bytes"
        case "yes", "no":
            return f"it reads the old bytes, but {before.codec} does not read its bytes"
        case "yes", _:
            return "it reads the old bytes"
        case "no", _:
            return f"it does not read the old bytes ({shortened(one.why_unread, _REASON)})"
    if one.format != before.format:
        return f"it writes {one.format} in place of {before.format}"
    if one.reads == "other wire":
        return f"it calls its bytes {one.format} too, but they are of another wire"
    return f"it writes {one.format} too; whether it reads the old bytes was not tested"


def _kept(one: Alternative) -> str:
    kept = ["message objects of the library" if "own-model" in one.traits else "plain values"]
    if "schema" in one.traits:
        kept.append("readers that need the schema")
    if "self-describing" in one.traits:
        kept.append("bytes that name their fields")
    return f"{', '.join(kept[:-1])} and {kept[-1]}" if len(kept) > 1 else kept[0]


def _checks_text(one: Alternative) -> bool:
    return "checks-utf8" in (one.facts or ())


def advice(found: Alternatives, unmeasured: Sequence[Advice], in_db: str = "") -> list[Advice]:
    """What else could be known of these alternatives, then what is `unmeasured`. `in_db` is the
    `--db FILE` of commands, "" for the usual one."""
    return [
        *(
            Advice(lack, f"{command} --of {shell(found.run)}{in_db}")
            for kind, (lack, command) in _COMMANDS.items()
            if kind in found.lacking
        ),
        *unmeasured,
    ]


def print_alternatives(
    found: Alternatives, more: Sequence[Advice], console: Console, top: int | None = None
) -> None:
    """The best `top`, all if it is 0. Columns that the terminal has no room for are below each."""
    printed(lambda on: _print(found, more, on, TOP if top is None else top), console)


def _print(found: Alternatives, more: Sequence[Advice], console: Console, top: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    def line(text: str, indent: int = 0, style: str = "") -> None:
        lines = wrapped(Text(plain(text), style), console.width - indent, console)
        console.print(Padding(lines, (0, 0, 0, indent), expand=False), highlight=False)

    line(sentence(found), style="bold")
    line(replaced(found))
    shown = found.found[: top or None]
    below, table = _fitting(shown, console.width)
    if shown:
        console.print()
        console.print(Text(table[0], "bold"), soft_wrap=True)
    for one, figures in zip(shown, table[1:], strict=True):
        line(figures)
        if below:
            line(
                " · ".join(f"{c.title}: {c.text(one)}" for c in below if c.text(one) != UNKNOWN),
                _INDENT,
                "dim",
            )
        line(change(one, found.replaced), _INDENT, "dim")
    console.print()
    if len(shown) < len(found.found):
        line(f"and {len(found.found) - len(shown)} more: --top 0 shows all", style="dim")
    for remark in reasons(found.out):
        line(f"Out: {remark}", style="dim")
    for one_advice in more:
        text = f"Not measured here: {one_advice.lack}"
        if len(text) + 2 + len(one_advice.command) <= console.width:
            line(f"{text}: {one_advice.command}", style="yellow")
        else:  # whole on a line of its own, so that it can be pasted
            line(f"{text}:", style="yellow")
            console.print(Text(plain(f"    {one_advice.command}"), "yellow"), soft_wrap=True)
    line(legend(found), style="dim")


def _fitting(shown: Sequence[Alternative], width: int) -> tuple[list[Column], list[str]]:
    """The columns that do not fit, and the lines of those that do, their titles first. One that
    nothing is known for is left out."""
    known = [
        column
        for number, column in enumerate(COLUMNS)
        if number < _FIGURES or any(column.text(one) != UNKNOWN for one in shown)
    ]
    texts = [[column.title, *(plain(column.text(one)) for one in shown)] for column in known]
    widths = [max(map(len, column)) for column in texts]
    fitting = len(known)
    while fitting > _FIGURES and sum(widths[:fitting]) + _GAP * (fitting - 1) > width:
        fitting -= 1
    lines = []
    for cells in zip(*texts[:fitting], strict=True):
        padded = [
            text.rjust(size) if column.is_number else text.ljust(size)
            for text, size, column in zip(cells, widths, known, strict=False)
        ]
        lines.append((" " * _GAP).join(padded).rstrip())
    return known[fitting:], lines


def markdown(found: Alternatives, more: Sequence[Advice]) -> str:
    lines = [markdown_cell(sentence(found)), "", markdown_cell(replaced(found)), ""]
    if found.found:
        lines.append(f"| {' | '.join(column.title for column in COLUMNS)} |")
        lines.append("|" + "".join(" --: |" if c.is_number else " --- |" for c in COLUMNS))
    for one in found.found:
        cells = (markdown_cell(column.text(one)) for column in COLUMNS)
        lines.append(f"| {' | '.join(cells)} |")
    for heading, remarks in (
        (
            "What changes",
            [f"{one.codec}: {change(one, found.replaced)}" for one in found.found],
        ),
        ("Out", list(reasons(found.out))),
        ("Not measured here", [f"{one.lack}: {one.command}" for one in more]),
    ):
        if remarks:
            lines += ["", f"**{heading}**", "", *(f"- {markdown_cell(text)}" for text in remarks)]
    return "\n".join([*lines, "", markdown_cell(legend(found)), ""])


def as_json(found: Alternatives, more: Sequence[Advice]) -> str:
    """A JSON object; `alternatives.found` has each of them, with `change` in words."""
    told = msgspec.to_builtins(found)
    for one, fields in zip(found.found, told["found"], strict=True):
        fields["change"] = change(one, found.replaced)
    return indented(
        {
            "sentence": sentence(found),
            "order": ORDERS[found.by],
            "not_measured": [{"lack": one.lack, "command": one.command} for one in more],
            "alternatives": told,
        }
    )


def rows_csv(found: Alternatives) -> str:
    """A header line and a line for each alternative, cells as those of `serbench run`."""
    out = io.StringIO()
    records = [_record(one, found) for one in found.found]
    writer = csv.writer(out)
    writer.writerow(_record(found.replaced, found))
    for record in records:
        writer.writerow(cell(value) for value in record.values())
    return out.getvalue()


def _record(one: Alternative, found: Alternatives) -> dict[str, Any]:
    record: dict[str, Any] = {"run": found.run, "workload": found.workload}
    record |= {"replaces": found.replaced.codec}
    record |= {"rank_low": one.rank_low or None, "rank_high": one.rank_high or None}
    record |= {
        name: getattr(one, name)
        for name in ("codec", "language", "format", "library", "version", "traits")
    }
    for operation, beside in one.times.items():
        name = operation.replace("-", "_")
        for end in ("estimate", "low", "high"):
            suffix = "" if end == "estimate" else f"_{end}"
            record[f"{name}{suffix}_ns"] = _finite(getattr(beside.time, end))
            record[f"{name}_ratio{suffix}"] = _finite(getattr(beside.ratio, end))
        record[f"{name}_decided"] = beside.decided
    for name in ("bytes", "bytes_ratio"):
        record[name] = _finite(getattr(one, name))
    hostile = one.hostile
    record |= {name: one.footprint and getattr(one.footprint, name) for name in FIGURES}
    record |= {
        "reads": one.reads,
        "why_unread": one.why_unread,
        "is_read": one.is_read,
        "old_bytes": _outcome(one.old_bytes),
        "grown_schema": _outcome(one.grown),
        "hostile_cases": hostile and hostile.cases,
        "hostile_ended": hostile and hostile.ended,
        "hostile_another_value": hostile and hostile.another_value,
        "released": one.released,
        "is_maintained": one.is_maintained,
        "change": change(one, found.replaced),
    }
    return record


def _outcome(failures: str | None) -> str | None:
    return "kept" if failures == "" else failures


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
