"""The schema lowered to SBE's message."""

import re

import pytest

from serbench.codegen.cpp import sbe as cpp_sbe
from serbench.codegen.idl import sbe
from serbench.codegen.java import sbe as java_sbe
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
from serbench.workloads.registry import find

TEXT, NUMBER = Scalar(Kind.STRING), Scalar(Kind.I32)


def message_of(*fields, records=(), **more):
    return sbe.lower(Schema("s", "Thing", (Record("Thing", fields), *records), **more))


def block_of(*fields, **more):
    """The lines of the message."""
    [text] = re.findall(
        r"<sbe:message .*?>\n(.*)\n  </sbe:message>", message_of(*fields, **more).xml(), re.DOTALL
    )
    return [line.removeprefix("    ") for line in text.splitlines()]


def test_fields_come_before_groups_and_these_before_data():
    assert block_of(
        Field("text", TEXT),
        Field("list", ListOf(TEXT)),
        Field("number", NUMBER),
        Field("bytes", Scalar(Kind.BYTES)),
    ) == [
        '<field name="f5" id="5" type="int32"/>',
        '<group name="f3" id="3">',
        '  <data name="f4" id="4" type="varDataEncoding"/>',
        "</group>",
        '<data name="f2" id="2" type="varDataEncoding"/>',
        '<data name="f6" id="6" type="varDataEncoding"/>',
    ]


def test_record_lies_in_the_block_of_the_one_that_holds_it():
    inner = Record("Inner", (Field("number", NUMBER),))
    lines = block_of(Field("inner", RecordRef("Inner")), records=(inner,))
    assert lines == ['<field name="f3" id="3" type="int32"/>']


def test_optional_is_a_field_beside_a_flag_or_a_group():
    inner = Record("Inner", (Field("number", NUMBER),))
    fields = (Field("number", OptionalOf(NUMBER)), Field("inner", OptionalOf(RecordRef("Inner"))))
    assert block_of(*fields, records=(inner,)) == [
        '<field name="f2" id="2" type="uint8"/>',
        '<field name="f3" id="3" type="int32"/>',
        '<group name="f4" id="4">',
        '  <field name="f6" id="6" type="int32"/>',
        "</group>",
    ]


def test_map_is_a_group_of_keys_and_values():
    assert block_of(Field("map", MapOf(NUMBER))) == [
        '<group name="f2" id="2">',
        '  <field name="f4" id="4" type="int32"/>',
        '  <data name="f3" id="3" type="varDataEncoding"/>',
        "</group>",
    ]


@pytest.mark.parametrize(("symbols", "type_"), [(254, "uint8"), (255, "uint16")])
def test_enum_leaves_a_number_for_the_null_value(symbols, type_):
    enum = Enum("E", tuple(f"s{number}" for number in range(symbols)))
    xml = message_of(Field("e", EnumRef("E")), enums=(enum,)).xml()
    assert f'<enum name="Enum0" encodingType="{type_}">' in xml
    assert '<field name="f2" id="2" type="Enum0"/>' in xml


def test_record_in_itself_has_no_members():
    assert block_of(Field("again", OptionalOf(RecordRef("Thing")))) == [
        '<group name="f2" id="2">',
        "</group>",
    ]


def test_way_to_data_steps_over_groups_and_the_data_before():
    [leaf] = sbe.way_to_leaf(
        message_of(Field("first", TEXT), Field("last", TEXT), Field("list", ListOf(NUMBER)))
    )
    assert [other.name for other in leaf.before] == ["f4", "f2"]
    assert leaf.member.name == "f3"


def test_way_into_a_list_steps_over_the_groups_before():
    item = Record("Item", (Field("number", OptionalOf(NUMBER)), Field("map", MapOf(TEXT))))
    fields = (Field("map", MapOf(NUMBER)), Field("items", ListOf(RecordRef("Item"))))
    entry, flagged, leaf = sbe.way_to_leaf(message_of(*fields, records=(item,)))
    assert [other.name for other in entry.before] == ["f2"]
    assert (entry.group.name, flagged.flag.name) == ("f5", "f7")
    assert leaf == sbe.Leaf((), sbe.Fixed(8, NUMBER))


def test_schema_of_maps_has_no_way():
    assert sbe.way_to_leaf(message_of(Field("map", MapOf(NUMBER)))) == []


@pytest.mark.parametrize("workload", ["ledger", "log", "nested"])
def test_languages_have_one_message_schema(workload):
    schema = find(workload).schema
    java, cpp = (module.generate(schema)[sbe.SBE_FILE] for module in (java_sbe, cpp_sbe))
    assert java == cpp
