from serbench.codegen.java import wire
from serbench.schema.model import Enum, EnumRef, Field, Kind, Record, Scalar, Schema

HOSTILE = Schema(
    "s",
    "Thing",
    (Record("Thing", (Field('a"; evil', Scalar(Kind.I32)), Field("hue", EnumRef("Hue")))),),
    (Enum("Hue", ("red; evil", "blue")),),
)


def test_proto_of_any_schema_has_numbered_names_alone():
    text = wire.generate(HOSTILE)["data.proto"]
    assert "int32 f1 = 1;" in text
    assert "ENUM0_1 = 1;" in text
    for name in ("evil", "hue", "red", "blue", "Thing", "Hue"):
        assert name not in text
