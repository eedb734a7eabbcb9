"""Where a driver's code lies within its executable.

Another link of the same code can be some percent faster or slower, for no merit of the library's:
"Producing Wrong Data Without Doing Anything Obviously Wrong!" (Mytkowicz et al., ASPLOS 2009).
Whoever wants that sampled too builds a driver in several layouts: C++ and Rust with so many bytes
before all other code and, in C++, objects linked in another order; Go with packages in the random
order of its linker. Layout 0 is the usual one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

# Functions begin at multiples of 16 bytes, instructions are fetched in lines of 64.
STEP_BYTES = 16
MOST_BYTES = 4096

_number: ContextVar[int] = ContextVar("number", default=0)


def number() -> int:
    return _number.get()


@contextmanager
def chosen(wanted: int) -> Iterator[None]:
    """Within it, drivers are built in this layout, in this thread and those that builds start."""
    before = _number.set(wanted)
    try:
        yield
    finally:
        _number.reset(before)


def suffix(layout: int) -> str:
    """Of a driver's file in this layout."""
    return f"@{layout}" if layout else ""


def padding_bytes(layout: int) -> int:
    """What lies before all other code."""
    return STEP_BYTES * random.Random(f"padding {layout}").randrange(1, MOST_BYTES // STEP_BYTES)


def assembler(layout: int) -> str:
    """For the GNU assembler; the linker keeps it, though nothing calls it."""
    section = '.pushsection .text.serbench_padding,\\"axR\\",@progbits'
    return f"{section}\\n.skip {padding_bytes(layout)}\\n.popsection\\n"


def shuffled(objects: Sequence[str], layout: int) -> list[str]:
    return random.Random(f"objects {layout}").sample(objects, len(objects))
