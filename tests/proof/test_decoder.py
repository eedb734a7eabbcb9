import json

import pytest

from serbench.measure.client import Patience
from serbench.proof import decoder as module
from serbench.proof.decoder import MIB, Decoder, Limits
from tests.measure.test_conformance import fake_command


@pytest.fixture
def decoder_of(schema, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "HASTE", Patience(ordinary_s=10.0, heavy_s=0.5))
    made = []

    def make(limits=Limits(), **faults):  # noqa: B008 - it cannot be changed
        command = fake_command(schema)
        command[-1] = json.dumps({**json.loads(command[-1]), "faults": faults})
        made.append(Decoder(command, tmp_path, limits))
        return made[-1]

    yield make
    for decoder in made:
        decoder.end()


def kinds(outcomes):
    return [
        outcome[0] if isinstance(outcome, tuple) else outcome.canonical is not None
        for outcome in outcomes
    ]


@pytest.mark.parametrize(("fault", "kind"), [("crash", "crashed"), ("hang", "hung")])
def test_each_end_is_reported_and_next_bytes_are_read(decoder_of, fault, kind):
    assert kinds(decoder_of(load=fault).outcomes([b"a", b"b"])) == [kind, kind]


def test_bytes_taking_too_much_memory_are_found_among_many(decoder_of, expected):
    good = expected.path.read_bytes().splitlines()[0]
    cases = [good, b"x", b"eat", good, good, b"eat it", good]
    decoder = decoder_of(load="eat")
    found = list(decoder.outcomes(cases))
    assert kinds(found) == [True, False, "memory", True, True, "memory", True]
    assert "MiB were taken for 3 bytes" in found[2][1]


def test_leak_is_not_blamed_on_later_bytes(decoder_of, expected):
    good = expected.path.read_bytes().splitlines()[0]
    decoder = decoder_of(load="leak")
    found = list(decoder.outcomes([good, b"leak", b"leak", good, b"huge", b"leak", b"leak", good]))
    refusals = ["" if one.canonical else one.refusal for one in found]
    assert [said == "cannot allocate memory" for said in refusals] == [n == 4 for n in range(8)]
    assert list(decoder.habits) == [module.LEAK]


def test_single_out_of_memory_is_not_reported_as_leak(decoder_of):
    decoder = decoder_of(load="leak")
    [found] = decoder.outcomes([b"huge"])
    assert found.refusal == "cannot allocate memory"
    assert not decoder.habits


@pytest.mark.parametrize("limits", [Limits(growth_bytes=None), Limits(growth_bytes=256 * MIB)])
def test_memory_within_limit_is_ignored(decoder_of, limits):
    assert kinds(decoder_of(limits, load="eat").outcomes([b"eat"])) == [False]


def test_large_input_may_take_more_memory(decoder_of):
    long = b"eat" + bytes(200_000)
    assert kinds(decoder_of(load="eat").outcomes([long, b"eat"])) == [False, False]
    assert kinds(decoder_of(load="eat").outcomes([long])) == [False]


def test_unstartable_driver_is_reported_as_crashed(decoder_of):
    assert kinds(decoder_of(describe="crash").outcomes([b"a"])) == ["crashed"]
