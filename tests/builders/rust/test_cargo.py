"""Crates: those of the lock, and no others."""

import re

import pytest

from serbench.builders.codec import shipped
from serbench.builders.rust import builder as rust
from serbench.builders.rust import cargo
from serbench.builders.rust.workspace import LOCK, Workspace
from serbench.schema.model import Record, Schema

SCHEMA = Schema("locked", "Root", (Record("Root", ()),))
POSTCARD = next(codec for codec in shipped("rust") if codec.name == "postcard")
SERDE_JSON = next(codec for codec in shipped("rust") if codec.name == "serde-json")

needs_rust = pytest.mark.skipif(bool(cargo.missing()), reason=cargo.missing() or "Rust is here")


@pytest.mark.parametrize("codec", shipped("rust"), ids=lambda codec: codec.name)
def test_every_codec_crate_is_locked(codec):
    assert not rust.BUILDER.has_unlocked(codec), f"{codec.path}: run `make lock`"
    entry = rust._lock()[f"codec-{codec.name}"]
    locked = {name.split()[0] for name in entry["dependencies"]}
    assert codec.facts["dependencies"].keys() <= locked, "run `make lock`"


def written(tmp_path, codec):
    workspace = Workspace(tmp_path / "workspace", SCHEMA, frozenset())
    workspace.write([codec])
    return workspace.path


@needs_rust
@pytest.mark.compiled
def test_crate_missing_in_lock_is_rejected(tmp_path):
    path = written(tmp_path, POSTCARD)
    assert cargo.resolve(path, tmp_path / "target", LOCK).dependencies["codec-postcard"]
    without = tmp_path / "without.lock"
    entries = LOCK.read_text().split("\n\n")
    without.write_text("\n\n".join(e for e in entries if 'name = "postcard"' not in e))
    with pytest.raises(cargo.CargoError, match=r"postcard 1\.1\.3: not in .*; .*: make lock"):
        cargo.resolve(path, tmp_path / "target", without)


@needs_rust
@pytest.mark.compiled
def test_a_crate_with_another_hash_is_refused(tmp_path, monkeypatch):
    """From a folder of cargo's own where nothing was fetched yet."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    path = written(tmp_path, SERDE_JSON)
    lock = path / "Cargo.lock"
    text = re.sub(r'(name = "itoa"\n(?:.*\n){2}checksum = ")....', r"\g<1>0000", lock.read_text())
    assert text != lock.read_text()
    lock.write_text(text)
    with pytest.raises(cargo.CargoError) as refused:
        cargo.resolve(path, tmp_path / "target", LOCK)
    assert "itoa" in refused.value.output
    assert "checksum" in refused.value.output


def test_tree_has_a_crate_once_for_each_version():
    printed = """\
dependencies v0.0.0 (/tmp/dependencies)
serde_json v1.0.154
serde_core v1.0.228
serde_derive v1.0.228 (proc-macro)
syn v2.0.117
syn v1.0.109
serde_core v1.0.228 (*)
"""
    assert cargo.crates_of(printed) == {
        "dependencies v0.0.0",
        "serde_json v1.0.154",
        "serde_core v1.0.228",
        "serde_derive v1.0.228",
        "syn v2.0.117",
        "syn v1.0.109",
    }
