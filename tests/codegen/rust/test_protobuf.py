from serbench.codegen.rust import prost as rust_prost
from serbench.codegen.rust import protobuf as rust_protobuf
from serbench.codegen.rust import types as rust
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from tests.codegen.rust.schemas import I32, hostile
from tests.codegen.rust.test_prost import one_field


def test_proto_equals_proto_of_prost():
    """Names apart: both read and write the same bytes."""
    ours, prosts = (m.generate(hostile())["data.proto"] for m in (rust_protobuf, rust_prost))
    assert ours == prosts


def test_nested_messages_use_message_field():
    text = rust_protobuf.generate(one_field(OptionalOf(RecordRef("Top"))))["src/lib.rs"]
    made = "MessageField(value.f.as_deref().map(|item| Box::new(item.into())))"
    assert f"f: {made}" in text
    assert "f: optional(message.f.0, |item| Ok(Box::new((*item).try_into()?)))?" in text


def test_enums_may_be_unknown_to_messages():
    record = Record("Top", (Field("f", ListOf(EnumRef("E"))),))
    schema = Schema("s", "Top", (record,), (Enum("E", ("a", "b")),))
    text = rust_protobuf.generate(schema)["src/lib.rs"]
    assert "|item| EnumOrUnknown::from_i32(*item as i32)" in text
    assert "|item| symbol(item.value())" in text


def test_field_named_special_fields_is_renamed():
    record = Record("Top", (Field("special_fields", I32),))
    files = rust_protobuf.generate(Schema("s", "Top", (record,)))
    assert "int32 special_fields_field = 1;" in files["data.proto"]
    assert "special_fields" not in rust.KEYWORDS
    assert (
        "int32 special_fields = 1;"
        in rust_prost.generate(Schema("s", "Top", (record,)))["data.proto"]
    )


def test_hostile_names_do_not_reach_code():
    for text in rust_protobuf.generate(hostile()).values():
        assert text.isascii()
        assert "system(" not in text
