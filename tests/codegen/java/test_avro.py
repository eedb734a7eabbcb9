from serbench.codegen.java import avro, avro_specific
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)

SCHEMA = Schema(
    "s",
    "Node",
    (
        Record(
            "Node",
            (
                Field("a name", Scalar(Kind.U8)),
                Field("next", OptionalOf(RecordRef("Node"))),
                Field("colours", ListOf(EnumRef("Colour"))),
            ),
        ),
    ),
    (Enum("Colour", ("red", "light blue")),),
)


def test_reflected_schema_has_names_of_plain_classes():
    [(path, text)] = avro.generate(SCHEMA).items()
    assert path == "serbench/avro/Reflected.java"
    assert 'Schema.createRecord("Node", null, "serbench.data", false);' in text
    assert 'new Schema.Field("aName", of(Schema.Type.INT, "java.lang.Short"))' in text
    assert 'new Schema.Field("next", optional(RECORD0))' in text
    assert 'new Schema.Field("colours", list(ENUM0))' in text


def test_schema_for_compiler_has_numbers_for_names():
    text = avro_specific.generate(SCHEMA)["data.avpr"]
    assert '"name": "serbench.avro.specific.Type0"' in text
    assert '["null", "serbench.avro.specific.Type0"]' in text
    assert '"symbols": ["value0", "value1"]' in text
    assert "light" not in text
