"""What may become of bytes that are given to a decoder, and how a decoder's end is told by what it
said."""

from __future__ import annotations

import re
from typing import Literal, get_args

from serbench.measure.load_outcomes import NO_VALUE

# From what is wished for to what is not.
Kind = Literal[
    "refused", "same value", "another value", "memory", "out of memory", "undefined behaviour",
    "crashed", "hung",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
# Each of these is kept as a file.
BAD: tuple[Kind, ...] = KINDS[KINDS.index("memory") :]

# What runtimes say whose allocator gave them nothing: a length in the bytes was believed.
_NO_MEMORY = re.compile(
    "bad_alloc|length_error|OutOfMemoryError|Java heap space|out of memory|memory allocation of|"
    "capacity overflow|cannot allocate memory|makeslice|"
    "AddressSanitizer: (allocation-size-too-big|out-of-memory|requested allocation)|"
    "rss limit exhausted|^MemoryError|Array buffer allocation failed"
)
# Of unbounded recursion AddressSanitizer says no more than the system does.
_UNDEFINED = re.compile(
    r"AddressSanitizer: (?!stack-overflow)|:\d+:\d+: runtime error: |unsafe precondition|"
    r"misaligned pointer dereference|null pointer dereference occurred|checkptr: |"
    r"attempt to \w+( \w+)* with overflow"
)


def kind_of_death(message: str) -> Kind:
    return _kind(message, "crashed")


def kind_of_refusal(message: str) -> Kind:
    """A refusal in words may be an allocator's, a check's that only instrumented code has, or a
    driver's of what its library had accepted."""
    return "another value" if message.startswith(NO_VALUE) else _kind(message, "refused")


def _kind(message: str, otherwise: Kind) -> Kind:
    if _NO_MEMORY.search(message):
        return "out of memory"
    return "undefined behaviour" if _UNDEFINED.search(message) else otherwise


def place(message: str) -> str:
    """What stays the same of an ending that is met again with other values."""
    return message.partition(": runtime error: ")[0]
