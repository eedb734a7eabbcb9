"""Avro's unions as JSON: which branch a value is of is never lost."""

import base64
import io
import json

import fastavro
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.avro import READER_OPTIONS, Branches
from serbench.schema.documents import Documents
from tests.strategies import examples

RECORDS = [
    {"type": "record", "name": f"lab.{name}", "fields": [{"name": "id", "type": "string"}]}
    for name in ("Created", "Deleted")
]
GRADE = {"type": "enum", "name": "lab.Grade", "symbols": ["A", "B"]}
HASH = {"type": "fixed", "name": "lab.Hash", "size": 2}
TREE = {
    "type": "record",
    "name": "lab.Tree",
    "fields": [{"name": "inner", "type": ["null", "lab.Tree", {"type": "map", "values": "int"}]}],
}


def read_back(types, values):
    """Each value of each type, in a field of its own."""
    fields = [{"name": f"f{n}", "type": type_} for n, type_ in enumerate(types)]
    told = fastavro.parse_schema({"type": "record", "name": "Row", "fields": fields})
    file = io.BytesIO()
    fastavro.writer(file, told, [{f"f{n}": value for n, value in enumerate(values)}])
    file.seek(0)
    reader = fastavro.reader(file, **READER_OPTIONS)
    branches = Branches(reader.writer_schema)
    (row,) = (branches.canonical(reader.writer_schema, value) for value in reader)
    return branches, list(row.values())


def test_two_records_of_the_same_fields_stay_apart():
    branches, (first, second) = read_back(
        [RECORDS, ["lab.Created", "lab.Deleted"]],
        [("lab.Created", {"id": "a"}), ("lab.Deleted", {"id": "a"})],
    )
    assert branches.are_needed
    assert (first, second) == ({"lab.Created": {"id": "a"}}, {"lab.Deleted": {"id": "a"}})


@pytest.mark.parametrize(
    ("union", "value", "canonical"),
    [
        (["null", "int", "double", "string"], 1, 1),
        (["null", "int", "double", "string"], None, None),
        (["null", RECORDS[0], "string"], ("lab.Created", {"id": "a"}), {"id": "a"}),
        (["string", "bytes"], "a", {"string": "a"}),
        (["string", "bytes"], b"a", {"bytes": b"a"}),
        (["string", GRADE], ("lab.Grade", "A"), {"lab.Grade": "A"}),
        (["string", HASH], ("lab.Hash", b"ab"), {"lab.Hash": b"ab"}),
        ([{"type": "map", "values": "int"}, RECORDS[0]], {"k": 1}, {"map": {"k": 1}}),
        ([{"type": "array", "items": "int"}, "int"], [1], [1]),
    ],
)
def test_union_value_names_branch_when_json_is_ambiguous(union, value, canonical):
    assert read_back([union], [value])[1] == [canonical]


def test_recursive_record_keeps_branch_names():
    value = ("lab.Tree", {"inner": ("lab.Tree", {"inner": {"k": 1}})})
    _, (found,) = read_back([["null", TREE]], [value])
    assert found == {"inner": {"lab.Tree": {"inner": {"map": {"k": 1}}}}}


def test_file_without_ambiguous_unions_needs_no_branch_names():
    assert not read_back([["null", "string"], "int"], ["a", 1])[0].are_needed


MEMBERS = st.lists(
    st.sampled_from(["string", "bytes", "int", "double", "boolean", GRADE, HASH, *RECORDS]),
    min_size=1,
    max_size=5,
    unique_by=json.dumps,
)
VALUES = {
    "string": st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    "bytes": st.binary(max_size=4),
    "int": st.integers(-(2**31), 2**31 - 1),
    "double": st.floats(),
    "boolean": st.booleans(),
    "lab.Grade": st.sampled_from("AB"),
    "lab.Hash": st.binary(min_size=2, max_size=2),
}


@examples(80)
@given(data=st.data())
def test_different_values_of_any_union_are_different_lines(data, tmp_path_factory):
    union = data.draw(MEMBERS)
    written = []
    for _ in range(4):
        branch = data.draw(st.sampled_from(union))
        name = branch if isinstance(branch, str) else branch["name"]
        value = data.draw(VALUES[name]) if name in VALUES else {"id": data.draw(VALUES["string"])}
        written.append((name, value))
    path = tmp_path_factory.mktemp("any") / "x.avro"
    told = {"type": "record", "name": "Row", "fields": [{"name": "x", "type": union}]}
    rows = [{"x": branch_and_value} for branch_and_value in written]
    with path.open("wb") as file:
        fastavro.writer(file, fastavro.parse_schema(told), rows)
    lines = [json.loads(line)["x"] for _, line in Documents(path)]
    for (name, value), found in zip(written, lines, strict=True):
        inner = found[name] if isinstance(found, dict) and list(found) == [name] else found
        expected = base64.b64encode(value).decode() if isinstance(value, bytes) else value
        assert repr(inner) == repr(expected)
    of_text = {(name, repr(value)) for name, value in written}
    assert len(set(map(json.dumps, lines))) == len(of_text)
