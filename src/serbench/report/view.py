"""What of a result is shown: the names that a user gave, held against what there is."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

import msgspec

from serbench.errors import UserError, check_known, nearest
from serbench.operations import ROUND_TRIP, TIMED
from serbench.report.figures import OF_CODEC, OF_OPERATION, TIME
from serbench.report.table import View, operations
from serbench.results.ranking import ranked
from serbench.results.rows import Result

# Columns by their keys; the time is always there.
COLUMNS = tuple(
    figure.key
    for figure in (*OF_CODEC, *OF_OPERATION)
    if figure.gives_way is not None and figure is not TIME
)
_OF_CODEC = tuple(figure.key for figure in OF_CODEC)
CODEC = "codec"  # what tables may be sorted by, besides figures and operations


def check(view: View, result: Result | None = None) -> None:
    """Raises `UserError` for what there is not. Of a result that is not there yet, tables may be
    sorted by whatever could be measured; `check_baseline` is of the codecs that will be."""
    for name in view.columns:
        check_known("column", name, COLUMNS)
    timed = (*TIMED, ROUND_TRIP.name) if result is None else operations(result.rows)
    if view.sort:
        check_known("column to sort by", view.sort, (*timed, *_OF_CODEC, CODEC))
    if view.baseline and result is not None:
        check_baseline(view.baseline, list(dict.fromkeys(row.codec for row in result.rows)))


def check_baseline(baseline: str, codecs: Sequence[str]) -> None:
    """Raises `UserError` where it is none of these ids, and no name of one."""
    if not any(baseline in (codec, codec.partition("/")[2]) for codec in codecs):
        raise UserError(
            f"--baseline {baseline!r}: no such codec is measured.{nearest(baseline, codecs)}"
        )


def is_named(codec: str, name: str) -> bool:
    """Whether a pattern means a codec, by its id or without its language."""
    return fnmatchcase(codec, name) or fnmatchcase(codec.partition("/")[2], name)


def narrowed(
    result: Result,
    languages: Sequence[str] = (),
    codecs: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Result:
    """Only the rows of these languages, codecs (patterns) and operations, ranked among each other;
    all where none is named. Raises `UserError` for one that the result does not have."""
    for language in languages:
        check_known("language measured", language, {row.language: 0 for row in result.rows})
    known = dict.fromkeys(row.codec for row in result.rows)
    for codec in codecs:
        if not any(is_named(one, codec) for one in known):
            raise UserError(
                f"--codec {codec!r}: no such codec was measured.{nearest(codec, known)}"
            )
    for name in names:
        check_known("operation measured", name, {row.operation: 0 for row in result.rows})
    rows = [
        row
        for row in result.rows
        if (not languages or row.language in languages)
        and (not codecs or any(is_named(row.codec, codec) for codec in codecs))
        and (not names or row.operation in names)
    ]
    return msgspec.structs.replace(result, rows=tuple(ranked(rows)))
