"""What Go codecs add to a program."""

import pytest

from serbench.builders.codec import read_codec, shipped
from serbench.builders.footprint import none_of
from serbench.builders.go import footprint as go_footprint
from serbench.builders.go import tool as go_tool
from serbench.builders.go.footprint import MEASURER
from tests.builders.footprint_schema import SCHEMA

CODECS = {codec.name: codec for codec in shipped("go")}
needs_go = pytest.mark.skipif(bool(go_tool.missing()), reason=go_tool.missing())


def test_failing_compiler_is_the_note_of_all(tmp_path, monkeypatch):
    def fails(*_, **__):
        raise go_tool.GoError("no space left", "")

    monkeypatch.setattr(go_footprint._Program, "build", fails)
    codecs = [CODECS["encoding-json"], CODECS["gob"]]
    found = MEASURER.footprints(SCHEMA, codecs, tmp_path, lambda *_: None, with_dependencies=False)
    assert [(one.codec, one.note) for one in found] == [
        ("go/encoding-json", "failed: no space left"), ("go/gob", "failed: no space left"),
    ]  # fmt: skip


def test_generated_code_is_the_codecs_own_and_the_driver_is_not(tmp_path):
    program = go_footprint._Program(tmp_path, SCHEMA, CODECS["encoding-json"])
    for path in ("driver/codec.go", "schema/types.go", "codec/encoding-json/main.go"):
        (program.path / path).parent.mkdir(parents=True, exist_ok=True)
        (program.path / path).write_text("package p\n")
    program._make_new()
    first = (program.path / "schema/types.go").read_text()
    program._make_new()
    assert (program.path / "driver/codec.go").read_text() == "package p\n"
    assert (program.path / "schema/types.go").read_text() != first
    assert (program.path / "schema/types.go").read_text().startswith("package p\n\n// ")


@needs_go
@pytest.mark.compiled
def test_a_codec_adds_code_and_time_and_none_adds_nothing_and_a_twin_the_same(tmp_path):
    codec, none = CODECS["shamaton"], none_of("go", "none.go")
    twin = tmp_path / "shamaton-again.go"
    twin.write_text(codec.path.read_text())
    broken = tmp_path / "broken.go"
    broken.write_text(none.path.read_text().replace("return out, nil", "return 0, nil"))
    codecs = [codec, read_codec("go", twin), none, read_codec("go", broken)]
    told = []
    found, again, nothing, failed = MEASURER.footprints(
        SCHEMA,
        codecs,
        tmp_path / "measured",
        lambda done, name: told.append((done, name)),
        with_dependencies=False,
    )
    assert told == [(done, codec.id) for done, codec in enumerate(codecs)]
    assert 300_000 < found.code_bytes < 1_000_000
    assert found.dependencies == 1
    assert found.dependencies_s is None
    assert again.code_bytes == pytest.approx(found.code_bytes, rel=0.01)
    assert again.dependencies == found.dependencies
    assert nothing.code_bytes < 200
    assert nothing.dependencies == 0
    assert "cannot use 0" in failed.note
    assert not failed.is_measured
