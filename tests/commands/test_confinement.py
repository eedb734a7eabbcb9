"""Which codecs the commands that feed foreign bytes leave out, and what they say of it."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.catalog import all_codecs
from serbench.commands import confinement
from serbench.errors import UserError
from serbench.measure import sandbox
from serbench.measure.sandbox import Sandbox

PICKLES = ("python/cloudpickle", "python/dill", "python/jsonpickle", "python/pickle")
# What python/*pickle names of them.
NAMED = "python/cloudpickle, python/jsonpickle, python/pickle"
BOX = Sandbox("/usr/bin/bwrap", "0.8.0")
PYTHON = [codec for codec in all_codecs() if codec.language == "python"]


@pytest.fixture
def data(tmp_path):
    (tmp_path / "calls.jsonl").write_text('{"text": "cos\\nsystem\\n(S\'true\'\\ntR."}\n')
    return "calls.jsonl"


def codecs_of(done):
    [found] = json.loads(done.out)["found"].values()
    return {row["codec"] for row in found}


def test_foreign_data_leaves_out_code_running_codecs_unless_named(serbench, data):
    names = ("python/*pickle", "python/dill*", "python/json*")
    some = [word for name in names for word in ("--codec", name)]
    words = ("robustness", data, *some, "--cases", 7, "--format", "json")
    done = serbench(*words)
    assert not codecs_of(done) & set(PICKLES)
    assert f"left out: {', '.join(PICKLES)}: their bytes can run code, and " in done.err
    words_for_all = " ".join(f"--codec {pickle_name}" for pickle_name in PICKLES)
    assert f"to take them all the same: {words_for_all}" in done.err
    named = serbench(*words, "--codec", "pickle")
    assert codecs_of(named) & set(PICKLES) == {"python/pickle"}
    others = [pickle_name for pickle_name in PICKLES if pickle_name != "python/pickle"]
    assert f"left out: {', '.join(others)}: " in named.err


def test_command_without_remaining_codecs_advises_how_to_name_them(serbench, data):
    done = serbench("robustness", data, "--codec", "python/*pickle", "--cases", 7)
    assert done.status == 2
    assert f"no codec is left without {NAMED}: " in done.err


@pytest.mark.parametrize("command", ["robustness", "evolve"])
def test_own_data_without_sandbox_leaves_out_code_running_codecs(serbench, command):
    done = serbench(command, "nested", "--codec", "python/*pickle", "--codec", "python/json")
    assert f"left out: {NAMED}: " in done.err
    assert "there is none in tests" in done.err


def test_strictness_and_interop_leave_out_code_running_codecs(serbench, data, monkeypatch):
    done = serbench("strictness", "--codec", "python/*pickle")
    assert (done.status, "no codec is left" in done.err) == (2, True)
    plain, own = PYTHON[0], replace(PYTHON[0], name="x", id="python/x", traits=("executes",))
    monkeypatch.setattr("serbench.commands.interop.choose", lambda *_: [own, plain, PYTHON[1]])
    monkeypatch.setattr(type(plain), "wire", "json", raising=False)
    done = serbench("interop", data)
    assert "left out: python/x: " in done.err


def test_own_data_in_sandbox_leaves_no_codec_out(monkeypatch):
    monkeypatch.setattr(sandbox, "_found", lambda: BOX)
    assert confinement.admitted(PYTHON, (), is_built_in=True) == PYTHON
    assert len(confinement.admitted(PYTHON, (), is_built_in=False)) == len(PYTHON) - len(PICKLES)


def test_file_named_built_in_is_foreign_data(serbench, tmp_path, data):
    (tmp_path / data).rename(tmp_path / "built-in")
    done = serbench("robustness", "./built-in", "--codec", "python/*pickle", "--cases", 7)
    assert done.status == 2
    assert "and built-in is not serbench's own" in done.err


def test_foreign_case_needs_exact_codec_name(serbench, tmp_path):
    (tmp_path / "case").write_bytes(b"\1\0\0\0N")
    words = ("robustness", "nested", "--case", "case", "--codec")
    done = serbench(*words, "python/p*ckle")
    assert done.status == 2
    assert "the case case is not serbench's own" in done.err
    assert serbench(*words, "python/pickle").status == 0


def test_report_says_whether_a_sandbox_was_used(serbench):
    words = ("robustness", "nested", "--codec", "rust/prost", "--cases", 7, "--tag", "wrong")
    done = serbench(*words)
    said = "Decoders ran without a sandbox: there is none in tests."
    assert said in " ".join(done.out.split())
    assert said in serbench("report", "wrong", "--format", "markdown").out
    kept = json.loads(serbench("report", "wrong", "--format", "json").out)
    assert kept["settings"]["sandbox"] == ""
    serbench("report", "wrong", "--html", "wrong.html")
    assert said in Path("wrong.html").read_text()


def test_drivers_may_read_the_values_and_brought_codecs(monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox, "_found", lambda: BOX)
    own = replace(PYTHON[0], path=tmp_path / "own.py", facts={"paths": ["lib"]})
    box = confinement.confined([own, *PYTHON])
    assert {tmp_path / "own.py", tmp_path / "lib"} <= set(box.readable)
    assert tmp_path not in box.readable
    assert not any(path in Path(sys.executable).parents for path in box.readable)


def test_cases_are_kept_for_the_user_alone(serbench, builders, tmp_path):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    folder = tmp_path / "robustness" / "rust" / "prost"
    folder.mkdir(parents=True)
    (folder / "nested-0-0").symlink_to(tmp_path / "elsewhere")
    serbench("robustness", "nested", "--codec", "rust/prost", "--cases", 3)
    modes = {path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {0o600}
    assert not (tmp_path / "elsewhere").exists()


def test_an_unusable_choice_is_an_error():
    with pytest.raises(UserError, match="no codec is left"):
        confinement.admitted([c for c in PYTHON if c.executes], (), is_built_in=False)
