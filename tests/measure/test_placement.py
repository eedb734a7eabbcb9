import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from serbench.catalog import all_codecs
from serbench.languages.registry import LANGUAGES
from serbench.measure.placement import PlacedDriver
from serbench.measure.protocol import DriverDeath
from serbench.schema.model import Schema
from tests.compiled_schemas import nested
from tests.conftest import VECTORS

FAKE = Path(__file__).parent.parent / "fake_driver.py"
NODE = Schema.from_dict(VECTORS[1]["schema"])


def executed(driver):
    """The files that the process's code comes from."""
    lines = Path(f"/proc/{driver._process.pid}/maps").read_text().splitlines()
    return {line.split(maxsplit=5)[5] for line in lines if re.search(r" r-xp .* /", line)}


def test_program_and_libraries_are_copied(tmp_path):
    with PlacedDriver([shutil.which("cat")], set(), {}, (), tmp_path) as driver:
        names = set()
        while "libc.so.6" not in names:  # the loader takes a moment
            assert driver._process.poll() is None
            names = {Path(path).name for path in executed(driver) if str(tmp_path) in path}
        assert "cat" in names
    assert not list(tmp_path.iterdir())


def test_two_processes_share_no_copy(tmp_path):
    cat = [shutil.which("cat")]
    with (
        PlacedDriver(cat, set(), {}, (), tmp_path) as one,
        PlacedDriver(cat, set(), {}, (), tmp_path) as other,
    ):
        both = executed(one) & executed(other)
        assert not any(path.startswith(str(tmp_path)) for path in both)


@pytest.fixture
def home(tmp_path):
    """Of a virtual machine whose launcher is the fake driver."""
    home = tmp_path / "home"
    for name in ("bin/launch", "lib/libvm.so", "lib/other.so", "conf/settings"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    launch = home / "bin" / "launch"
    launch.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE} "$@"\n')
    launch.chmod(0o755)
    return home


def test_executable_files_of_a_virtual_machine_are_copied(home, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = [str(home / "bin" / "launch"), json.dumps({"schema": NODE.to_dict()})]
    runtime = ("bin/launch", "lib/libvm.so")
    with PlacedDriver(command, set(), {}, runtime, scratch) as driver:
        [copies] = scratch.iterdir()
        assert not (copies / "lib" / "libvm.so").is_symlink()
        assert (copies / "lib" / "other.so").resolve() == home / "lib" / "other.so"
        assert (copies / "conf").resolve() == home / "conf"
        driver.describe()
        assert not (copies / "bin" / "launch").exists()
        assert (copies / "lib" / "other.so").exists()
    assert not list(scratch.iterdir())
    assert (home / "lib" / "libvm.so").exists()


def test_machine_with_unknown_layout_is_started_unchanged(home, tmp_path):
    command = [str(home / "bin" / "launch"), json.dumps({"schema": NODE.to_dict()})]
    with PlacedDriver(command, set(), {}, ("lib/libj9vm.so",), tmp_path) as driver:
        assert driver.describe().codec


def test_unstartable_program_leaves_no_files(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        PlacedDriver(["/nowhere/driver"], set(), {}, (), tmp_path)
    assert not list(tmp_path.iterdir())


def test_program_other_than_a_driver_leaves_no_files(tmp_path):
    driver = PlacedDriver([shutil.which("true")], set(), {}, (), tmp_path)
    with pytest.raises(DriverDeath):
        driver.describe()
    assert not list(tmp_path.iterdir())


@pytest.mark.compiled
@pytest.mark.parametrize(
    "codec", [codec for codec in all_codecs() if codec.is_reference], ids=lambda codec: codec.id
)
def test_drivers_run_from_copies_deleted_before_the_answer(tmp_path, codec):
    built = nested(codec)
    if built.unavailable:
        pytest.skip(built.unavailable)
    language = LANGUAGES[codec.language]
    with PlacedDriver(
        built.command, set(), {}, language.runtime, tmp_path, language.beside
    ) as driver:
        assert driver.describe().codec == codec.id
        copies = {path for path in executed(driver) if path.startswith(str(tmp_path))}
        assert copies
        assert all(path.endswith("(deleted)") for path in copies)
        assert not [
            path for path in tmp_path.rglob("*") if path.is_file() and not path.is_symlink()
        ]
        driver.pin({0})
        assert driver.ran().processor >= 0
    assert not list(tmp_path.iterdir())
