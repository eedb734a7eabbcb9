"""Go's maps whose keys are no text: plain, native and converted."""

import shutil
import subprocess

import pytest

from serbench.codegen.go import capnp as go_capnp
from serbench.codegen.go import fitted as go_fitted
from serbench.codegen.go import flatbuffers as go_flatbuffers
from serbench.codegen.go import gogo as go_gogo
from serbench.codegen.go import hyperpb as go_hyperpb
from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import mus as go_mus
from serbench.codegen.go import protobuf as go_protobuf
from serbench.codegen.go import thrift as go_thrift
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.codegen.go.tagged import TAGGED
from serbench.schema.logical import Convention, Keys, Uuid
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
    lowered,
    scalar_of,
)
from tests.codegen.go.test_types import ALL
from tests.codegen.typed_maps import KEYS, TEXT, fitting, schema_of


@pytest.mark.parametrize(
    ("keys", "spelled"),
    [("integers", "int32"), ("booleans", "bool"), ("enums", "Colour"), ("uuids", "uuid.UUID")],
)
def test_plain_field_is_a_map_by_its_keys_in_every_convention(keys, spelled):
    schema = schema_of(KEYS[keys])
    plain = go.generate(schema)["types.go"]
    assert f" map[{spelled}]string " in plain
    assert f" []map[{spelled}]string " in plain
    assert f" map[string]map[{spelled}]string " in plain
    assert f" *map[{spelled}]string " in plain
    assert "type Entry " not in plain
    for each in (fitting(schema), fitting(schema, *Keys)):
        assert go.generate(each)["types.go"] == plain
        assert go_values.generate(each) == go_values.generate(schema)


@pytest.mark.parametrize(
    ("keys", "function"),
    [
        ("integers", "SortedKeys"),
        ("booleans", "SortedBools"),
        ("enums", "SortedKeys"),
        ("uuids", "SortedUUIDs"),
    ],
)
def test_digest_takes_the_keys_in_their_order(keys, function):
    values = go_values.generate(schema_of(KEYS[keys]))["values.go"]
    assert f"\tfor _, key1 := range driver.{function}(v.A) {{\n" in values


def test_map_is_loaded_from_the_list_of_its_entries():
    values = go_values.generate(schema_of(Scalar(Kind.I32)))["values.go"]
    assert (
        "\t\t\tfor range r.Items() {\n"
        "\t\t\t\tvar key3 int32\n"
        "\t\t\t\tvar item3 string\n"
        '\t\t\t\tfor field := range r.Fields("key", "value") {\n'
        "\t\t\t\t\tswitch field {\n"
        "\t\t\t\t\tcase 0:\n"
        "\t\t\t\t\t\tkey3 = r.I32()\n"
        "\t\t\t\t\tcase 1:\n"
        "\t\t\t\t\t\titem3 = r.String()\n"
        "\t\t\t\t\t}\n"
        "\t\t\t\t}\n"
        "\t\t\t\tdriver.Put(r, v.A, key3, item3)\n"
        "\t\t\t}\n"
    ) in values


def test_schema_of_native_maps_has_nothing_to_convert():
    schema = fitting(schema_of(Scalar(Kind.I32)), Keys.INTEGER)
    assert go_logical.kinds_of(schema) is schema
    assert list(go_fitted.generate(schema)) == ["types.go"]


def test_map_that_is_not_native_is_the_list_of_its_entries():
    made = go_fitted.generate(fitting(schema_of(Scalar(Kind.I32))))
    assert " []Entry " in made["types.go"]
    assert "\ntype Entry struct {\n\tKey   int32 " in made["types.go"]
    assert (
        "\tm.A = make([]Entry, 0, len(v.A))\n"
        "\tfor key1, item1 := range v.A {\n"
        "\t\tvar entry1 Entry\n"
        "\t\tentry1.Key = key1\n"
        "\t\tentry1.Value = item1\n"
        "\t\tm.A = append(m.A, entry1)\n"
        "\t}\n"
    ) in made["convert.go"]
    assert (
        "\tv.A = make(map[int32]string, len(m.A))\n"
        "\tfor i1 := range m.A {\n"
        "\t\tkey1 := m.A[i1].Key\n"
        "\t\titem1 := m.A[i1].Value\n"
        "\t\tv.A[key1] = item1\n"
        "\t}\n"
    ) in made["convert.go"]


def test_native_map_is_converted_by_its_keys_and_values():
    schema = fitting(schema_of(KEYS["uuids"]), Keys.UUID, convention=Convention.TEXT)
    made = go_fitted.generate(schema)
    assert " map[string]string " in made["types.go"]
    assert (
        "\tm.A = make(map[string]string, len(v.A))\n"
        "\tfor key1, item1 := range v.A {\n"
        "\t\tmadeKey1 := key1.String()\n"
        "\t\tmade1 := item1\n"
        "\t\tm.A[madeKey1] = made1\n"
        "\t}\n"
    ) in made["convert.go"]


def test_native_map_without_anything_to_convert_is_handed_over():
    schema = schema_of(Scalar(Kind.I32))
    dated = Record("Thing", (*schema.records[0].fields, Field("e", KEYS["uuids"])))
    schema = Schema("s", "Thing", (dated, schema.records[1]), schema.enums)
    made = go_fitted.generate(fitting(schema, Keys.INTEGER))["convert.go"]
    assert "\tm.A = v.A\n" in made
    assert "\tv.B = m.B\n" in made


@pytest.mark.parametrize("module", [go_protobuf, go_gogo, go_thrift], ids=lambda m: m.__name__)
def test_messages_of_entries_are_made_of_a_key_and_a_value(module):
    source = module.generate(fitting(schema_of(KEYS["enums"])))["convert.go"]
    assert "key schema.Colour, value string) " in source
    assert "(v map[schema.Colour]string, m *" in source
    assert "\tv[key] = value\n" in source


def test_accessors_of_entries_put_into_the_map():
    schema = fitting(schema_of(KEYS["enums"]))
    assert "(v map[schema.Colour]string, m " in go_capnp.generate(schema)["convert.go"]
    flat = go_flatbuffers.generate(schema)["convert.go"]
    assert "(m map[schema.Colour]string, t *data." in flat
    assert "(v map[schema.Colour]string, m " in go_hyperpb.generate(schema)["reflect.go"]


def test_mus_has_a_serializer_of_maps():
    source = go_mus.generate(fitting(schema_of(KEYS["enums"])))["serializers.go"]
    assert "ord.NewMapSer[schema.Colour, string](musColour{}, ord.String)" in source


def test_generator_of_msgp_is_told_of_keys_that_are_no_text():
    schema = schema_of(Scalar(Kind.I32))
    native = TAGGED["msgp_arrays"].generate(fitting(schema, Keys.INTEGER))["types.go"]
    assert native.endswith("\n//msgp:tuple Thing\n//msgp:maps binkeys\n")
    for each in (fitting(schema), lowered(schema)):
        made = TAGGED["msgp_arrays"].generate(each)["types.go"]
        assert made.endswith("\n//msgp:tuple Thing Entry\n")


@pytest.mark.skipif(not shutil.which("gofmt"), reason="go is not installed")
def test_generated_code_of_maps_is_formatted(tmp_path):
    values = (TEXT, OptionalOf(scalar_of(Uuid())), MapOf(ListOf(TEXT)))
    raw = [schema_of(key, value) for key in KEYS.values() for value in values]
    schemas = [fitting(schema) for schema in raw]
    schemas += [fitting(schema, *Keys, convention=Convention.TEXT) for schema in raw]
    for at, schema in enumerate(schemas):
        for number, module in enumerate((*ALL, go_fitted)):
            for name, source in module.generate(schema).items():
                if name.endswith(".go"):
                    (tmp_path / f"{at}_{number}_{name}").write_text(source)
    done = subprocess.run(["gofmt", "-d", tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == ""
