"""Plain classes as DSL-JSON's annotation processor wants them."""

from serbench.codegen.java import dsl_json
from serbench.schema.model import Field, Kind, Record, RecordRef, Scalar, Schema
from tests.codegen.typed_maps import KEYS, fitting, schema_of

COMPILED = "@com.dslplatform.json.CompiledJson\npublic class "


def test_every_record_with_fields_is_annotated_and_others_have_a_converter():
    inner = Record("Inner", (Field("x", Scalar(Kind.I32)),))
    empty = Record("Empty", ())
    root = Record("Thing", (Field("i", RecordRef("Inner")), Field("e", RecordRef("Empty"))))
    made = dsl_json.generate(Schema("s", "Thing", (root, inner, empty)))
    assert {path: text.count(COMPILED) for path, text in made.items()} == {
        "serbench/data/Inner.java": 1,
        "serbench/data/Thing.java": 1,
        "serbench/dsljson/Converters.java": 0,
    }
    assert "target = serbench.data.Empty.class" in made["serbench/dsljson/Converters.java"]


def test_classes_with_lists_of_entries_are_annotated_in_place_of_those_with_maps():
    made = dsl_json.generate(fitting(schema_of(KEYS["enums"])))
    assert {path.rpartition("/")[0] for path in made} == {"serbench/listed/data"}
    assert all(COMPILED in text for text in made.values())
