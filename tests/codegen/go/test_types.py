"""Go's plain types: names, tags and the methods around them."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.codegen.go import capnp as go_capnp
from serbench.codegen.go import easyjson as go_easyjson
from serbench.codegen.go import ffjson as go_ffjson
from serbench.codegen.go import flatbuffers as go_flatbuffers
from serbench.codegen.go import glycerine as go_glycerine
from serbench.codegen.go import gogo as go_gogo
from serbench.codegen.go import hyperpb as go_hyperpb
from serbench.codegen.go import mus as go_mus
from serbench.codegen.go import proto as go_proto
from serbench.codegen.go import protobuf as go_protobuf
from serbench.codegen.go import thrift as go_thrift
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.codegen.go import vtprotobuf as go_vtprotobuf
from serbench.codegen.go.tagged import TAGGED
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
from tests.strategies import HOSTILE_NAMES, examples, schemas, schemas_with_unions

TEXT = Scalar(Kind.STRING)
ALL = (
    *(go, go_values, go_capnp, go_easyjson, go_ffjson, go_flatbuffers, go_glycerine, go_gogo),
    *(go_hyperpb, go_mus, go_protobuf, go_thrift, go_vtprotobuf, *TAGGED.values()),
)


def schema_of(*fields: Field, enums: tuple[Enum, ...] = ()) -> Schema:
    return Schema("s", "Thing", (Record("Thing", fields),), enums)


def types_of(*fields: Field, enums: tuple[Enum, ...] = ()) -> str:
    return go.generate(schema_of(*fields, enums=enums))["types.go"]


def test_types_and_tags_are_idiomatic():
    text = types_of(
        Field("created_at", TEXT),
        Field("ids", ListOf(Scalar(Kind.I64))),
        Field("raw", OptionalOf(Scalar(Kind.BYTES))),
        Field("by_name", MapOf(RecordRef("Thing"))),
    )
    assert '\tCreatedAt string           `json:"created_at"`\n' in text
    assert '\tIds       []int64          `json:"ids"`\n' in text
    assert '\tRaw       *[]byte          `json:"raw"`\n' in text
    assert '\tByName    map[string]Thing `json:"by_name"`\n' in text


def test_a_list_of_u8_is_told_from_bytes():
    text = types_of(
        Field("numbers", OptionalOf(ListOf(Scalar(Kind.U8)))),
        Field("deltas", ListOf(Scalar(Kind.I8))),
        Field("raw", Scalar(Kind.BYTES)),
    )
    assert '\tNumbers *Uint8List `json:"numbers"`\n' in text
    assert '\tDeltas  []int8     `json:"deltas"`\n' in text
    assert '\tRaw     []byte     `json:"raw"`\n' in text
    assert "func (v *Uint8List) UnmarshalJSON(" in text
    assert "Uint8List" not in types_of(Field("raw", Scalar(Kind.BYTES)))


def test_enum_is_written_as_wire_name():
    text = types_of(
        Field("colour", EnumRef("Colour")), enums=(Enum("Colour", ("red", 'dark "blue"')),)
    )
    assert "type Colour uint32\n" in text
    assert "\tColour_Red Colour = iota\n\tColour_DarkBlue\n" in text
    assert '\tcase "dark \\"blue\\"":\n\t\t*v = Colour_DarkBlue\n' in text


@pytest.mark.parametrize("name", ['a"b', "a\\b", "a,b", "a\nb", "`", "", "🙂", "\u2028", "'"])
def test_name_unfit_for_tag_gets_methods(name):
    assert not go.fits_tag(name)
    text = types_of(Field(name, TEXT), Field("other", TEXT))
    assert text.count('`json:"-"`') == 2
    assert f"{{Name: {go.literal(name)}, Value: &v." in text
    assert "// ffjson: skip\n//\n//easyjson:skip\ntype Thing struct {" in text


def test_field_named_dash_is_not_skipped():
    assert '`json:"-,"`' in types_of(Field("-", TEXT))


@pytest.mark.parametrize("name", ["é", "名前", "a b", "@type", "$ref", "a.b", "<b>", "2x"])
def test_other_names_stand_in_tags(name):
    assert f'`json:"{name}"`' in types_of(Field(name, TEXT))


@pytest.mark.parametrize("text", ["", 'a"b\\', "\n\0\x7f", "é\u2028", "🙂", "`*/"])
def test_literals_are_ascii_and_without_raw_quotes(text):
    literal = go.literal(text)
    assert re.fullmatch(r'"([ !#-\[\]-~]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"', literal)


def test_fields_do_not_take_the_names_of_methods():
    names = go.names(schema_of(Field("visit", TEXT), Field("clone", TEXT), Field("x", TEXT)))
    assert list(names.fields["Thing"].values()) == ["Visit_", "Clone_", "X"]


def test_a_deep_copy_copies_all_but_strings():
    values = go_values.generate(schema_of(Field("a", ListOf(Scalar(Kind.BYTES))), Field("b", TEXT)))
    clone = values["values.go"].split(") Clone() Thing {")[1].split("\n}\n")[0]
    assert "out.A[i1] = bytes.Clone(v.A[i1])" in clone
    assert "out.B" not in clone


@pytest.mark.parametrize(
    ("snake", "camel"),
    [
        ("created_at", "CreatedAt"),
        ("n2x", "N2X"),
        ("a_2", "A_2"),
        ("a2_b", "A2B"),
        ("x", "X"),
        ("n2k_7_h", "N2K_7H"),
    ],
)
def test_field_names_of_messages_equal_those_of_generators(snake, camel):
    assert go_proto.camel_case(snake) == camel


@pytest.mark.parametrize("name", ["P6httpUrl", "a_b", "x2y", "P6HttpUrl"])
def test_message_names_are_unchanged_by_generators(name):
    schema = Schema("s", name, (Record(name, ()),))
    [message] = go_proto.lower(schema).structs
    assert message.name == go_proto.camel_case(message.name)


def test_message_names_equal_in_go_get_numbers():
    schema = Schema("s", "A2b", (Record("A2b", ()), Record("A2B", ())))
    assert [m.name for m in go_proto.lower(schema).structs] == ["A2B", "A2B2"]


def test_message_fields_clashing_in_go_are_renamed():
    schema = schema_of(*(Field(n, TEXT) for n in ("x", "get_x", "string", "reset")))
    [message] = go_proto.lower(schema).structs
    assert [f.name for f in message.fields] == ["x", "get_x_field", "string_field", "reset_field"]


def test_gogo_proto_marks_nullable_fields_and_packs_numbers():
    proto = go_gogo.generate(
        schema_of(
            Field("a", OptionalOf(Scalar(Kind.I32))),
            Field("b", Scalar(Kind.I32)),
            Field("c", ListOf(Scalar(Kind.I32))),
            Field("d", ListOf(RecordRef("Thing"))),
        )
    )["data.proto"]
    assert 'syntax = "proto2";' in proto
    assert "  optional int32 a = 1 [(gogoproto.nullable) = true];\n" in proto
    assert "  optional int32 b = 2 [(gogoproto.nullable) = false];\n" in proto
    assert "  repeated int32 c = 3 [packed = true];\n" in proto
    assert "  repeated Thing d = 4 [(gogoproto.nullable) = false];\n" in proto


def test_group_and_record_with_same_go_name_get_distinct_names():
    user = Record("User", (Field("mention", OptionalOf(RecordRef("UserMention"))),))
    schema = Schema("s", "User", (user, Record("UserMention", ())))
    [struct, _] = go_glycerine.lower(schema).structs
    assert [field.name for field in struct.fields] == ["mentionGroup2"]


@examples(40)
@given(schemas())
def test_generation_is_deterministic_and_names_stay_out_of_code(schema):
    for module in ALL:
        made = module.generate(schema)
        assert made == module.generate(schema)
        for name, text in made.items():
            # Literals and tags hold names; what is left is identifiers and Go.
            code = re.sub(r'"(\\.|[^"\\])*"', "", re.sub(r"`[^`\n]*`", "", text))
            assert re.fullmatch(r"[\w\s!&*+$()\[\]{}<>=.,:;/%|@'-]*", code, re.ASCII), (name, code)


@pytest.mark.skipif(not shutil.which("gofmt"), reason="go is not installed")
def test_generated_code_is_formatted(tmp_path):
    @examples(25)
    @given(st.one_of(schemas(), schemas_with_unions()))
    def formatted(schema):
        for number, module in enumerate((go, go_values, go_protobuf) if schema.unions else ALL):
            for name, text in module.generate(schema).items():
                if name.endswith(".go"):
                    (tmp_path / f"{number}_{name}").write_text(text)
        done = subprocess.run(
            ["gofmt", "-d", "."], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    formatted()


def test_the_hostile_names_are_hostile_enough():
    assert {go.fits_tag(name) for name in HOSTILE_NAMES} == {True, False}
