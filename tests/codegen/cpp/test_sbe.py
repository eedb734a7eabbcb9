"""C++'s code around SBE's flyweights."""

from serbench.codegen.cpp import sbe
from serbench.schema.model import Field, Kind, ListOf, MapOf, Record, RecordRef, Scalar, Schema
from tests.codegen.typed_maps import KEYS, fitting, schema_of

TEXT = Scalar(Kind.STRING)


def text_of(schema):
    return sbe.generate(schema)["schema/sbe_convert.hpp"]


def test_list_says_which_headers_each_entry_has_besides_its_block():
    item = Record("Item", (Field("texts", ListOf(TEXT)), Field("name", TEXT)))
    root = Record("Root", (Field("items", ListOf(RecordRef("Item"))),))
    text = text_of(Schema("s", "Root", (root, item)))
    assert "C::get_list(d.f2(), 10, v.items, " in text
    assert "C::get_list(d.f4(), 4, v.texts, " in text


def test_functions_stand_before_those_that_call_them():
    text = text_of(Schema("s", "Root", (Record("Root", (Field("m", MapOf(ListOf(TEXT))),)),)))
    places = [text.index(f"void put{number}(") for number in (2, 1, 0)]
    assert places == sorted(places)
    assert "put1([[maybe_unused]] G::Root::F2& e, [[maybe_unused]] const std::string& k, " in text
    assert "put2([[maybe_unused]] G::Root::F2::F4& e, " in text


def test_entry_of_a_typed_map_is_a_pair():
    text = text_of(fitting(schema_of(KEYS["enums"])))
    assert "C::put<G::Enum0::Value>(v.first)" in text
    assert "C::get(d.getF5AsStringView(), v.second)" in text
