"""A result as GitHub Markdown, for issues and READMEs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from serbench.operations import PRIMARY
from serbench.report import words
from serbench.report.answer import Finding, findings
from serbench.report.figures import OF_CODEC, OF_OPERATION, TIME, TableFigure
from serbench.report.interop import markdown_cell
from serbench.report.table import Line, Section, View, has_figure, languages, operations, section
from serbench.report.text import language_name, plain
from serbench.results.rows import Result, WorkloadFacts

_PUNCTUATION = re.compile(r"[^\w\s]", re.ASCII)


def render_markdown(
    result: Result, *, operations: Sequence[str] | None = None, view: View | None = None
) -> str:
    """The answer, a table for each language of each workload, what has no figure and why.

    `operations` names those to show; the primary ones if None.
    """
    view = view or View()
    blocks: list[str] = []
    sections: list[Section] = []
    for workload in result.workloads:
        blocks.append(f"## {code(workload.name)}")
        blocks.append(f"{code(workload.source)} · {words.working_set(workload)}")
        blocks.append("\n".join(_answer(result, workload)))
        spoken = languages(result, workload.name)
        for language in [*spoken, None] if len(spoken) > 1 else spoken:
            wanted = operations or _chief(result, workload)
            table = section(result, workload, language, wanted, view)
            sections.append(table)
            blocks += _table(table, view.columns)
    drawn = {figure.key for table in sections for figure in _known(table, view.columns)[1]}
    blocks.append("\n".join(f"- {line}" for line in words.legend(sections, drawn)))
    if doubt := words.less_sure(sections):
        blocks[-1] += f"\n- {doubt[0]}: {code(doubt[1])}"
    blocks += [f"**Warning:** {code(warning)}" for warning in result.warnings]
    blocks += [f"**Note:** {code(note)}" for note in result.notes]
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
        text = "; ".join(map(_said, part.found)) or "nothing could be measured"
        yield f"- **{part.title}**: {text}"


def _said(finding: Finding) -> str:
    if finding.figures:
        each = zip(finding.codecs, finding.figures, strict=True)
        return f"{finding.question}: {', '.join(f'{code(c)} ({figure})' for c, figure in each)}"
    tied = ", tied" if len(finding.codecs) > 1 else ""
    # It may name the codec that comes next.
    figure = markdown_cell(finding.figure)
    return f"{finding.question}: {', '.join(map(code, finding.codecs))}{tied} ({figure})"


def _chief(result: Result, workload: WorkloadFacts) -> Sequence[str] | None:
    measured = operations(r for r in result.rows if r.workload == workload.name)
    return PRIMARY if any(o in PRIMARY for o in measured) else None


def _table(table: Section, columns: Sequence[str]) -> Iterator[str]:
    title = "Overall" if table.language is None else language_name(table.language)
    yield f"### {title}"
    if table.lines:
        of_codec, beside = _known(table, columns)
        heads = ["codec", *(figure.label for figure in of_codec)]
        for operation in table.operations:
            heads += ["#", operation, *(figure.label for figure in beside)]
        cells = (_cells(table, line, of_codec, beside) for line in table.lines)
        yield "\n".join(_rows(heads, cells))
        decided = words.decided(table)
        yield (
            f"In order of {words.order(table)}{f'; {decided}' if decided else ''}"
            f"{_reference(table, beside)}."
        )
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


def _known(table: Section, columns: Sequence[str]) -> tuple[list[TableFigure], list[TableFigure]]:
    """The columns that hold anything at all, of those that are asked for if some are: of the
    codecs, and beside the time."""
    rows = [
        r for line in table.lines for r in line.cells.values() if r.operation in table.operations
    ]
    return (
        [
            figure
            for figure in OF_CODEC
            if figure.gives_way is not None
            and (not columns or figure.key in columns)
            and any(line.text(figure) for line in table.lines)
        ],
        [
            figure
            for figure in OF_OPERATION
            if figure is not TIME
            and figure.gives_way is not None
            and (not columns or figure.key in columns)
            and not (figure.within_language and table.language is None and not table.baseline)
            and any(figure.joined(row) for row in rows)
        ],
    )


def _reference(table: Section, beside: Sequence[TableFigure]) -> str:
    names = [code(r.removeprefix(f"{table.language}/")) for r in words.references(table)]
    return f"; ratio to {', '.join(names)}" if "ratio" in {f.key for f in beside} else ""


def _cells(
    table: Section, line: Line, of_codec: Sequence[TableFigure], beside: Sequence[TableFigure]
) -> Iterator[str]:
    yield code(line.codec if table.language is None else line.name)
    yield from map(line.text, of_codec)
    for operation in table.operations:
        row = line.cells.get(operation)
        yield table.ranks.get((operation, line.codec), "")
        if row is None or not has_figure(row):
            yield "" if row is None else words.STATUS[row.status]
            yield from ("" for _ in beside)
            continue
        yield TIME.joined(row) + words.mark(row)
        yield from (figure.joined(row) for figure in beside)


def _rows(
    heads: Sequence[str], rows: Iterable[Iterable[str]], numbers: bool = True
) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join([' --- ', *([' ---: ' if numbers else ' --- '] * (len(heads) - 1))])}|"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"
