"""Drivers of all languages, built side by side: what is said of codecs that somebody brought."""

import pytest

from serbench.build.codec import read_codec
from serbench.build.driver import Availability, BuildResult
from serbench.commands.new_codec import write_skeleton
from serbench.preparation import drivers
from serbench.schema.model import Record, Schema

SCHEMA = Schema("none", "Root", (Record("Root", ()),))


def brought(tmp_path, language, facts):
    path = write_skeleton(language, "mine", tmp_path)
    codec = read_codec(language, path)
    codec.facts.clear()
    codec.facts.update(facts)
    return codec


@pytest.mark.parametrize(
    ("language", "facts", "has_unlocked"),
    [
        ("cpp", {"include": ["lib"]}, False),
        ("go", {"replace": {"example.com/lib": "../lib"}}, False),
        ("go", {"require": {"example.com/lib": "v1.0.0"}}, True),
        ("java", {"dependencies": ["com.esotericsoftware:kryo:5.6.2"]}, False),
        ("java", {"dependencies": ["com.esotericsoftware:kryo:5.6.1"]}, True),
        ("javascript", {"packages": ["xxhash-wasm@1.1.0"]}, False),
        ("javascript", {"packages": ["xxhash-wasm@1.0.0"]}, True),
        ("javascript", {"paths": ["lib"]}, False),
        ("python", {"packages": ["tomli-w==1.2.0"]}, False),
        ("python", {"packages": ["tomli-w==1.1.0"]}, True),
        ("rust", {"dependencies": {"serde": "1", "lib": {"path": "../lib"}}}, False),
        ("rust", {"dependencies": {"no-such-crate": "1"}}, True),
    ],
)
def test_dependencies_that_no_lock_holds_are_known(tmp_path, language, facts, has_unlocked):
    codec = brought(tmp_path, language, facts)
    assert drivers.builder(language).has_unlocked(codec) is has_unlocked


class Builder:
    def __init__(self, is_built):
        self.is_built = is_built

    def toolchain(self):
        return Availability(True)

    def availability(self, codec):
        return Availability(True)

    def pending(self, schema, codecs, extra):
        return [] if self.is_built else list(codecs)

    def has_unlocked(self, codec):
        return True

    def build(self, schema, codecs, extra, on_progress):
        return BuildResult()


def test_unlocked_dependencies_are_said_once_and_only_when_they_are_installed(
    tmp_path, monkeypatch, capsys
):
    drivers._say_unlocked.cache_clear()
    codec = brought(tmp_path, "python", {})
    capsys.readouterr()
    said = []
    for is_built in (True, False, False):
        monkeypatch.setattr(drivers, "builder", lambda language, b=is_built: Builder(b))
        drivers.build(SCHEMA, [codec], (), lambda *_: None)
        said.append(capsys.readouterr().err)
    assert said[0] == said[2] == ""
    assert said[1].startswith("python/mine: no lock holds its dependencies")
