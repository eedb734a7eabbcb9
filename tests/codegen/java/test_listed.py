"""Java's maps whose keys are no text: plain, and for libraries that take them, or do not."""

import re

import pytest

from serbench.builders.java.generators import GENERATORS
from serbench.codegen.java import avro, listed
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.schema.logical import Keys, Uuid
from serbench.schema.model import (
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Union,
    UnionRef,
    scalar_of,
)
from tests.codegen.typed_maps import TEXT, fitting, schema_of

I32, I64, U64 = (Scalar(kind) for kind in (Kind.I32, Kind.I64, Kind.U64))
KEYS = {
    "Integer": I32,
    "Short": Scalar(Kind.U8),
    "Long": U64,
    "Boolean": Scalar(Kind.BOOL),
    "serbench.data.Colour": EnumRef("Colour"),
    "java.util.UUID": scalar_of(Uuid()),
}


def containers(schema):
    return java_ops.generate(schema)["serbench/ops/Containers.java"]


def lists(schema):
    return listed.generate(fitting(schema))["serbench/listed/Lists.java"]


@pytest.mark.parametrize("keys", KEYS)
def test_plain_field_is_a_map_by_its_keys_whatever_a_library_takes(keys):
    schema = schema_of(KEYS[keys])
    sources = java.generate(schema)
    map_ = f"Map<{keys.removeprefix('serbench.data.')}, String>"
    for type_ in (map_, f"List<{map_}>", f"Map<String, {map_}>"):
        assert f"  public {type_} " in sources["serbench/data/Thing.java"]
    assert not any("Entry" in path for path in sources)
    for each in (fitting(schema), fitting(schema, *Keys)):
        assert java.generate(each) == sources
        assert containers(each) == containers(schema)


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ("Integer", "java.util.Comparator.naturalOrder()"),
        ("Long", "Long::compareUnsigned"),
        ("Boolean", "java.util.Comparator.naturalOrder()"),
        ("serbench.data.Colour", "java.util.Comparator.naturalOrder()"),
        ("java.util.UUID", "CanonicalBytes.BY_BYTES"),
    ],
)
def test_digest_takes_the_keys_in_their_order(keys, order):
    entry = f"Map.Entry<{keys}, String> e : CanonicalBytes.inOrder(v, {order})"
    assert f"    for ({entry}) {{\n" in containers(schema_of(KEYS[keys]))


def test_map_is_read_from_the_list_of_its_entries():
    assert (
        "    Map<Integer, String> v = new LinkedHashMap<>();\n"
        "    for (in.startList(); in.hasItem(); ) {\n"
        "      Integer key = null;\n"
        "      String value = null;\n"
        "      boolean[] seen = in.startRecord(ENTRY);\n"
        "      for (int field; (field = in.nextField(ENTRY, seen)) >= 0; ) {\n"
        "        if (field == 0) key = in.i32();\n"
        "        else value = in.string();\n"
        "      }\n"
        '      if (v.containsKey(key)) throw in.refusal("a key stands twice in a map");\n'
    ) in containers(schema_of(I32))


def test_entries_are_no_types_of_the_schema_to_libraries():
    root = java_ops.generate(schema_of(I32))["serbench/ops/Root.java"]
    assert "of(serbench.data.Thing.class, serbench.data.Colour.class)" in root
    assert "boolean hasTypedMaps()" in root


@pytest.mark.parametrize(
    ("key", "value", "annotations"),
    [
        (I64, TEXT, ""),
        (U64, TEXT, "@JsonSerialize(keyUsing = U64.KeyWriter.class)"),
        (
            I64,
            U64,
            "@JsonSerialize(using = U64.Writer.class)\n"
            "  @JsonDeserialize(using = U64.Reader.class)",
        ),
        (
            U64,
            OptionalOf(U64),
            "@JsonSerialize(using = U64.Writer.class, keyUsing = U64.KeyWriter.class)\n"
            "  @JsonDeserialize(using = U64.Reader.class)",
        ),
    ],
)
def test_jackson_is_told_of_unsigned_keys_and_values(key, value, annotations):
    thing = java.generate(schema_of(key, value))["serbench/data/Thing.java"]
    found = re.findall(r"@com\.squareup.*\)\n((?:  @Json.*\n)*)  public ", thing)
    assert found == [f"  {annotations}\n" if annotations else ""] * 4


def test_schema_of_native_maps_needs_no_lists():
    assert listed.generate(fitting(schema_of(I32), Keys.INTEGER)) == {}


def test_classes_for_a_library_without_such_maps_have_lists():
    sources = listed.generate(fitting(schema_of(I32)))
    thing = sources["serbench/listed/data/Thing.java"]
    assert thing.startswith("package serbench.listed.data;\n")
    assert "  public List<Entry> a;" in thing
    assert "  public Map<String, List<Entry>> c;" in thing
    assert "  public int key;" in sources["serbench/listed/data/Entry.java"]
    root = sources["serbench/listed/ops/Root.java"]
    assert "Values<serbench.listed.data.Thing>" in root
    assert "hasTypedMaps" not in root


def test_lists_are_made_of_maps_and_maps_of_lists():
    text = lists(schema_of(EnumRef("Colour"), OptionalOf(I32)))
    assert (
        "    for (Map.Entry<serbench.data.Colour, Integer> e : v.entrySet()) {\n"
        "      serbench.listed.data.Entry entry = new serbench.listed.data.Entry();\n"
        "      entry.key = put4(e.getKey());\n"
        "      entry.value = e.getValue();\n"
        "      made.add(entry);\n"
        "    }\n"
    ) in text
    assert re.search(
        r"    for \(serbench\.listed\.data\.Entry e : v\) \{\n"
        r"      Integer value = e\.value;\n"
        r"      made\.put\(get\d\(e\.key\), value\);\n",
        text,
    )
    assert "made.d = v.d == null ? null : put1(v.d);" in text


def test_maps_that_a_library_takes_stay_maps_beside_lists():
    entries = [
        Record(name, (Field("key", key), Field("value", RecordRef("Leaf"))))
        for name, key in (("ByNumber", I32), ("ByFlag", Scalar(Kind.BOOL)))
    ]
    fields = [Field(f"by_{i}", ListOf(RecordRef(e.name), True)) for i, e in enumerate(entries)]
    leaf = Record("Leaf", (Field("class", UnionRef("Either")),))
    schema = Schema(
        "s",
        "Root",
        (Record("Root", tuple(fields)), *entries, leaf),
        unions=(Union("Either", (I64, TEXT)),),
    )
    sources = listed.generate(fitting(schema, Keys.INTEGER))
    root = sources["serbench/listed/data/Root.java"]
    assert "  public Map<Integer, Leaf> by0;" in root
    assert "  public List<ByFlag> by1;" in root
    text = sources["serbench/listed/Lists.java"]
    assert "instanceof serbench.data.Either.IntValue variant" in text
    assert "return new serbench.listed.data.Either.IntValue(variant.value());" in text
    assert "serbench/listed/unions/Either.java" in sources


def test_avro_by_reflection_has_the_schema_of_the_lists():
    [text] = avro.generate(fitting(schema_of(I32))).values()
    assert '"Entry", null, "serbench.listed.data"' in text
    [plain] = avro.generate(fitting(schema_of(I32), Keys.INTEGER)).values()
    assert '"serbench.data"' in plain


@pytest.mark.parametrize("word", sorted(GENERATORS))
@pytest.mark.parametrize("keys", KEYS)
def test_no_generator_refers_to_a_class_of_entries(word, keys):
    schema = fitting(schema_of(KEYS[keys]))
    for path, text in GENERATORS[word].module.generate(schema).items():
        assert "serbench.data.Entry" not in text, path


def test_bytes_of_maps_written_by_hand_are_those_of_the_lists():
    [text] = GENERATORS["kryo"].module.generate(fitting(schema_of(I32))).values()
    assert (
        "    b.writeVarInt(v.size(), true);\n"
        "    for (Map.Entry<Integer, String> e : v.entrySet()) {\n"
        "      b.writeVarInt(e.getKey(), false);\n"
        "      String value = e.getValue();\n"
        "      b.writeString(value);\n"
        "    }\n"
    ) in text
    assert "      v.put(b.readVarInt(false), b.readString());\n" in text
