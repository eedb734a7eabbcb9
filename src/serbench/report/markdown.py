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

_SIZES = {"bytes": "bytes", "gzip": "gzip_bytes", "zstd": "zstd_bytes"}
_PUNCTUATION = re.compile(r"[^\w\s]", re.ASCII)


def render_markdown(result: Result, *, operations: Sequence[str] | None = None) -> str:
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
    if doubt := words.less_sure(sections):
        blocks[-1] += f"\n- {doubt[0]}: {code(doubt[1])}"
    blocks += [f"**Warning:** {code(warning)}" for warning in result.warnings]
    facts = [*result.environment.items(), ("run", words.run_line(result).removeprefix("run "))]
    blocks.append(
        "\n".join(_rows(("environment", ""), ((code(k), code(v)) for k, v in facts), False))
    )
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
    if finding.figures:
        each = zip(finding.codecs, finding.figures, strict=True)
        return f"{finding.question}: {', '.join(f'{code(c)} ({figure})' for c, figure in each)}"
    tied = ", tied" if len(finding.codecs) > 1 else ""
    return f"{finding.question}: {', '.join(map(code, finding.codecs))}{tied} ({finding.figure})"


def _chief(result: Result, workload: WorkloadFacts) -> Sequence[str] | None:
    measured = operations(r for r in result.rows if r.workload == workload.name)
    return CHIEF if any(o in CHIEF for o in measured) else None


def _table(table: Section) -> Iterator[str]:
    title = "Overall" if table.language is None else language_name(table.language)
    yield f"### {title}"
    if table.lines:
        sizes, figures = _known(table)
        heads = ["codec", *sizes]
        for operation in table.operations:
            heads += ["#", operation, *figures]
        cells = (_cells(table, line, sizes, figures) for line in table.lines)
        yield "\n".join(_rows(heads, cells))
        yield f"In order of {words.order(table)}{_reference(table, figures)}."
    if table.problems and table.language is not None:
        rows = (
            (
                code(p.codec.removeprefix(f"{p.language}/")),
                words.STATUS[p.status],
                code(words.reason(p)),
            )
            for p in table.problems
        )
        yield "\n".join(_rows(("codec", "status", "reason"), rows, numbers=False))


def _known(table: Section) -> tuple[list[str], list[str]]:
    """The columns that hold anything at all: sizes, and figures besides the time."""
    sizes = [n for n in _SIZES if any(getattr(line, _SIZES[n]) is not None for line in table.lines)]
    # References differ between languages: their ratios share no table.
    figures = ["memcpy", "allocs"] if table.language is None else ["ratio", "memcpy", "allocs"]
    rows = [
        r for line in table.lines for r in line.cells.values() if r.operation in table.operations
    ]
    return sizes, [f for f in figures if any(_figure(r, f) for r in rows)]


def _reference(table: Section, figures: Sequence[str]) -> str:
    names = [code(r.removeprefix(f"{table.language}/")) for r in words.references(table)]
    return f"; ratio to {', '.join(names)}" if "ratio" in figures else ""


def _cells(
    table: Section, line: Line, sizes: Sequence[str], figures: Sequence[str]
) -> Iterator[str]:
    yield code(line.codec if table.language is None else line.name)
    for size in (getattr(line, _SIZES[name]) for name in sizes):
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
    mark = "~" if words.remark(row) else ""
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
