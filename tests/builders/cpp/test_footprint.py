"""What C++ codecs add to a program."""

import shutil

import pytest

from serbench.builders.codec import read_codec, shipped
from serbench.builders.cpp import footprint as cpp_footprint
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp.footprint import MEASURER
from serbench.builders.cpp.ninja import Outcome
from serbench.builders.cpp.probe import Compiler, Library, Probe
from serbench.builders.footprint import FootprintError, none_of
from tests.builders.footprint_schema import SCHEMA

CODECS = {codec.name: codec for codec in shipped("cpp")}
COMPILER = Compiler("c++", "fake", "1", "fake 1")


def probed(codec, *libs):
    return Probe(COMPILER, "", (), (), {codec.id: Library(libs=libs)})


def test_headers_alone_are_one_dependency_and_code_of_the_distribution_is_told():
    cereal, json_c = CODECS["cereal"], CODECS["json-c"]
    headers = probed(cereal)
    assert cpp_footprint._libraries(cereal, headers) == {"cereal"}
    assert cpp_footprint._note(cereal, headers, frozenset()) == ""
    assert cpp_footprint._compile_s(cereal, headers) == 0
    linked = probed(json_c, "-ljson-c", "-lpthread")
    assert cpp_footprint._libraries(json_c, linked) == {"-ljson-c"}
    assert cpp_footprint._compile_s(json_c, linked) is None
    assert "the distribution compiled" in cpp_footprint._note(json_c, linked, frozenset())


def test_hand_written_code_depends_on_nothing():
    codec = CODECS["handcoded"]
    assert cpp_footprint._libraries(codec, probed(codec)) == set()


def test_shared_libraries_are_named(tmp_path):
    codec = CODECS["json-c"]
    shared = frozenset((tmp_path / "libjson-c.so.5", tmp_path / "libevent.so"))
    note = cpp_footprint._note(codec, probed(codec, "-ljson-c"), shared)
    assert note == "only shared libraries were found of libevent.so, libjson-c.so.5"


def test_time_of_a_library_is_that_of_a_build_from_clean_once(tmp_path, monkeypatch):
    home = tmp_path / "library"
    clock = iter((10.0, 13.5))
    built = []

    def build(library, command, key, jobs, on_step, *, programs):
        assert not programs  # which drivers do not link
        assert not home.exists()  # what an earlier one left would make it quick
        home.mkdir()
        (home / "lib.a").touch()
        built.append((library, key))
        return Outcome({}, "", True), home / "build.log"

    monkeypatch.setattr(cpp_libraries, "build", build)
    monkeypatch.setattr(cpp_libraries, "archives", lambda *_: [str(home / "lib.a")])
    monkeypatch.setattr(cpp_footprint, "processor_s", lambda: next(clock))
    cpp_footprint._library_s.cache_clear()
    home.mkdir()
    (home / "lib.a").touch()
    assert cpp_footprint._library_s("avro", COMPILER) == 3.5
    assert cpp_footprint._library_s("avro", COMPILER) == 3.5
    assert len(built) == 1
    assert built[0][1].startswith("timed-")
    assert not home.exists()
    cpp_footprint._library_s.cache_clear()


def test_library_that_does_not_compile_fails(monkeypatch):
    said = "x.cpp:1:1: error: no such thing\n"
    outcome = Outcome({"x.o": said}, said, False)
    monkeypatch.setattr(cpp_libraries, "build", lambda *_, **options: (outcome, None))
    monkeypatch.setattr(cpp_libraries, "archives", lambda *_: [])
    with pytest.raises(FootprintError, match=r"avro: .*no such thing"):
        cpp_footprint._library("avro", ["c++"], "key")


@pytest.mark.skipif(not (shutil.which("c++") and shutil.which("ninja")), reason="no C++ compiler")
@pytest.mark.compiled
def test_a_codec_adds_code_and_time_and_none_adds_nothing_and_a_twin_the_same(tmp_path):
    codec, none = CODECS["handcoded"], none_of("cpp", "none.cpp")  # it needs no library
    twin = tmp_path / "handcoded-again.cpp"
    # Headers that nobody uses take long to read, and leave no code.
    headers = "".join(
        f"#include <{name}>\n" for name in ("filesystem", "future", "ranges", "regex")
    )
    twin.write_text(codec.path.read_text().replace("#include", f"{headers}#include", 1))
    broken = tmp_path / "broken.cpp"
    broken.write_text(none.path.read_text().replace("SERBENCH_CODEC(None)", "SERBENCH_CODEC(No)"))
    codecs = [codec, read_codec("cpp", twin), none, read_codec("cpp", broken)]
    told = []
    found, again, nothing, failed = MEASURER.footprints(
        SCHEMA,
        codecs,
        tmp_path / "measured",
        lambda done, name: told.append((done, name)),
        with_dependencies=True,
    )
    assert told == [(done, each.id) for done, each in enumerate(codecs)]
    assert not found.note
    assert 500 < found.small_code_bytes < found.code_bytes < 20_000
    assert again.compile_s > max(found.compile_s, 0.1)
    assert (found.dependencies, found.dependencies_s, found.shared_bytes) == (0, 0, None)
    assert (again.code_bytes, again.small_code_bytes) == (found.code_bytes, found.small_code_bytes)
    assert (nothing.code_bytes, nothing.small_code_bytes) == (0, 0)
    assert "No" in failed.note
    assert not failed.is_measured
