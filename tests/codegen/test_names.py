import pytest

from serbench.codegen.names import Spelling, Style, names_of
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
)
from serbench.schema.names import pascal_case, snake_case

TEXT = Scalar(Kind.STRING)
SCHEMA = Schema(
    "s",
    "user",
    (Record("user", (Field("class", TEXT), Field("a b", TEXT))), Record("USER", ())),
    (Enum("colour", ("red", "class")),),
)
KNOWN = names_of(
    SCHEMA,
    Style(pascal_case, fold=str.lower),
    Style(snake_case, frozenset({"class"})),
    Style(snake_case),
)


def test_each_kind_of_name_has_own_style():
    assert KNOWN.types == {"user": "User", "USER": "USER_2", "colour": "Colour"}
    assert KNOWN.fields == {"user": {"class": "class_", "a b": "a_b"}, "USER": {}}
    assert KNOWN.symbols == {"colour": {"red": "red", "class": "class"}}


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (TEXT, "str"),
        (RecordRef("USER"), "m.USER_2"),
        (ListOf(OptionalOf(EnumRef("colour"))), "[?m.Colour]"),
        (MapOf(ListOf(TEXT)), "{str: [str]}"),
    ],
)
def test_container_types_are_spelled_with_inner_types(type_, text):
    spelling = Spelling({Kind.STRING: "str"}, "[{}]", "{{str: {}}}", "?{}")
    assert spelling.text(type_, KNOWN, "m.") == text
