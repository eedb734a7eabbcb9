import tomllib
from pathlib import Path

import pytest

from serbench.builders.codec import shipped
from serbench.builders.rust.workspace import Workspace
from serbench.schema.conventions import fitted
from serbench.schema.logical import Convention
from serbench.schema.model import lowered
from serbench.workloads import registry

LEDGER = registry.find("ledger").schema


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setattr(Workspace, "_driver", lambda self: Path("/driver"))
    codecs = [codec for codec in shipped("rust") if codec.name in ("borsh", "serde-json")]

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


def test_schema_without_logical_types_has_no_such_crate(write, tmp_path):
    write(lowered(LEDGER))
    assert not (tmp_path / "logical").exists()
    assert not [p for p in tmp_path.rglob("Cargo.toml") if "logical" in p.read_text()]
