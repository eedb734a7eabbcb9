"""Go modules: those of go.sum, and no others."""

import re

import pytest

from serbench.builders import pypi
from serbench.builders.codec import shipped
from serbench.builders.go import module as go_module
from serbench.builders.go import tool as go_tool
from serbench.builders.go.generators import GENERATORS
from serbench.schema.model import Record, Schema

SCHEMA = Schema("locked", "Root", (Record("Root", ()),))


def test_shipped_codecs_use_only_locked_modules():
    """Else the go command might write what it finds into go.sum."""
    assert not [codec.id for codec in shipped("go") if go_module.brings_modules(codec)]


def test_every_module_has_hashes():
    """Of its files, and of its go.mod."""
    sums = go_module.GO_SUM.read_text()
    for name, version in go_module._versions().items():
        assert f"\n{name} v{version} h1:" in f"\n{sums}", f"{name}: run `make lock`"


def test_library_is_written_only_for_codecs_that_import_it():
    by_name = {codec.name: codec for codec in shipped("go")}
    [source] = go_module.shared_sources(by_name["sonic"])
    assert source.name == "sonic.go"
    assert go_module.shared_sources(by_name["sonic-std"]) == [source]
    assert go_module.shared_sources(by_name["gob"]) == []


def test_every_library_is_imported_by_several_codecs():
    sources = [path for codec in shipped("go") for path in go_module.shared_sources(codec)]
    there = sorted((go_module.SOURCES / "libraries").glob("*/*.go"))
    assert sorted(set(sources)) == there
    assert all(sources.count(path) > 1 for path in there)


def test_programs_of_generators_are_locked():
    for generator in GENERATORS.values():
        if generator.packages:
            assert pypi.locked(generator.packages)


@pytest.mark.compiled
def test_a_module_with_another_hash_is_refused(tmp_path, monkeypatch):
    if reason := go_tool.missing():
        pytest.skip(reason)
    sums = tmp_path / "go.sum"
    text = go_module.GO_SUM.read_text()
    sums.write_text(re.sub(r"(xxhash/v2 \S+ h1:)....", r"\g<1>0000", text))
    monkeypatch.setattr(go_module, "GO_SUM", sums)
    for name in ("GONOSUMDB", "GOINSECURE", "GOPRIVATE"):  # settings that ask no server
        monkeypatch.setenv(name, "*")
    module = go_module.Module(tmp_path / "module", SCHEMA)
    module.write([])
    with pytest.raises(go_tool.GoError) as refused:
        go_tool.run(["go", "build", "./driver"], module.path)
    assert "checksum mismatch" in refused.value.output
