"""JavaScript's generated modules, run: types, conversions, and what the driver does with values."""

import json
import subprocess
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.builders.codec import DRIVERS
from serbench.builders.javascript import node
from serbench.codegen.javascript import (
    avro,
    bebop,
    borsh,
    flatbuffers,
    google_protobuf,
    json_schema,
    jtd,
    packed,
    pbf,
    plain,
    proto,
    protobuf_es,
    thrift,
    typed_proto,
)
from serbench.codegen.javascript import types as javascript
from serbench.codegen.javascript import values as javascript_values
from serbench.schema.absence import telling_absent
from serbench.schema.access import way_of
from serbench.schema.conventions import fitted, left_out
from serbench.schema.digest import Digester
from serbench.schema.features import PROTO, first_use
from serbench.schema.logical import Convention
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
from tests.codegen.rust.schemas import values
from tests.strategies import HOSTILE_NAMES, examples, schemas, schemas_with_unions

TEXT, NUMBER = Scalar(Kind.STRING), Scalar(Kind.I64)
MODULES = (javascript, javascript_values, plain, packed, avro)
MAPPINGS = {"json", "objects", "bigints", "big_numbers", "buffers", "sparse"}
SPARSE = {f"{name} without absent fields" for name in MAPPINGS}
WAYS = {"copy", "packed", "sequences", "avro", *MAPPINGS, *SPARSE}


def schema_of(*fields, **more):
    return Schema("s", "Thing", (Record("Thing", fields),), **more)


class Harness:
    """A process that runs generated modules."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        imports = {"#driver/*": "./driver/*"}
        package = {"private": True, "type": "module", "imports": imports}
        (directory / "package.json").write_text(json.dumps(package))
        (directory / "driver").symlink_to(DRIVERS / "javascript" / "driver")
        harness = Path(__file__).with_name("harness.js")
        (directory / "harness.js").write_text(harness.read_text())
        # What `bson.js` imports is no part of this.
        self._numbers = count()
        self._process = subprocess.Popen(
            [node.node().path, "harness.js"],
            cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, schema, lines):
        where = self.directory / str(next(self._numbers))
        where.mkdir()
        for module in MODULES:
            for name, text in module.generate(schema).items():
                (where / name).write_text(text)
        known = javascript.names(schema)
        facts = {
            "types_of_values": schema.to_dict(),
            "leaf": way_of(schema),
            "classes": {name: known.types[name] for name in known.fields},
            "wide": [[*key, flag] for key, flag in javascript.wide_fields(schema).items()],
        }
        # Where fields are left out that tell this from null, others are null.
        is_sparse = not left_out(schema)
        asked = {"directory": str(where), "facts": facts, "isSparse": is_sparse, "values": lines}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.communicate("")


@pytest.fixture(scope="module")
def harness(tmp_path_factory):
    if reason := node.missing():
        pytest.skip(reason)
    node_harness = Harness(tmp_path_factory.mktemp("generated"))
    yield node_harness
    node_harness.close()


@pytest.mark.compiled
@examples(60)
@given(schemas(), st.integers(0, 1000))
def test_values_survive_every_conversion(harness, schema, seed):
    digester = Digester(schema)
    some = values(schema, 3, depth=3)
    found = harness.run(schema, [json.dumps(value) for value in some])
    assert "error" not in found, found
    for value, answer in zip(some, found, strict=True):
        canonical = digester.canonical_bytes(value).hex()
        _, visit = digester.one(value)
        assert (answer["canonical"], int(answer["visit"])) == (canonical, visit % 2**64)
        assert answer["ways"] == dict.fromkeys(WAYS, canonical)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"x": 1}', '$: the field "y" is missing'),
        ('{"x": 1, "y": [], "z": 0}', '$: the field "z" is unknown'),
        ('{"x": 1, "y": [], "x": 2}', '$: "x" stands twice'),
        ('{"x": 1.5, "y": []}', "$.x: an integer is wanted, not 1.5"),
        ('{"x": 9223372036854775808, "y": []}', "$.x: 9223372036854775808 is not a i64"),
        ('{"x": 01, "y": []}', "$.x: 01 is no number of JSON"),
        ('{"x": 1, "y": ["a", 2]}', "$.y[1]: text is wanted"),
        ('{"x": 1, "y": ["\\ud800"]}', "$.y[0]: a lone surrogate is not text"),
        ('{"x": 1, "y": []} {}', "$: the value ends before"),
        ('{"x": 1, "y": [', "$"),
    ],
)
def test_unfit_value_error_names_path(harness, line, said):
    schema = schema_of(Field("x", NUMBER), Field("y", ListOf(TEXT)))
    assert harness.run(schema, [line])["error"].startswith(said)


@pytest.mark.compiled
def test_integers_of_one_field_have_one_type(harness):
    """One that is not safe makes all of its field bigints, and none of another."""
    schema = schema_of(Field("id", NUMBER), Field("n", OptionalOf(Scalar(Kind.U64))))
    some = [{"id": 1, "n": None}, {"id": 2**53, "n": 7}, {"id": -(2**63), "n": 2**53 - 1}]
    found = harness.run(schema, [json.dumps(value) for value in some])
    digester = Digester(schema)
    expected = [digester.canonical_bytes(value).hex() for value in some]
    assert [answer["canonical"] for answer in found] == expected
    assert [set(answer["ways"].values()) for answer in found] == [{text} for text in expected]


def test_types_are_idiomatic_classes():
    text = javascript.generate(
        schema_of(
            Field("created_at", TEXT),
            Field("two words", OptionalOf(TEXT)),
            Field("class", MapOf(NUMBER)),
            Field("level", EnumRef("log level")),
            Field(PROTO, TEXT),
            enums=(Enum("log level", ("info", "not found")),),
        )
    )["types.js"]
    assert "export class Thing {\n  constructor(p0, p1, p2, p3, p4) {\n" in text
    assert '    this.created_at = p0;\n    this["two words"] = p1;\n    this.class = p2;\n' in text
    assert 'Object.defineProperty(this, "__proto__", { value: p4,' in text
    assert 'export const LogLevel = ["info", "not found"];' in text
    assert "export const wide = { any: true, w0: false };" in text


def test_records_are_listed_once_and_by_their_names():
    fields = (Field("two words", TEXT), Field("id", NUMBER))
    records = (Record("Thing", fields), Record("Other", fields), Record("Nothing", ()))
    text = plain.generate(Schema("s", "Thing", records))["records.js"]
    assert 'RECORDS = Object.freeze([\n  ["two words", "id"],\n]);' in text


@given(st.one_of(schemas(), schemas_with_unions()))
def test_texts_of_users_are_escaped(schema):
    of_unions = (javascript, javascript_values, json_schema, jtd)
    of_none = (*of_unions, plain, packed, proto, protobuf_es, pbf, avro)
    of_none += (bebop, borsh, flatbuffers, google_protobuf, thrift, typed_proto)
    for module in of_unions if schema.unions else of_none:
        for name, text in module.generate(schema).items():
            if name.endswith(".js"):
                assert text.isascii()
                assert not {c for c in text if c < " "} - {"\n"}


def test_field_named_proto_is_found_as_feature():
    assert first_use(schema_of(Field(PROTO, TEXT)), PROTO) == "$.__proto__"
    assert first_use(schema_of(Field("proto", TEXT)), PROTO) is None


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("created_at", "createdAt"),
        ("x_1", "x1"),
        ("a_1b", "a1b"),
        ("to_string", "toString$"),
        ("constructor", "constructor$"),
    ],
)
def test_field_names_equal_those_of_protobuf_es(name, local):
    assert protobuf_es.local_name(name) == local


def test_names_of_object_properties_are_renamed_in_avro():
    text = avro.generate(
        schema_of(
            Field("constructor", TEXT),
            Field("kind", EnumRef("kind")),
            enums=(Enum("kind", ("toString", "toString_", "plain")),),
        )
    )["avro.js"]
    assert "constructor_: value.constructor" in text
    assert 'const SYMBOLS_Kind = ["toString_2", "toString_", "plain"];' in text


def test_record_beyond_bebop_field_limit_is_rejected():
    def made(size):
        some = [Field(f"f{number}", TEXT) for number in range(size)]
        return bebop.generate(schema_of(*some))["of_bebop.js"]

    assert "refused" not in made(255)
    assert 'refused = "a record of more than 255 fields, Thing";' in made(256)


def test_a_reference_of_json_schema_is_a_uri():
    text = json_schema.generate(schema_of(Field("a thing", OptionalOf(RecordRef("Thing")))))[
        "json_schema.js"
    ]
    assert '{\\"$ref\\": \\"#/definitions/n0\\"}' in text


def test_json_type_definition_marks_optional_properties():
    fields = (
        Field("count", NUMBER),
        Field("next", OptionalOf(RecordRef("Thing"))),
        Field("none", ListOf(RecordRef("Empty"))),
    )
    records = (Record("Thing", fields), Record("Empty", ()))
    text = jtd.generate(Schema("s", "Thing", records))["jtd.js"].replace('\\"', '"')
    assert '"t0": {"properties": {"count": {"type": "float64"},' in text
    assert '"optionalProperties": {"next": {"ref": "t0", "nullable": true}}}' in text
    assert '"t1": {"optionalProperties": {}}' in text
    assert '"ref": "t0"}' in text


@pytest.mark.parametrize(
    ("symbol", "form"), [("info", '{"enum": ["info"]}'), ("\u00ad", '{"type": "string"}')]
)
def test_enum_with_symbols_escaped_by_ajv_becomes_string(symbol, form):
    enums = (Enum("kind", (symbol,)),)
    text = jtd.generate(schema_of(Field("kind", EnumRef("kind")), enums=enums))["jtd.js"]
    assert f'"kind": {form}' in text.replace('\\"', '"')


def test_recursive_borsh_record_refers_to_own_schema():
    fields = (Field("next", OptionalOf(RecordRef("Thing"))), Field("counts", MapOf(NUMBER)))
    made = borsh.generate(schema_of(*fields))
    text = made["borsh_schema.js"]
    assert "const t0 = { struct: {} };" in text
    assert "Object.assign(t0.struct, { next: { option: t0 }, " in text
    assert 'counts: { map: { key: "string", value: "i64" } } });' in text
    assert "objectOf(value.counts, (v1) => integer(v1, types.wide.w0))" in made["borsh.js"]


@pytest.mark.parametrize(("symbols", "kind"), [(256, "u8"), (257, "u16")])
def test_borsh_enum_has_smallest_sufficient_type(symbols, kind):
    enums = (Enum("kind", tuple(f"s{number}" for number in range(symbols))),)
    text = borsh.generate(schema_of(Field("kind", EnumRef("kind")), enums=enums))
    assert f'{{ kind: "{kind}" }}' in text["borsh_schema.js"]


def test_names_of_messages_in_typescript_are_numbers():
    made = typed_proto.generate(schema_of(Field("constructor", TEXT)))
    assert "message Type0 {\n  string part0 = 1;\n}" in made["data.proto"]
    assert "return { part0: value.constructor };" in made["of_typed_proto.js"]
    assert 'export { Type0 as Root } from "./data.js";' in made["of_typed_proto.js"]


def test_absent_field_named_like_inherited_property_is_null():
    fields = (Field("toString", OptionalOf(TEXT)), Field("plain", OptionalOf(TEXT)))
    text = plain.generate(schema_of(*fields))["objects.js"]
    assert '(Object.hasOwn(value, "toString") ? value.toString : null) ?? null,' in text
    assert "value.plain ?? null," in text


def told(*names, of=TEXT):
    """A schema of such fields, which tell absent from null, as a library has it that leaves them
    out."""
    schema = schema_of(*(Field(name, OptionalOf(of)) for name in names))
    asked = [("Thing", name) for name in names]
    return fitted(telling_absent(schema, asked), Convention.TEXT, lambda _: True)


def test_absent_field_is_left_out_of_objects():
    made = plain.generate(told("memo", "two words", "toString", PROTO))
    text = made["json.js"]
    assert "  const made = {  };\n" in text
    assert "  if (value.memo !== null) made.memo = value.memo.value;\n" in text
    assert (
        '  if (value["two words"] !== null) made["two words"] = value["two words"].value;\n' in text
    )
    own = '(value.__proto__ !== null) Object.defineProperty(made, "__proto__", { value: value.'
    assert own in text
    assert "    value.memo !== undefined ? new types.ThingMemo(value.memo) : null,\n" in text
    assert '    Object.hasOwn(value, "toString") ? new types.' in text
    assert "function to_ThingMemo" not in text
    assert "export const AS_THEY_ARE = false;" in text
    for name in ("sequences", "sparse"):
        assert "function to_ThingMemo" in made[f"{name}.js"]


def test_absent_field_is_not_required_by_schemas():
    schema = told("memo", of=RecordRef("Thing"))
    text = json_schema.generate(schema)["json_schema.js"].replace('\\"', '"')
    assert '"memo": {"$ref": "#/definitions/n0"}}, "required": []' in text
    assert '"n1"' not in text
    text = jtd.generate(schema)["jtd.js"].replace('\\"', '"')
    assert '{"optionalProperties": {"memo": {"ref": "t0", "nullable": true}}}' in text
    assert '"t1"' not in text


@pytest.mark.compiled
@pytest.mark.parametrize("of", [TEXT, NUMBER])
def test_fields_that_are_left_out_survive_every_conversion(harness, of):
    schema = told("memo", *HOSTILE_NAMES, "constructor", of=of)
    value = "a" if of == TEXT else 2**63 - 1
    names = [field.name for field in schema.record("Thing").fields]
    kinds = [None, {"value": None}, {"value": value}]
    some = [{name: kinds[(at + turn) % 3] for at, name in enumerate(names)} for turn in range(3)]
    found = harness.run(schema, [json.dumps(each) for each in some])
    assert "error" not in found, found
    digester = Digester(schema)
    for each, answer in zip(some, found, strict=True):
        assert answer["ways"] == dict.fromkeys(WAYS - SPARSE, digester.canonical_bytes(each).hex())
