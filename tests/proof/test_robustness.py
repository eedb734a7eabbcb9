"""What is found of decoders that refuse, take for another, die or hang."""

import json
from dataclasses import replace

import pytest

from serbench.measure.client import Patience
from serbench.proof import decoder
from serbench.proof.crash_kinds import KINDS
from serbench.proof.decoder import Limits
from serbench.proof.mutations import MUTATIONS, OTHER_SCHEMA
from serbench.proof.reordered_schema import reversed_schema, reversed_values
from serbench.proof.robustness import FIRST_BATCH, Trial, Writer, robustness
from tests.conftest import working_set
from tests.measure.test_conformance import fake_command
from tests.proof.test_reordered_schema import FLAT, VALUES


@pytest.fixture
def found_of(schema, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(decoder, "HASTE", Patience(ordinary_s=10.0, heavy_s=0.5))

    def find(cases=140, patience_s=600, **faults):
        command = fake_command(schema)
        command[-1] = json.dumps({**json.loads(command[-1]), "faults": faults})
        trial = Trial(schema, cases, 3, tmp_path, Limits(), [b"foreign"], patience_s=patience_s)
        return robustness("fake/json", "1.0", Writer(command, expected), trial)

    return find


def test_every_case_is_counted(found_of):
    found = found_of()
    assert set(found.counts) == set(MUTATIONS) - {OTHER_SCHEMA}
    assert sum(found.total(kind) for kind in KINDS) == found.cases == 140
    assert found.total("refused") > 70
    assert found.total("another value") >= 5
    assert 0 < found.changed_share <= 1
    assert not found.is_negative
    assert found == found_of()


def test_slow_codec_gets_no_more_cases_and_this_is_said(found_of):
    found = found_of(patience_s=0)
    assert sum(found.total(kind) for kind in KINDS) == found.cases == FIRST_BATCH
    assert found.habits[-1] == "stopped after 20 of 140 cases, which took more than 0 s"


@pytest.mark.parametrize(("fault", "kind"), [("crash", "crashed"), ("hang", "hung")])
def test_bytes_ending_decoder_are_kept(found_of, fault, kind):
    found = found_of(cases=2, load=fault)
    assert found.total(kind) == 2
    assert found.is_negative
    assert [kept.kind for kept in found.kept] == [kind, kind]
    assert all(kept.data is not None and kept.said for kept in found.kept)


def test_case_stays_as_it_is_when_no_time_is_left_to_make_it_smaller(found_of, monkeypatch):
    smaller = found_of(cases=20, load="crash").kept
    monkeypatch.setattr("serbench.proof.robustness.REDUCING_S", -1)
    kept = found_of(cases=20, load="crash").kept
    assert [one.number for one in kept] == [one.number for one in smaller]
    assert max(one.changed for one in kept) > max(one.changed for one in smaller) == 1


def test_lossy_codec_is_not_tested(found_of):
    found = found_of(verify="lose")
    assert (found.cases, found.counts) == (0, {})
    assert found.unproven.startswith("broken: ")


@pytest.fixture
def flat(tmp_path):
    """A trial of a schema that can be reversed, its writer and the reversed one's."""
    expected = working_set(FLAT, VALUES, tmp_path / "values")
    turned = reversed_schema(FLAT)
    other = Writer(
        fake_command(turned), reversed_values(turned, expected.path, tmp_path / "turned")
    )
    return Trial(FLAT, 16, 3, tmp_path, Limits()), Writer(fake_command(FLAT), expected), other


def test_named_format_reads_bytes_of_reversed_schema_as_same_value(flat):
    trial, writer, other = flat
    found = robustness("fake/json", "1.0", writer, trial, other)
    assert found.counts[OTHER_SCHEMA] == {"same value": 2}


def test_reversed_schema_is_skipped_when_driver_fails(flat):
    trial, writer, other = flat
    found = robustness("fake/json", "1.0", writer, trial, replace(other, command=["false"]))
    assert OTHER_SCHEMA not in found.counts
    assert found.cases == 16
