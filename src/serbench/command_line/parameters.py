"""What the text of a command's parameter can reach beyond how the command works, and an option's
name.

A parameter says so in its annotation, beside what typer is told:

    db: Annotated[Path, typer.Option("--db"), Reach.WRITES]

On the command line the user says it, and it is done. From `serbench.toml`, which may be a
stranger's, it is done only within limits: see `serbench.command_line.configuration`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from inspect import unwrap
from typing import Any, get_type_hints


class Reach(Enum):
    """`TARGETS` are workloads, data files, workload modules (which execute) and queries; `CODECS`
    are names of codecs, or files, which are compiled and run; code of a `REVISION` is as well. A
    `CLUSTER` is sent code and data."""

    WRITES = "writes"
    READS = "reads"
    TARGETS = "targets"
    QUERIES = "queries"
    CODECS = "codecs"
    CODEC_FOLDER = "codec folder"
    REVISIONS = "revisions"
    CLUSTER = "cluster"


@cache
def reaches(function: Callable[..., Any]) -> dict[str, Reach]:
    """Those of a command's function, by the names of its parameters; most have none."""
    found = {}
    for name, hint in get_type_hints(unwrap(function), include_extras=True).items():
        for fact in getattr(hint, "__metadata__", ()):
            if isinstance(fact, Reach):
                found[name] = fact
    return found


def long_name(parameter: Any) -> str:
    """An option's name: the first of its long ones, since others are former ones. Nothing if it has
    a short one alone, or is an argument."""
    return next((option for option in parameter.opts if option.startswith("--")), "")
