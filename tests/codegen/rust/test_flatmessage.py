from dataclasses import replace

from serbench.codegen.rust import flatmessage as rust_flatmessage
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
from serbench.workloads.registry import find
from tests.codegen.rust.schemas import BOOL, BYTES, I32, STRING, U64, hostile, large


def writer(schema: Schema) -> rust_flatmessage._Writer:
    return rust_flatmessage._Writer(schema, rust.names(schema))


def test_leaf_records_are_packed_and_others_are_structs():
    types = rust_flatmessage.generate(find("nested").schema)["src/types.rs"]
    assert "FlatMessagePacked)]\npub struct PlainLevelOne {" in types
    assert "FlatMessageStruct)]\npub struct PlainDepthTwo {" in types
    assert "FlatMessage)]\npub struct PlainNestedStructs {" in types


def test_record_is_aligned_to_widest_list_item():
    leaf = Record("Leaf", (Field("ids", ListOf(U64)), Field("size", U64)))
    text = Record("Text", (Field("text", STRING), Field("flags", ListOf(BOOL))))
    middle = Record("Middle", (Field("leaf", OptionalOf(RecordRef("Leaf"))),))
    top = Record("Top", (Field("middle", RecordRef("Middle")), Field("text", RecordRef("Text"))))
    written = writer(Schema("s", "Top", (top, middle, text, leaf)))
    assert [written.align(name) for name in ("Leaf", "Middle", "Text")] == [8, 8, 1]
    assert written.attribute(OptionalOf(RecordRef("Middle"))) == [
        "    #[flat_message_item(kind = struct, align = 8)]"
    ]


def test_enum_has_smallest_sufficient_type():
    small, wide = (Enum(n, tuple(map(str, range(c)))) for n, c in (("S", 256), ("W", 257)))
    top = Record("Top", (Field("s", EnumRef("S")), Field("w", ListOf(EnumRef("W")))))
    schema = Schema("s", "Top", (top,), (small, wide))
    types = rust_flatmessage.generate(schema)["src/types.rs"]
    assert "#[repr(u8)]\npub enum PlainS {" in types
    assert "#[repr(u16)]\npub enum PlainW {" in types
    assert "    #[flat_message_item(repr = u16, kind = enum)]\n    pub w: Vec<PlainW>," in types


def test_borrowed_types_borrow_wherever_the_library_can():
    inner = Record("Inner", (Field("text", STRING), Field("maybe", OptionalOf(BYTES))))
    fields = (Field("texts", ListOf(STRING)), Field("inner", RecordRef("Inner")))
    top = Record("Top", (*fields, Field("numbers", OptionalOf(ListOf(I32)))))
    text = rust_flatmessage.generate(Schema("s", "Top", (top, inner)))["src/borrowed.rs"]
    for line in (
        "texts: Vec<&'a str>,",
        "inner: PlainInner<'a>,",
        "numbers: Option<&'a [i32]>,",
        "text: &'a str,",
        "maybe: Option<&'a [u8]>,",
    ):
        assert f"    {line}\n" in text


def test_access_types_hold_only_path_to_leaf():
    text = rust_flatmessage.generate(find("log").schema)["src/access.rs"]
    assert "pub struct PlainLog<'a> {\n    ray_id: &'a str,\n}" in text
    assert text.count("pub struct") == 1


def test_schemas_unfit_for_format_still_make_crate():
    for schema in (hostile(), large(), replace(find("tweet").schema, name="t")):
        for text in rust_flatmessage.generate(schema).values():
            assert text.isascii()
            assert "system(" not in text.replace('\\"; system(', "")
