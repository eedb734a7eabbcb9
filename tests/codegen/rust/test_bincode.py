import re

from serbench.codegen.rust import bincode
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from tests.codegen.rust.schemas import BYTES, I32, STRING, hostile

LITERAL = re.compile(r'"(\\.|[^"\\])*"')
HUE = Enum("Hue", ("red", "dark blue"))
FIELDS = (
    Field("a b", STRING),
    Field("raw", OptionalOf(BYTES)),
    Field("names", MapOf(EnumRef("Hue"))),
    Field("next", OptionalOf(RecordRef("Top"))),
)
SCHEMA = Schema("s", "Top", (Record("Top", FIELDS),), (HUE,))


def test_types_derive_bincode_traits_and_plain_bytes():
    text = bincode.generate(SCHEMA)["src/types.rs"]
    own = "bincode::Encode, bincode::Decode"
    assert f"#[derive(Clone, {own})]\npub struct Top {{" in text
    assert f"#[derive(Clone, Copy, {own})]\n#[repr(u32)]\npub enum Hue {{" in text
    assert "    pub raw: Option<Vec<u8>>,\n" in text
    assert "    pub a_b: String,\n" in text
    assert "serde" not in text
    assert "narrow_visitor!" not in text


def test_record_called_root_does_not_take_the_name_of_every_value():
    schema = Schema("s", "Root", (Record("Root", (Field("text", STRING),)),))
    text = bincode.generate(schema)["src/borrowed.rs"]
    assert "pub type Root<'a> = Root_<'a>;" in text
    assert "pub struct Root_<'a> {" in text


def test_borrowed_types_lie_in_the_encoded_bytes():
    text = bincode.generate(SCHEMA)["src/borrowed.rs"]
    assert "pub type Root<'a> = Top<'a>;" in text
    assert "#[derive(bincode::BorrowDecode)]\npub struct Top<'a> {\n    pub a_b: &'a str," in text
    assert "    pub raw: Option<&'a [u8]>,\n" in text
    assert "    pub names: BTreeMap<&'a str, types::Hue>,\n" in text
    assert "    pub next: Option<Box<Top<'a>>>,\n" in text
    assert "serde" not in text


def test_borrowed_root_without_texts_is_plain_type():
    schema = Schema("s", "Top", (Record("Top", (Field("x", I32),)),))
    assert "pub type Root<'a> = types::Top;" in bincode.generate(schema)["src/borrowed.rs"]


def test_hostile_names_do_not_reach_code():
    for text in bincode.generate(hostile()).values():
        assert text.isascii()
        assert "fn main()" not in LITERAL.sub("", text)
