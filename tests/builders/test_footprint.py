"""What the measurers of footprints share."""

import struct
import subprocess
import sys

import pytest

from serbench.builders import footprint
from serbench.builders.footprint import (
    FootprintError,
    added,
    added_compile_s,
    loaded_bytes,
    processor_s,
)

_ALLOC, _EXECUTED = 2, 4
_PROGBITS, _NOBITS = 1, 8


def elf(order, *sections):
    """A file of nothing but section headers: type, flags and size of each."""
    head = bytearray(64)
    head[:6] = b"\x7fELF\x02" + {"<": b"\x01", ">": b"\x02"}[order]
    struct.pack_into(f"{order}Q", head, 0x28, len(head))
    struct.pack_into(f"{order}HH", head, 0x3A, 64, len(sections))
    table = b"".join(
        struct.pack(f"{order}IIQQQQ", 0, kind, flags, 0, 0, size).ljust(64, b"\0")
        for kind, flags, size in sections
    )
    return bytes(head) + table


@pytest.mark.parametrize("order", ["<", ">"])
def test_sections_that_are_loaded_from_the_file_are_counted(tmp_path, order):
    program = tmp_path / "program"
    program.write_bytes(
        elf(
            order,
            (_PROGBITS, _ALLOC | _EXECUTED, 1000),
            (_PROGBITS, _ALLOC, 200),
            (_NOBITS, _ALLOC, 40_000),  # zeros, which the file has not
            (_PROGBITS, 0, 7_000_000),  # symbols
        )
    )
    assert loaded_bytes(program) == 1200


@pytest.mark.parametrize("data", [b"", b"MZ", b"\x7fELF\x01\x01", b"\x7fELF\x02\x03"])
def test_program_of_another_kind_is_rejected(tmp_path, data):
    program = tmp_path / "a.exe"
    program.write_bytes(data)
    with pytest.raises(FootprintError, match=r"a\.exe is no ELF file of 64 bits"):
        loaded_bytes(program)


def test_nothing_is_less_than_without_a_codec():
    assert added(5.0, 3.0) == 2.0
    assert added(3.0, 5.0) == 0.0


def test_seconds_that_a_codec_adds_are_the_difference_of_the_least_of_both_in_turns():
    turns = []

    def compile_s(name, times):
        return lambda: turns.append(name) or times.pop()

    seconds = added_compile_s(
        compile_s("codec", [9.0, 5.0, 7.0]), compile_s("none", [4.0, 3.0, 8.0])
    )
    assert seconds == 2.0
    assert turns == ["codec", "none"] * 3


def test_seconds_of_processors_are_those_of_ended_children_and_theirs():
    before = processor_s()
    spin = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {spin!r}])"
    subprocess.run([sys.executable, "-c", nested], check=True)
    assert 0.2 <= processor_s() - before < 5


@pytest.mark.parametrize(("platform", "is_told"), [("linux", False), ("darwin", True)])
def test_other_systems_than_linux_are_told(monkeypatch, platform, is_told):
    monkeypatch.setattr("sys.platform", platform)
    assert bool(footprint.is_supported()) == is_told
