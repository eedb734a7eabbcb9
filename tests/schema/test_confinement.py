"""What a process cannot do once it has given the world up; each in a process of its own."""

import subprocess
import sys

import pytest

linux = pytest.mark.skipif(sys.platform != "linux", reason="what Linux offers")

GIVE_UP = "from serbench.schema import confinement as c; c.give_up_world();"


def ended(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", GIVE_UP + code], cwd=folder, capture_output=True, text=True
    )
    return done.returncode, done.stderr


@linux
@pytest.mark.parametrize(
    "code",
    [
        "open('new', 'w').write('x' * 10)",
        "open('old', 'r+b').write(b'x')",
        "import os; os.truncate('old', 0)",
        "import os; os.remove('old')",
        "import os; os.execv('/bin/true', ['true'])",
        "import socket; socket.create_connection(('127.0.0.1', 9))",
    ],
)
def test_confined_process_cannot_write_execute_or_connect(code, tmp_path):
    old = tmp_path / "old"
    old.write_bytes(b"kept")
    status, said = ended(code, tmp_path)
    assert status == 1
    if has_landlock():
        assert "PermissionError" in said
        assert old.read_bytes() == b"kept"


def has_landlock():
    from serbench.schema.confinement import landlock_version

    return landlock_version() >= 4


@linux
def test_memory_beyond_limit_is_refused_and_below_limit_is_given(tmp_path):
    code = "c.limit_memory(100_000_000); a = bytearray(50_000_000)"
    assert ended(code, tmp_path)[0] == 0
    status, said = ended(code + "; b = bytearray(60_000_000)", tmp_path)
    assert status == 1
    assert "MemoryError" in said


@linux
def test_lifted_memory_limit_has_no_effect(tmp_path):
    code = "c.limit_memory(1_000_000); c.free_memory(); a = bytearray(50_000_000)"
    assert ended(code, tmp_path) == (0, "")


def test_processor_time_beyond_the_limit_ends_the_process(tmp_path):
    status, _ = ended("c.limit_cpu(1)\nwhile True: pass", tmp_path)
    assert status == -24  # SIGXCPU


def test_files_can_still_be_read(tmp_path):
    (tmp_path / "old").write_bytes(b"kept")
    assert ended("assert open('old').read() == 'kept'", tmp_path) == (0, "")
