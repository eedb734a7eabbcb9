"""`serbench footprint` with measurers that invent figures."""

import json

import pytest

from serbench.builders import measurers
from serbench.footprint import Footprint


class FakeMeasurer:
    def __init__(self, language, fail_at=""):
        self.language = language
        self.fail_at = fail_at
        self.asked = []

    def footprints(self, schema, codecs, folder, on_codec, *, with_dependencies):
        self.asked.append((schema.name, with_dependencies))
        for number, codec in enumerate(codecs):
            on_codec(number, codec.id)
            if codec.id == self.fail_at:
                raise KeyboardInterrupt
            seconds = 2.0 if with_dependencies else None
            yield Footprint(codec=codec.id, code_bytes=1000 + number, dependencies_s=seconds)


@pytest.fixture
def fakes(monkeypatch):
    made = {language: FakeMeasurer(language) for language in ("cpp", "rust")}
    monkeypatch.setattr("serbench.commands.footprint.measurer", made.get)
    return made


def found(done):
    return {one["codec"]: one for one in json.loads(done.out)["found"]["log"]}


NAMED = ("--codec", "cpp/cereal", "--codec", "rust/postcard", "--format", "json")


def test_each_codec_is_measured_and_kept(serbench, fakes):
    done = serbench("footprint", "log", *NAMED)
    assert done.status == 0, done.err
    assert {codec: one["code_bytes"] for codec, one in found(done).items()} == {
        "cpp/cereal": 1000,
        "rust/postcard": 1000,
    }
    again = serbench("report", "--format", "json")
    assert again.status == 2 or found(again) == found(done)


def test_dependencies_are_compiled_if_asked(serbench, fakes):
    assert found(serbench("footprint", *NAMED))["cpp/cereal"]["dependencies_s"] is None
    done = serbench("footprint", *NAMED, "--dependencies")
    assert found(done)["cpp/cereal"]["dependencies_s"] == 2.0


def test_codec_that_cannot_hold_the_schema_is_not_compiled(serbench, fakes):
    done = serbench("footprint", "log", "--codec", "rust/apache-avro", *NAMED)
    assert done.status == 0
    assert found(done)["rust/apache-avro"]["note"] == "cannot-hold: u64 at $.bytes_dlv"


def test_language_that_nothing_measures_has_a_note(serbench, fakes):
    done = serbench("footprint", "log", "--codec", "java/kryo", *NAMED)
    assert "footprints of this language are not measured" in found(done)["java/kryo"]["note"]


def test_interrupt_keeps_what_was_measured(serbench, fakes):
    fakes["rust"].fail_at = "rust/postcard"
    done = serbench("footprint", "log", *NAMED)
    assert done.status == 130
    with_table = serbench("list", "runs")
    assert "footprint" in with_table.out


def test_measurers_of_languages_are_found_by_name():
    assert measurers.measurer("cpp")
    assert measurers.measurer("rust")
    assert measurers.measurer("java") is None
