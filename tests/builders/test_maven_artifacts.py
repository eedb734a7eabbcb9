"""What Maven fetched is what was locked."""

import re

import pytest

from serbench.builders import maven
from serbench.builders import maven_artifacts as artifacts
from serbench.builders.codec import shipped
from serbench.builders.java import builder


@pytest.mark.parametrize("codec", shipped("java"), ids=lambda codec: codec.name)
def test_every_codec_library_is_locked(codec):
    for coordinates in builder.all_dependencies(codec):
        assert artifacts.has(coordinates), f"{coordinates}: run `make lock`"


def test_driver_libraries_are_locked():
    pom = maven.PARENT.read_text().partition("<build>")[0]
    found = re.findall(r"<artifactId>(.*)</artifactId>\s*<version>(.*)</version>", pom)
    assert len(found) >= 5
    for artifact, version in found[1:]:
        assert artifacts.has(f"group:{artifact}:{version}"), f"{artifact}: run `make lock`"


def test_generator_programs_are_locked():
    found = [made for made in builder.GENERATORS.values() if made.artifact]
    assert {bool(generator.main) for generator in found} == {True, False}
    for generator in found:
        _, name, version = generator.artifact.split(":")
        file = f"{name}-{version}.jar" if generator.main else f"{name}-{version}-linux-x86_64.exe"
        assert f"  {file}\n" in artifacts.LOCK.read_text()


def test_unlocked_or_changed_file_is_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(artifacts, "LOCK", tmp_path / "artifacts.lock")
    jar, other = tmp_path / "a-1.jar", tmp_path / "b-1.jar"
    jar.write_text("a")
    other.write_text("b")
    artifacts.LOCK.write_text(artifacts.text([jar]))
    assert artifacts.fault([jar], may_be_unlocked=False) == ""
    said = f"b-1.jar is not in {artifacts.LOCK}; to add it: make lock"
    assert artifacts.fault([jar, other], may_be_unlocked=False) == said
    assert artifacts.fault([jar, other], may_be_unlocked=True) == ""
    jar.write_text("changed")
    for may_be_unlocked in (False, True):
        assert "a-1.jar has the SHA-256" in artifacts.fault([jar], may_be_unlocked)
