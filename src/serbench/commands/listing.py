"""`serbench list`: codecs, workloads, operations, runs."""

from __future__ import annotations

import json as json_text
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from serbench.commands import arguments
from serbench.errors import UserError, nearest
from serbench.operations import MEMCPY, OPERATIONS
from serbench.results.runs import RunRecord

_STRICT = "strict: of the ways in which bytes can be wrong, those that the decoder refuses;"
_VERSION_WIDTH = 14  # of Go a version may be a date and a digest
_GIVE_WAY = ("strict", "here", "version")  # the least telling first
KINDS = {
    "codecs": "what can be measured, in each language",
    "workloads": "built-in values to measure on",
    "operations": "what is timed of a codec",
    "runs": "what a results file holds",
}


@arguments.prints("table", "json", former=("json",))
def command(
    what: Annotated[
        str | None,
        typer.Argument(help="codecs, workloads, operations or runs; without it, what each is"),
    ] = None,
    lang: arguments.Langs = "",
    long: Annotated[
        bool,
        typer.Option("--long", "-l", help="With codecs: also libraries, release dates, traits."),
    ] = False,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
) -> None:
    if what is None:
        show_kinds()
        return
    show(what, languages=arguments.words(lang), db=db, form=form, long=long)


def show_kinds() -> None:
    """What can be listed."""
    for kind, description in KINDS.items():
        print(f"serbench list {kind:<12}{description}")


def show(kind: str, languages: Sequence[str], db: Path, form: str, long: bool = False) -> None:
    if kind not in KINDS:
        raise UserError(f"list {', '.join(KINDS)}, not {kind!r}.{nearest(kind, KINDS)}")
    if kind == "runs":
        show_runs(db, form)
        return
    rows = {"codecs": codecs, "workloads": workloads, "operations": operations}[kind](languages)
    if form == "json":
        print(json_text.dumps(rows, indent=1))
    elif kind == "codecs" and not long:
        _short(rows)
    elif kind == "codecs":
        _long(rows)
    else:
        _table(rows)


def codecs(languages: Sequence[str]) -> list[dict[str, Any]]:
    from serbench.catalog import choose
    from serbench.preparation.drivers import availability
    from serbench.proof.stored import stored
    from serbench.proof.strictness import Strictness

    proven = stored()
    rows = []
    for codec in choose(languages, ()):
        found = availability(codec)
        strictness = proven.get(codec.id, Strictness(""))
        rows.append(
            {
                "id": codec.id,
                "language": codec.language,
                "library": codec.library,
                "version": found.version,
                "released": codec.released_on(found.version),
                "compiled_by": found.compiled_by,
                "format": codec.format,
                "traits": list(codec.traits),
                "strict": {"refuses": strictness.strict, "asked": strictness.asked},
                "proven": list(strictness.facts),
                "proven_version": strictness.version,
                "limits": list(codec.limits),
                "available": found.available,
                "reason": found.reason,
            }
        )
    return rows


def workloads(_languages: Sequence[str]) -> list[dict[str, Any]]:
    from serbench.workloads import registry

    found = [registry.find(name) for name in registry.names()]
    return [
        {"name": w.name, "title": w.title, "values": w.default_count, "study": w.study or ""}
        for w in found
    ]


def operations(_languages: Sequence[str]) -> list[dict[str, Any]]:
    return [{"name": each.name, "does": each.does} for each in (*OPERATIONS, MEMCPY)]


def show_runs(db: Path, form: str) -> None:
    from serbench.results.store import Store

    with Store(db, read_only=True) as store:
        records = store.runs()
    if form == "json":
        print(json_text.dumps([run_row(record) for record in records], indent=1))
        return
    from serbench.report.runs import print_runs
    from serbench.terminal.screen import Screen

    print_runs(records, Screen())


def run_row(record: RunRecord) -> dict[str, Any]:
    row = {name: getattr(record, name) for name in record.__struct_fields__}
    return row | {"workloads": list(record.workloads), "host": record.host.name}


def _table(rows: Sequence[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from serbench.terminal.screen import Screen

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    columns = list(rows[0])
    for number, name in enumerate(columns):
        # Identifiers stay whole; other words may wrap.
        justify: Literal["left", "right"] = "right" if name == "values" else "left"
        whole = number == 0 or name in ("format", "version", "strict", "here")
        table.add_column(name, justify=justify, no_wrap=whole)
    for row in rows:
        table.add_row(*(Text(_cell(name, row)) for name in columns))
    Screen().print(table)


def _short(rows: Sequence[dict[str, Any]]) -> None:
    """A line for each codec. What a narrow terminal has no room for is left out, the least telling
    first: cut, it would say nothing."""
    from serbench.builders.driver import BY_A_DISTRIBUTION
    from serbench.report.text import shortened
    from serbench.terminal.screen import Screen

    here = [
        {
            "id": row["id"],
            "format": row["format"],
            "version": shortened(row["version"].removesuffix(BY_A_DISTRIBUTION), _VERSION_WIDTH),
            "strict": row["strict"],
            "here": "yes" if row["available"] else "no",
        }
        for row in rows
    ]
    room = Screen().width
    left_out = []
    for name in _GIVE_WAY:
        if _width(here) <= room:
            break
        left_out.append(name)
        here = [{key: row[key] for key in row if key != name} for row in here]
    _table(here)
    _print_missing(rows)
    if left_out:
        print(f"no room at {room} columns: {', '.join(left_out)}")
    print(f"{_STRICT}\n`serbench list codecs --long` has libraries, dates of release and traits")


def _width(rows: Sequence[dict[str, Any]]) -> int:
    """Of the table of these rows, with the space between columns."""
    widths = [max(len(name), *(len(_cell(name, row)) for row in rows)) for name in rows[0]]
    return sum(widths) + 2 * (len(widths) - 1)


def _long(rows: Sequence[dict[str, Any]]) -> None:
    """Two lines for each codec."""
    import textwrap

    from serbench.terminal.screen import Screen

    columns = ("id", "format", "version", "released", "strict", "available")
    widths = {name: max(len(_cell(name, row)) for row in rows) for name in columns}
    width = Screen().width
    for row in rows:
        print("  ".join(_cell(name, row).ljust(widths[name]) for name in columns).rstrip())
        more = f"{row['library']}: {', '.join(row['traits'])}"
        print(textwrap.fill(more, width, initial_indent="    ", subsequent_indent="    "))
    _print_missing(rows)
    print(f"{_STRICT}\n`serbench strictness --stored` says which")


def _print_missing(rows: Sequence[dict[str, Any]]) -> None:
    """Codecs that are not here, alike reasons together."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if not row["available"]:
            reasons.setdefault(row["reason"], []).append(row["id"])
    for reason, ids in reasons.items():
        print(f"not here: {reason}: {', '.join(ids)}")


def _cell(name: str, row: dict[str, Any]) -> str:
    value = row[name]
    if name == "strict":
        return f"{value['refuses']} of {value['asked']}" if value["asked"] else ""
    if name == "available":
        return "here" if value else "not here"
    return ", ".join(value) if isinstance(value, list) else str(value)
