import json
from dataclasses import replace

import pytest

from serbench.catalog import all_codecs, select
from serbench.languages.registry import LANGUAGES
from serbench.machine import cache, processors
from serbench.preparation import estimate


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture(autouse=True)
def two_processors(monkeypatch):
    monkeypatch.setattr(processors, "allowed", lambda: frozenset({0, 1}))


def expected(schema, codecs):
    return sum(estimate.seconds(estimate.work(schema, codecs)).values())


def built(language, *keys):
    """As if these drivers had been built for another schema."""
    stamp = cache.directory("build", language, 32 * "0") / cache.STAMP
    stamp.write_text(json.dumps(dict.fromkeys(keys, "made of")))


def test_more_codecs_take_longer_and_each_language_has_share(schema):
    some = [codec for codec in all_codecs() if codec.name == "protobuf"]
    assert 0 < expected(schema, some) < expected(schema, all_codecs())
    found = estimate.work(schema, some)
    assert {piece.language for piece in found} == {codec.language for codec in some}
    assert estimate.work(schema, []) == []


def test_a_larger_schema_takes_longer(schema):
    codecs = select(all_codecs(), globs=["rust/bincode"])
    twice = replace(
        schema, records=(*schema.records, *(replace(r, name=f"{r.name}2") for r in schema.records))
    )
    assert expected(schema, codecs) < expected(twice, codecs)


def test_on_more_processors_compiling_takes_less(schema, monkeypatch):
    codecs = select(all_codecs(), globs=["rust/bincode"])
    built("rust", "rust/bincode")
    before = expected(schema, codecs)
    monkeypatch.setattr(processors, "allowed", lambda: frozenset(range(4)))
    assert expected(schema, codecs) == pytest.approx(before / 2)


@pytest.mark.parametrize("key", ["rust/bincode", "rust/bincode+read", "rust/bincode@1"])
def test_libraries_built_for_another_schema_take_no_time(schema, key):
    codecs = select(all_codecs(), globs=["rust/bincode", "rust/prost"])
    cold = expected(schema, codecs)
    first_s, library_s = LANGUAGES["rust"].library_s
    built("rust", key)
    assert expected(schema, codecs) == pytest.approx(cold - first_s - library_s)
    assert [codec.id for codec in estimate.never_built(codecs)] == ["rust/prost"]


def test_torn_stamp_is_ignored(schema):
    built("rust", "rust/bincode")
    stamp = cache.home() / "build" / "rust" / (32 * "0") / cache.STAMP
    stamp.write_text("{")
    assert estimate.built_before("rust") == frozenset()


@pytest.fixture
def fetched(monkeypatch):
    """The sources of protobuf were fetched, and all C++ codecs have been built before."""
    from serbench.builders.cpp import builder, libraries

    wanted = ["protobuf", "avro"]
    monkeypatch.setattr(builder.BUILDER, "to_fetch", lambda codecs: wanted)
    monkeypatch.setattr(libraries, "version", lambda name: "3" if name == "protobuf" else "")
    built("cpp", *(codec.id for codec in select(all_codecs(), globs=["cpp/*"])))


def test_compiled_library_takes_time_once_for_all_codecs(schema, fetched):
    codecs = [codec for codec in all_codecs() if "protobuf" in codec.facts.get("compile", ())]
    assert len(codecs) > 1
    found = [piece for piece in estimate.work(schema, codecs) if piece.kind.startswith("compile/")]
    assert [(piece.stage, piece.rule_s) for piece in found] == [("protobuf", 142.0)]
    cache.directory("build", "cpp", "library-0", "protobuf-3-0").joinpath("lib.a").touch()
    assert not [
        piece for piece in estimate.work(schema, codecs) if piece.kind.startswith("compile/")
    ]


def test_slower_machine_raises_later_estimates(schema):
    codecs = select(all_codecs(), globs=["rust/*"])
    built("rust", *(codec.id for codec in codecs))
    before = expected(schema, codecs)
    for _ in range(20):
        estimate.learn(estimate.work(schema, codecs), 2 * before)
    assert expected(schema, codecs) == pytest.approx(2 * before, rel=0.05)


def test_fetching_time_does_not_raise_estimate_of_drivers(schema):
    codecs = select(all_codecs(), globs=["rust/bincode"])
    built("rust", "rust/bincode")
    warm = expected(schema, codecs)
    (cache.home() / "build" / "rust" / (32 * "0") / cache.STAMP).unlink()
    for _ in range(20):
        estimate.learn(estimate.work(schema, codecs), 100 + warm)
    assert expected(schema, codecs) == pytest.approx(100 + warm, rel=0.05)
    built("rust", "rust/bincode")
    assert expected(schema, codecs) == warm


def test_unexpectedly_fast_build_does_not_change_estimate(schema):
    codecs = select(all_codecs(), globs=["rust/bincode"])
    before = expected(schema, codecs)
    estimate.learn(estimate.work(schema, codecs), 0.01)
    assert expected(schema, codecs) == before
