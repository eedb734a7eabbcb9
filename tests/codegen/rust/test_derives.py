import pytest

from serbench.codegen.rust.derives import DERIVES
from serbench.schema.model import Enum, EnumRef, Field, Record, RecordRef, Schema
from tests.codegen.rust.schemas import I32, hostile
from tests.codegen.rust.test_bincode import LITERAL, SCHEMA

ENCODE = Enum("E", ("Encode", "Decode"))


def types(name, schema=SCHEMA):
    return DERIVES[name].generate(schema)["src/types.rs"]


@pytest.mark.parametrize("name", DERIVES)
def test_records_and_enums_derive_the_traits_of_the_library_alone(name):
    text = types(name)
    traits = DERIVES[name].traits
    assert f"#[derive(Clone, {traits})]\n" in text
    of_enum = DERIVES[name].of_enum or traits
    assert f"#[derive(Clone, Copy, {of_enum})]\n" in text
    assert "    pub raw: Option<Vec<u8>>,\n" in text
    assert "serde::" not in text.replace("nanoserde::", "")


@pytest.mark.parametrize("name", DERIVES)
def test_types_and_symbols_have_no_name_that_derives_use(name):
    records = [Record(type_, (Field("x", I32),)) for type_ in ("Default", "Result")]
    top = Record("Top", tuple(Field(r.name, RecordRef(r.name)) for r in records))
    text = types(name, Schema("s", "Top", (top, *records)))
    assert "pub struct PlainDefault {" in text
    assert "pub struct PlainResult {" in text
    symbols = Schema("s", "Top", (Record("Top", (Field("x", EnumRef("E")),)),), (ENCODE,))
    assert "    IsEncode,\n" in types(name, symbols)


def test_names_are_told_where_the_format_has_them():
    assert '    #[musli(Text, name = "a b")]\n    pub a_b: String,' in types("musli")
    assert '    #[musli(Text, name = "dark blue")]\n    IsDarkBlue,' in types("musli")
    assert "rename" not in types("nanoserde")


def test_enums_of_messagepack_are_numbers():
    assert "#[msgpack(c_enum)]\n#[repr(u32)]\npub enum PlainHue {" in types("zerompk")


@pytest.mark.parametrize("name", DERIVES)
def test_hostile_names_do_not_reach_code(name):
    for text in DERIVES[name].generate(hostile()).values():
        assert text.isascii()
        assert "fn main()" not in LITERAL.sub("", text)


def test_fields_and_symbols_of_bilrost_have_numbers_and_encodings():
    text = types("bilrost")
    assert "    #[bilrost(tag(1), encoding(general))]\n    pub a_b: String," in text
    assert "    #[bilrost(tag(2), encoding(plainbytes))]\n    pub raw:" in text
    assert "    #[bilrost(tag(3), encoding(map<general, general>))]\n" in text
    assert "    #[bilrost(tag(4), encoding(general), recurses)]\n    pub next:" in text
    assert "    #[bilrost(1)]\n    IsDarkBlue," in text


def test_fields_and_symbols_of_minicbor_have_numbers():
    text = types("minicbor")
    assert "    #[n(0)]\n    pub a_b: String," in text
    assert '    #[cbor(n(1), with = "minicbor::bytes")]\n    pub raw:' in text
    assert "#[cbor(index_only)]\n#[repr(u32)]\npub enum PlainHue {\n    #[n(0)]\n" in text
