from serbench.codegen.rust import rkyv
from serbench.schema.model import EnumRef, Field, ListOf, Record, RecordRef, Schema
from tests.codegen.rust.schemas import BYTES, I32, STRING, hostile
from tests.codegen.rust.test_bincode import HUE, LITERAL, SCHEMA


def test_types_derive_rkyv_traits_without_bounds_that_have_no_end():
    text = rkyv.generate(SCHEMA)["src/types.rs"]
    traits = "rkyv::Archive, rkyv::Serialize, rkyv::Deserialize"
    assert f"#[derive(Clone, {traits})]\n#[rkyv(serialize_bounds(" in text
    assert f"#[derive(Clone, Copy, {traits})]\n#[rkyv(derive(Clone, Copy))]\n" in text
    assert "    #[rkyv(omit_bounds)]\n    pub raw: Option<Vec<u8>>,\n" in text


def test_archived_values_are_visited_field_by_field():
    text = rkyv.generate(SCHEMA)["src/archived.rs"]
    assert "impl See for rkyv::Archived<types::PlainTopType> {" in text
    assert "self.a_b.see()" in text
    assert "self.raw.see_blob()" in text


def test_access_leaf_is_found_in_archived_values():
    inner = Record("Inner", (Field("x", I32), Field("name", STRING)))
    top = Record("Top", (Field("inner", ListOf(RecordRef("Inner"))),))
    text = rkyv.generate(Schema("s", "Top", (top, inner)))["src/archived.rs"]
    assert "let at = &at.inner;\n    let at = at.last()?;" in text
    assert "    Some(at.see())\n" in text


def test_names_that_rkyv_makes_itself_do_not_collide_with_types():
    names = ("Top", "ArchivedTop", "TopResolver")
    records = [Record(name, (Field("raw", BYTES),)) for name in names]
    fields = tuple(Field(name, RecordRef(name)) for name in names[1:])
    schema = Schema("s", "Top", (Record("Top", fields), *records[1:]), ())
    text = rkyv.generate(schema)["src/types.rs"]
    types = {f"Plain{name}Type" for name in names}
    made = {f"ArchivedPlain{n}Type" for n in names} | {f"Plain{n}TypeResolver" for n in names}
    assert all(f"pub struct {name} {{" in text for name in types)
    assert not types & made


def test_hostile_names_do_not_reach_code():
    schema = Schema("s", "Top", (Record("Top", (Field("hue", EnumRef("Hue")),)),), (HUE,))
    for made in (rkyv.generate(hostile()), rkyv.generate(schema)):
        for text in made.values():
            assert text.isascii()
            assert "fn main()" not in LITERAL.sub("", text)
