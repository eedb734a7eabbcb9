"""What schemas grow into, and what values become by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.codegen.idl import avro, capnp, flatbuffers, proto, thrift
from serbench.proof.schema_changes import ABSENT, RULES, Beyond, Successor, successors
from serbench.schema.canonical import differences
from serbench.schema.digest import Digester
from serbench.schema.model import Schema
from serbench.schema.normalise import normaliser
from serbench.workloads.registry import find
from tests.strategies import schemas, schemas_with_unions, values_of

ORDER = find("order").schema


def test_order_has_successor_for_every_rule():
    assert [
        successor.rule for successor in successors(ORDER) if isinstance(successor, Successor)
    ] == list(RULES)


@given(st.data())
def test_written_and_expected_values_fit_schemas(data):
    """And so does what is expected, but for what the reader cannot have."""
    schema = data.draw(st.one_of(schemas(), schemas_with_unions()))
    value = data.draw(values_of(schema))
    value = normaliser(schema)(value)
    for successor in successors(schema):
        if isinstance(successor, str):
            assert successor in RULES
            continue
        assert Schema.from_dict(successor.schema.to_dict()) == successor.schema
        for case in successor.cases:
            forward = case.direction == "old to new"
            writer = schema if forward else successor.schema
            reader = successor.schema if forward else schema
            Digester(writer).canonical_bytes(case.written(value))
            expected = case.expected(value)
            odd = [was for _, was, _ in differences(expected, value) if was is ABSENT]
            beyond = [was for _, was, _ in differences(expected, value) if isinstance(was, Beyond)]
            if not odd and not beyond:
                Digester(reader).canonical_bytes(expected)


@given(schemas())
def test_every_idl_is_generated_for_grown_schema(schema):
    for successor in successors(schema):
        if isinstance(successor, Successor):
            for idl in (avro, capnp, flatbuffers, proto, thrift):
                assert idl.generate(successor.schema)


@pytest.mark.parametrize(
    ("idl", "line"),
    [
        (proto, "  int64 added = 9;"),
        (thrift, "  9: i64 added,"),
        (flatbuffers, "  added: long (id: 8);"),
        (capnp, "  added @9 :Int64;"),
    ],
)
def test_field_added_in_middle_has_next_number(idl, line):
    [successor] = [s for s in successors(ORDER) if s.rule == "field added in the middle"]
    assert line in idl.generate(successor.schema).splitlines()


def test_number_of_removed_field_is_not_reused():
    [successor] = [s for s in successors(ORDER) if s.rule == "field removed"]
    assert "  customer: " not in flatbuffers.generate(successor.schema)
    assert "  removed_1: string (deprecated, id: 1);" in flatbuffers.generate(successor.schema)
    assert "  removed1x @1 :Text;" in capnp.generate(successor.schema)
    assert " = 2;" not in proto.generate(successor.schema).partition("}")[0]


def test_field_made_optional_reads_old_bytes_as_present():
    """The first of a union's members is what bytes of old have."""
    [successor] = [s for s in successors(ORDER) if s.rule == "field made optional"]
    assert "    none @9 :Void;\n    some @0 :Int64;" in capnp.generate(successor.schema)


def test_avro_schema_has_defaults_and_aliases():
    by_rule = {s.rule: avro.lower(s.schema) for s in successors(ORDER)}
    [added] = [f for f in by_rule["field added at the end"]["fields"] if f["name"] == "added"]
    assert added["default"] == 0
    [renamed] = [f for f in by_rule["field renamed"]["fields"] if f["name"] == "id_renamed"]
    assert renamed["aliases"] == ["id"]
