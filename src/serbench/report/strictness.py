"""What decoders refuse, as a table for terminals and for docs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from serbench.proof.strictness import BY_NAME, PROPERTIES, Finding, Strictness
from serbench.report.console import printed
from serbench.report.interop import markdown_cell
from serbench.report.text import language_name, plain
from serbench.report.units import EN_DASH

if TYPE_CHECKING:
    from rich.console import Console

# Short enough for all of them and a codec's name to stand in 80 columns.
_SHORT = {
    "utf8": "UTF-8",
    "trailing": "trail",
    "truncated": "trunc",
    "duplicates": "dupl",
    "booleans": "bool",
    "symbols": "symbol",
}
_WIDE = 100
LEGEND = (
    "yes: the decoder refuses all such bytes; no: it refuses none; part: it refuses some; "
    "skips, fills, first, last: what it does in place of refusing; DIES, HANGS: the process does; "
    f"{EN_DASH}: the format has no such bytes; ?: not tested"
)
_DIES, _HANGS, _UNTESTED = "DIES", "HANGS", "?"


def cell(name: str, finding: Finding) -> str:
    """One word for how a property was answered."""
    if finding.meaningless:
        return EN_DASH
    if finding.crashed:
        return _DIES
    if finding.hung:
        return _HANGS
    if not finding.cases:
        return _UNTESTED
    if finding.is_strict:
        return "yes"
    if finding.refused:
        return "part"
    fact = finding.fact(BY_NAME[name])
    return {
        "skips-unknown": "skips",
        "fills-missing": "fills",
        "takes-first": "first",
        "takes-last": "last",
    }.get(fact, "no")


def rows_json(found: Mapping[str, Strictness]) -> str:
    """A JSON array, a codec an object: its facts, and of each property how many bytes were given
    to the decoder and what came of them."""
    rows = [
        {
            "codec": codec,
            "language": codec.partition("/")[0],
            "version": strictness.version,
            "facts": list(strictness.facts),
            "properties": {
                name: {"cases": finding.cases} | msgspec.to_builtins(finding)
                for name, finding in strictness.properties.items()
            },
            "unproven": strictness.unproven,
        }
        for codec, strictness in found.items()
    ]
    return json.dumps(rows, indent=1)


def print_table(found: Mapping[str, Strictness], console: Console | None = None) -> None:
    from serbench.terminal.screen import Screen

    printed(lambda console: _draw(found, console), console or Screen())


def _draw(found: Mapping[str, Strictness], console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    short = {} if console.width >= _WIDE else _SHORT
    heads = {p.name: short.get(p.name, p.name) for p in PROPERTIES}
    longest = max((len(plain(_name(codec))) for codec in found), default=0)
    for language, of_language in _by_language(found).items():
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0 if short else 1), show_edge=False)
        table.add_column(plain(language_name(language)), no_wrap=True, min_width=longest)
        for head in heads.values():
            table.add_column(head, no_wrap=True)
        for codec, strictness in of_language.items():
            cells = [cell(name, strictness.properties[name]) for name in strictness.properties]
            styled = (Text(c, style="bold red" if c in (_DIES, _HANGS) else "") for c in cells)
            table.add_row(plain(_name(codec)), *styled)
        console.print(table)
        console.print()
    for name, head in heads.items():
        console.print(Text(f"{head}: {BY_NAME[name].asks}"))
    console.print(Text(LEGEND))
    for line in remarks(found):
        console.print(Text(plain(line)))


def remarks(found: Mapping[str, Strictness]) -> Iterator[str]:
    """What a word in a table cannot say: of what is refused in part, or ends the decoder, the
    first case; and of what nothing was proven, why."""
    for codec, strictness in found.items():
        if strictness.unproven:
            yield f"{codec}: not proven, {strictness.unproven}"
        for name, finding in strictness.properties.items():
            if cell(name, finding) in ("part", _DIES, _HANGS):
                share = f"{finding.refused} of {finding.cases} refused"
                yield f"{codec}, {name}: {share}; first of the others: {finding.first}"
            elif finding.untested:
                yield f"{codec}, {name}: not tested: {finding.untested}"


def markdown(found: Mapping[str, Strictness]) -> str:
    """The table of docs/tables/strictness.md and the remarks below it."""
    lines = ["| codec | version | " + " | ".join(BY_NAME) + " |"]
    lines.append("|---" * (2 + len(BY_NAME)) + "|")
    for codec, strictness in found.items():
        cells = [cell(name, strictness.properties[name]) for name in strictness.properties]
        cells += [""] * (len(PROPERTIES) - len(cells))
        names = map(markdown_cell, (codec, strictness.version))
        lines.append(f"| {' | '.join([*names, *cells])} |")
    return "\n".join([*lines, "", *(f"- {markdown_cell(line)}" for line in remarks(found))])


def _name(codec: str) -> str:
    return codec.partition("/")[2]


def _by_language(found: Mapping[str, Strictness]) -> dict[str, dict[str, Strictness]]:
    grouped: dict[str, dict[str, Strictness]] = {}
    for codec, strictness in found.items():
        grouped.setdefault(codec.partition("/")[0], {})[codec] = strictness
    return grouped
