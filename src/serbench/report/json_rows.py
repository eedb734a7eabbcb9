"""A result's rows as JSON: what `--json` prints and what other programs read."""

from __future__ import annotations

import json
import math
from typing import Any

from serbench.results.rows import Result, Row

# The names of a row's columns, here and in CSV, in order.
COLUMNS = Row.__struct_fields__


def rows_json(result: Result) -> str:
    """A JSON array, one object a line for each row, with every field of `Row`.

    Times are nanoseconds and sizes bytes, unscaled. The text is ASCII: what a terminal
    would obey, and text that UTF-8 cannot hold, arrives as `\\u001b` or `\\udcff`.
    """
    # ",\n" between the objects and not one dump: a row a line can be read by line tools.
    lines = (json.dumps(record(row), allow_nan=False) for row in result.rows)
    return "[" + "".join(f"{',' if i else ''}\n{line}" for i, line in enumerate(lines)) + "\n]\n"


def record(row: Row) -> dict[str, Any]:
    """The row by `COLUMNS`. A figure that is no finite number, which JSON lacks, is None."""
    return {name: _finite(getattr(row, name)) for name in COLUMNS}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
