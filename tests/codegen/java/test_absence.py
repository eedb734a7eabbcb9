"""Java's fields that tell absent from null: plain, and for libraries that leave them out."""

import re

import pytest

from serbench.codegen.java import jsonp, listed, msgpack, org_json
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.schema.absence import telling_absent
from serbench.schema.logical import Absence
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)
from tests.codegen.typed_maps import TEXT, fitting

I32, U64 = Scalar(Kind.I32), Scalar(Kind.U64)
ODD = 'class "\\*/ü$'
NATIVE, CONVERTED = (Absence.ABSENT,), ()
SOURCES = {
    "jsonp": (jsonp, "serbench/jsonp/Documents.java"),
    "msgpack": (msgpack, "serbench/msgpack/Packed.java"),
    "org-json": (org_json, "serbench/orgjson/Documents.java"),
}


def schema_of(type_=TEXT, name="memo", fields=(), records=()):
    root = Record("Thing", (Field(name, OptionalOf(type_)), *fields))
    return telling_absent(Schema("s", "Thing", (root, *records)), {("Thing", name)})


def source(module, schema, natives=NATIVE):
    made, path = SOURCES[module]
    return made.generate(fitting(schema, *natives))[path]


def root(schema):
    return java_ops.generate(schema)["serbench/ops/Root.java"]


def as_optional_record(schema):
    """The schema without what a field tells."""
    plain = [
        Record(record.name, tuple(Field(f.name, OptionalOf(f.type.item)) for f in record.fields))
        for record in schema.records
    ]
    return Schema(schema.name, schema.root, tuple(plain))


@pytest.mark.parametrize("module", SOURCES)
def test_converted_field_is_an_optional_record(module):
    schema = schema_of()
    assert source(module, schema, CONVERTED) == source(module, as_optional_record(schema))
    assert java_ops.generate(fitting(schema)) == java_ops.generate(as_optional_record(schema))


def test_plain_classes_are_the_same_whatever_a_library_leaves_out():
    schema = schema_of()
    assert java.generate(fitting(schema, *NATIVE)) == java.generate(fitting(schema))


def test_libraries_are_told_which_records_they_do_not_write():
    record = "serbench.data.ThingMemo"
    assert (
        f"new serbench.driver.Told<{record}, String>({record}.class, r -> r.value,"
        f" v -> {{ {record} r = new {record}(); r.value = v; return r; }})"
    ) in root(fitting(schema_of(), *NATIVE))
    assert "Told" not in root(fitting(schema_of()))


def test_classes_with_lists_of_entries_are_told_of_too():
    entry = Record("Entry", (Field("key", I32), Field("value", TEXT)))
    years = Field("years", ListOf(RecordRef("Entry"), is_map=True))
    schema = schema_of(fields=[years], records=[entry])
    made = listed.generate(fitting(schema, *NATIVE))["serbench/listed/ops/Root.java"]
    assert "Told<serbench.listed.data.ThingMemo, String>" in made
    assert "Told" not in listed.generate(fitting(schema))["serbench/listed/ops/Root.java"]


def test_steps_to_the_access_leaf_leave_out_what_is_not_written():
    schema = schema_of(I32)
    assert '"memo", "value")' in root(fitting(schema))
    assert '"memo")' in root(fitting(schema, *NATIVE))


def test_msgpack_has_no_entry_of_an_absent_field():
    text = source("msgpack", schema_of(I32, ODD, [Field("x", I32)]))
    member = "v.class_"
    name = r'"class \"\\*/\374$"'
    assert f"    b.packMapHeader(2 - ({member} == null ? 1 : 0));\n" in text
    assert (
        f"    if ({member} != null) {{ b.packString({name});"
        f" if ({member}.value == null) b.packNil(); else b.packInt({member}.value); }}\n"
    ) in text
    assert f"      case {name}: {member} = getRecord1(b); return true;\n" in text
    assert f"    seen(2, known + ({member} == null ? 1 : 0));\n" in text
    assert "    v.value = b.tryUnpackNil() ? null : b.unpackInt();\n" in text
    assert "putRecord1" not in text


@pytest.mark.parametrize(
    ("module", "null", "find"),
    [("jsonp", "addNull({})", "get"), ("org-json", "put({}, JSONObject.NULL)", "opt")],
)
def test_document_has_no_member_of_an_absent_field(module, null, find):
    text = source(module, schema_of(U64, ODD))
    add, name = null.partition("Null")[0].partition("(")[0], r'"class \"\\*/\374$"'
    found = f"(j = o.{find}({name})) == null"
    assert (
        f"    if (v.class_ != null) {{ if (v.class_.value == null) b.{null.format(name)}; else {{ "
        f"if (v.class_.value >= 0) b.{add}({name}, v.class_.value); "
        f"else b.{add}({name}, unsigned(v.class_.value)); }} }}\n"
    ) in text
    assert f"    v.class_ = {found} ? null : getRecord1(j);\n" in text
    assert f"    sum += ({found} ? 0L : 1L + visitRecord1(j));\n" in text
    assert "    v.value = isAbsent(j) ? null : u64(j);\n" in text
    assert "    return (isAbsent(j) ? 0L : 1L + u64(j));\n" in text


@pytest.mark.parametrize("module", SOURCES)
def test_braces_match_and_every_called_method_is_defined(module):
    node = Record("Thing", (Field("next", OptionalOf(RecordRef("Thing"))), Field("x", I32)))
    schema = telling_absent(Schema("s", "Thing", (node,)), {("Thing", "next")})
    text = re.sub(r'"(\\.|[^"\\])*"', "", source(module, schema))
    assert text.count("{") == text.count("}")
    assert text.count("(") == text.count(")")
    called = set(re.findall(r"(?<!static )\b(?:put|get|visit)Record\d+\(", text))
    defined = {f"{name}(" for name in re.findall(r"private static \S+ (\w+Record\d+)\(", text)}
    assert called <= defined
