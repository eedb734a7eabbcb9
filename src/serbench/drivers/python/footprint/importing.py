"""The process of `serbench footprint`: python -I importing.py FOLDER..., where modules are found;
among them `codec` and `serbench_example`, which holds a value.

It prints the nanoseconds that it takes to import the codec and to have the first value through,
less those that the second value takes, and the bytes that are resident afterwards and were not
before. What this file imports itself, no codec is seen to import, so that it is next to nothing.
"""

from __future__ import annotations

import gc
import sys
from time import perf_counter_ns
from typing import Any


def resident() -> dict[str, int]:
    """Bytes by the file they are of; "" is memory of none. The kernel's sums are not asked: see
    `added_bytes`."""
    gc.collect()
    found: dict[str, int] = {}
    file = ""
    with open("/proc/self/smaps") as mappings:
        for line in mappings:
            words = line.split(maxsplit=5)
            if words[0] == "Rss:":
                found[file] = found.get(file, 0) + (int(words[1]) << 10)
            elif not words[0].endswith(":"):  # addresses, permissions, offset, device, inode, file
                file = words[5].rstrip() if words[4] != "0" else ""
    return found


def added_bytes(before: dict[str, int], after: dict[str, int]) -> int:
    """Of files that were there before, as the interpreter itself, a process shares the pages with
    all others. How many of them it has touched so far says nothing of a codec, and may be MBs."""
    kept = sum(size for file, size in after.items() if not file or file not in before)
    return kept - before[""]


def main(folders: list[str]) -> None:
    sys.path[:0] = folders
    import serbench_example
    from serbench_driver import Codec

    resident()  # the first call leaves memory behind, which is not the codec's
    before = resident()
    start = perf_counter_ns()
    import codec as module

    [class_] = (
        member
        for member in vars(module).values()
        if isinstance(member, type)
        and issubclass(member, Codec)
        and member is not Codec
        and member.__module__ == "codec"
    )
    codec = class_()
    _pass(codec, serbench_example.VALUE)
    first = perf_counter_ns()
    _pass(codec, serbench_example.VALUE)
    second = perf_counter_ns()
    print((first - start) - (second - first), added_bytes(before, resident()))


def _pass(codec: Any, value: Any) -> None:
    """Both ways."""
    encoded = codec.encode(codec.populate(value) if codec.populate else value)
    output = codec.decode(bytes(memoryview(encoded)))
    if codec.convert:
        codec.convert(output)


main(sys.argv[1:])
