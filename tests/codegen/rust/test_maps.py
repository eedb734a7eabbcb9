"""Rust's maps whose keys are no text: plain, native and converted."""

import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from serbench.builders.rust.workspace import GENERATORS
from serbench.codegen.rust import bson as rust_bson
from serbench.codegen.rust import types as rust
from serbench.schema.logical import Convention, Keys, Uuid
from serbench.schema.model import (
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Scalar,
    Schema,
    lowered,
    scalar_of,
)
from tests.codegen import typed_maps
from tests.codegen.typed_maps import KEYS, TEXT, fitting

ROOT = Path(__file__).parents[3]
BYTES = Scalar(Kind.BYTES)
schema_of = partial(typed_maps.schema_of, first="key", symbols=("dark blue", "Ord"))


def types_of(schema: Schema, generator: str = "") -> str:
    made = GENERATORS[generator].generate(schema) if generator else rust.generate(schema)
    return made["src/types.rs"]


def on_one_line(source: str) -> str:
    """Without the lines that long types are broken over."""
    return re.sub(r",?\s+(?=>)|(?<=<)\s+", "", " ".join(source.split()))


@pytest.mark.parametrize(
    ("keys", "spelled"),
    [
        ("integers", "i32"),
        ("booleans", "bool"),
        ("enums", "Colour"),
        ("uuids", "serbench_logical::Held<serbench_logical::Uuid, Bytes>"),
    ],
)
def test_plain_field_is_a_map_by_its_keys(keys, spelled):
    schema = fitting(schema_of(KEYS[keys], Scalar(Kind.U8)), *Keys)
    plain = on_one_line(types_of(schema))
    map_ = f"BTreeMap<{spelled}, u8>"
    for type_ in (map_, f"Vec<{map_}>", f"BTreeMap<String, {map_}>", f"Option<{map_}>"):
        assert f": {type_}," in plain
    assert "struct Entry " not in plain
    converted = on_one_line(types_of(fitting(schema_of(KEYS[keys], Scalar(Kind.U8)))))
    assert f"pub key: serbench_driver::Entries<{spelled}, u8>," in converted
    assert "struct Entry " not in converted


def test_lowered_map_is_a_list_of_records():
    text = types_of(lowered(schema_of(Scalar(Kind.I32))))
    assert "    pub key: Vec<Entry>,\n" in text
    assert "pub struct Entry {\n    pub key: i32,\n    pub value: String,\n}" in text


@pytest.mark.parametrize(
    ("generator", "derived"),
    [
        ("", "Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize"),
        ("bilrost", "Clone, Copy, PartialOrd, Ord, PartialEq, Eq, bilrost::Enumeration"),
        ("rkyv", "Clone, Copy, PartialEq, Eq, PartialOrd, Ord"),
    ],
)
def test_symbols_of_keys_have_an_order(generator, derived):
    assert f"derive({derived})" in types_of(fitting(schema_of(KEYS["enums"]), *Keys), generator)
    assert "Ord)" not in types_of(fitting(schema_of(KEYS["integers"]), *Keys), generator)


def test_text_is_borrowed_in_values_and_not_in_keys():
    native = fitting(schema_of(Scalar(Kind.I32)), *Keys)
    borrowed = rust.generate_borrowed(native)["src/lib.rs"]
    assert "pub key: BTreeMap<i32, TextRef<'a>>," in borrowed
    assert "struct Entry" not in borrowed
    converted = rust.generate_borrowed(fitting(schema_of(Scalar(Kind.I32))))["src/lib.rs"]
    assert "pub key: serbench_driver::Entries<i32, TextRef<'a>>," in converted
    flat = fitting(schema_of(Scalar(Kind.I32), Scalar(Kind.I32)), *Keys)
    assert "pub struct Thing" in rust.generate_borrowed(flat)["src/lib.rs"]  # by its map `c`


def test_bytes_in_values_are_bytes():
    schema = fitting(schema_of(KEYS["enums"], OptionalOf(BYTES)), *Keys)
    assert '        key as bytes: "key",\n' in types_of(schema, "borsh")
    assert "self.key.iter().fold(" in GENERATORS["rkyv"].generate(schema)["src/archived.rs"]


@pytest.mark.parametrize("generator", ["borsh", "simd_json", "bincode"])
def test_own_values_of_logical_types_have_an_order_where_they_are_keys(generator):
    schema = fitting(schema_of(KEYS["uuids"]), *Keys, convention=Convention.TEXT)
    assert " Ord for Held<L, W>\n" in GENERATORS[generator].generate(schema)["src/logical.rs"]
    other = fitting(schema_of(KEYS["integers"], KEYS["uuids"]), *Keys, convention=Convention.TEXT)
    assert " Ord for Held<L, W>" not in GENERATORS[generator].generate(other)["src/logical.rs"]


@pytest.mark.parametrize("generator", ["bilrost", "musli", "simd_json"])
def test_libraries_with_traits_of_their_own_have_a_type_around_lists_of_entries(generator):
    converted = GENERATORS[generator].generate(fitting(schema_of(Scalar(Kind.I32))))
    assert "pub key: crate::entries::Entries<i32, String>," in converted["src/types.rs"]
    assert "pub mod entries;\npub mod types;\n" in converted["src/lib.rs"]
    assert "serbench_driver::entries! {}\n" in converted["src/entries.rs"]
    native = GENERATORS[generator].generate(fitting(schema_of(Scalar(Kind.I32)), *Keys))
    assert "src/entries.rs" not in native


def test_entries_of_avro_have_the_names_of_its_schema():
    made = GENERATORS["avro"].generate(fitting(schema_of(Scalar(Kind.I32))))
    assert "pub key: crate::entries::Entry::Entries<i32, String>," in made["src/types.rs"]
    assert ('pub mod Entry {\n    serbench_driver::serde_entries! { "Entry" }\n}\n') in made[
        "src/entries.rs"
    ]
    assert "src/entries.rs" not in GENERATORS["avro"].generate(lowered(schema_of(TEXT)))


def test_bilrost_has_an_encoding_for_each_map():
    native = types_of(fitting(schema_of(Scalar(Kind.I8)), *Keys), "bilrost")
    assert "encoding(map<varint, general>)" in native
    assert "encoding(packed<map<varint, general>>)" in native
    converted = GENERATORS["bilrost"].generate(fitting(schema_of(Scalar(Kind.I8), BYTES)))
    encoding = "crate::entries::ByEntries<crate::entries::PlainEntry>"
    assert f"encoding(packed<{encoding}>)" in converted["src/types.rs"]
    assert "impl Entry<i8, Vec<u8>> for PlainEntry {\n" in converted["src/entries.rs"]
    assert "#[bilrost(tag(1), encoding(varint))]\n    key: i8,\n" in converted["src/entries.rs"]


@pytest.mark.parametrize("generator", ["prost", "buffa", "protobuf"])
def test_messages_of_entries_are_made_of_a_key_and_a_value(generator):
    schema = fitting(schema_of(KEYS["enums"]))
    source = GENERATORS[generator].generate(schema)["src/lib.rs"]
    assert "impl From<(&plain::Colour, &String)> for proto::Entry {\n" in source
    assert "impl TryFrom<proto::Entry> for (plain::Colour, String) {\n" in source
    assert "serbench_driver::model::entries(message.key, |item| item.try_into())?" in source
    assert "plain::Entry" not in source


def test_accessors_of_entries_take_and_give_a_key_and_a_value():
    schema = fitting(schema_of(KEYS["enums"]))
    capnp = GENERATORS["capnp"].generate(schema)["src/lib.rs"]
    assert "Builder<'_>, key: &plain::Colour, value: &String) -> Result<(), Error> {\n" in capnp
    assert "Reader<'_>) -> Result<(plain::Colour, String), Error> {\n" in capnp
    assert ".iter().map(plain_entry).collect::<Result<_, Error>>()?" in capnp
    flat = GENERATORS["flatbuffers"].generate(schema)["src/lib.rs"]
    assert "    key: &plain::Colour, from: &String,\n" in flat
    assert "|list| list.iter().map(plain_Type1).collect())?" in flat


def test_rustc_serialize_has_maps_of_any_keys():
    convention = Convention.TEXT
    schema = fitting(schema_of(KEYS["enums"]), Keys.ENUM, convention=convention)
    source = GENERATORS["rustc_serialize"].generate(schema)["src/lib.rs"]
    assert "impl<K: Part + Ord, T: Part> Part for BTreeMap<K, T> {\n" in source
    assert "for serbench_driver::Entries<K, T> {\n" in source
    assert "types::Entry" not in source
    other = GENERATORS["rustc_serialize"].generate(lowered(schema))["src/lib.rs"]
    assert "impl<T: Part> Part for BTreeMap<String, T> {\n" in other
    assert "serbench_driver::Entries" not in other


def test_bson_has_its_own_values_in_maps():
    made = rust_bson.generate(fitting(schema_of(KEYS["uuids"]), Uuid()))
    held = "crate::logical::Held<serbench_logical::Uuid, serbench_logical::Native>"
    assert f"serbench_driver::Entries<{held}, String>" in on_one_line(made["src/types.rs"])


@pytest.mark.skipif(not shutil.which("rustfmt"), reason="rustfmt is not installed")
def test_generated_types_of_maps_are_formatted(tmp_path):
    values = (TEXT, OptionalOf(scalar_of(Uuid())), MapOf(ListOf(TEXT)))
    raw = [schema_of(key, value) for key in KEYS.values() for value in values]
    schemas = [fitting(schema) for schema in raw]
    schemas += [fitting(schema, *Keys, convention=Convention.TEXT) for schema in raw]
    for at, schema in enumerate(schemas):
        (tmp_path / f"plain_{at}.rs").write_text(types_of(schema))
        borrowed = rust.generate_borrowed(schema)["src/lib.rs"]
        (tmp_path / f"borrowed_{at}.rs").write_text(borrowed)
    files = sorted(tmp_path.iterdir())
    command = ["rustfmt", "--check", "--edition=2021", f"--config-path={ROOT}", *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
