"""Drivers of all languages, built side by side: what is said of codecs that somebody brought."""

from dataclasses import replace

import pytest

from serbench.builders.codec import read_codec
from serbench.builders.driver import Availability, BuildResult
from serbench.commands.new_codec import write_skeleton
from serbench.preparation import drivers
from serbench.schema.logical import Uuid
from serbench.schema.model import Field, Record, Schema, scalar_of


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


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
def test_unlocked_dependencies_are_detected(tmp_path, language, facts, has_unlocked):
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


def test_unlocked_dependencies_are_reported_once_and_only_on_installation(
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


def test_codecs_are_built_by_the_schemas_that_they_hold(tmp_path, monkeypatch):
    class Recording(Builder):
        def build(self, schema, codecs, extra, on_progress):
            built.append((schema.fingerprint, [codec.name for codec in codecs]))
            return BuildResult({codec.id: ["driver"] for codec in codecs})

    def of(name, types):
        path = write_skeleton("python", name, tmp_path)
        return replace(read_codec("python", path), types=types)

    built = []
    monkeypatch.setattr(drivers, "builder", lambda language: Recording(is_built=True))
    schema = Schema("t", "Root", (Record("Root", (Field("at", scalar_of(Uuid())),)),))
    plain, native, other = of("a", {}), of("b", {"uuid": "tag 37"}), of("c", {})
    result = drivers.build(schema, [plain, native, other], (), lambda *_: None)
    assert set(result.drivers) == {"python/a", "python/b", "python/c"}
    assert built == [
        (plain.fitted(schema).fingerprint, ["a", "c"]),
        (native.fitted(schema).fingerprint, ["b"]),
    ]
    assert plain.fitted(schema).fingerprint != native.fitted(schema).fingerprint


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


def done_s(stages, *steps):
    """What is thought to be done after each step, which come two seconds apart."""
    clock = Clock()
    counted = drivers.Steps(stages, clock)
    found = []
    for step in steps:
        clock.now_s += 2
        found.append(counted.done_s(*step))
    return found


def test_progress_never_decreases_when_steps_are_counted_anew():
    stages = {"base": 10.0, "drivers": 20.0, "protobuf": 100.0}
    steps = [(1, 2, "compile a.o"), (2, 2, "compile b.o"), (25, 100, "protobuf: compile c.o")]
    steps += [(100, 100, "protobuf: archive"), (1, 2, "compile d.o"), (2, 2, "link e")]
    assert done_s(stages, *steps) == [5, 10, 10 + 25, 110, 110 + 10, 130]


def test_steps_without_libraries_count_for_drivers():
    assert done_s({"drivers": 20.0}, (1, 4, "compile a.o"), (4, 4, "link b")) == [5, 20]


def test_already_built_library_counts_as_done():
    assert done_s({"protobuf": 100.0, "drivers": 20.0}, (1, 2, "compile a.o")) == [110]


def test_steps_without_stages_count_as_zero():
    assert done_s({}, (1, 2, "compile a.o")) == [0]


def test_steps_reported_in_burst_do_not_count():
    """As cargo names what it finds built."""
    clock = Clock()
    counted = drivers.Steps({"drivers": 30.0}, clock)
    clock.now_s += 1
    counted.done_s(0, 1, "Rust libraries")
    clock.now_s += 1
    found = [counted.done_s(number, 100, f"crate {number}") for number in range(1, 91)]
    assert max(found) < 1
    assert found[-1] == 0
    clock.now_s += 5
    assert counted.done_s(95, 100, "driver") == 15


def test_languages_share_progress_and_end_of_all_completes_total():
    told = []
    work = [
        drivers.estimate.Work("cpp", "drivers", "build/cpp/a", 30.0),
        drivers.estimate.Work("go", "drivers", "build/go/a", 10.0),
    ]
    clock = Clock()
    shares = drivers.Shares(work, lambda *progress: told.append(progress), clock)
    clock.now_s += 1
    tell = shares.teller("cpp")
    clock.now_s += 1
    tell(1, 2, "link a")
    shares.teller("python")(1, 2, "nothing to do here")
    shares.end("go")
    shares.end("cpp")
    assert told == [
        (15, 40, "C++: link a"),
        (15, 40, "Python: nothing to do here"),
        (25, 40, ""),
        (40, 40, ""),
    ]
