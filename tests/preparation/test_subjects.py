import pytest

from serbench.builders.driver import BuildFailure, BuildResult
from serbench.catalog import all_codecs, select
from serbench.measure.processes import Subject
from serbench.preparation.subjects import subject_of

[CEREAL] = select(all_codecs(), globs=["cpp/cereal"])
[KRYO] = select(all_codecs(), globs=["java/kryo"])


@pytest.mark.parametrize(
    ("built", "status", "words"),
    [
        (BuildResult(cannot_hold={CEREAL.id: "map at $.a"}), "cannot-hold", "map at"),
        (BuildResult(unavailable={CEREAL.id: "no header"}), "unavailable", "no header"),
        (BuildResult(failures={CEREAL.id: BuildFailure("oops", "x.log")}), "failed", "x.log"),
    ],
)
def test_a_codec_without_a_driver_has_a_verdict(built, status, words):
    verdict = subject_of(CEREAL, built)
    assert (verdict.status, words in verdict.note) == (status, True)


def test_drivers_of_several_threads_are_not_pinned():
    built = BuildResult(drivers={CEREAL.id: ["cereal"], KRYO.id: ["java", "kryo"]})
    cereal, kryo = subject_of(CEREAL, built), subject_of(KRYO, built)
    assert isinstance(cereal, Subject)
    assert cereal.command == ("cereal",)
    assert not kryo.cpus


def test_processes_rotate_through_layouts_of_driver():
    built = BuildResult(drivers={CEREAL.id: ["usual"]}, layouts={CEREAL.id: [["1"], ["2"]]})
    subject = subject_of(CEREAL, built)
    assert isinstance(subject, Subject)
    started = [subject.in_layout(number).command for number in range(5)]
    assert started == [("usual",), ("1",), ("2",), ("usual",), ("1",)]
