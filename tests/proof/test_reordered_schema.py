import json

from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.proof.reordered_schema import reversed_schema, reversed_values
from serbench.schema.model import Field, Kind, ListOf, Record, RecordRef, Scalar, Schema
from tests.conftest import working_set
from tests.measure.test_conformance import fake_command

FLAT = Schema(
    "flat",
    "Flat",
    (Record("Flat", (Field("number", Scalar(Kind.U64)), Field("text", Scalar(Kind.STRING)))),),
)
VALUES = [{"number": 2**64 - 1, "text": "é"}, {"number": 0, "text": ""}]


def test_fields_of_root_are_reversed(tmp_path):
    expected = working_set(FLAT, VALUES, tmp_path / "values")
    turned = reversed_schema(FLAT)
    assert [field.name for field in turned.record("Flat").fields] == ["text", "number"]
    assert turned.fingerprint != FLAT.fingerprint
    assert reversed_schema(turned) == FLAT
    values = reversed_values(turned, expected.path, tmp_path / "turned")
    lines = [json.loads(line) for line in values.path.read_bytes().splitlines()]
    assert lines == VALUES
    assert [list(line) for line in lines] == [["text", "number"]] * 2
    with Driver(fake_command(turned)) as driver:
        assert verify(driver, values).proven


def test_single_field_or_recursive_root_has_no_reversed_schema():
    x = Field("x", Scalar(Kind.BOOL))
    assert reversed_schema(Schema("one", "One", (Record("One", (x,)),))) is None
    own = Field("own", ListOf(RecordRef("Tree")))
    assert reversed_schema(Schema("tree", "Tree", (Record("Tree", (x, own)),))) is None
