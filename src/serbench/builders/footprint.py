"""What the builders' measurers of footprints share. Each builds, in a folder of its own and from
clean, a small program with the codec and the same one without."""

from __future__ import annotations

import resource
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from serbench.builders.codec import DRIVERS, Codec, read_codec
from serbench.footprint import Footprint
from serbench.schema.model import Schema

# Whatever else runs makes a build take longer, and nothing makes it take less: of so many the least
# is meant.
_BUILDS = 3

# Called with what is being done, and how many of the codecs are done.
OnCodec = Callable[[int, str], None]


class FootprintError(Exception):
    """A program was not built, or cannot be measured. The text is one line."""


class Measurer(Protocol):
    """Of a language. `prepares` says that it starts the codecs' drivers, which must be built."""

    def footprints(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        folder: Path,
        on_codec: OnCodec,
        *,
        with_dependencies: bool,
    ) -> Iterator[Footprint]:
        """One of each codec, as soon as it is known. All that is written lies in `folder`. Where
        nothing can be measured the note says why. Processes run one after another, since
        `processor_s` counts all."""
        ...


def none_of(language: str, name: str) -> Codec:
    """The codec that writes and reads nothing."""
    return read_codec(language, DRIVERS / language / "footprint" / name)


def processor_s() -> float:
    """Seconds of processors that the processes took which this one started, and which ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def added(whole: float, without: float) -> float:
    """What a codec adds. Less than nothing is the noise of two builds."""
    return max(whole - without, 0.0)


def added_compile_s(
    compile_with: Callable[[], float], compile_without: Callable[[], float]
) -> float:
    """Seconds that a codec adds to the compilation of a program; the two tell theirs. They take
    turns, since a machine may have half the speed minutes later."""
    times = [(compile_with(), compile_without()) for _ in range(_BUILDS)]
    return added(*map(min, zip(*times, strict=True)))


# https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.sheader.html
_SHF_ALLOC, _SHT_NOBITS = 2, 8


def loaded_bytes(program: Path) -> int:
    """The code and data of a program that are loaded from its file: what stripping leaves, without
    the headers and the padding between pages, which would round a small codec to nothing or to a
    page. Raises `FootprintError` for what is no ELF file of 64 bits."""
    data = program.read_bytes()
    order = {b"\x01": "<", b"\x02": ">"}.get(data[5:6], "")
    if data[:5] != b"\x7fELF\x02" or not order:
        raise FootprintError(f"{program.name} is no ELF file of 64 bits, as programs of Linux are")
    [table] = struct.unpack_from(f"{order}Q", data, 0x28)
    each, count = struct.unpack_from(f"{order}HH", data, 0x3A)
    total = 0
    for number in range(count):
        kind, flags, _, _, size = struct.unpack_from(
            f"{order}IQQQQ", data, table + number * each + 4
        )
        if flags & _SHF_ALLOC and kind != _SHT_NOBITS:
            total += size
    return total


def is_supported() -> str:
    """Why no program can be measured here; or ""."""
    return "" if sys.platform == "linux" else "footprints are measured on Linux only"


def failed(codec: Codec, error: Exception) -> Footprint:
    return Footprint(codec=codec.id, note=f"failed: {error}")
