import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.codegen.java import jsonp
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


def one_record(*fields, enums=()):
    return Schema("s", "R", (Record("R", tuple(fields)),), enums)


def source(schema):
    [(path, text)] = jsonp.generate(schema).items()
    assert path == "serbench/jsonp/Documents.java"
    return text


def methods(text):
    """By their names; what is in braces of a class within is among the last one's."""
    parts = re.split(r"\n  (?:private|public) static ", text)
    return {re.search(r"(\w+)\(", part)[1]: part for part in parts[1:] if "(" in part}


def test_golden():
    node = (
        Field('a "b"', Scalar(Kind.U64)),
        Field("next", OptionalOf(RecordRef("R"))),
        Field("f", ListOf(OptionalOf(Scalar(Kind.F32)))),
        Field("by name", MapOf(EnumRef("Colour"))),
    )
    text = source(one_record(*node, enums=(Enum("Colour", ("red", "light blue")),)))
    assert text[text.index("  private static void putRecord0Part0") :] == GOLDEN


@pytest.mark.parametrize(
    ("kind", "put", "got"),
    [
        (Kind.BOOL, "v.x", "bool(o.get({}))"),
        (Kind.I8, "v.x", "(byte) within(o.get({}), Byte.MIN_VALUE, Byte.MAX_VALUE)"),
        (Kind.U8, "v.x", "(short) within(o.get({}), 0, 0xff)"),
        (Kind.I16, "v.x", "(short) within(o.get({}), Short.MIN_VALUE, Short.MAX_VALUE)"),
        (Kind.U16, "v.x", "(int) within(o.get({}), 0, 0xffff)"),
        (Kind.I32, "v.x", "i32(o.get({}))"),
        (Kind.U32, "v.x", "within(o.get({}), 0, 0xffffffffL)"),
        (Kind.I64, "v.x", "i64(o.get({}))"),
        (Kind.F32, "decimal(v.x)", "f32(o.get({}))"),
        (Kind.F64, "v.x", "f64(o.get({}))"),
        (Kind.STRING, "v.x", "text(o.get({}))"),
        (Kind.BYTES, "base64(v.x)", "bytes(o.get({}))"),
    ],
    ids=lambda value: value.value if isinstance(value, Kind) else "",
)
def test_every_kind_has_conversions_to_and_from_json(kind, put, got):
    text = source(one_record(Field("x", Scalar(kind))))
    assert f'    b.add("x", {put});\n' in text
    assert "    v.x = " + got.format('"x"') + ";\n" in text


def test_large_records_are_handled_by_several_methods():
    text = source(one_record(*(Field(f"f{i}", OptionalOf(I32)) for i in range(200))))
    assert all(body.count('"f') <= FIELDS_PER_METHOD * 2 for body in methods(text).values())
    for verb in ("put", "get", "visit"):
        parts = len(re.findall(rf"static \w+ {verb}Record0Part\d+\(", text))
        assert parts == 200 / FIELDS_PER_METHOD


def test_each_enum_has_separate_class_of_tables():
    enums = tuple(Enum(f"E{i}", (f"a{i}", "")) for i in range(2))
    text = source(one_record(*(Field(e.name, EnumRef(e.name)) for e in enums), enums=enums))
    assert 'class Enum0 {\n    static final String[] NAMES = {\n      "a0",\n      "",\n' in text
    assert 'class Enum1 {\n    static final String[] NAMES = {\n      "a1",\n      "",\n' in text


@given(schemas())
def test_braces_match_and_every_called_method_is_defined(schema):
    text = source(schema)
    bare = re.sub(r'"(\\.|[^"\\])*"', "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("(") == bare.count(")")
    called = re.findall(r"\b(?:put|get|visit)(?:Record|Container)\d+\b", bare)
    assert set(called) <= set(methods(bare))


@given(st.lists(st.text(), unique=True, min_size=1))
def test_names_appear_only_in_identifiers_and_literals(wire):
    fields = (Field(name, I32) for name in wire)
    text = source(one_record(*fields, enums=(Enum("E", tuple(wire)),)))
    assert text.isascii()
    assert not set(re.sub(r'"(\\.|[^"\\])*"', "", text)) & set('`#$"\\')


GOLDEN = """\
  private static void putRecord0Part0(JsonObjectBuilder b, serbench.data.R v) {
    if (v.aB >= 0) b.add("a \\"b\\"", v.aB); else b.add("a \\"b\\"", unsigned(v.aB));
    if (v.next == null) b.addNull("next"); else { b.add("next", putRecord0(v.next)); }
    b.add("f", putContainer0(v.f));
    b.add("by name", putContainer1(v.byName));
  }

  private static void getRecord0Part0(JsonObject o, serbench.data.R v) {
    JsonValue j;
    v.aB = u64(o.get("a \\"b\\""));
    v.next = isAbsent(j = o.get("next")) ? null : getRecord0(j.asJsonObject());
    v.f = getContainer0(o.get("f").asJsonArray());
    v.byName = getContainer1(o.get("by name").asJsonObject());
  }

  private static long visitRecord0Part0(JsonObject o) {
    JsonValue j;
    long sum = 0;
    sum += u64(o.get("a \\"b\\""));
    sum += (isAbsent(j = o.get("next")) ? 0L : 1L + visitRecord0(j.asJsonObject()));
    sum += visitContainer0(o.get("f").asJsonArray());
    sum += visitContainer1(o.get("by name").asJsonObject());
    return sum;
  }

  private static JsonObjectBuilder putRecord0(serbench.data.R v) {
    JsonObjectBuilder b = JSON.createObjectBuilder();
    putRecord0Part0(b, v);
    return b;
  }

  private static serbench.data.R getRecord0(JsonObject o) {
    serbench.data.R v = new serbench.data.R();
    getRecord0Part0(o, v);
    return v;
  }

  private static long visitRecord0(JsonObject o) {
    return visitRecord0Part0(o);
  }

  private static JsonArrayBuilder putContainer0(List<Float> v) {
    JsonArrayBuilder b = JSON.createArrayBuilder();
    for (Float e : v) { if (e == null) b.addNull(); else { b.add(decimal(e)); } }
    return b;
  }

  private static List<Float> getContainer0(JsonArray a) {
    List<Float> v = new ArrayList<>(a.size());
    for (JsonValue j : a) v.add(isAbsent(j) ? null : f32(j));
    return v;
  }

  private static long visitContainer0(JsonArray a) {
    long sum = a.size();
    for (JsonValue j : a) sum += (isAbsent(j) ? 0L : 1L + Visit.bits(f32(j)));
    return sum;
  }

  private static JsonObjectBuilder putContainer1(Map<String, serbench.data.Colour> v) {
    JsonObjectBuilder b = JSON.createObjectBuilder();
    for (Map.Entry<String, serbench.data.Colour> e : v.entrySet()) {
      serbench.data.Colour value = e.getValue();
      b.add(e.getKey(), Enum0.NAMES[value.ordinal()]);
    }
    return b;
  }

  private static Map<String, serbench.data.Colour> getContainer1(JsonObject o) {
    Map<String, serbench.data.Colour> v = new LinkedHashMap<>(o.size() * 4 / 3 + 1);
    for (Map.Entry<String, JsonValue> e : o.entrySet()) {
      JsonValue j = e.getValue();
      v.put(e.getKey(), symbol(Enum0.SYMBOLS, j));
    }
    return v;
  }

  private static long visitContainer1(JsonObject o) {
    long sum = o.size();
    for (Map.Entry<String, JsonValue> e : o.entrySet()) {
      JsonValue j = e.getValue();
      sum += Visit.text(e.getKey()) + symbol(Enum0.SYMBOLS, j).ordinal();
    }
    return sum;
  }

  private static final class Enum0 {
    static final String[] NAMES = {
      "red",
      "light blue",
    };
    static final Map<String, serbench.data.Colour> SYMBOLS = new HashMap<>();

    static {
      for (serbench.data.Colour e : serbench.data.Colour.values()) {
        SYMBOLS.put(NAMES[e.ordinal()], e);
      }
    }
  }
}
"""
