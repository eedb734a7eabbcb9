"""A result as GitHub Markdown, for issues and READMEs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from serbench.report import units, words
from serbench.report.answer import Finding, findings
from serbench.report.layout import ratio_texts
from serbench.report.table import CHIEF, Line, Section, has_figure, languages, operations, section
from serbench.report.text import language_name, plain
from serbench.results.rows import Result, Row, WorkloadFacts

_PUNCTUATION = re.compile(r"[^\w\s]", re.ASCII)


def markdown(result: Result, *, operations: Sequence[str] | None = None) -> str:
    """The answer, a table for each language of each workload, what has no figure and why.

    `operations` names those to show; serialize and deserialize if None.
    """
    blocks: list[str] = []
    sections: list[Section] = []
    for workload in result.workloads:
        blocks.append(f"## {code(workload.name)}")
        blocks.append(f"{code(workload.source)} · {words.working_set(workload)}")
        blocks.append("\n".join(_answer(result, workload)))
        spoken = languages(result, workload.name)
        for language in [*spoken, None] if len(spoken) > 1 else spoken:
            table = section(result, workload, language, operations or _chief(result, workload))
            sections.append(table)
            blocks += _table(table)
    features = ("ratio", "memcpy", "allocs")
    blocks.append("\n".join(f"- {said}" for said in words.legend(sections, features)))
    blocks += [f"**Warning:** {code(warning)}" for warning in result.warnings]
    facts = [*result.environment.items(), ("run", words.run_line(result).removeprefix("run "))]
    blocks.append("\n".join(_rows(("environment", ""), ((code(k), code(v)) for k, v in facts))))
    return "\n\n".join(block for block in blocks if block) + "\n"


def code(text: str) -> str:
    """Text of any origin as a code span, in which GitHub sees no markup, mention, emoji,
    formula or link; safe in a table's cell too."""
    text = plain(text)
    if not text:
        return ""
    if text == text.strip() and not re.search(r"[`|\\]", text):
        return f"`{text}`"
    # A pipe would end the cell even in a code span, and a backslash before it does not
    # help everywhere: entities do.
    return f"<code>{_PUNCTUATION.sub(lambda m: f'&#{ord(m[0])};', text)}</code>"


def _answer(result: Result, workload: WorkloadFacts) -> Iterator[str]:
    for part in findings(result, workload.name):
        said = "; ".join(map(_said, part.found)) or "nothing could be measured"
        yield f"- **{part.title}**: {said}"


def _said(finding: Finding) -> str:
    tied = ", tied" if len(finding.codecs) > 1 else ""
    return f"{finding.question}: {', '.join(map(code, finding.codecs))}{tied} ({finding.figure})"


def _chief(result: Result, workload: WorkloadFacts) -> Sequence[str] | None:
    measured = operations(r for r in result.rows if r.workload == workload.name)
    return CHIEF if any(o in CHIEF for o in measured) else None


def _table(table: Section) -> Iterator[str]:
    title = "All languages" if table.language is None else language_name(table.language)
    yield f"### {title}"
    if table.lines:
        heads = ["codec", "bytes", "gzip", "zstd"]
        figures = ["ratio", "memcpy", "allocs"] if table.language is not None else ["memcpy"]
        for operation in table.operations:
            heads += ["#", operation, *figures]
        yield "\n".join(_rows(heads, (_cells(table, line, figures) for line in table.lines)))
        yield f"In order of {words.order(table)}."
    if table.problems and table.language is not None:
        heads = ["codec", "status", "reason"]
        rows = (
            (code(p.codec), words.STATUS[p.status], code(words.reason(p))) for p in table.problems
        )
        yield "\n".join(_rows(heads, rows, numbers=False))


def _cells(table: Section, line: Line, figures: Sequence[str]) -> Iterator[str]:
    yield code(line.codec if table.language is None else line.name)
    for size in (line.bytes, line.gzip_bytes, line.zstd_bytes):
        yield "" if size is None else units.size(size)
    for operation in table.operations:
        row = line.cells.get(operation)
        yield table.ranks.get((operation, line.codec), "")
        if row is None or not has_figure(row):
            yield "" if row is None else words.STATUS[row.status]
            yield from ("" for _ in figures)
            continue
        yield _time(row)
        for figure in figures:
            yield _figure(row, figure)


def _time(row: Row) -> str:
    if row.median_ns is None:
        return ""
    mark = "~" if words.no_quiet_round(row) else ""
    spread = units.time_interval(row.median_ns, row.low_ns, row.high_ns)
    return f"{units.time(row.median_ns)} {spread}{mark}"


def _figure(row: Row, figure: str) -> str:
    match figure:
        case "ratio":
            return " ".join(ratio_texts(row)).strip() if row.codec != row.reference else "ref"
        case "memcpy":
            return "" if row.memcpy_share is None else units.share(row.memcpy_share)
        case _ if row.allocations is None:
            return ""
        case _:
            asked = "" if row.allocated_bytes is None else f", {units.size(row.allocated_bytes)}"
            return f"{units.count(row.allocations)}{asked}"


def _rows(
    heads: Sequence[str], rows: Iterable[Iterable[str]], numbers: bool = True
) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join([' --- ', *([' ---: ' if numbers else ' --- '] * (len(heads) - 1))])}|"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"
