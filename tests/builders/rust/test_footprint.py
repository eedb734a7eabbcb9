"""What Rust codecs add to a program."""

import re
from dataclasses import replace

import pytest

from serbench.builders.codec import read_codec, shipped
from serbench.builders.footprint import none_of
from serbench.builders.rust import cargo
from serbench.builders.rust import footprint as rust_footprint
from serbench.builders.rust.footprint import MEASURER, goes_by_serde
from serbench.builders.rust.workspace import SOURCES
from tests.builders.footprint_schema import SCHEMA

CODECS = {codec.name: codec for codec in shipped("rust")}


def exporting(lib):
    """The modules of which a lib.rs exports something."""
    text = (SOURCES / lib).read_text()
    return set(re.findall(r"^pub (?:use|mod) (\w+)", text, re.M))


def test_codec_of_serde_needs_derives_and_one_with_derives_of_its_own_does_not():
    crates = {"itoa v1.0.15", "serde_core v1.0.228"}
    assert goes_by_serde(CODECS["serde-json"], crates)
    assert not goes_by_serde(CODECS["simd-json-derive"], crates)
    assert not goes_by_serde(CODECS["serde-json"], {"serde_core_of_another v1.0.0"})


def test_program_exports_all_that_the_driver_does_but_for_timing_and_protocol():
    timing = {"extra", "memory", "parts", "protocol", "walks"}
    assert exporting("footprint/lib.rs") == exporting("driver/src/lib.rs") - timing


def test_workspace_has_the_program_in_place_of_the_driver(tmp_path):
    codec = replace(CODECS["postcard"], extra=frozenset())
    workspace = rust_footprint._Workspace(tmp_path, SCHEMA, codec, {"opt-level": "s"})
    workspace.write([codec])
    manifest = (tmp_path / "codecs/postcard/Cargo.toml").read_text()
    assert f'"path" = "{SOURCES / "footprint"}"' in manifest
    assert str(SOURCES / "driver") not in manifest
    assert '"release"' not in manifest
    root = (tmp_path / "Cargo.toml").read_text()
    assert '"opt-level" = "s"' in root
    main = (tmp_path / "drivers/postcard/src/main.rs").read_text()
    assert "serbench_driver::run(codec_postcard::walks())" in main


@pytest.mark.compiled
def test_a_codec_adds_code_and_time_and_none_adds_nothing_and_a_twin_the_same(tmp_path):
    if reason := cargo.missing():
        pytest.skip(reason)
    codec = CODECS["bincode-native"]  # of few crates
    twin = tmp_path / "bincode-again.rs"
    twin.write_text(codec.path.read_text())
    none = none_of("rust", "none.rs")
    broken = tmp_path / "broken.rs"
    broken.write_text(none.path.read_text().replace("Ok(())", "Ok(0)"))
    codecs = [codec, read_codec("rust", twin), none, read_codec("rust", broken)]
    told = []
    found, again, nothing, failed = MEASURER.footprints(
        SCHEMA,
        codecs,
        tmp_path,
        lambda done, name: told.append((done, name)),
        with_dependencies=True,
    )
    assert told[1:] == [(done, codec.id) for done, codec in enumerate(codecs)]
    assert not found.note
    assert 1000 < found.small_code_bytes < found.code_bytes < 100_000
    assert found.compile_s > 0
    assert found.dependencies >= 4  # bincode, bincode_derive, unty, virtue
    assert found.dependencies_s > 1
    assert again.code_bytes == pytest.approx(found.code_bytes, rel=0.01)
    assert again.small_code_bytes == pytest.approx(found.small_code_bytes, rel=0.01)
    assert again.dependencies == found.dependencies
    assert max(nothing.code_bytes, nothing.small_code_bytes) < 200
    assert nothing.dependencies == 0
    assert "mismatched types" in failed.note
    assert not failed.is_measured
