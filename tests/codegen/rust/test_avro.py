from serbench.codegen.idl import avro as idl
from serbench.codegen.rust import avro
from serbench.codegen.rust.types import literal
from tests.codegen.rust.schemas import hostile
from tests.codegen.rust.test_bincode import LITERAL, SCHEMA


def test_fields_and_symbols_have_names_of_avro():
    text = avro.generate(SCHEMA)["src/types.rs"]
    derive = "#[derive(Clone, Serialize, Deserialize)]"
    assert f'{derive}\n#[serde(rename = "Top")]\npub struct Top {{' in text
    assert "    pub a_b: String,\n" in text
    assert '    #[serde(rename = "dark_blue")]\n    DarkBlue,' in text


def test_bytes_do_not_ask_whether_the_format_is_for_people():
    text = avro.generate(SCHEMA)["src/types.rs"]
    assert "    pub raw: Option<BinaryBytes>,\n" in text


def test_schema_is_that_of_all_languages():
    lib = avro.generate(SCHEMA)["src/lib.rs"]
    assert f"pub const AVRO_SCHEMA: &str = {literal(idl.generate(SCHEMA))};" in lib


def test_hostile_names_do_not_reach_code():
    for text in avro.generate(hostile()).values():
        assert text.isascii()
        assert "fn main()" not in LITERAL.sub("", text)
