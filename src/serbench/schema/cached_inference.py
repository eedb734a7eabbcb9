"""Inferred schemas, kept so that a second run starts at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from serbench.schema import cached
from serbench.schema.csv_files import CsvOptions
from serbench.schema.folding import OnProgress
from serbench.schema.infer import Inference, infer
from serbench.schema.model import Schema
from serbench.schema.remarks import Remark

_NO_OPTIONS = CsvOptions()


def infer_cached(
    paths: Iterable[str | Path],
    name: str | None = None,
    on_progress: OnProgress | None = None,
    *,
    narrow: bool = False,
    unions: bool = False,
    at: str = "",
    csv: CsvOptions = _NO_OPTIONS,
    detect: bool = False,
    plain: bool = False,
) -> Inference:
    """As `infer`, unless that was done before and no file has changed."""
    files = [Path(path) for path in paths]

    def make() -> Inference:
        return infer(
            files,
            name,
            on_progress,
            narrow=narrow,
            unions=unions,
            at=at,
            csv=csv,
            detect=detect,
            plain=plain,
        )

    facts = cached.file_facts(files)
    if facts is None:
        return make()

    def make_of_unchanged() -> Inference:
        inference = make()
        cached.check_unchanged(files, facts)
        return inference

    asked = [name or "", *["detect"] * detect]
    asked += options(narrow=narrow, unions=unions, at=at, csv=csv, plain=plain)
    return kept(files, [*asked, *facts], make_of_unchanged)


def options(*, narrow: bool, unions: bool, at: str, csv: CsvOptions, plain: bool) -> list[str]:
    """Those of an inference, beside files, that its result follows from."""
    flags = {"narrow": narrow, "unions": unions, "plain": plain, f"at {at}": bool(at)}
    return [*(flag for flag, is_set in flags.items() if is_set), repr(csv)]


def kept(
    files: Sequence[str | Path], facts: Sequence[str], make: Callable[[], Inference]
) -> Inference:
    """What `make` makes, unless that was done before for the same facts."""
    entry = cached.entry("schemas", *facts).with_suffix(".json")
    data = cached.read(entry)
    if data is not None:
        try:
            return _from_dict(msgspec.json.decode(data), files)
        except (msgspec.MsgspecError, LookupError, ValueError, TypeError):
            pass  # damaged: read the file again
    inference = make()
    with cached.written(entry) as file:
        file.write(msgspec.json.encode(_to_dict(inference)))
    return inference


def _to_dict(inference: Inference) -> dict[str, Any]:
    """Without the files' names, which need not be UTF-8."""
    kept = [field.name for field in fields(inference) if field.name != "files"]
    return {name: getattr(inference, name) for name in kept} | {
        "schema": inference.schema.to_dict()
    }


def _from_dict(data: dict[str, Any], files: Iterable[str | Path]) -> Inference:
    return Inference(
        Schema.from_dict(data["schema"]),
        msgspec.convert(data["remarks"], tuple[Remark, ...]),
        data["values"],
        data["bytes"],
        tuple(map(str, files)),
        {name: tuple(paths) for name, paths in data["places"].items()},
        data["checksum"],
    )
