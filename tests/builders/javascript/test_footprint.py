"""What JavaScript codecs add to a process."""

import pytest

from serbench.builders import interpreted_footprint
from serbench.builders.codec import read_codec, shipped
from serbench.builders.footprint import none_of
from serbench.builders.interpreted import wanted
from serbench.builders.javascript import node
from serbench.builders.javascript.footprint import MEASURER
from tests.builders.footprint_schema import SCHEMA

CODECS = {codec.name: codec for codec in shipped("javascript")}
NONE = none_of("javascript", "none.js")


def own(tmp_path, name, text):
    path = tmp_path / f"{name}.js"
    path.write_text(text)
    return read_codec("javascript", path)


def measured(codecs, tmp_path):
    found = MEASURER.footprints(
        SCHEMA, codecs, tmp_path / "measured", lambda *_: None, with_dependencies=True
    )
    return list(found)


def test_missing_node_is_the_note(tmp_path, monkeypatch):
    monkeypatch.setenv(node.VARIABLE, "no-such-node")
    MEASURER.builder.forget()
    [found] = measured([CODECS["json"]], tmp_path)
    monkeypatch.undo()
    MEASURER.builder.forget()
    assert found.note == "SERBENCH_NODE=no-such-node is no Node.js"


def test_failing_codec_has_a_note_and_none_adds_nothing(tmp_path, monkeypatch):
    if reason := node.missing():
        pytest.skip(reason)
    monkeypatch.setattr(interpreted_footprint, "ROUNDS", 3)
    text = NONE.path.read_text()
    broken = own(tmp_path, "broken", text.replace("return EMPTY", 'throw new RangeError("no")'))
    missing = own(tmp_path, "missing", text.replace("// page", '// program = "no-such"\n// page'))
    found, nothing, without = measured([broken, NONE, missing], tmp_path)
    assert found.note == "failed: RangeError: no"
    assert "no-such is not installed" in without.note
    assert not found.is_measured
    assert not without.is_measured
    assert nothing.import_rss_bytes < 300_000
    assert (nothing.dependencies, nothing.compile_s, nothing.note) == (0, 0, "")


def test_packages_of_packages_are_counted_as_npm_installed_them(tmp_path):
    class Work:
        def home_of(self, packages):
            assert packages == wanted(CODECS["msgpackr"])
            return tmp_path

    (tmp_path / "node_modules").mkdir()
    lock = tmp_path / "node_modules" / ".package-lock.json"
    lock.write_text('{"packages": {"node_modules/a": {}, "node_modules/a/node_modules/b": {}}}')
    assert MEASURER.dependencies(CODECS["msgpackr"], Work()) == 2
    assert MEASURER.dependencies(CODECS["json"], Work()) == 0


@pytest.mark.compiled
def test_library_adds_time_and_memory_and_a_twin_the_same(tmp_path, monkeypatch):
    if reason := node.missing():
        pytest.skip(reason)
    monkeypatch.setattr(interpreted_footprint, "ROUNDS", 7)
    twin = own(tmp_path, "the-same", CODECS["protobufjs-static"].path.read_text())
    codecs = [CODECS["protobufjs-static"], twin, CODECS["json"]]
    static, again, json = measured(codecs, tmp_path)
    for found in (static, again):
        assert found.import_ms > json.import_ms
        assert found.import_rss_bytes > json.import_rss_bytes + 500_000
        assert found.compile_s > 0.1
        assert found.dependencies >= 1
    # V8's pages: one more or less may be begun.
    assert again.import_rss_bytes == pytest.approx(static.import_rss_bytes, abs=2 * 256 * 1024)
    assert (json.compile_s, json.dependencies) == (0, 0)
