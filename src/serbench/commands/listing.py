"""`serbench list`: codecs, workloads, operations."""

from __future__ import annotations

import json as json_text
from collections.abc import Sequence
from typing import Any, Literal

from serbench.errors import UserError, nearest
from serbench.operations import MEMCPY, OPERATIONS

KINDS = ("codecs", "workloads", "operations")


def show(what: str, languages: Sequence[str], json: bool) -> None:
    if what not in KINDS:
        raise UserError(f"list {', '.join(KINDS)}, not {what!r}.{nearest(what, KINDS)}")
    rows = {"codecs": codecs, "workloads": workloads, "operations": operations}[what](languages)
    if json:
        print(json_text.dumps(rows, indent=1, ensure_ascii=False))
    else:
        _table(rows)


def codecs(languages: Sequence[str]) -> list[dict[str, Any]]:
    from serbench.catalog import choose
    from serbench.preparation.drivers import availability

    rows = []
    for codec in choose(languages, ()):
        found = availability(codec)
        rows.append(
            {
                "id": codec.id,
                "language": codec.language,
                "library": codec.library,
                "version": found.version,
                "format": codec.format,
                "traits": list(codec.traits),
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


def _table(rows: Sequence[dict[str, Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    columns = [name for name in rows[0] if name not in ("language", "limits", "reason")]
    for number, name in enumerate(columns):
        # Identifiers stay whole; other words may wrap.
        justify: Literal["left", "right"] = "right" if name == "values" else "left"
        table.add_column(name, justify=justify, no_wrap=number == 0 or name == "version")
    for row in rows:
        table.add_row(*(Text(_cell(name, row)) for name in columns))
    Console().print(table)


def _cell(name: str, row: dict[str, Any]) -> str:
    value = row[name]
    if name == "available":
        return "yes" if value else f"no: {row['reason']}"
    return ", ".join(value) if isinstance(value, list) else str(value)
