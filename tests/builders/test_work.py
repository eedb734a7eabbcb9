"""What building drivers has in common: stamps, up-to-date drivers, failures."""

from dataclasses import dataclass

import pytest

from serbench.builders.work import Work


@dataclass
class Codec:
    id: str
    name: str
    language: str = "x"

    def driver_name(self, extra):
        return self.name


A, B = Codec("x/a", "a"), Codec("x/b", "b")


class Build(Work):
    """Its drivers are empty files; `made_of` is what they are made of."""

    made_of = "1"
    interrupted = False
    runs = 0

    @property
    def fingerprints(self):
        return {codec.id: self.made_of for codec in self.codecs}

    def run(self, on_progress):
        type(self).runs += 1
        stamp = self.begin()
        for codec in self.codecs:
            self.binary(codec).parent.mkdir(exist_ok=True)
            self.binary(codec).write_text("")
            if self.interrupted:
                raise KeyboardInterrupt
            stamp[codec.id] = self.made_of
            self.result.drivers[codec.id] = [str(self.binary(codec))]
        self.write_stamp(stamp)


@pytest.fixture
def made(schema, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(Build, "runs", 0)

    def make(*codecs, missing=""):
        work = Build("x", schema, codecs, frozenset())
        return work.done(lambda: missing, tmp_path, lambda done, total, doing: None)

    return make


def test_up_to_date_drivers_are_not_built_again(made):
    first = made(A, B)
    assert made(A, B).drivers == first.drivers
    assert made(B).drivers == {"x/b": first.drivers["x/b"]}
    assert Build.runs == 1


def test_other_sources_or_a_missing_driver_are_built(made, monkeypatch, tmp_path):
    [driver] = made(A).drivers["x/a"]
    monkeypatch.setattr(Build, "made_of", "2")
    made(A)
    assert Build.runs == 2
    (tmp_path / driver).unlink()
    made(A)
    assert Build.runs == 3


def test_building_one_codec_keeps_stamp_of_another(made):
    made(A)
    made(B)
    made(A, B)
    assert Build.runs == 2


def test_interrupted_build_is_repeated_with_unchanged_sources(made, monkeypatch):
    made(A)
    with monkeypatch.context() as patched:
        patched.setattr(Build, "made_of", "2")
        patched.setattr(Build, "interrupted", True)
        with pytest.raises(KeyboardInterrupt):
            made(A)
    made(A)
    assert Build.runs == 3


def test_missing_toolchain_fails_every_codec_with_reason(made):
    failures = made(A, B, missing="no compiler").failures
    assert {failure.reason for failure in failures.values()} == {"no compiler"}
    assert failures["x/a"].log.read_text() == "no compiler\n"
    assert Build.runs == 0


def test_torn_stamp_is_ignored(made, tmp_path):
    made(A)
    for stamp in tmp_path.rglob("stamp.json"):
        stamp.write_text("{")
    made(A)
    assert Build.runs == 2
