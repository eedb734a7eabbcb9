import re

from serbench.codegen.rust import rustc_serialize as rust_rustc_serialize
from serbench.schema.model import Enum, EnumRef, Field, Record, Schema
from tests.codegen.rust.schemas import I32, STRING, hostile


def code(schema):
    return rust_rustc_serialize.generate(schema)["src/lib.rs"]


def test_records_and_enums_say_their_wire_names_in_order():
    fields = (Field("type", I32), Field("name", STRING), Field("hue", EnumRef("hue")))
    enum = Enum("hue", ("red", "dark blue"))
    assert code(Schema("s", "R", (Record("R", fields),), (enum,))).endswith(GOLDEN)


def test_hostile_names_appear_only_in_literals():
    text = code(hostile())
    assert text.isascii()
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    assert '"' not in bare.replace('""', "")
    assert "system" not in bare.replace("system_touch_x", "")


GOLDEN = """
record! {
    types::R, "R", 3 {
        0 type_ "type"
        1 name "name"
        2 hue "hue"
    }
}

symbols! {
    types::Hue, "hue" {
        0 Red "red"
        1 DarkBlue "dark blue"
    }
}
"""
