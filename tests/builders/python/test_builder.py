"""Python's drivers as they are put together: interpreters, packages, and codecs that fail."""

import os
import sys
from pathlib import Path

import pytest
import xxhash

from serbench.builders import pypi
from serbench.builders.codec import DRIVERS, read_codec, shipped
from serbench.builders.packages import InstallError
from serbench.builders.python import interpreter as python
from serbench.builders.python.builder import BUILDER, DRIVER, GENERATORS
from serbench.machine import programs
from serbench.measure.client import Driver
from serbench.schema.model import Field, Kind, Record, Scalar, Schema

SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))
JSON = (DRIVERS / "python" / "codecs" / "json.py").read_text()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    BUILDER.forget()
    yield
    BUILDER.forget()


def own(tmp_path, name, text):
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return read_codec("python", path)


def build(*codecs):
    return BUILDER.build(SMALL, codecs, frozenset(), lambda *_: None)


def test_versions_are_pinned_and_generators_known():
    for codec in shipped("python"):
        assert all("==" in package for package in codec.facts.get("packages", ()))
        assert set(codec.facts.get("generate", ())) <= set(GENERATORS)
    assert len(shipped("python")) >= 28


def test_interpreter_is_own_unless_variable_is_set(monkeypatch):
    assert python.interpreter().path == sys.executable
    monkeypatch.setenv(python.VARIABLE, "no-such-python")
    BUILDER.forget()
    found = BUILDER.toolchain()
    assert not found.available
    assert "SERBENCH_PYTHON=no-such-python" in found.reason


def test_interpreter_identity_depends_on_folder_not_name(tmp_path):
    """`python -m serbench` and the script, whose first line names another, fetch packages once."""
    (tmp_path / "other").mkdir()
    links = [tmp_path / name for name in ("python", "python3", "other/python")]
    for link in links:
        link.symlink_to(sys.executable)
    one, same, other = (pypi.interpreter(str(link)).identity for link in links)
    assert one == same != other


def test_an_old_interpreter_is_refused(monkeypatch, tmp_path):
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\necho 3.9.1\n")
    old.chmod(0o755)
    monkeypatch.setenv(python.VARIABLE, str(old))
    BUILDER.forget()
    assert "3.9.1 is too old" in BUILDER.toolchain().reason


def test_missing_pip_and_uv_error_advises_uv(monkeypatch, tmp_path):
    bare = tmp_path / "python"
    bare.write_text('#!/bin/sh\ncase "$3" in *pip*) exit 1;; *) echo 3.12.1;; esac\n')
    bare.chmod(0o755)
    monkeypatch.setenv(python.VARIABLE, str(bare))
    monkeypatch.setenv("PATH", str(tmp_path / "none") + os.pathsep + "/bin")
    monkeypatch.setattr(programs, "which", lambda name: str(bare) if "/" in name else None)
    BUILDER.forget()
    assert "pip install uv" in BUILDER.toolchain().reason


def bring_driver():
    """What drivers need themselves, as it is here."""
    pypi.home(DRIVER, python.interpreter()).symlink_to(Path(xxhash.__file__).parents[1])


def test_standard_library_driver_needs_no_packages(tmp_path):
    bring_driver()
    codec = own(tmp_path, "mine", JSON)
    done = build(codec)
    assert (done.failures, done.unavailable) == ({}, {})
    with Driver(done.drivers[codec.id]) as driver:
        assert driver.describe().codec == "python/mine"
        assert driver.describe().language == "python"
    assert not BUILDER.pending(SMALL, [codec], frozenset())


def test_codec_failing_to_start_does_not_fail_others(tmp_path):
    bring_driver()
    good = own(tmp_path, "good", JSON)
    bad = own(tmp_path, "bad", JSON.replace("class Json", "raise OSError('not today')\nclass Json"))
    cannot = own(
        tmp_path, "cannot",
        JSON.replace("import Codec", "import CannotHold, Codec").replace(
            "        # What json.dumps", "        raise CannotHold('small things')\n        #"
        ),
    )  # fmt: skip
    done = build(good, bad, cannot)
    assert list(done.drivers) == [good.id]
    assert done.failures[bad.id].reason == "OSError: not today"
    assert "Traceback" in done.failures[bad.id].log.read_text()
    assert done.cannot_hold == {cannot.id: "small things"}


def test_unavailable_package_fails_codec_with_reason(tmp_path, monkeypatch):
    def install(wanted, interpreter, may_be_unlocked):
        if wanted == ("nothing==1.0",):
            raise InstallError("looking\nERROR: no matching distribution\nbye")
        pypi.home(wanted, interpreter).mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(pypi, "install", install)
    front = JSON.replace("# ---\n", '# ---\n# packages = ["nothing==1.0"]\n', 1)
    codec = own(tmp_path, "mine", front)
    assert build(codec).failures[codec.id].reason == "ERROR: no matching distribution"
