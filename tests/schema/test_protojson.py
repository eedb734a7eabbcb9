"""Protobuf's JSON, compared with google.protobuf's own reading and writing of it."""

import base64
import itertools
import json
import math
import shutil
import struct
import subprocess

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema import protobuf
from serbench.schema.lines import iter_lines
from tests.strategies import examples

pytest.importorskip("google.protobuf")
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

pytestmark = pytest.mark.skipif(not shutil.which("protoc"), reason="protoc is not installed")

SCALARS = ("double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string",
           "bytes", "uint32", "sfixed32", "sfixed64", "sint32", "sint64")  # fmt: skip
KEYS = tuple(scalar for scalar in SCALARS if scalar not in ("double", "float", "bytes"))
WRAPPERS = ("DoubleValue", "FloatValue", "Int64Value", "UInt64Value", "Int32Value", "UInt32Value",
            "BoolValue", "StringValue", "BytesValue")  # fmt: skip
GOOGLE = "google.protobuf."
WELL_KNOWN = tuple(
    GOOGLE + name
    for name in ("Timestamp", "Duration", "FieldMask", "Struct", "Value", "ListValue", "Any",
                 "Empty", *WRAPPERS)
)  # fmt: skip
NAMES = ("id", "device_id", "_lead", "two__under", "fooBar", "x1_2y", "URL", "class", "trail_",
         "a_b_c", "Upper_case", "of_1st", "n")  # fmt: skip
IMPORTS = "".join(
    f'import "google/protobuf/{name}.proto";\n'
    for name in ("any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers")
)
OPTIONS = [
    dict(zip(("preserving_proto_field_name", "use_integers_for_enums",
              "always_print_fields_with_no_presence", "unquote_int64_if_possible"),
             chosen, strict=True))
    for chosen in itertools.product((False, True), repeat=4)
]  # fmt: skip


@st.composite
def proto_files(draw):
    """The text of a file with a message `p.Root`, and with others in it and beside it."""
    syntax = draw(st.sampled_from(("proto2", "proto3")))
    enum = "enum Color { option allow_alias = true; NONE = 0; RED = 5; ALSO_RED = 5; LESS = -3; }"
    within = "".join(_fields(draw, syntax, ("Color",), 3))
    inner = f"message Inner {{ enum Own {{ ZERO = 0; ONE = 1; }} {within} }}"
    whole = "".join(_fields(draw, syntax, ("Color", "Inner", "Inner.Own", "Root", "Other"), 6))
    other = "".join(_fields(draw, syntax, ("Root.Inner", "Root.Color"), 3))
    root = f"message Root {{ {enum} {inner} {whole} }}"
    return f'syntax = "{syntax}"; package p;\n{IMPORTS}{root}\nmessage Other {{ {other} }}\n'


def _fields(draw, syntax, own, most):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=most, unique=True))
    in_oneof = []
    for number, name in enumerate(names, 1):
        type_ = draw(st.sampled_from((*SCALARS, *WELL_KNOWN, *own, *own)))
        kinds = ["plain", "plain", "optional", "repeated", "map", "oneof"]
        if syntax == "proto2" and type_ in SCALARS:
            kinds.append("required")
        match draw(st.sampled_from(kinds)):
            case "plain" if syntax == "proto3":
                yield f"{type_} {name} = {number};\n"
            case "required":
                yield f"required {type_} {name} = {number};\n"
            case "repeated":
                yield f"repeated {type_} {name} = {number};\n"
            case "map":
                key = draw(st.sampled_from(KEYS))
                yield f"map<{key}, {type_}> {name} = {number};\n"
            case "oneof":
                in_oneof.append(f"{type_} {name} = {number};\n")
            case _:
                yield f"optional {type_} {name} = {number};\n"
    if in_oneof:
        yield f"oneof choice {{ {''.join(in_oneof)} }}\n"


_DOUBLES = st.floats() | st.sampled_from((0.0, -0.0, 1e300, 5e-324, 2.0**53))
_TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)
_JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=5,
)


def _integers(low, high):
    return st.integers(low, high) | st.sampled_from((low, high, 0, 1))


def _scalar(field):
    d = type(field)
    match field.cpp_type:
        case d.CPPTYPE_DOUBLE:
            return _DOUBLES
        case d.CPPTYPE_FLOAT:
            return st.floats(width=32)
        case d.CPPTYPE_BOOL:
            return st.booleans()
        case d.CPPTYPE_STRING if field.type == d.TYPE_BYTES:
            return st.binary(max_size=6)
        case d.CPPTYPE_STRING:
            return _TEXTS
        case d.CPPTYPE_ENUM:
            return st.sampled_from([value.number for value in field.enum_type.values])
        case d.CPPTYPE_INT32:
            return _integers(-(2**31), 2**31 - 1)
        case d.CPPTYPE_UINT32:
            return _integers(0, 2**32 - 1)
        case d.CPPTYPE_INT64:
            return _integers(-(2**63), 2**63 - 1)
        case _:
            return _integers(0, 2**64 - 1)


def _fill(draw, message, depth=3):
    full = message.DESCRIPTOR.full_name
    match full.removeprefix(GOOGLE) if full.startswith(GOOGLE) else "":
        case "Timestamp":
            message.seconds = draw(_integers(-62135596800, 253402300799))
            message.nanos = draw(_integers(0, 10**9 - 1))
            return
        case "Duration":
            sign = draw(st.sampled_from((1, -1)))
            message.seconds = sign * draw(_integers(0, 315576000000 - 1))
            message.nanos = sign * draw(_integers(0, 10**9 - 1))
            return
        case "FieldMask":
            paths = st.lists(st.sampled_from(("a", "a_b", "ab.c_d.e", "x_y_z")), max_size=3)
            message.paths.extend(draw(paths))
            return
        case "Struct":
            message.update(draw(st.dictionaries(_TEXTS, _JSON, max_size=3)))
            return
        case "ListValue":
            message.extend(draw(st.lists(_JSON, max_size=3)))
            return
        case "Value":
            json_format.ParseDict(draw(_JSON), message)
            return
        case "Any":
            inner = message_factory.GetMessageClass(
                message.DESCRIPTOR.file.pool.FindMessageTypeByName(
                    draw(st.sampled_from((f"{GOOGLE}Duration", "p.Other")))
                )
            )()
            _fill(draw, inner, depth - 1)
            message.Pack(inner)
            return
    left_out = set()
    for oneof in message.DESCRIPTOR.oneofs:
        names = [field.name for field in oneof.fields]
        left_out |= set(names) - {draw(st.sampled_from(names))}
    for field in message.DESCRIPTOR.fields:
        if not field.is_required and (field.name in left_out or draw(st.booleans())):
            continue
        is_message = field.cpp_type == field.CPPTYPE_MESSAGE
        if is_message and depth < 1:
            continue
        holder = getattr(message, field.name)
        if is_message and field.message_type.GetOptions().map_entry:
            key, value = field.message_type.fields
            for one in draw(st.lists(_scalar(key), max_size=3)):
                if value.cpp_type == field.CPPTYPE_MESSAGE:
                    _fill(draw, holder[one], depth - 1)
                else:
                    holder[one] = draw(_scalar(value))
        elif field.is_repeated and is_message:
            for _ in range(draw(st.integers(0, 3))):
                _fill(draw, holder.add(), depth - 1)
        elif field.is_repeated:
            holder.extend(draw(st.lists(_scalar(field), max_size=3)))
        elif is_message:
            holder.SetInParent()
            _fill(draw, holder, depth - 1)
        else:
            setattr(message, field.name, draw(_scalar(field)))


def _check(found, message, options):
    """That a value is what the message's fields say. `options` are those that JSON was written by,
    None if it was by none."""
    full = message.DESCRIPTOR.full_name
    name = full.removeprefix(GOOGLE) if full.startswith(GOOGLE) else ""
    if name in ("Struct", "Value", "ListValue", "Any"):
        pool = message.DESCRIPTOR.file.pool
        as_dict = json_format.MessageToDict(message, descriptor_pool=pool, **(options or {}))
        assert _doubles(found) == _doubles(json.dumps(as_dict))
        return
    if name in WRAPPERS:
        _check_scalar(found, message.value, message.DESCRIPTOR.fields[0])
        return
    assert set(found) == {field.name for field in message.DESCRIPTOR.fields}
    for field in message.DESCRIPTOR.fields:
        one, value = found[field.name], getattr(message, field.name)
        check = _check_scalar
        if field.cpp_type == field.CPPTYPE_MESSAGE:
            check = _check_message(options)
        if field.message_type and field.message_type.GetOptions().map_entry:
            key, item = field.message_type.fields
            if key.type != key.TYPE_STRING:
                assert all(list(entry) == ["key", "value"] for entry in one)
                assert len(one) == len(value)
                one = {entry["key"]: entry["value"] for entry in one}
            assert {(type(key), key) for key in one} == {(type(key), key) for key in value}
            check = _check_message(options) if item.message_type else _check_scalar
            for its_key, part in one.items():
                check(part, value[its_key], item)
        elif field.is_repeated:
            assert len(one) == len(value)
            for part, expected in zip(one, value, strict=True):
                check(part, expected, field)
        elif field.has_presence and not message.HasField(field.name):
            assert one is None
        else:
            check(one, value, field)


def _doubles(text):
    """With numbers as google.protobuf.Value has them, by their signs as well."""
    return json.dumps(json.loads(text, parse_int=float), sort_keys=True)


def _check_message(options):
    return lambda found, message, _: _check(found, message, options)


def _check_scalar(found, value, field):
    d = type(field)
    if field.cpp_type == d.CPPTYPE_ENUM:
        assert found == field.enum_type.values_by_number[value].name
    elif field.type == d.TYPE_BYTES:
        assert found == base64.b64encode(value).decode()
    elif field.cpp_type in (d.CPPTYPE_DOUBLE, d.CPPTYPE_FLOAT):
        if math.isfinite(value):
            form = "<f" if field.cpp_type == d.CPPTYPE_FLOAT else "<d"
            assert struct.pack(form, found) == struct.pack(form, value)
        else:
            assert found == {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[repr(value)]
    else:
        assert (type(found), found) == (type(value), value)


def _message_class(folder, full):
    """As google.protobuf has it, by a compilation of its own."""
    command = ["protoc", "-I.", "--include_imports", "--descriptor_set_out=second", "x.proto"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString((folder / "second").read_bytes())
    for file in files.file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(full))


def _written(folder, text, values=()):
    (folder / "x.proto").write_text(text)
    data = folder / "x.jsonl"
    data.write_text("".join(f"{value}\n" for value in values))
    return data


def _schema(folder):
    return protobuf.read(folder / "x.proto:p.Root", "x")


def _read(schema, data):
    return [json.loads(line) for _, line in schema.values(iter_lines(data))]


# To shrink a failure would take minutes: each try runs protoc.
_SLOW = examples(
    25,
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@_SLOW
@given(text=proto_files(), data=st.data())
def test_any_message_to_json_output_is_read_as_fields_of_message(text, data, tmp_path_factory):
    """With each of its options: 2 messages of each schema, 16 JSON texts of each message."""
    folder = tmp_path_factory.mktemp("any")
    _written(folder, text)
    of_root = _message_class(folder, "p.Root")
    messages = []
    for _ in range(2):
        message = of_root()
        _fill(data.draw, message)
        messages.append(message)
    pool = of_root.DESCRIPTOR.file.pool
    cases = list(itertools.product(messages, OPTIONS))
    texts = [
        json_format.MessageToJson(message, indent=None, descriptor_pool=pool, **options)
        for message, options in cases
    ]
    found = _read(_schema(folder), _written(folder, text, texts))
    assert len(found) == 2 * len(OPTIONS)
    for value, (message, options) in zip(found, cases, strict=True):
        _check(value, message, options)


_ODD = st.sampled_from(
    (*(None, True, False, 0, -1, 1.5, 1e3, 2**31, 2**63, 2**64 - 1, "", "1", "-1", "1e3", "1.5"),
    *("01", "+1", " 1", "1 ", "1_0", "٣", "0x1", "NaN", "nan", "Infinity", "-Infinity", "inf"),
    *("1e400", "true", "RED", "ALSO_RED", "red", "5", "7", "//4", "__4=", "//4=", "a", "/", "===="),
    *("1s", "1.5s", "-0.000000001s", "1.0000000001s", ".5s", "1.s", "s", "1e3s", "315576000001s"),
    *("2026-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00+01:30", "2026-01-01"),
    *("0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01"),
    *("2026-01-01T00:00:00.0000000001Z", "2026-01-01t00:00:00z", "2026-01-01T24:00:00Z"),
    *("2026-01-01T00:00:60Z", "2026-01-01T00:00:00", "a,bC", "a_b", "A", "a,,b", ",", "a..b"))
)  # fmt: skip
_ODDITIES = _ODD | st.lists(_ODD, max_size=2) | st.dictionaries(_ODD.map(str), _ODD, max_size=2)


def _spots(value):
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(part, dict | list):
            yield from _spots(part)


@_SLOW
@given(text=proto_files(), data=st.data())
def test_any_changed_json_is_read_as_google_protobuf_reads_or_rejected(
    text, data, tmp_path_factory
):
    """8 changed texts of each schema: what both read is the same. An Any is kept as text,
    whatever is in it."""
    folder = tmp_path_factory.mktemp("any")
    text = text.replace(f"{GOOGLE}Any", f"{GOOGLE}Empty")
    _written(folder, text)
    schema, of_root = _schema(folder), _message_class(folder, "p.Root")
    pool = of_root.DESCRIPTOR.file.pool
    for _ in range(8):
        message = of_root()
        _fill(data.draw, message)
        value = json_format.MessageToDict(message, descriptor_pool=pool)
        value = json.loads(json.dumps(value))
        if not value:
            continue
        holder, key = data.draw(st.sampled_from(list(_spots(value))))
        holder[key] = data.draw(_ODDITIES)
        line = json.dumps(value)
        try:
            [found] = _read(schema, _written(folder, text, [line]))
        except UserError as error:
            assert "x.jsonl:1: $" in str(error)  # noqa: PT017 - it need not be raised
            continue
        try:
            second = json_format.Parse(line, of_root(), descriptor_pool=pool)
        except json_format.ParseError as error:
            # Google writes the largest float as 3.4028235e+38 and takes that for too large.
            assert "Float value too large" in str(error)  # noqa: PT017 - nor need this
            continue
        _check(found, second, None)
