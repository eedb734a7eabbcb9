import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.codegen.java import bytebuffer as java_bytebuffer
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
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
from tests.conftest import VECTORS

INT = Scalar(Kind.I32)
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def one_record(*fields, name="R", enums=()):
    return Schema("s", name, (Record(name, tuple(fields)),), enums)


def source(schema, path):
    return (java.generate(schema) | java_ops.generate(schema))[path]


def test_golden():
    assert source(Schema.from_dict(VECTORS[1]["schema"]), "serbench/data/Node.java") == GOLDEN


def test_every_type_has_java_type_for_libraries():
    types = {
        "boolean": Scalar(Kind.BOOL),
        "byte": Scalar(Kind.I8),
        "short": Scalar(Kind.U8),
        "int": Scalar(Kind.U16),
        "long": Scalar(Kind.U32),
        "List<Byte>": ListOf(Scalar(Kind.I8)),
        "Map<String, Short>": MapOf(Scalar(Kind.I16)),
        "Long": OptionalOf(Scalar(Kind.U64)),
        "List<Integer>": ListOf(OptionalOf(INT)),
        "Map<String, List<byte[]>>": MapOf(ListOf(Scalar(Kind.BYTES))),
        "R": OptionalOf(RecordRef("R")),
    }
    schema = one_record(*(Field(f"f{i}", t) for i, t in enumerate(types.values())))
    text = source(schema, "serbench/data/R.java")
    for i, declared in enumerate(types):
        assert f"  public {declared} f{i};\n" in text


def test_fields_are_named_in_java_style():
    names = java.names(one_record(*(Field(n, INT) for n in ["created_at", "HTTPServer", "2x"])))
    assert list(names.fields["R"].values()) == ["createdAt", "httpServer", "n2x"]


def test_reserved_words_and_clashing_names_are_renamed():
    wire = ["class", "Class", "a b", "aB", "", "serialVersionUID", "true"]
    fields = java.names(one_record(*(Field(n, INT) for n in wire))).fields["R"]
    assert fields["class"] == "class_"
    assert len(set(fields.values())) == len(wire)
    assert not set(fields.values()) & java.KEYWORDS


@pytest.mark.parametrize("name", ["String", "Object", "List", "Map", "Integer", "JsonProperty"])
def test_types_named_like_java_classes_are_renamed(name):
    known = java.names(one_record(Field("x", INT), name=name))
    assert known.types[name] == f"{name}_"


def test_types_differing_by_case_get_separate_files():
    records = (
        Record("HttpURL", (Field("x", RecordRef("httpUrl")),)),
        Record("httpUrl", (Field("y", INT),)),
    )
    paths = java.generate(Schema("s", "HttpURL", records))
    assert len({path.lower() for path in paths}) == 2


def test_u64_uses_own_serializer():
    text = source(one_record(Field("x", MapOf(ListOf(Scalar(Kind.U64))))), "serbench/data/R.java")
    assert "@JsonSerialize(using = U64.Writer.class)" in text


def test_the_empty_name_is_marked():
    text = source(one_record(Field("", INT), Field("(empty name)", INT)), "serbench/data/R.java")
    assert '@JsonProperty("(empty name)_")\n  @BsonProperty("(empty name)_")\n  @EmptyName' in text
    assert '@JsonProperty("(empty name)")\n' in text


def test_large_records_are_handled_by_several_methods():
    schema = one_record(*(Field(f"f{i}", INT) for i in range(200)))
    text = source(schema, "serbench/ops/ROps.java")
    methods = re.split(r"\n  (?:private )?static ", text)
    assert all(method.count("v.f") <= java.FIELDS_PER_METHOD for method in methods)
    assert len(re.findall(r"static void digest\d+\(", text)) == 200 / java.FIELDS_PER_METHOD


def test_large_enums_and_the_empty_symbol():
    enum = Enum("E", ("", *(f"s{i}" for i in range(250))))
    schema = one_record(Field("e", EnumRef("E")), enums=(enum,))
    text = source(schema, "serbench/data/E.java")
    assert '  FIELD(""),\n' in text
    assert "@JsonValue" in text


@given(st.text())
def test_literals_hold_any_text_in_ascii(text):
    written = java.literal(text)
    assert written.isascii()
    assert written.isprintable()
    assert _java_reads(written) == text.encode("utf-16-be", "surrogatepass")


def _java_reads(written):
    """A string literal as javac reads it: first Unicode escapes, then the others."""
    units, inner, i = [], written[1:-1], 0
    assert '"' not in re.sub(r"\\.", "", inner)
    while i < len(inner):
        if inner[i] != "\\":
            units.append(ord(inner[i]))
            i += 1
        elif inner[i + 1] == "u":
            units.append(int(inner[i + 2 : i + 6], 16))
            i += 6
        elif inner[i + 1] in '\\"':
            units.append(ord(inner[i + 1]))
            i += 2
        else:
            units.append(int(inner[i + 1 : i + 4], 8))
            i += 4
    return b"".join(unit.to_bytes(2, "big") for unit in units)


@given(st.lists(st.text(), unique=True, min_size=1))
def test_names_become_valid_identifiers_and_ascii_text(wire):
    schema = one_record(*(Field(n, INT) for n in wire), enums=(Enum("E", tuple(wire)),))
    for text in (java.generate(schema) | java_ops.generate(schema)).values():
        assert text.isascii()
    known = java.names(schema)
    for name in [*known.fields["R"].values(), *known.symbols["E"].values()]:
        assert IDENTIFIER.fullmatch(name)


GOLDEN = """\
package serbench.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.bson.codecs.pojo.annotations.BsonProperty;
import serbench.json.EmptyName;
import serbench.json.U64;

/** Generated by serbench. */
@SuppressWarnings("serial") // lists and maps are declared by their interfaces
public class Node implements Serializable {
  private static final long serialVersionUID = 1L;

  @JsonProperty("label")
  @BsonProperty("label")
  @com.google.gson.annotations.SerializedName("label")
  @com.squareup.moshi.Json(name = "label")
  public String label;

  @JsonProperty("children")
  @BsonProperty("children")
  @com.google.gson.annotations.SerializedName("children")
  @com.squareup.moshi.Json(name = "children")
  public List<Node> children;

  @JsonProperty("next")
  @BsonProperty("next")
  @com.google.gson.annotations.SerializedName("next")
  @com.squareup.moshi.Json(name = "next")
  public Node next;

  @JsonProperty("weights")
  @BsonProperty("weights")
  @com.google.gson.annotations.SerializedName("weights")
  @com.squareup.moshi.Json(name = "weights")
  public Map<String, Double> weights;
}
"""


def test_root_names_path_to_access_leaf():
    inner = Record("Inner", (Field("a", INT), Field("last one", OptionalOf(Scalar(Kind.STRING)))))
    outer = Record("R", (Field("", RecordRef("Inner")), Field("m", MapOf(INT))))
    root = source(Schema("s", "R", (outer, inner)), "serbench/ops/Root.java")
    assert 'return Leaf.of(int.class, "(empty name)", "a");' in root
    inner = Record("Inner", (Field("o", ListOf(Scalar(Kind.STRING))),))
    lists = Record("R", (Field("l", ListOf(OptionalOf(RecordRef("Inner")))),))
    root = source(Schema("s", "R", (lists, inner)), "serbench/ops/Root.java")
    assert 'return Leaf.of(String.class, "l", null, "o", null);' in root
    assert "if (v1 == null) return 0;" in root
    root = source(one_record(Field("m", MapOf(INT))), "serbench/ops/Root.java")
    assert "return null;" in root


def test_bytebuffer_skips_fields_before_access_leaf():
    fields = [Field("a", INT), Field("b", Scalar(Kind.U64)), Field("c", Scalar(Kind.STRING))]
    fields += [Field("d", ListOf(INT)), Field("e", ListOf(Scalar(Kind.STRING))), Field("f", INT)]
    text = java_bytebuffer.generate(one_record(*fields))["serbench/layout/Layout.java"]
    steps = (
        "skip(b, 12); skip(b, b.getInt()); skip(b, b.getInt() * 4); skip0(b); return b.getInt();"
    )
    assert steps in " ".join(text.split())
    assert "for (int i = b.getInt(); i > 0; i--) skip(b, b.getInt());" in text
