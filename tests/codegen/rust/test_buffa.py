from serbench.codegen.rust import buffa as rust_buffa
from serbench.codegen.rust import prost as rust_prost
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
    ours, prosts = (m.generate(hostile())["data.proto"] for m in (rust_buffa, rust_prost))
    assert ours == prosts


def test_nested_messages_are_not_boxed_by_conversions():
    """buffa's own pointer boxes them."""
    text = rust_buffa.generate(one_field(OptionalOf(RecordRef("Top"))))["src/lib.rs"]
    assert "f: MessageField::from(value.f.as_deref().map(|item| item.into()))" in text
    taken = "|item| Ok(Box::new(item.try_into()?))"
    assert f"f: optional(message.f.into_option(), {taken})?" in text


def test_required_record_is_visited_without_optional():
    records = (Record("Top", (Field("f", RecordRef("Leaf")),)), Record("Leaf", (Field("x", I32),)))
    text = rust_buffa.generate(Schema("s", "Top", records))["src/lib.rs"]
    assert "self.f.as_option().map_or(0, |item| item.visit())" in text


def test_enums_may_be_unknown_to_messages():
    record = Record("Top", (Field("f", ListOf(EnumRef("E"))),))
    schema = Schema("s", "Top", (record,), (Enum("E", ("a", "b")),))
    text = rust_buffa.generate(schema)["src/lib.rs"]
    assert "|item| EnumValue::from(*item as i32)" in text
    assert "|item| symbol(item.to_i32())" in text
