"""What reading a file in a binary format may take, by the file's size.

A file of 119 bytes can ask for all memory, or for a value that never ends. The limits below are
such that honest files never meet them. Where one does all the same, the message says which limit it
was, and how to read the file without any.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MB = 1_000_000

# Beyond what the process takes before it opens the file (an interpreter and libraries): with that,
# 200 MB.
_MEMORY_BYTES, _MEMORY_PER_BYTE = 160 * MB, 10
# Of each column of a CSV file: what DuckDB reserves for batches of 2,048 rows. Little of it becomes
# memory, as rows fill it.
_RESERVED_PER_COLUMN, _MOST_COLUMNS = 700_000, 4000
# The slowest honest reading is some MB/s on a machine of today: this is a tenth of that.
_CPU_S, _CPU_S_PER_MB = 20, 4
# In which nothing comes and the processor is not at work either: a dead disk, a deadlock.
_STALL_S, _STALL_S_PER_MB = 60, 8
# The reader and the one who asked hold one value at a time, several times over.
_VALUE_BYTES, _VALUE_PER_BYTE = 16 * MB, 10


@dataclass(frozen=True, slots=True)
class Expansion:
    """How much JSON, and how many values, may come of a file: so much, and so much for each of the
    file's bytes."""

    json_bytes: int
    json_per_byte: int
    values: int
    values_per_byte: int


# Formats without compression: a byte makes at most one value and six bytes of JSON (a control
# character: \\u0000), unless values are shared, which honest files do a few times.
PLAIN = Expansion(16 * MB, 100, 10_000, 1)
# Columns that hold one value compress 1000:1 and more, and JSON repeats their names in each row: a
# million equal rows of ten columns are 1 KB of Parquet, and 200 MB of JSON.
PACKED = Expansion(1000 * MB, 10_000, 2_000_000, 200)


@dataclass(frozen=True, slots=True)
class Limits:
    """Those of a file of so many bytes; `columns` are a CSV file's."""

    file_bytes: int
    expansion: Expansion
    columns: int = 0

    @property
    def memory_bytes(self) -> int:
        return _MEMORY_BYTES + _MEMORY_PER_BYTE * self.file_bytes

    @property
    def reserved_bytes(self) -> int:
        """Of address space: memory, and what is reserved for columns."""
        return self.memory_bytes + _RESERVED_PER_COLUMN * min(self.columns, _MOST_COLUMNS)

    def cpu_s(self, json_bytes: int = 0) -> int:
        """Seconds of processor time, once so much JSON was made."""
        return _CPU_S + math.ceil(_CPU_S_PER_MB * (self.file_bytes + json_bytes) / MB)

    @property
    def stall_s(self) -> int:
        """Seconds in which nothing comes."""
        return _STALL_S + math.ceil(_STALL_S_PER_MB * self.file_bytes / MB)

    @property
    def value_bytes(self) -> int:
        """Of one value's JSON."""
        return _VALUE_BYTES + _VALUE_PER_BYTE * self.file_bytes

    @property
    def json_bytes(self) -> int:
        """Of all values' JSON."""
        return self.expansion.json_bytes + self.expansion.json_per_byte * self.file_bytes

    @property
    def values(self) -> int:
        return self.expansion.values + self.expansion.values_per_byte * self.file_bytes
