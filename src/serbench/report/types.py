"""Which types codecs keep, as a table for terminals and for docs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from serbench.proof.type_cases import TYPES
from serbench.proof.type_keeping import Keeping, KeptType
from serbench.report.console import printed
from serbench.report.interop import markdown_cell
from serbench.report.text import language_name, list_of_codecs, plain
from serbench.report.units import EN_DASH
from serbench.report.wrapping import say

if TYPE_CHECKING:
    from rich.console import Console

# Columns: types that differ in their units or digits alone stand in one, called by the widest name.
GROUPS = {
    name: [t for t in TYPES if t.names[-1] == name]
    for name in dict.fromkeys(asked.names[-1] for asked in TYPES)
}
# Short enough for all logical types and a codec's name to stand in 80 columns.
_SHORT = {
    "timestamp": "stamp",
    "timestamp_offset": "zone",
    "duration": "span",
    "decimal": "decim",
    "bigint": "big",
    "keys": "maps",
    "absent": "null",
}
PLAIN = "rest"
CHANGED, REFUSED = "!", "-"
LEGEND = (
    "native: the library takes the language's own type; conv: generated code converts it, by the "
    "convention of docs/types.md; plain: the type is no logical one; part: native in some "
    f"units or digits; {CHANGED}: a value became another; {REFUSED}: a value is refused; "
    f"{EN_DASH}: the format lacks the type; keys: maps whose keys are no text; absent: fields that "
    f"may be absent, null or a value; {PLAIN}: integers, floats, text, bytes, lists, other maps "
    "and what else has no logical type"
)
_SHORT_WORDS = {"native": "nat"}
# In terminals of up to so many columns, one space separates those of the table, not two.
_NARROW = 90
# More remarks than these are left to other forms.
_MOST_REMARKS = 40


def columns() -> dict[str, Sequence[str]]:
    """The names of the types of each column, the plain ones in one."""
    logical = {name: [t.name for t in types] for name, types in GROUPS.items() if types[0].meaning}
    return {**logical, PLAIN: [t.name for t in TYPES if not t.meaning]}


def cell(types: Sequence[KeptType]) -> str:
    """One word for types, with signs of what was lost."""
    held = [kept for kept in types if kept.how != "none"]
    if not held:
        return EN_DASH
    hows = {kept.how for kept in held}
    word = hows.pop() if len(hows) == 1 else "part"
    signs = CHANGED * any(kept.changed for kept in held)
    signs += REFUSED * (any(kept.refused for kept in held) or len(held) < len(types))
    return {"converted": "conv"}.get(word, word) + signs


def cells(keeping: Keeping) -> list[str]:
    return [cell([keeping.types[name] for name in names]) for names in columns().values()]


def rows_json(found: Mapping[str, Keeping]) -> str:
    """A JSON array, a codec an object."""
    rows = [
        {
            "codec": codec,
            "language": codec.partition("/")[0],
            "version": keeping.version,
            "types": {
                name: {"kept": kept.is_kept} | msgspec.to_builtins(kept)
                for name, kept in keeping.types.items()
            },
            "unproven": keeping.unproven,
        }
        for codec, keeping in found.items()
    ]
    return json.dumps(rows, indent=1)


def print_table(found: Mapping[str, Keeping], console: Console | None = None) -> None:
    from serbench.terminal.screen import Screen

    printed(lambda console: _draw(found, console), console or Screen())


def _draw(found: Mapping[str, Keeping], console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    proven = {codec: keeping for codec, keeping in found.items() if not keeping.unproven}
    longest = max((len(plain(_name(codec))) for codec in proven), default=0)
    padding = (0, 1 if console.width > _NARROW else 0, 0, 0)
    for language in dict.fromkeys(codec.partition("/")[0] for codec in proven):
        table = Table(box=box.SIMPLE_HEAD, padding=padding, show_edge=False, pad_edge=False)
        table.add_column(
            plain(language_name(language)), overflow="fold", min_width=min(longest, 16)
        )
        for name in columns():
            table.add_column(_SHORT.get(name, name), no_wrap=True)
        for codec, keeping in proven.items():
            if codec.startswith(f"{language}/"):
                styled = (
                    Text(_shortened(c), style="red" if CHANGED in c else "") for c in cells(keeping)
                )
                table.add_row(plain(_name(codec)), *styled)
        console.print(table)
        console.print()
    shorts = "; ".join(f"{short}: {name}" for name, short in (_SHORT | _SHORT_WORDS).items())
    say(Text(f"{LEGEND}; {shorts}", style="dim"), console)
    lines = list(remarks(found))
    for line in lines[:_MOST_REMARKS]:
        say(Text(plain(line)), console)
    if left := len(lines[_MOST_REMARKS:]):
        say(Text(f"and {left} lines more: --format markdown or json, or fewer codecs"), console)


def remarks(found: Mapping[str, Keeping]) -> Iterator[str]:
    """What the signs of the table stand for: values that were lost, those of one type and fate
    together, with all codecs that share it."""
    sharing: dict[str, list[str]] = {}
    for codec, keeping in found.items():
        for line in _remarks_on(keeping):
            sharing.setdefault(line, []).append(codec)
    for line, codecs in sharing.items():
        yield f"{list_of_codecs(codecs, found)}{line}"


def _remarks_on(keeping: Keeping) -> Iterator[str]:
    if keeping.unproven:
        yield f": not proven, {keeping.unproven}"
    lacking: dict[str, list[str]] = {}
    for name, kept in keeping.types.items():
        if kept.how == "none":
            lacking.setdefault(kept.written, []).append(name)
    for lack, names in lacking.items():
        yield f", {', '.join(names)}: the format lacks {lack}"
    for name, kept in keeping.types.items():
        for fates, words in ((kept.changed, "comes back:"), (kept.refused, "is refused:")):
            by_fate: dict[str, list[str]] = {}
            for value, fate in fates.items():
                by_fate.setdefault(fate, []).append(value)
            for fate, values in by_fate.items():
                yield f", {name}: {', '.join(values)} {words} {fate}"


def _shortened(cell: str) -> str:
    for word, short in _SHORT_WORDS.items():
        cell = cell.replace(word, short)
    return cell


def markdown(found: Mapping[str, Keeping]) -> str:
    """The table of docs/tables/types.md and the remarks below it."""
    lines = ["| codec | version | " + " | ".join(columns()) + " |"]
    lines.append("|---" * (2 + len(columns())) + "|")
    for codec, keeping in found.items():
        row = cells(keeping) if not keeping.unproven else [""] * len(columns())
        lines.append(f"| {' | '.join([*map(markdown_cell, (codec, keeping.version)), *row])} |")
    return "\n".join([*lines, "", *(f"- {markdown_cell(line)}" for line in remarks(found))])


def _name(codec: str) -> str:
    return codec.partition("/")[2]
