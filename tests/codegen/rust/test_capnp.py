import re

from serbench.codegen.idl import capnp
from serbench.codegen.rust import capnp as rust_capnp
from serbench.schema.model import Field, ListOf, MapOf, OptionalOf, Record, RecordRef, Schema
from tests.codegen.rust.schemas import BYTES, F64, I32, STRING, hostile, large
from tests.codegen.rust.test_prost import one_field


def function(schema: Schema, name: str) -> str:
    text = rust_capnp.generate(schema)["src/lib.rs"]
    return re.search(rf"^fn {name}\(.*?^}}", text, re.S | re.M)[0]


def test_lists_of_numbers_are_copied_as_memory():
    schema = one_field(ListOf(F64))
    assert "copy_numbers(to.reborrow().init_f(from.f.len() as u32), &from.f);" in function(
        schema, "fill_top"
    )
    assert "f: numbers(from.get_f()?)," in function(schema, "plain_top")


def test_optional_is_group_left_unset_without_value():
    schema = one_field(OptionalOf(RecordRef("Top")))
    fill, plain = function(schema, "fill_top"), function(schema, "plain_top")
    assert "fill_top(group_1.reborrow().init_some(), &(**item_2))?;" in fill
    assert "set_none" not in fill
    assert "m::top::f::Which::Some(item_3) => Some(Box::new(plain_top(item_3?)?))," in plain


def test_access_goes_straight_to_the_leaf():
    inner = Record("Inner", (Field("last", STRING), Field("names", MapOf(I32))))
    fields = (Field("blobs", ListOf(BYTES)), Field("inner", OptionalOf(RecordRef("Inner"))))
    schema = Schema("s", "Top", (Record("Top", fields), inner))
    body = function(schema, "access_top")
    lines = [line.strip() for line in body.splitlines()[1:-1]]
    assert lines == [
        "let at = at.get_inner();",
        "let m::top::inner::Which::Some(at) = at.which()? else { return Ok(0) };",
        "let at = at?;",
        "let at = at.get_last()?;",
        "Ok(serbench_driver::visit_bytes(at.as_bytes()))",
    ]


def test_access_without_leaf_returns_zero():
    assert "Ok(0)" in function(one_field(MapOf(I32)), "access_top")


def test_names_equal_those_of_capnpc():
    assert rust_capnp._snake("createdAt") == "created_at"
    assert rust_capnp._snake("HTTPServer") == "h_t_t_p_server"
    assert rust_capnp._module("Type") == "type_"


def test_names_avoid_rust_keywords_unknown_to_capnpc():
    words = ("async", "await", "dyn", "try", "self")
    fields = tuple(Field(word, OptionalOf(I32)) for word in words)
    file = capnp.lower(Schema("s", "Top", (Record("Top", fields),)))
    assert not {f.name for f in file.structs[0].fields} & set(words)


def test_hostile_names_do_not_reach_code():
    for schema in (hostile(), large()):
        for text in rust_capnp.generate(schema).values():
            assert text.isascii()
            assert "system(" not in text
            assert "*/" not in text
