"""Values come back from their canonical bytes, and differences have their paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.canonical import CanonicalReader, Nonfinite, differences
from serbench.schema.digest import Digester
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from tests.strategies import schemas, schemas_with_unions, values_of


def test_published_vectors_round_trip(vector):
    schema = Schema.from_dict(vector["schema"])
    reader, digester = CanonicalReader(schema), Digester(schema)
    for value in vector["values"]:
        raw = digester.canonical_bytes(value)
        assert digester.canonical_bytes(reader.value(raw)) == raw


@given(st.data())
def test_any_value_of_any_schema_round_trips(data):
    schema = data.draw(st.one_of(schemas(), schemas_with_unions()))
    raw = Digester(schema).canonical_bytes(data.draw(values_of(schema, nonfinite=True)))
    back = CanonicalReader(schema).value(raw)
    assert Digester(schema).canonical_bytes(back) == raw
    assert not list(differences(back, back))


def test_truncated_or_overlong_bytes_are_rejected(vector):
    schema = Schema.from_dict(vector["schema"])
    raw = Digester(schema).canonical_bytes(vector["values"][0])
    with pytest.raises(ValueError, match="left over"):
        CanonicalReader(schema).value(raw + b"\0")
    for size in range(len(raw)):
        with pytest.raises(ValueError, match=r"cut off|left over"):
            CanonicalReader(schema).value(raw[:size])


def test_differences_have_paths():
    one = {"a": {"b c": [1, 2.0, {"x": None}]}, "m": {"k": "v"}, "s": "same"}
    other = {"a": {"b c": [1, -2.0]}, "m": {"l": "v"}, "s": "same"}
    assert list(differences(one, other)) == [
        ('$.a["b c"][1]', 2.0, -2.0),
        ('$.a["b c"][2]', {"x": None}, None),
        ("$.m.k", "v", None),
        ("$.m.l", None, "v"),
    ]


def test_floats_differ_by_their_bits():
    assert list(differences({"x": 0.0}, {"x": -0.0})) == [("$.x", 0.0, -0.0)]


def test_nan_text_differs_from_float_as_nonfinite():
    one, other = {"x": "NaN", "y": "NaN", "z": "NaN"}, {"x": 0.5, "y": Nonfinite("NaN"), "z": "a"}
    [x, z] = differences(one, other)
    assert (type(x[1]), x) == (Nonfinite, ("$.x", "NaN", 0.5))
    assert (type(z[1]), z) == (str, ("$.z", "NaN", "a"))


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        ("000000000000f87f", "NaN"),
        ("010000000000f0ff", "NaN"),
        ("000000000000f07f", "Infinity"),
        ("000000000000f0ff", "-Infinity"),
    ],
)
def test_nan_and_infinities_are_read_as_texts(bits, text):
    schema = Schema("t", "R", (Record("R", (Field("x", Scalar(Kind.F64)),)),))
    assert CanonicalReader(schema).value(bytes.fromhex(bits)) == {"x": text}
