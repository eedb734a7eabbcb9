"""Class paths that Maven resolved, compared with the lock."""

import re

import pytest

from serbench.builders import maven
from serbench.builders import maven_artifacts as artifacts
from serbench.builders.java import builder

needs_jdk = pytest.mark.skipif(
    not builder.BUILDER.toolchain().available, reason="no JDK or no Maven"
)


@needs_jdk
@pytest.mark.compiled
def test_a_library_with_another_hash_is_refused(tmp_path, monkeypatch):
    text = artifacts.LOCK.read_text()
    monkeypatch.setattr(artifacts, "LOCK", tmp_path / "artifacts.lock")
    artifacts.LOCK.write_text(re.sub(r"^....(.*  kryo-)", r"0000\1", text, flags=re.MULTILINE))
    modules = {
        "kryo": ["com.esotericsoftware:kryo:5.6.2"],
        "bson": ["org.mongodb:bson:5.14.0"],
        "own": ["com.esotericsoftware:kryo:5.6.2"],
        "older": ["org.mongodb:bson:5.13.0"],
    }
    found, failed = maven.class_paths({**modules, maven.DRIVER: []}, {"own"})
    assert {*found} == {"bson", maven.DRIVER}
    assert "kryo-5.6.2.jar has the SHA-256" in str(failed["kryo"])
    assert "kryo-5.6.2.jar has the SHA-256" in str(failed["own"])
    assert re.search("bson-5.13.0|Could not", str(failed["older"]))


def test_libraries_are_not_told_that_what_the_driver_compiles_with_is_provided():
    text = maven.PARENT.read_text()
    of_libraries = maven._as_parent_of_libraries(text)
    assert "<scope>provided</scope>" in text
    assert "provided" not in of_libraries
    assert "<artifactId>library</artifactId>" in of_libraries
    for artifact in ("jackson-core", "zero-allocation-hashing", "maven-dependency-plugin"):
        assert f"<artifactId>{artifact}</artifactId>" in of_libraries
