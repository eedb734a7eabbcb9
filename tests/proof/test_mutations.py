import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.proof.mutations import MUTATIONS, OTHER_SCHEMA, Material, case, reduced

SOME = st.lists(st.binary(min_size=1, max_size=80), min_size=1, max_size=4)


@given(SOME, st.lists(st.binary(max_size=20), max_size=2), st.integers(0, 5), st.integers(0, 500))
def test_mutation_of_any_bytes_is_deterministic(values, foreign, seed, number):
    material = Material(values, foreign)
    made = case(material, seed, number)
    assert made == case(material, seed, number)
    known = material.mutations
    assert set(MUTATIONS) - set(known) == {OTHER_SCHEMA}
    assert made.mutation == known[number % len(known)]
    if made.mutation == "cut off":
        assert values[made.index].startswith(made.data)
        assert len(made.data) < len(values[made.index])


def test_bytes_of_other_schema_belong_to_same_value():
    material = Material([b"a", b"b"], others={b"a": b"A", b"b": b"B"})
    assert material.mutations == list(MUTATIONS)
    made = [case(material, 0, n) for n in range(80)]
    found = [(m.index, m.data) for m in made if m.mutation == OTHER_SCHEMA]
    assert set(found) == {(0, b"A"), (1, b"B")}
    assert len(found) == 10


def test_empty_values_are_never_mutated():
    assert case(Material([b"", b"x"]), 0, 1).index == 1


def test_every_mutation_changes_something():
    material = Material([bytes(range(100))], [b"other"])
    for number in range(70):
        assert case(material, 1, number).data != material.values[0] or number % 7 in (0, 2, 3, 4)


@given(st.binary(min_size=1, max_size=60), st.data())
def test_reduction_finds_one_relevant_byte(original, data):
    at = data.draw(st.integers(0, len(original) - 1))
    changed = bytes(byte ^ 0xFF for byte in original)
    found = reduced(original, changed, lambda raw: raw[at] == changed[at])
    assert [i for i in range(len(original)) if found[i] != original[i]] == [at]


def test_reduction_finds_two_bytes_relevant_together():
    original, changed = bytes(64), b"\xff" * 64
    found = reduced(original, changed, lambda raw: raw[3] == raw[60] == 0xFF)
    assert [i for i in range(64) if found[i]] == [3, 60]


@pytest.mark.parametrize("least", [1, 7, 64])
def test_reduction_truncates_longer_bytes(least):
    assert len(reduced(b"", b"x" * 64, lambda raw: len(raw) >= least)) == least
