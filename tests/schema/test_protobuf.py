"""Schemas of protobuf."""

import json
import os
import shutil
from pathlib import Path

import pytest

from serbench.codegen.idl import proto
from serbench.errors import UserError
from serbench.preparation.readings import Reading
from serbench.preparation.targets import resolve
from serbench.schema import protobuf
from serbench.schema.lines import iter_lines
from serbench.schema.normalise import normaliser
from serbench.workloads import registry

pytestmark = pytest.mark.skipif(not shutil.which("protoc"), reason="protoc is not installed")

PROTO3 = 'syntax = "proto3";\n'
# Of what MessageToJson writes: both names, text and numbers, defaults left out.
READING = """syntax = "proto3";
package lab.v1;
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
enum Quality { QUALITY_UNSPECIFIED = 0; GOOD = 1; BAD = 2; }
message Reading {
  string device_id = 1;
  uint64 checksum = 3;
  google.protobuf.Timestamp taken_at = 4;
  google.protobuf.Duration window = 5;
  google.protobuf.DoubleValue ph = 6;
  google.protobuf.Struct labels = 8;
  google.protobuf.FieldMask changed = 9;
  Quality quality = 10;
  oneof source { string sensor = 11; Part part = 13; }
  bytes blob = 14;
  map<string, int64> counters = 15;
  double drift = 19;
  message Part { string part_name = 1; repeated Part sub_parts = 2; bool in_use = 3; }
}
"""
FULL = (
    '{"deviceId": "a", "checksum": "18446744073709551615", "window": "-3.500s", "ph": 7.0, '
    '"takenAt": "2026-01-01T00:00:00.000000001Z", "labels": {"k": [1.0, null, {"x": true}]}, '
    '"changed": "deviceId,parts.inUse", "quality": "GOOD", "sensor": "", "blob": "__4", '
    '"counters": {"x": "5", "": "-9223372036854775808"}, "drift": "Infinity"}'
)
CRATE = """syntax = "proto2";
package stall;
enum Grade { GRADE_NONE = 0; FAIR = 1; FINE = 2; ALSO_FINE = 2; option allow_alias = true; }
message Crate {
  required string code = 1;
  optional int32 weight_g = 2 [default = 250];
  optional Grade grade = 3 [default = FAIR];
  repeated sint64 moves = 5 [packed = true];
  reserved 9, 11 to 15;
  reserved "old_owner";
  extensions 100 to 199;
}
extend Crate { optional string note = 100; }
"""


def written(folder, text, name="events.proto"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def read(folder, text, root="", proto_path=()):
    path = written(folder, text)
    return protobuf.read(Path(f"{path}:{root}" if root else path), "events", proto_path)


def values(folder, text, *lines, root=""):
    data = folder / "events.jsonl"
    data.write_text("".join(f"{line}\n" for line in lines))
    found = read(folder, text, root).values(iter_lines(data))
    return [json.loads(line) for _, line in found]


def refused(folder, text, *lines, root=""):
    with pytest.raises(UserError) as caught:
        values(folder, text, *lines, root=root)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def types(schema, record=None):
    return {f.name: str(f.type) for f in schema.record(record or schema.root).fields}


def test_message_becomes_record_with_types_of_fields(tmp_path):
    written(tmp_path, PROTO3 + "package o; message Other { sint32 x = 1; }", "other.proto")
    found = read(
        tmp_path,
        """syntax = "proto3"; package a.b; import "other.proto";
        message Part { bytes raw = 1; enum Color { RED = 0; BLUE = 1; } Color color = 2; }
        message Event {
          fixed64 id = 1; optional string note = 2; repeated Part parts = 3;
          map<string, o.Other> others = 4; o.Other other = 5; Event again = 6;
          oneof which { int32 a = 7; string b = 8; } repeated float f = 9;
        }""",
    ).schema
    assert types(found) == {
        "id": "u64",
        "note": "optional<string>",
        "parts": "list<Part>",
        "others": "map<string, Other>",
        "other": "optional<Other>",
        "again": "optional<Event>",
        "a": "optional<i32>",
        "b": "optional<string>",
        "f": "list<f32>",
    }
    assert found.enum("Color").symbols == ("RED", "BLUE")


def test_proto2_field_is_optional_unless_required(tmp_path):
    schema = read(tmp_path, CRATE).schema
    assert types(schema) == {
        "code": "string",
        "weight_g": "optional<i32>",
        "grade": "optional<Grade>",
        "moves": "list<i64>",
        "[stall.note]": "optional<string>",
    }
    assert schema.enum("Grade").symbols == ("GRADE_NONE", "FAIR", "FINE")


def test_missing_proto2_field_is_absent_despite_default(tmp_path):
    assert values(
        tmp_path,
        CRATE,
        '{"code":"A-1","weight_g":0,"grade":"ALSO_FINE","moves":[-1,0,9007199254740993]}',
        '{"code":"A-2","moves":[]}',
        '{"code":"","[stall.note]":"n","grade":2}',
    ) == [
        {
            "code": "A-1",
            "weight_g": 0,
            "grade": "FINE",
            "moves": [-1, 0, 2**53 + 1],
            "[stall.note]": None,
        },
        {"code": "A-2", "weight_g": None, "grade": None, "moves": [], "[stall.note]": None},
        {"code": "", "weight_g": None, "grade": "FINE", "moves": [], "[stall.note]": "n"},
    ]
    assert '$: the required field "code" is missing' in refused(tmp_path, CRATE, "{}")


def test_proto2_data_file_keeps_every_value(tmp_path):
    written(tmp_path, CRATE)
    data = tmp_path / "crates.jsonl"
    data.write_text('{"code":"A-1","weightG":250}\n{"code":"A-2"}\n')
    target = resolve(Reading(str(tmp_path / "events.proto")).of(str(data)), None, 0)
    kept = [json.loads(line) for line in target.expected.path.read_bytes().splitlines()]
    assert [value["weight_g"] for value in kept] == [250, None]


def test_changed_json_name_prepares_values_again(tmp_path):
    text = PROTO3 + 'message A { int32 x = 1; int32 y = 2 [json_name = "z"]; }'
    path, data = written(tmp_path, text), tmp_path / "a.jsonl"
    data.write_text('{"z": 1}\n')
    target = Reading(str(path)).of(str(data))
    [first] = resolve(target, None, 0).expected.path.read_bytes().splitlines()
    swapped = 'message A { int32 x = 1 [json_name = "z"]; int32 y = 2; }'
    written(tmp_path, PROTO3 + swapped)
    [second] = resolve(target, None, 0).expected.path.read_bytes().splitlines()
    assert (json.loads(first), json.loads(second)) == ({"x": 0, "y": 1}, {"x": 1, "y": 0})


def test_message_to_json_output_is_read_with_nanoseconds(tmp_path):
    full, empty = values(tmp_path, READING, FULL, "{}")
    assert full == {
        "device_id": "a",
        "checksum": 2**64 - 1,
        "taken_at": {"seconds": 1767225600, "nanos": 1},
        "window": {"seconds": -3, "nanos": -500_000_000},
        "ph": 7.0,
        "labels": '{"k":[1.0,null,{"x":true}]}',
        "changed": {"paths": ["device_id", "parts.in_use"]},
        "quality": "GOOD",
        "sensor": "",
        "part": None,
        "blob": "//4=",
        "counters": {"x": 5, "": -(2**63)},
        "drift": "Infinity",
    }
    assert (empty["taken_at"], empty["checksum"], empty["sensor"]) == (None, 0, None)


def test_each_well_known_type_has_one_remark(tmp_path):
    assert list(map(str, read(tmp_path, READING).remarks)) == [
        "note: events: $.taken_at is google.protobuf.Timestamp: its seconds and nanoseconds since "
        "1970-01-01",
        "note: events: $.window is google.protobuf.Duration: its seconds and nanoseconds",
        "note: events: $.ph is google.protobuf.DoubleValue: f64 or nothing",
        "warning: events: $.labels is google.protobuf.Struct: the text of its JSON",
        "note: events: $.changed is google.protobuf.FieldMask: its paths, by the fields' own names",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"quality": 7}', "$.quality: the enum lab.v1.Quality has no symbol of the number 7"),
        ('{"quality": "GOD"}', "Did you mean 'GOOD'?"),
        ('{"sensor": "a", "part": {}}', '$.part: of the oneof source there is "sensor" already'),
        ('{"device_id": "a", "deviceId": "a"}', '$.device_id: it is the field "deviceId" as well'),
        ('{"device": "a"}', 'the message lab.v1.Reading has no field "device"'),
        ('{"checksum": "18446744073709551616"}', "$.checksum: the string"),
        ('{"checksum": 1.5}', "$.checksum: the number 1.5 is not an integer (u64)"),
        ('{"blob": "a*bc"}', '$.blob: the string "a*bc" is not bytes in base64'),
        ('{"part": {"subParts": [{}, null]}}', "$.part.subParts[1]: null is no value within"),
        ('{"counters": {"x": "y"}}', "$.counters.x: the string"),
        ('{"takenAt": {"seconds": 1}}', "$.takenAt: an object is not a string"),
        ('{"takenAt": "2026-01-01 00:00:00"}', "$.takenAt: the string"),
        ('{"labels": []}', "$.labels: a list is not an object"),
        ("[1]", ""),
    ],
)
def test_invalid_protojson_error_names_place(tmp_path, line, said):
    text = refused(tmp_path, READING, "{}", line)
    assert said in text
    assert "events.jsonl:2: " in text


def test_maps_with_non_text_keys_become_lists_of_entries(tmp_path):
    text = PROTO3 + "message A { map<int64, string> m = 1; map<bool, A> b = 2; }"
    found = read(tmp_path, text)
    assert types(found.schema) == {"m": "map_entries<MEntry>", "b": "map_entries<BEntry>"}
    assert types(found.schema, "MEntry") == {"key": "i64", "value": "string"}
    assert types(found.schema, "BEntry") == {"key": "bool", "value": "A"}
    assert list(map(str, found.remarks)) == [
        "note: events: $.m is a map whose keys are i64: a list of keys and values",
        "note: events: $.b is a map whose keys are bool: a list of keys and values",
    ]
    line = '{"m": {"-9223372036854775808": "x", "7": ""}, "b": {"true": {}}}'
    [value] = values(tmp_path, text, line)
    assert value == {
        "m": [{"key": -(2**63), "value": "x"}, {"key": 7, "value": ""}],
        "b": [{"key": True, "value": {"m": [], "b": []}}],
    }
    [value] = values(tmp_path, text, '{"m": {"7": "", "-1": "x"}}')
    canonical = normaliser(found.schema)(value)
    assert [entry["key"] for entry in canonical["m"]] == [-1, 7]
    twice = refused(tmp_path, text, '{"m": {"1": "", "1.0": ""}}')
    assert "$.m: two keys of the map are the same" in twice


def test_null_is_kept_for_value_and_null_value_alone(tmp_path):
    text = PROTO3 + (
        'import "google/protobuf/struct.proto"; message A { google.protobuf.Value v = 1; '
        "repeated google.protobuf.Value l = 2; google.protobuf.NullValue n = 3; int32 i = 4; }"
    )
    assert values(tmp_path, text, '{"v": null, "l": [null, 1], "n": null, "i": null}', "{}") == [
        {"v": "null", "l": ["null", "1"], "n": "NULL_VALUE", "i": 0},
        {"v": None, "l": [], "n": "NULL_VALUE", "i": 0},
    ]


def test_import_is_found_in_nearest_folder_above(tmp_path):
    written(tmp_path, PROTO3 + "package o; message Other { string far = 1; }", "o/other.proto")
    nearer = PROTO3 + "package o; message Other { string near = 1; }"
    written(tmp_path / "a", nearer, "o/other.proto")
    found = read(
        tmp_path / "a/b/c", PROTO3 + 'import "o/other.proto"; message A { o.Other o = 1; }'
    )
    assert types(found.schema, "Other") == {"near": "string"}


def test_folders_of_imports_come_before_those_above(tmp_path):
    written(tmp_path, PROTO3 + "package o; message Other { string far = 1; }", "o/other.proto")
    own = PROTO3 + "package o; message Other { string own = 1; }"
    written(tmp_path / "x=y:z", own, "o/other.proto")
    text = PROTO3 + 'import "o/other.proto"; message A { o.Other o = 1; }'
    found = read(tmp_path / "a", text, proto_path=[tmp_path / "none-of-it", tmp_path / "x=y:z"][1:])
    assert types(found.schema, "Other") == {"own": "string"}


def test_missing_import_error_names_import_and_option(tmp_path):
    text = PROTO3 + 'import "o/none.proto"; message A { o.Other o = 1; }'
    with pytest.raises(
        UserError, match=r"the import o/none.proto is in none of .*: --proto-path DIR"
    ):
        read(tmp_path, text)
    with pytest.raises(UserError, match="no such folder"):
        read(tmp_path, text, proto_path=[tmp_path / "none"])


def test_the_root_of_all_folders_is_no_place_for_imports(tmp_path):
    with pytest.raises(UserError, match="the import dev/zero is in none of"):
        read(tmp_path, PROTO3 + 'import "dev/" "zero"; message A { int32 x = 1; }')


def test_too_deeply_nested_import_is_rejected_before_protoc(tmp_path):
    written(tmp_path, PROTO3 + "message A {" * 101, "deep.proto")
    with pytest.raises(UserError, match=r"deep\.proto: messages are nested more than 100"):
        read(tmp_path, PROTO3 + 'import "deep.proto"; message A { int32 x = 1; }')


def test_well_known_types_are_found_without_those_of_protoc(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "protoc"
    program.parent.mkdir()
    shutil.copy(shutil.which("protoc"), program)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    assert "taken_at" in types(read(tmp_path, READING).schema)


TWO = PROTO3 + (
    "package p; message A { B b = 1; int32 a = 2; message In { int32 i = 1; } } "
    "message B { int32 b = 1; } message C { C c = 1; }"
)


def test_root_is_only_unused_message(tmp_path):
    assert read(tmp_path, TWO.replace("message C { C c = 1; }", "")).schema.root == "A"


def test_ambiguous_root_error_names_candidates_and_syntax(tmp_path):
    with pytest.raises(UserError, match=r"no other uses: p\.A, p\.C; name .*events\.proto:p\.A$"):
        read(tmp_path, TWO)
    circle = PROTO3 + "message A { B b = 1; } message B { A a = 1; }"
    with pytest.raises(UserError, match="no message but used ones: A, B; name"):
        read(tmp_path, circle)


@pytest.mark.parametrize(("root", "name"), [("p.B", "B"), (".p.C", "C"), ("In", "In"), ("A", "A")])
def test_root_is_chosen_by_name(tmp_path, root, name):
    assert read(tmp_path, TWO, root).schema.root == name


def test_unknown_root_error_names_messages(tmp_path):
    with pytest.raises(UserError, match=r"no message is called p\.D: p\.A, p\.A\.In, p\.B, p\.C"):
        read(tmp_path, TWO, "p.D")


def test_colon_in_file_name_is_not_root_separator(tmp_path):
    text = PROTO3 + "message A { int32 x = 1; }"
    assert types(protobuf.read(written(tmp_path, text, "a:b.proto"), "x").schema) == {"x": "i32"}
    rooted = Path(f"{written(tmp_path, text, 'a.proto:c.proto')}:A")
    assert types(protobuf.read(rooted, "x").schema) == {"x": "i32"}


@pytest.mark.parametrize("name", ["@x.proto", "--version.proto", "-I.proto"])
def test_file_named_like_option_is_read_as_schema(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(PROTO3 + "message Event { int32 id = 1; }")
    assert types(protobuf.read(Path(name), "events").schema) == {"id": "i32"}


def test_protoc_ignores_option_file_named_by_schema_file_name(tmp_path, monkeypatch):
    """Of `@x.proto` it would read options from x.proto."""
    monkeypatch.chdir(tmp_path)
    for name in ("@x.proto", "events.proto"):
        Path(name).write_text(PROTO3 + "message Event { int32 id = 1; }")
    Path("x.proto").write_text("--cpp_out=.\nevents.proto\n")
    assert types(protobuf.read(Path("@x.proto"), "events").schema) == {"id": "i32"}
    assert {path.name for path in tmp_path.iterdir()} == {"@x.proto", "events.proto", "x.proto"}


def test_schema_in_folder_with_colon_finds_imports(tmp_path):
    folder = tmp_path / "a:b"
    written(folder, PROTO3 + "message Other { int32 x = 1; }", "other.proto")
    found = read(folder, PROTO3 + 'import "other.proto"; message Event { Other of = 1; }')
    assert types(found.schema) == {"of": "optional<Other>"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("message {", "protoc: "),
        ("message A {" * 101, "more than 100 levels deep"),
        (PROTO3, "it has no message"),
        (
            'syntax = "proto2"; message A { optional group In = 1 { optional int32 x = 1; } }',
            r"\$\.in: groups have no counterpart",
        ),
        (
            'syntax = "proto2"; message A { required A a = 1; }',
            "record 'A' contains itself without end",
        ),
    ],
)
def test_invalid_proto_file_error_is_one_line(tmp_path, text, said):
    with pytest.raises(UserError, match=said) as caught:
        read(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_well_known_type_as_root_is_rejected(tmp_path):
    text = PROTO3 + (
        'import "google/protobuf/wrappers.proto"; message A { google.protobuf.Int32Value i = 1; }'
    )
    said = refused(tmp_path, text, '{"i": 1}', root="google.protobuf.Int32Value")
    assert "google.protobuf.Int32Value is no object with fields in JSON" in said


EDITION = """edition = "2023";
message A {
  int32 explicit = 1;
  int32 implicit = 2 [features.field_presence = IMPLICIT];
  int32 needed = 3 [features.field_presence = LEGACY_REQUIRED];
  A a = 4;
  repeated int32 l = 5;
}
"""


def _fake_protoc(folder, monkeypatch, script):
    program = folder / "fake" / "protoc"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("of_file", "kinds"),
    [
        (0, ["optional<i32>", "i32", "i32", "optional<A>", "list<i32>"]),
        (2, ["i32", "i32", "i32", "optional<A>", "list<i32>"]),
    ],
)
def test_field_presence_follows_edition_features(tmp_path, monkeypatch, of_file, kinds):
    from google.protobuf import descriptor_pb2

    found = descriptor_pb2.FileDescriptorSet()
    file = found.file.add(name="events.proto", syntax="editions")
    file.edition = descriptor_pb2.EDITION_2023
    file.options.features.field_presence = of_file
    message = file.message_type.add(name="A")
    presences = {"explicit": 0, "implicit": 2, "needed": 3, "a": 0, "l": 0}
    for number, (name, presence) in enumerate(presences.items(), 1):
        field = message.field.add(name=name, number=number, label=3 if name == "l" else 1, type=5)
        if name == "a":
            field.type, field.type_name = 11, ".A"
        if presence:
            field.options.features.field_presence = presence
    (tmp_path / "prepared").write_bytes(found.SerializeToString())
    _fake_protoc(tmp_path, monkeypatch, f"cp '{tmp_path}/prepared' set")
    assert list(types(read(tmp_path, EDITION).schema).values()) == kinds
    assert "the required field" in refused(tmp_path, EDITION, "{}")


@pytest.mark.parametrize(
    ("edition", "version", "said"),
    [
        ("2023", "3.21.12", "edition 2023 takes protoc 27 or newer, and this is 3.21.12"),
        ("2024", "29.3", "edition 2024 takes protoc 32 or newer, and this is 29.3"),
        ("2099", "32.0", "edition 2099 takes a newer protoc, and this is 32.0"),
    ],
)
def test_unknown_edition_error_names_needed_protoc(tmp_path, monkeypatch, edition, version, said):
    script = f'[ "$1" = --version ] && echo libprotoc {version} && exit; echo x >&2; exit 1'
    _fake_protoc(tmp_path, monkeypatch, script)
    with pytest.raises(UserError, match=said):
        read(tmp_path, EDITION.replace("2023", edition))


@pytest.mark.parametrize("name", ["order", "log", "nested"])
def test_written_protobuf_schema_is_read_back(name, tmp_path):
    schema = registry.find(name).schema
    found = read(tmp_path, proto.generate(schema)).schema
    assert {r.name for r in found.records} == {r.name for r in schema.records}
    for record in schema.records:
        assert len(found.record(record.name).fields) == len(record.fields)
