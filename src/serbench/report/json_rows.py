"""A result's rows as JSON: what `--format json` prints and what other programs read."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from serbench.results.rows import FORMER_NAMES, Result, Row

# The names of a row's fields, in order; and those of its columns here and in CSV.
COLUMNS = Row.__struct_fields__
EXPORTED = (*COLUMNS, *FORMER_NAMES.values())
_NOT_ASCII = re.compile(r"[^\n\x20-\x7e]+")


def rows_json(result: Result) -> str:
    """A JSON array, one object a line for each row, with every field of `Row`, and those that had
    another name under that, too.

    Times are nanoseconds and sizes bytes, unscaled. The text is ASCII: what a terminal
    would obey, and text that UTF-8 cannot hold, arrives as `\\u001b` or `\\udcff`.
    """
    # ",\n" between the objects and not one dump: a row a line can be read by line tools.
    lines = (json.dumps(record(row, EXPORTED), allow_nan=False) for row in result.rows)
    return "[" + "".join(f"{',' if i else ''}\n{line}" for i, line in enumerate(lines)) + "\n]\n"


def indented(value: Any) -> str:
    """A struct, or several, as indented JSON, in ASCII as `rows_json`."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
    # Only texts have more than ASCII: outside of them there is none in JSON.
    return _NOT_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)


def with_former_names(value: Any, former: Mapping[str, str]) -> Any:
    """What `indented` takes, with every field that has a former name under both: programs that
    read the output of an earlier serbench go on. They stay for one release."""

    def doubled(plain: Any) -> Any:
        if isinstance(plain, (list, tuple)):
            return [doubled(part) for part in plain]
        if not isinstance(plain, dict):
            return plain
        fields = {name: doubled(part) for name, part in plain.items()}
        return fields | {former[name]: fields[name] for name in former if name in fields}

    return doubled(msgspec.to_builtins(value))


def record(row: Row, names: Iterable[str] = COLUMNS) -> dict[str, Any]:
    """The row by these names. A figure that is no finite number, which JSON lacks, is None."""
    return {name: _finite(getattr(row, name)) for name in names}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
