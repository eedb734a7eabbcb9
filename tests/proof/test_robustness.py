"""What is found of decoders that refuse, take for another, die or hang."""

import json
from dataclasses import replace

import pytest

from serbench.catalog import all_codecs
from serbench.measure.client import Patience
from serbench.proof import robustness as module
from serbench.proof.mutations import MUTATIONS
from serbench.proof.robustness import robustness
from tests.measure.test_conformance import fake_command

FAKE = replace(all_codecs()[0], id="fake/json", language="fake", wire="json")


@pytest.fixture
def found_of(schema, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "HASTE", Patience(ordinary_s=10.0, heavy_s=0.5))

    def find(cases=140, **faults):
        command = fake_command(schema)
        command[-1] = json.dumps({**json.loads(command[-1]), "faults": faults})
        return robustness(
            FAKE, "1.0", command, schema, expected, [b"foreign"], tmp_path, cases=cases, seed=3
        )

    return find


def test_every_case_is_counted(found_of):
    found = found_of()
    assert set(found.counts) == set(MUTATIONS)
    assert sum(found.total(kind) for kind in module.KINDS) == found.cases == 140
    assert found.total("refused") > 70
    assert found.total("another value") >= 5
    assert 0 < found.changed_share <= 1
    assert not found.is_negative
    assert found == found_of()


@pytest.mark.parametrize(("fault", "kind"), [("crash", "crashed"), ("hang", "hung")])
def test_what_ends_a_decoder_is_kept(found_of, fault, kind):
    found = found_of(cases=2, load=fault)
    assert found.total(kind) == 2
    assert found.is_negative
    assert [kept.kind for kept in found.kept] == [kind, kind]
    assert all(kept.data is not None and kept.said for kept in found.kept)


def test_a_codec_that_does_not_survive_is_not_tried(found_of):
    found = found_of(verify="lose")
    assert (found.cases, found.counts) == (0, {})
    assert found.unproven.startswith("broken: ")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("std::bad_alloc", "out of memory"),
        ("java.lang.OutOfMemoryError: Java heap space", "out of memory"),
        ("unexpected end", "refused"),
    ],
)
def test_memory_that_was_refused(said, kind):
    assert module._kind_of_refusal(said) == kind
