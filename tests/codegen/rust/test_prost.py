import re

from serbench.codegen.idl import proto
from serbench.codegen.rust import prost as rust_prost
from serbench.codegen.rust import types as rust
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Union,
    UnionRef,
)
from tests.codegen.rust.schemas import BYTES, F64, I32, STRING, hostile, large
from tests.conftest import VECTORS


def one_field(type_, *more, enums=()):
    record = Record("Top", (Field("f", type_),))
    return Schema("s", "Top", (record, *more), enums)


def conversions(schema):
    """The expressions for the one field `f`: to the message, back, and its visit."""
    text = rust_prost.generate(schema)["src/lib.rs"]
    first = (
        text[: text.index("impl From", text.index("impl From") + 1)]
        if text.count("impl From") > 1
        else text
    )
    found = re.findall(r"f: (.*?)(?:,\n| \}|\n)", first)
    visit = re.search(r"wrapping_add\((.*)\);", first)
    return found[0], found[1], visit[1]


def test_scalars_are_copied_and_moved():
    assert conversions(one_field(I32)) == ("value.f", "message.f", "self.f.visit()")
    assert conversions(one_field(STRING))[:2] == ("value.f.clone()", "message.f")
    assert conversions(one_field(BYTES))[:2] == ("value.f.0.clone()", "Bytes(message.f)")
    assert conversions(one_field(ListOf(F64)))[:2] == ("value.f.clone()", "message.f")


def test_float_is_not_optional_field():
    """Not optional, which would keep the sign of -0.0 and is another field."""
    schema = one_field(F64)
    assert "  double f = 1;" in rust_prost.generate(schema)["data.proto"]
    assert conversions(schema) == ("value.f", "message.f", "self.f.visit()")


def test_enums_are_numbers_in_messages():
    enums = (Enum("E", ("a", "b")),)
    assert conversions(one_field(EnumRef("E"), enums=enums))[:2] == (
        "value.f as i32",
        "symbol(message.f)?",
    )
    assert conversions(one_field(OptionalOf(EnumRef("E")), enums=enums))[:2] == (
        "value.f.as_ref().map(|item| *item as i32)",
        "optional(message.f, |item| symbol(item))?",
    )


def test_recursive_record_is_boxed_on_both_sides():
    assert conversions(one_field(OptionalOf(RecordRef("Top"))))[:2] == (
        "value.f.as_deref().map(|item| Box::new(item.into()))",
        "optional(message.f, |item| Ok(Box::new((*item).try_into()?)))?",
    )


def test_required_record_in_cycle_is_boxed_by_prost_alone():
    back = Record("Back", (Field("top", OptionalOf(RecordRef("Top"))),))
    assert conversions(one_field(RecordRef("Back"), back)) == (
        "Some(Box::new((&value.f).into()))",
        "(*present(message.f)?).try_into()?",
        "self.f.as_ref().map_or(0, |item| item.visit())",
    )


def test_wrappers_have_own_conversions():
    schema = one_field(MapOf(ListOf(OptionalOf(BYTES))))
    text = rust_prost.generate(schema)["src/lib.rs"]
    assert conversions(schema)[1] == "map(message.f, |item| item.try_into())?"
    assert "impl From<&Vec<Option<Bytes>>> for proto::ListOfOptionalBytes {" in text
    assert "impl TryFrom<proto::OptionalBytes> for Option<Bytes> {" in text
    assert "Ok(optional(message.value, |item| Ok(Bytes(item)))?)" in text


def test_compiled_proto_has_same_numbers_and_types_as_shown_proto():
    for schema in [hostile(), large(), *(Schema.from_dict(v["schema"]) for v in VECTORS)]:
        seen, used = proto.lower(schema), rust_prost.lower(schema)
        assert len(seen.structs) == len(used.structs)
        for a, b in zip(seen.structs, used.structs, strict=True):
            ours, theirs = (
                [(f.number, f.cardinality, f.element) for f in message.fields] for message in (a, b)
            )
            assert ours == theirs
        assert [len(e.values) for e in seen.enums] == [len(e.values) for e in used.enums]


def test_names_are_unchanged_by_prost_build():
    file = rust_prost.lower(hostile())
    types = [m.name for m in file.structs] + [e.name for e in file.enums]
    for name in types:
        assert re.fullmatch("([A-Z][a-z][a-z0-9]*)*([A-Z][0-9]*)?", name) or re.fullmatch(
            "[A-Z][a-z0-9]*", name
        )
    assert len({name.lower() for name in types}) == len(types)
    assert "Self" not in types
    for message in file.structs:
        names = [f.name for f in message.fields]
        assert len({name.replace("_", "") for name in names}) == len(names)
        for name in names:
            assert re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name)
            assert name not in rust.KEYWORDS
    for enum in file.enums:
        assert len({value.replace("_", "") for value in enum.values}) == len(enum.values)


def test_module_of_union_message_is_not_keyword():
    union = Union("type", (Scalar(Kind.I64), STRING))
    root = Record("Root", (Field("x", UnionRef("type")),))
    made = rust_prost.generate(Schema("s", "Root", (root,), unions=(union,)))["src/lib.rs"]
    assert "proto::type2::Value::IntValue" in made


def test_fields_do_not_clash_with_the_methods_of_others():
    enums = (Enum("E", ("a",)),)
    e = EnumRef("E")
    fields = {
        "kind": e,
        "set_kind": e,
        "kinds": ListOf(e),
        "push_kinds": e,
        "map": MapOf(e),
        "insert_map": e,
    }
    record = Record("Top", tuple(Field(n, t) for n, t in fields.items()))
    names = [
        f.name for f in rust_prost.lower(Schema("s", "Top", (record,), enums)).structs[0].fields
    ]
    assert names == [
        "kind",
        "set_kind_field",
        "kinds",
        "push_kinds_field",
        "map",
        "insert_map_field",
    ]


def test_hostile_names_do_not_reach_code():
    files = rust_prost.generate(hostile())
    for text in files.values():
        assert text.isascii()
        assert "system(" not in text
        assert "*/" not in text
    assert '"' not in files["src/lib.rs"]
