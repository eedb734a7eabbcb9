"""The whole command line without a compiler: the languages' builders give out fake drivers."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from serbench.builders import instrumentation
from serbench.builders.cpp.builder import CppBuilder
from serbench.builders.cpp.probe import Library, Probe
from serbench.builders.driver import Availability, BuildFailure, BuildResult
from serbench.languages.registry import LANGUAGES
from serbench.machine import programs
from serbench.measure import sandbox
from serbench.preparation import drivers
from serbench.results import provenance
from serbench.terminal import progress

FAKE = Path(__file__).parent.parent / "fake_driver.py"


@dataclass
class FakeBuilder:
    """Every codec is there but those in `missing`; those in `unbuildable` do not compile."""

    language: str
    single_threaded: bool = True
    missing: dict = field(default_factory=dict)
    unbuildable: dict = field(default_factory=dict)
    faults: dict = field(default_factory=dict)
    bad: dict = field(default_factory=dict)
    noise: float = 0.0
    is_slow: bool = False
    instrumented: list = field(default_factory=list)

    def toolchain(self):
        return Availability(True, "fake 1.0")

    def availability(self, codec):
        if codec.id in self.missing:
            return Availability(False, reason=self.missing[codec.id], packages=("libfake-dev",))
        return Availability(True, "1.0")

    def forget(self):
        pass

    def pending(self, schema, codecs, extra):
        return codecs if self.is_slow else []

    def build(self, schema, codecs, extra, on_progress):
        result = BuildResult()
        self.instrumented.append(instrumentation.is_on())
        for number, codec in enumerate(codecs):
            on_progress(number, len(codecs), codec.id)
            if codec.id in self.unbuildable:
                result.failures[codec.id] = BuildFailure(self.unbuildable[codec.id], Path("log"))
            else:
                setup = {
                    "schema": schema.to_dict(),
                    "faults": self.faults.get(codec.id, {}),
                    "bad": self.bad.get(codec.id, {}),
                    "noise": self.noise,
                }
                result.drivers[codec.id] = [sys.executable, str(FAKE), json.dumps(setup)]
        return result


def nothing_found(codecs):
    return Probe(None, "", (), (), {codec.id: Library() for codec in codecs})


@pytest.fixture
def builders(monkeypatch):
    """The fake builders by language, for a test to spoil."""
    made = {name: FakeBuilder(name) for name in LANGUAGES}
    fake(monkeypatch, made)
    monkeypatch.setattr(progress, "_is_quiet", False)  # brought back after `--quiet`
    return made


def fake(monkeypatch, made):
    """Lets languages have these builders, whose drivers may be Python's."""
    monkeypatch.setattr(drivers, "builder", made.__getitem__)
    # Estimates ask it what of C++ is to be compiled: in an empty cache, by sixty programs.
    monkeypatch.setattr(CppBuilder, "_probe", lambda _, codecs: nothing_found(codecs))
    # Inside, the modules of the house that fake drivers are made of are not there.
    monkeypatch.setattr(sandbox, "_found", lambda: "there is none in tests")
    # A copy of the interpreter, which some are started with, is in no virtual environment.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    monkeypatch.setattr(programs, "_RUNNING", programs._RUNNING | {"PYTHONPATH"})


@dataclass
class Outcome:
    status: int
    out: str
    err: str


@pytest.fixture
def serbench(builders, monkeypatch, tmp_path, capfd):
    """Runs a command line in an empty directory with an empty cache."""
    from serbench.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("SERBENCH_TRUST", raising=False)
    monkeypatch.setenv("COLUMNS", "140")

    def call(*words: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["serbench", *map(str, words)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capfd.readouterr()
        return Outcome(end.value.code or 0, said.out, said.err)

    return call


@pytest.fixture
def serbench_once(serbench, tmp_path, tmp_path_factory):
    """Runs a command line as `serbench` does, but the same one a single time: for later tests what
    it left is copied. It has to succeed."""

    def call(*words: object) -> None:
        name = hashlib.sha256(repr(words).encode()).hexdigest()[:16]
        kept = tmp_path_factory.getbasetemp() / f"once-{name}"
        if not kept.exists():
            outcome = serbench(*words)
            assert outcome.status == 0, outcome.err
            shutil.copytree(tmp_path, kept, symlinks=True)
            return
        shutil.copytree(kept, tmp_path, symlinks=True, dirs_exist_ok=True)
        provenance.remember(tmp_path / "serbench.duckdb", is_written_here=True)

    return call
