"""A small value of any schema."""

from hypothesis import given

from serbench.schema.example import example
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Union,
    UnionRef,
)
from serbench.schema.normalise import normaliser
from tests.strategies import examples, schemas, schemas_with_unions


@given(schemas() | schemas_with_unions())
@examples(40)
def test_example_of_any_schema_is_in_canonical_form(schema):
    value = example(schema)
    assert normaliser(schema)(value) == value


def test_example_has_an_item_of_all_but_of_a_record_within_itself():
    tree = Record(
        "Tree",
        (
            Field("label", OptionalOf(Scalar(Kind.STRING))),
            Field("data", Scalar(Kind.BYTES)),
            Field("left", OptionalOf(RecordRef("Tree"))),
            Field("more", ListOf(RecordRef("Tree"))),
            Field("named", MapOf(ListOf(RecordRef("Tree")))),
            Field("colour", EnumRef("Colour")),
            Field("either", UnionRef("Either")),
            Field("raw", Scalar(Kind.STRING, raw_json=True)),
        ),
    )
    schema = Schema(
        "trees",
        "Tree",
        (tree,),
        (Enum("Colour", ("red", "green")),),
        unions=(Union("Either", (Scalar(Kind.BOOL), ListOf(Scalar(Kind.I64)))),),
    )
    assert example(schema) == {
        "label": "text",
        "data": "Ynl0ZXM=",
        "left": None,
        "more": [],
        "named": {"key": []},
        "colour": "red",
        "either": True,
        "raw": "1",
    }
