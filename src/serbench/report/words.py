"""The fixed words of a report: what a status and a mark mean, and what is not claimed. Said once
here, so that terminal, Markdown and HTML say the same. Operations and figures have their own in
`serbench.operations` and `serbench.report.figures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from serbench.measure.sampling import BATCH_NS
from serbench.operations import ROUND_TRIP
from serbench.report import units
from serbench.report.answer import named
from serbench.report.figures import OF_OPERATION, TIME
from serbench.report.table import NO_RANK, Problem, Section, has_figure, no_choice
from serbench.report.text import language_name, plain
from serbench.results.evidence import Moved
from serbench.results.ranking import is_uncertain
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.stats import SMALLEST, SMALLEST_OF_ONE_LAYOUT
from serbench.stats.ties import ALIKE, UNCERTAIN

STATUS = {
    "measured": "unproven",  # only ever shown for a row that was timed without proof
    "cannot-hold": "cannot hold",
    "broken": "broken",
    "failed": "failed",
    "unavailable": "unavailable",
    "unmeasured": "unmeasured",
}

STATUS_MEANING = {
    "measured": "timed, but no value was proven to survive",
    "cannot-hold": "the format cannot represent a value of this workload",
    "broken": "a value did not survive",
    "failed": "the driver crashed, hung, ran out of memory or did not build",
    "unavailable": "the library or its toolchain is not on this machine",
    "unmeasured": "proven, but the run ended before its first sample",
}

UNCERTAIN_MARK, LESS_SURE_MARK = "?", "~"

_NO_QUIET_ROUND = "no quiet round: the machine was busy in all samples, so times are too high"

LIMITS = (
    "The figures hold for these values, library versions, compilers and this machine. "
    "Other data can turn the order round: measure your own.",
    "Codecs are tied if none was shown faster and their times are within "
    f"{100 * (ALIKE - 1):.0f} % of each other, which another build of the same code can turn "
    "round. They need not be equal. Of others that no decision parts it is not decided which is "
    "the faster: a longer run says more.",
    f"A codec whose interval is wider than ±{100 * UNCERTAIN:.0f} % is marked as uncertain, and "
    "called neither fastest nor tied.",
    "Ranks are intervals, because the run leaves some orders open: the true rank is one of them. "
    "Rows stand in the order of their times, not of their ranks.",
    "Where the linker happens to place code in memory can move a codec by several percent. "
    "A smaller difference than that says little about the libraries, however narrow the interval.",
    "Absolute times move with the load on a shared machine. Differences between codecs of one run "
    "hold better: what the machine did to all of a round is taken out of them.",
    "Values and buffers are warm in cache or memory. Files, networks, start-up and code size "
    "are no part of these times.",
    "A codec with the trait “unchecked” trusts its input. It is not a faster way of "
    "reading bytes from strangers, and has no rank among those that are.",
)

METHOD = (
    "Before anything is timed, every value has to come back whole from every path, by a digest "
    "computed from the values themselves. A codec that loses something is shown, not timed.",
    f"A sample is a batch of whole walks over the working set, of {units.time(BATCH_NS)} or more. "
    "Codecs take turns in random order, each in several processes.",
    "A reference kernel is timed beside each sample. Medians are of the samples in which it ran "
    "at its usual speed, if there are enough of them; the others are kept and shown as loud.",
    "What the samples of a round have in common is the machine, and is taken out. What processes "
    "of a codec then differ by makes the intervals of 95 %, since code lies elsewhere in memory in "
    "each. With one process there is no such interval and nobody is shown faster; the range of "
    "the samples stands in its place.",
    "A codec is shown faster only beyond doubt for all pairs of codecs at once, by the studentized "
    "range, with each codec's variance drawn towards those of its language. A difference "
    f"under {100 * SMALLEST_OF_ONE_LAYOUT:.0f} % is not called one ({100 * SMALLEST:.0f} % with "
    "--layouts and where no codec is compiled ahead of time), unless --min-effect said otherwise. "
    "These decisions make ranks, ties and the best trade-offs (the Pareto front).",
    "A language's table is decided among its own codecs, the overall one among all. More codecs "
    "ask for larger differences: what the overall table decides, the language's does too, but it "
    "may decide pairs that the overall one leaves open.",
    "Sizes are means over the working set; gzip (level 6) and zstd (level 3) compress each value "
    "by itself.",
)


def legend(sections: Sequence[Section], drawn: Collection[str]) -> list[str]:
    """What the figures and marks of these tables mean; only of those that occur. `drawn` are
    the keys of the figures beside the time."""
    if not _shown(sections):
        return []
    sentences = [TIME.legend]
    ranks = {rank for s in sections for rank in s.ranks.values()}
    if ranks:
        several = any(rank != NO_RANK and units.EN_DASH in rank for rank in ranks)
        sentences.append(
            "rank (#): the lowest and the highest that a codec can have in the table, by which "
            "codecs were shown faster and slower"
            if several
            else "rank (#): 1 + the codecs of the table that were shown faster"
        )
    if any(is_uncertain(row) for row in _shown(sections)):
        sentences.append(
            f"{UNCERTAIN_MARK}: uncertain, an interval wider than ±{100 * UNCERTAIN:.0f} %: called "
            "neither fastest nor tied"
        )
    if NO_RANK in ranks:
        lines = (line for s in sections for line in s.lines)
        reasons = dict.fromkeys(filter(None, (no_choice(line.traits) for line in lines)))
        sentences.append(f"{NO_RANK}: no rank, and not counted in others': {' or '.join(reasons)}")
    beside = (f for f in OF_OPERATION if f is not TIME)
    return sentences + [f.legend for f in beside if f.legend and f.key in drawn]


def less_sure(sections: Sequence[Section]) -> tuple[str, str] | None:
    """What the mark ~ means, and the commonest remark, which is not ours; None without one."""
    marked = [row for row in _shown(sections) if mark(row) == LESS_SURE_MARK]
    remarks = Counter(map(remark, marked))
    if not remarks:
        return None
    number = remarks.total()
    some = "1 figure is" if number == 1 else f"{number} figures are"
    often = "" if len(remarks) == 1 else ", most often"
    return f"{LESS_SURE_MARK} {some} less sure{often}", remarks.most_common(1)[0][0]


def _shown(sections: Sequence[Section]) -> list[Row]:
    """The figures of these tables, each once, though it stands in the one over all
    languages too."""
    tables = [s for s in sections if s.language is not None] or sections
    cells = [line.cells.get(o) for s in tables for line in s.lines for o in s.operations]
    return [row for row in cells if row is not None and has_figure(row)]


def mark(row: Row) -> str:
    """What stands behind a time of which something is to be said; empty if nothing is."""
    if is_uncertain(row):
        return UNCERTAIN_MARK
    return LESS_SURE_MARK if remark(row) else ""


def remark(row: Row) -> str:
    """What makes a figure less sure, in plain characters; empty if nothing does."""
    if not row.note and row.samples > 0 and row.quiet_samples == 0:
        return _NO_QUIET_ROUND
    return plain(row.note)


def order(section: Section) -> str:
    """`serialize + deserialize`: what the table is sorted by."""
    return " + ".join(section.sorted_by)


def decided(section: Section) -> str:
    """`decided among the 11 codecs of Java`: who were judged together; empty if nobody was."""
    if section.family < 2 or not section.ranks:
        return ""
    if section.language is None:
        return f"decided among all {section.family} codecs"
    return f"decided among the {section.family} codecs of {language_name(section.language)}"


def references(section: Section) -> list[str]:
    """The codecs that the section's ratios are to."""
    rows = (r for line in section.lines for r in line.cells.values())
    return list(dict.fromkeys(r.reference for r in rows if r.reference is not None))


def working_set(facts: WorkloadFacts) -> str:
    """`1,000 values · 512 B of JSON each`, a mean."""
    values = "1 value" if facts.values == 1 else f"{facts.values:,} values"
    each = "" if facts.values == 1 else " each"
    return f"{values} · {units.size(facts.json_bytes)} of JSON{each}"


def sampling(result: Result, workload: WorkloadFacts) -> str:
    """`40 to 62 samples per figure, from 4 processes`; empty if nothing was timed."""
    # The round trip's are those of its parts.
    rows = (r for r in result.rows if r.operation != ROUND_TRIP.name)
    timed = [r for r in rows if r.workload == workload.name and has_figure(r)]
    if not timed:
        return ""
    samples = _range([r.samples for r in timed], "sample")
    return f"{samples} per figure, from {_range([r.processes for r in timed], 'process', 'es')}"


def reason(problem: Problem) -> str:
    """The operations it holds for, if not for all, and the note in plain characters."""
    note = plain(problem.note) or STATUS_MEANING[problem.status]
    return f"{named(problem.operations)}: {note}" if problem.operations else note


def run_line(result: Result) -> str:
    """`run 8f3a · 2025-11-20 14:03 UTC · 62 s · serbench 0.1.0 · rests on one run on one host`."""
    took = units.seconds(result.seconds)
    parts = [f"run {result.run}", _day(result.started), took, f"serbench {result.serbench}"]
    return plain(" · ".join([*parts, f"rests on {result.claim}"] if result.claim else parts))


def moved_words(moved: Moved) -> str:
    """`8.1 % slower (6.0-10.2 %)`: how the ratio to the reference moved, as a share of what it
    was."""
    how = "slower" if moved.ratio > 1 else "faster"
    sign = 1 if moved.ratio > 1 else -1
    middle, *ends = (sign * 100 * (x - 1) for x in (moved.ratio, moved.low, moved.high))
    low, high = sorted(ends)
    return f"{middle:.1f} % {how} ({low:.1f}{units.EN_DASH}{high:.1f} %)"


def _day(started: str) -> str:
    try:
        at = datetime.fromisoformat(started)
    except ValueError:
        return started
    return at.strftime("%Y-%m-%d %H:%M %Z").strip()


def _range(numbers: Sequence[int], noun: str, plural: str = "s") -> str:
    low, high = min(numbers), max(numbers)
    span = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{span} {noun}{'' if high == 1 else plural}"
