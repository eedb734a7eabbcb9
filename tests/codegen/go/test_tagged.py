"""The plain types of Go with other libraries' tags and methods."""

import pytest

from serbench.codegen.go.tagged import TAGGED
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
)

TEXT = Scalar(Kind.STRING)
WITH_METHODS = sorted(name for name, tagged in TAGGED.items() if tagged.enum)


def schema_of(*fields: Field, symbols: tuple[str, ...] = ()) -> Schema:
    enums = (Enum("Colour", symbols),) if symbols else ()
    return Schema("s", "Thing", (Record("Thing", fields),), enums)


def made(name: str, *fields: Field, symbols: tuple[str, ...] = ()) -> dict[str, str]:
    return TAGGED[name].generate(schema_of(*fields, symbols=symbols))


@pytest.mark.parametrize("name", TAGGED)
def test_tags_have_the_key_of_the_library_and_packages_their_own_names(name):
    sources = made(name, Field("created_at", TEXT))
    assert f'\tCreatedAt string `{TAGGED[name].key}:"created_at"`\n' in sources["types.go"]
    for source in sources.values():
        assert f"\npackage schema_{name}\n" in source


def test_quotes_and_backquotes_of_a_name_are_escaped_in_its_tag():
    types = made("bson", Field('a"b', TEXT), Field("`", TEXT))["types.go"]
    assert r'`bson:"a\"b"`' in types
    assert r'`bson:"\x60"`' in types


def test_names_with_characters_of_vmihailenco_tags_are_quoted():
    types = made("msgpack", Field("a:b", TEXT), Field("a'b", TEXT), Field("ab", TEXT))["types.go"]
    assert """`msgpack:"'a:b'"`""" in types
    assert r"""`msgpack:"'a\\'b'"`""" in types
    assert '`msgpack:"ab"`' in types


@pytest.mark.parametrize("name", WITH_METHODS)
def test_symbols_and_lists_of_u8_get_methods_only_if_they_are_there(name):
    plain = made(name, Field("text", TEXT))
    assert "methods.go" not in plain
    enum = made(name, Field("colour", EnumRef("Colour")), symbols=("red", "blue"))["methods.go"]
    assert "colour_symbols[v]" in enum or name.endswith("_arrays")
    assert "Uint8List" not in enum
    numbers = made(name, Field("ids", OptionalOf(ListOf(Scalar(Kind.U8)))))["methods.go"]
    assert "*Uint8List" in numbers
    assert "symbols" not in numbers


@pytest.mark.parametrize("name", ["msgp_arrays", "msgpack_arrays"])
def test_symbols_in_arrays_are_numbers_below_their_count(name):
    methods = made(name, Field("colour", EnumRef("Colour")), symbols=("red", "blue"))["methods.go"]
    assert "colour_symbols[v]" not in methods
    assert "int(number) >= len(colour_symbols)" in methods


def test_avro_enum_has_names_of_avro_and_a_reader_of_wire_names():
    sources = made("avro", Field("colour", EnumRef("Colour")), symbols=("red", "dark blue"))
    assert '\t"dark_blue",\n' in sources["types.go"]
    assert '\tcase "dark blue":\n\t\t*v = Colour_DarkBlue\n' in sources["avro.go"]
    assert "UnmarshalWireName(" in sources["avro.go"]


def test_generator_of_msgp_is_told_of_methods_that_exist_and_of_arrays():
    fields = (Field("colour", EnumRef("Colour")),)
    maps = made("msgp", *fields, symbols=("red",))["types.go"]
    assert maps.endswith("\n//msgp:ignore Colour Uint8List\n")
    arrays = made("msgp_arrays", *fields, symbols=("red",))["types.go"]
    assert arrays.endswith("\n//msgp:tuple Thing\n")
