from serbench.codegen.rust import ron
from tests.codegen.rust.schemas import hostile
from tests.codegen.rust.test_bincode import LITERAL, SCHEMA


def test_fields_and_symbols_are_called_by_identifiers_of_rust():
    text = ron.generate(SCHEMA)["src/types.rs"]
    assert (
        "#[derive(Clone, Serialize, Deserialize)]\npub struct Top {\n    pub a_b: String,\n" in text
    )
    assert "    DarkBlue,\n" in text
    assert "rename" not in text


def test_hostile_names_do_not_reach_code():
    for text in ron.generate(hostile()).values():
        assert text.isascii()
        assert "fn main()" not in LITERAL.sub("", text)
