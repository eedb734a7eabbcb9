"""What decoders made of bytes that went wrong: as a table in a terminal, in Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from serbench.languages.registry import LANGUAGES
from serbench.proof.crash_kinds import BAD, KINDS, Kind
from serbench.proof.decoder import GROWTH_BYTES, MIB
from serbench.proof.robustness import Kept, Robustness
from serbench.report import confinement
from serbench.report.json_rows import indented
from serbench.report.text import plain
from serbench.report.wrapping import say
from serbench.results.robustness_rows import RobustnessResult

if TYPE_CHECKING:
    from rich.console import Console

# Columns of a terminal that intervals are shown in.
WIDE = 130
# Kinds that have a column though nothing was of them.
_ALWAYS: tuple[Kind, ...] = ("refused", "same value", "another value", "crashed")
# What a runtime grows by for its own sake comes on top.
_GROWTH_MIB = [
    f", in {language.name} {(GROWTH_BYTES + language.memory_bytes) // MIB}"
    for language in LANGUAGES.values()
    if language.memory_bytes
]
LEGEND = (
    "Shares of all cases, with Wilson's 95 % interval where any but not all are so. Leaves "
    "changed: of a value that was read as another, in the mean. Memory: the process grew by "
    f"{GROWTH_BYTES // MIB} MiB{''.join(_GROWTH_MIB)}, or by a thousand times the input. "
    "Out of memory: an allocator gave nothing, or 4 GiB were passed. Crashed: the process ended. "
    "Hung: no answer for 20 s. What of these did not happen has no column."
)
LEGEND_SANITIZED = (
    "Drivers were instrumented: undefined behaviour is what sanitizers found in C++, what broke a "
    "precondition of unsafe code in Rust, and arithmetic that overflowed there, which is defined "
    "and wrong; memory was limited to 1 GiB, and growth not looked at."
)


def legend(result: RobustnessResult) -> str:
    sanitized = [LEGEND_SANITIZED] if result.settings.get("sanitize") else []
    return " ".join([LEGEND, *sanitized, confinement.sentence(result.settings)])


def kinds(found: Sequence[Robustness]) -> list[Kind]:
    """The columns."""
    return [
        kind for kind in KINDS if kind in _ALWAYS or any(finding.total(kind) for finding in found)
    ]


def head(found: Sequence[Robustness]) -> tuple[str, ...]:
    return ("codec", *kinds(found), "leaves changed")


def in_order(found: Sequence[Robustness]) -> list[Robustness]:
    """Those that trust their input behind those of the same library that do not."""
    places = {finding.codec: number for number, finding in enumerate(found)}

    def place(finding: Robustness) -> tuple[int, bool]:
        if finding.checked in places:
            return places[finding.checked], True
        return places[finding.codec], False

    return sorted(found, key=place)


def rows(found: Sequence[Robustness], with_intervals: bool = True) -> Iterator[tuple[str, ...]]:
    shown = kinds(found)
    for finding in found:
        if finding.unproven:
            yield finding.codec, finding.unproven, *[""] * len(shown)
            continue
        share = f"{100 * finding.changed_share:.0f} %" if finding.total("another value") else ""
        yield finding.codec, *(_rate(finding, kind, with_intervals) for kind in shown), share


def twins(found: Sequence[Robustness]) -> Iterator[str]:
    """What checks are worth, in words."""
    known = {finding.codec: finding for finding in found if not finding.unproven}
    for finding in known.values():
        checked = known.get(finding.checked)
        if checked:
            yield (
                f"{finding.codec} trusts its input: {_bad(finding)} of {finding.cases:,} cases "
                f"ended it; with checks ({checked.codec}) {_bad(checked)}. It read another value "
                f"of {_rate(finding, 'another value', False)}, with checks of "
                f"{_rate(checked, 'another value', False)}."
            )


def _bad(finding: Robustness) -> str:
    return f"{sum(finding.total(kind) for kind in BAD):,}"


def habits(finding: Robustness) -> Iterator[str]:
    """What was found that is no end, in words."""
    for habit in finding.habits:
        yield f"{finding.codec} {finding.version}: besides: {habit}"


def _rate(finding: Robustness, kind: Kind, with_interval: bool) -> str:
    count = finding.total(kind)
    if count in (0, finding.cases):
        return "0" if count == 0 else "100 %"
    share = 100 * count / finding.cases
    if not with_interval:
        return f"{share:.1f} %"
    low, high = wilson(count, finding.cases)
    return f"{share:.2f} % ({100 * low:.2f}-{100 * high:.2f})"


def wilson(count: int, cases: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, JASA 1927)."""
    from scipy.stats import binomtest

    interval = binomtest(count, cases).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def ends(finding: Robustness) -> Iterator[str]:
    """What ended a decoder, in words."""
    for kept in finding.kept:
        yield f"{finding.codec} {finding.version}: {kept.kind}: {made(kept)}: {kept.said}"


def made(kept: Kept) -> str:
    if kept.changed < 0:
        return f"{kept.mutation}, {len(kept.data)} bytes"
    return f"{kept.mutation}, {kept.changed} of {len(kept.data)} bytes changed"


def print_table(result: RobustnessResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for workload, unordered in result.found.items():
        found = in_order(unordered)
        console.print(Text(f"{plain(workload)}: {_cases(result)} cases each", style="bold"))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
        for name in head(found):
            is_first = name == "codec"
            table.add_column(name, justify="left" if is_first else "right", no_wrap=is_first)
        for finding, row in zip(found, rows(found, console.width >= WIDE), strict=True):
            style = "red" if finding.is_negative or finding.unproven else ""
            table.add_row(*(Text(plain(cell), style=style) for cell in row))
        console.print(table)
        for finding in found:
            for line in ends(finding):
                say(Text(plain(line), style="red"), console)
            for line in habits(finding):
                say(Text(plain(line), style="yellow"), console)
        for line in twins(found):
            say(Text(plain(line)), console)
    say(Text(legend(result), style="dim"), console)


def _cases(result: RobustnessResult) -> str:
    """Asked of each codec; one that was not proven was given none."""
    return f"{result.settings.get('cases', 0):,}"


def markdown(result: RobustnessResult) -> str:
    from serbench.report.interop import markdown_cell

    lines = []
    for workload, unordered in result.found.items():
        found = in_order(unordered)
        names = head(found)
        lines += [f"## {markdown_cell(workload)}: {_cases(result)} cases each", ""]
        lines += [f"| {' | '.join(names)} |", "| --- |" + " --: |" * (len(names) - 1)]
        lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in rows(found)]
        bullets = [line for finding in found for line in (*ends(finding), *habits(finding))]
        bullets = [f"- {markdown_cell(line)}" for line in (*bullets, *twins(found))]
        lines += ["", *bullets, ""] if bullets else [""]
    return "\n".join([*lines, legend(result), ""])


def as_json(result: RobustnessResult) -> str:
    """Bytes as base64. The settings say whether there was a sandbox."""
    return indented(result)
