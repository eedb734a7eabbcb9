import re

from hypothesis import given

from serbench.codegen.java import msgpack
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
    Scalar,
    Schema,
)
from tests.strategies import schemas

I32 = Scalar(Kind.I32)


def source(*fields, enums=()):
    [(path, text)] = msgpack.generate(
        Schema("s", "R", (Record("R", tuple(fields)),), enums)
    ).items()
    assert path == "serbench/msgpack/Packed.java"
    return text


def test_fields_have_names_and_null_stands_for_what_is_absent():
    text = source(Field('a "b"', OptionalOf(I32)), Field("x", Scalar(Kind.U8)))
    assert "    b.packMapHeader(2);\n" in text
    assert (
        r'    b.packString("a \"b\""); if (v.aB == null) b.packNil(); else b.packInt(v.aB);' in text
    )
    assert r'case "a \"b\"": v.aB = b.tryUnpackNil() ? null : b.unpackInt(); return true;' in text
    assert 'case "x": v.x = (short) within(b.unpackLong(), 0xff); return true;' in text


def test_lists_and_maps_have_headers_of_their_own():
    text = source(Field("l", ListOf(I32)), Field("m", MapOf(I32)))
    for header in ("packArrayHeader(v.size())", "packMapHeader(v.size())", "unpackMapHeader()"):
        assert f"b.{header};" in text


def test_enums_are_their_symbols():
    text = source(Field("e", EnumRef("E")), enums=(Enum("E", ("a b", "")),))
    assert 'static final String[] NAMES = {\n      "a b",\n      "",\n' in text
    assert "v.e = symbol(Enum0.SYMBOLS, b.unpackString());" in text


def test_large_records_are_handled_by_several_methods():
    text = source(*(Field(f"f{i}", I32) for i in range(200)))
    for verb in ("put", "get"):
        parts = len(re.findall(rf"static \w+ {verb}Record0Part\d+\(", text))
        assert parts == 200 / FIELDS_PER_METHOD


@given(schemas())
def test_braces_match(schema):
    [text] = msgpack.generate(schema).values()
    bare = re.sub(r'"(\\.|[^"\\])*"', "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("(") == bare.count(")")
