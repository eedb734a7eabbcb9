import pytest

from serbench.codegen.rust import simd_json
from serbench.codegen.rust import types as rust
from serbench.schema.model import Enum, EnumRef, Field, Record, Schema
from tests.codegen.rust.schemas import BYTES, I32, hostile
from tests.codegen.rust.test_bincode import LITERAL

OWN = "simd_json_derive::Serialize, simd_json_derive::Deserialize"


def types(*fields: Field, enums: tuple[Enum, ...] = ()) -> str:
    schema = Schema("s", "Top", (Record("Top", fields),), enums)
    return simd_json.generate(schema)["src/types.rs"]


def test_types_derive_simd_json_traits():
    text = types(Field("a b", I32), Field("raw", BYTES), Field("größe", I32))
    assert f"#[derive(Clone, {OWN})]\npub struct Top {{" in text
    assert '    #[simd_json(rename = "a b")]\n    pub a_b: i32,\n' in text
    assert "    pub raw: Bytes,\n" in text
    assert "by_hand" not in text


@pytest.mark.parametrize("name", ['"', "\\", "\0", "a\nb", "\x7f", "\t{name}"])
def test_names_with_escapes_are_written_by_hand(name):
    """The derive compares what it read with what it would write."""
    text = types(Field("x", I32), Field(name, I32))
    assert "#[derive(Clone)]\npub struct Top {" in text
    assert f"{rust.literal(name)} " in text
    assert "simd_json(" not in text
    assert 'record_by_hand! {\n    Top {\n        x "x" "\\"x\\":"\n' in text


def test_a_quote_is_escaped_for_json_and_again_for_rust():
    assert r' "\"" "\"\\\"\":"' + "\n" in types(Field('"', I32))


def test_a_record_without_fields_is_written_by_hand():
    assert "record_by_hand! {\n    Top {\n    }\n}" in types()


def test_symbols_invalid_as_rust_names_are_written_by_hand():
    """It has no `rename` for them."""
    fields = (Field("e", EnumRef("E")),)
    assert f"#[derive(Clone, Copy, {OWN})]" in types(*fields, enums=(Enum("E", ("Red", "Blue")),))
    text = types(*fields, enums=(Enum("E", ("Red", "dark blue")),))
    assert "#[derive(Clone, Copy)]" in text
    assert 'DarkBlue "dark blue" "\\"dark blue\\""' in text


def test_hostile_names_do_not_reach_code():
    for text in simd_json.generate(hostile()).values():
        assert text.isascii()
        assert "fn main()" not in LITERAL.sub("", text)
