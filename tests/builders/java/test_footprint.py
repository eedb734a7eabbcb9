"""What Java codecs add to a program."""

import pytest

from serbench.builders import maven
from serbench.builders.codec import read_codec, shipped
from serbench.builders.footprint import none_of
from serbench.builders.java import builder
from serbench.builders.java import footprint as java_footprint
from serbench.builders.java.footprint import MEASURER
from tests.builders.footprint_schema import SCHEMA

CODECS = {codec.name: codec for codec in shipped("java")}
NONE = none_of("java", "none.java")

needs_jdk = pytest.mark.skipif(
    not builder.BUILDER.toolchain().available, reason="no JDK or no Maven"
)


def own(tmp_path, name, text):
    path = tmp_path / f"{name}.java"
    path.write_text(text)
    return read_codec("java", path)


def measured(codecs, tmp_path):
    found = MEASURER.footprints(
        SCHEMA, codecs, tmp_path / "measured", lambda *_: None, with_dependencies=True
    )
    return list(found)


def test_missing_jdk_is_the_note(tmp_path, monkeypatch):
    monkeypatch.setattr(builder.BUILDER, "missing", lambda: "no JDK is installed")
    [found] = measured([CODECS["json"]], tmp_path)
    assert found.note == "no JDK is installed"
    assert not found.is_measured


def test_classes_have_the_size_of_their_jar(tmp_path):
    classes = tmp_path / "classes"
    (classes / "inner").mkdir(parents=True)
    (classes / "inner" / "A.class").write_bytes(bytes(100_000))
    jar = tmp_path / "some.jar"
    jar.write_bytes(bytes(123))
    assert 100 < java_footprint.jar_bytes(classes) < 1000
    assert java_footprint.jar_bytes(jar) == 123


def test_least_of_builds_and_jars_of_the_codec_alone_count(tmp_path, monkeypatch):
    """With builds that are made up."""
    library, other = tmp_path / "library.jar", tmp_path / "other.jar"
    library.write_bytes(bytes(1000))
    other.write_bytes(bytes(500))
    asked = []

    def class_paths(modules, may_be_unlocked, parent):
        asked.append((modules, may_be_unlocked, parent.parent.name))
        error = maven.MavenError("it cannot be resolved", "")
        return {"0": [library, other], "1": []}, {"2": error}

    times = {"json": iter((9.0, 3.5, 9.0)), "none": iter((5.0, 3.0, 4.0, 3.0, 3.0, 3.0))}

    def build(program, schema):
        if not program.failure:
            program.classes_bytes = 700 if program.codec.name == "json" else 400
            program.compile_s.append(next(times[program.codec.name]))

    monkeypatch.setattr(builder.BUILDER, "missing", lambda: "")
    monkeypatch.setattr(maven, "class_paths", class_paths)
    monkeypatch.setattr(java_footprint._Program, "build", build)
    monkeypatch.setattr(java_footprint, "ROUNDS", 3)
    broken = own(tmp_path, "broken", CODECS["kryo"].path.read_text())
    json, nothing, failed = measured([CODECS["json"], NONE, broken], tmp_path)
    assert asked == [
        (
            {
                "0": ["com.fasterxml.jackson.core:jackson-databind:2.23.0"],
                "1": [],
                "2": ["com.esotericsoftware:kryo:5.6.2"],
            },
            ["2"],
            "footprint",
        )
    ]
    assert (json.jar_bytes, json.compile_s, json.dependencies) == (1800, 0.5, 2)
    assert (nothing.jar_bytes, nothing.compile_s, nothing.dependencies) == (0, 0, 0)
    assert failed.note == "failed: it cannot be resolved"
    assert not failed.is_measured


@needs_jdk
@pytest.mark.compiled
def test_codec_adds_jars_and_a_twin_the_same_and_none_adds_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(java_footprint, "ROUNDS", 1)
    json = CODECS["json"]
    broken = own(tmp_path, "broken", NONE.path.read_text().replace("return null", "return 0"))
    codecs = [json, own(tmp_path, "the-same", json.path.read_text()), NONE, broken]
    found, again, nothing, failed = measured(codecs, tmp_path)
    # Jackson's core, which the driver has for itself, is something the codec needs as well.
    assert found.dependencies == again.dependencies == 3
    assert 2_000_000 < found.jar_bytes < 3_000_000
    assert again.jar_bytes == pytest.approx(found.jar_bytes, abs=50)
    assert (nothing.jar_bytes, nothing.dependencies) == (0, 0)
    assert "incompatible types" in failed.note


@needs_jdk
@pytest.mark.compiled
def test_lock_knows_the_jars_of_each_library_alone():
    names = {codec.name: builder.all_dependencies(codec) for codec in CODECS.values()}
    found, failed = maven.class_paths(names, parent=java_footprint.PARENT)
    assert (found.keys(), failed) == (names.keys(), {})
