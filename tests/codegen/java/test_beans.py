import re

import pytest
from hypothesis import given

from serbench.codegen.java import avro_specific, thrift
from serbench.codegen.java.types import FIELDS_PER_METHOD
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
from tests.strategies import schemas

I32 = Scalar(Kind.I32)
GENERATORS = {"thrift": thrift, "avro-specific": avro_specific}
of_both = pytest.mark.parametrize("generator", GENERATORS.values(), ids=GENERATORS)


def beans(generator, schema):
    return next(
        text for path, text in generator.generate(schema).items() if path.endswith("Beans.java")
    )


def one_record(*fields, enums=()):
    return Schema("s", "R", (Record("R", tuple(fields)),), enums)


EVERYTHING = one_record(
    Field("small", Scalar(Kind.U8)),
    Field("float", Scalar(Kind.F32)),
    Field("raw", OptionalOf(Scalar(Kind.BYTES))),
    Field("maybe", OptionalOf(I32)),
    Field("next", OptionalOf(RecordRef("R"))),
    Field("holes", ListOf(OptionalOf(Scalar(Kind.STRING)))),
    Field("by name", MapOf(EnumRef("Colour"))),
    enums=(Enum("Colour", ("red", "light blue")),),
)


def test_thrift_sets_optional_fields_only_where_they_are_present():
    text = beans(thrift, EVERYTHING)
    assert "    m.setPart0(v.small);\n    m.setPart1((double) v.float_);\n" in text
    assert "    if (v.maybe != null) m.setPart3(v.maybe);\n" in text
    assert "    v.maybe = m.isSetPart3() ? m.part3 : null;\n" in text
    assert "    sum += m.isSetPart3() ? 1L + m.part3 : 0L;\n" in text


def test_thrift_holds_optionals_of_lists_in_structs():
    text = beans(thrift, EVERYTHING)
    assert "private static List<serbench_thrift.Type1> put1(List<String> v)" in text
    assert "    if (v != null) m.setPart0(v);\n" in text


def test_avro_sets_null_and_reads_strings_of_any_kind():
    text = beans(avro_specific, EVERYTHING)
    assert "    m.setPart0((int) v.small);\n    m.setPart1(v.float_);\n" in text
    assert "    m.setPart2(v.raw == null ? null : ByteBuffer.wrap(v.raw));\n" in text
    assert "    v.raw = m.getPart2() != null ? bytes(m.getPart2()) : null;\n" in text
    assert "for (CharSequence e : m) v.add(e == null ? null : e.toString());" in text


@of_both
def test_enums_go_by_the_number_of_their_symbol(generator):
    text = beans(generator, EVERYTHING)
    assert "BEAN0[value.ordinal()]" in text
    assert "PLAIN0[value.ordinal()]" in text


@of_both
def test_large_records_are_handled_by_several_methods(generator):
    text = beans(generator, one_record(*(Field(f"f{i}", I32) for i in range(200))))
    for verb in ("put", "get", "visit"):
        parts = len(re.findall(rf"static \w+ {verb}0Part\d+\(", text))
        assert parts == 200 / FIELDS_PER_METHOD


@of_both
@given(schema=schemas())
def test_braces_match_and_every_called_method_is_defined(generator, schema):
    text = beans(generator, schema)
    assert text.count("{") == text.count("}")
    assert text.count("(") == text.count(")")
    defined = set(re.findall(r"private static [^(\n]+ ((?:put|get|visit)\d+)\(", text))
    assert set(re.findall(r"\b(?:put|get|visit)\d+\b(?=\()", text)) <= defined
