import pytest

from serbench.codegen.rust import flatbuffers
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from tests.codegen.rust.schemas import BYTES, F64, I32, STRING, U8, hostile

HUE = Enum("Hue", ("red", "dark blue"))


def lib(type_):
    schema = Schema("s", "Top", (Record("Top", (Field("f", type_),)),), (HUE,))
    return flatbuffers.generate(schema)["src/lib.rs"]


@pytest.mark.parametrize(
    ("type_", "written", "read"),
    [
        (I32, "from.f", "at.part0()"),
        (OptionalOf(I32), "let part0 = from.f;", "at.part0()"),
        (F64, "Some(from.f)", "at.part0().unwrap_or_default()"),
        (EnumRef("Hue"), "m::Type1(from.f as u8)", "symbol(at.part0().0 as i32)?"),
        (
            OptionalOf(STRING),
            "from.f.as_ref().map(|item| to.create_string(&(*item)))",
            "at.part0().map(|item| item.to_owned())",
        ),
        (
            OptionalOf(RecordRef("Top")),
            "from.f.as_ref().map(|item| put_Type0(to, &(**item)))",
            "optional(at.part0(), |item| Ok(Box::new(plain_Type0(item)?)))?",
        ),
        (
            ListOf(U8),
            "Some(to.create_vector(&from.f[..]))",
            "optional(at.part0(), |list| Ok(list.bytes().to_vec()))?.unwrap_or_default()",
        ),
        (
            OptionalOf(ListOf(STRING)),
            "let items: Vec<_> = (*item).iter().map(|item| to.create_string(item)).collect();",
            "optional(at.part0(), |list| items(list, |item| Ok(item.to_owned())))?",
        ),
        (
            MapOf(BYTES),
            "from.f.iter().map(|(key, item)| put_Type1(to, key, item)).collect();",
            "optional(at.part0(), |list| entries(list, plain_Type1))?.unwrap_or_default()",
        ),
    ],
    ids=str,
)
def test_field_is_written_and_read_by_its_type(type_, written, read):
    text = lib(type_)
    assert written in text
    assert f"f: {read}," in text


def test_access_goes_through_wrapper_of_list_of_lists():
    records = (Record("Top", (Field("f", ListOf(ListOf(F64))),)),)
    text = flatbuffers.generate(Schema("s", "Top", records))["src/lib.rs"]
    assert text.endswith(
        "fn access(at: m::Type0<'_>) -> u64 {\n"
        "    let Some(at) = at.part0() else { return 0 };\n"
        "    let Some(last) = at.len().checked_sub(1) else { return 0 };\n"
        "    let at = at.get(last);\n"
        "    let Some(at) = at.part0() else { return 0 };\n"
        "    let Some(last) = at.len().checked_sub(1) else { return 0 };\n"
        "    let at = at.get(last);\n"
        "    at.visit()\n"
        "}\n"
    )


def test_hostile_names_do_not_reach_code():
    for text in flatbuffers.generate(hostile()).values():
        assert text.isascii()
        assert "system(" not in text
