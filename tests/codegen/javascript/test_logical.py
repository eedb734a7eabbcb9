"""JavaScript's logical types: plain values, conversions, and what the driver does with them."""

import json
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.builders.javascript import node
from serbench.builders.javascript.builder import GENERATORS
from serbench.codegen.javascript import (
    bebop,
    flatbuffers,
    google_protobuf,
    json_schema,
    jtd,
    logical,
    packed,
    plain,
    proto,
    thrift,
    typescript,
)
from serbench.codegen.javascript import types as javascript
from serbench.codegen.javascript import values as javascript_values
from serbench.schema import conventions
from serbench.schema.access import accessor
from serbench.schema.digest import Digester
from serbench.schema.logical import BY_WORD, Convention, Uuid, logical_of
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
    lowered,
    scalar_of,
)
from serbench.workloads.generation.logical import edges
from tests.codegen.javascript.test_conversions import SPARSE, WAYS, Harness
from tests.strategies import examples, typed_schemas, values_of

SIZES = ((5, 2), (18, 4), (38, 10), (18, 0), (76, 0))
WORDS = (*BY_WORD, *(f"decimal({precision}, {scale})" for precision, scale in SIZES))
MOST = 2**53 - 1
# Of those that every format with types of its own has.
DATES = ("date", "timestamp_ms")


@pytest.fixture(scope="module")
def harness(tmp_path_factory):
    if reason := node.missing():
        pytest.skip(reason)
    node_harness = Harness(tmp_path_factory.mktemp("logical"))
    yield node_harness
    node_harness.close()


def schema_of(*types):
    fields = tuple(Field(f"f{n}", type_) for n, type_ in enumerate(types))
    return Schema("s", "Thing", (Record("Thing", fields),))


def one(word):
    return schema_of(scalar_of(logical_of(word)))


def fitting(schema, convention=Convention.TEXT, natives=()):
    return conventions.fitted(schema, convention, lambda found: str(found) in natives)


def to_and_back(word, convention, scalars=None, **options):
    """The templates of a word that is no native one."""
    [scalar] = (f.type for f in fitting(one(word), convention).records[0].fields)
    return logical.ways(scalar, scalars, **options)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("word", "value", "shown"),
    [
        ("date", 19_753, "2024-01-31T00:00:00.000Z"),
        ("time_s", 43_200, "43200"),
        ("time_us", 86_399_999_999, "86399999999"),
        ("time_ns", 86_400 * 10**9, "86400000000000n"),
        ("timestamp_s", -1, "1969-12-31T23:59:59.000Z"),
        ("timestamp_ms_utc", 1, "1970-01-01T00:00:00.001Z"),
        ("timestamp_us_utc", 2**62, f"{2**62}n"),
        ("timestamp_ns", 1, "1n"),
        ("timestamp_ms_offset", "2026-01-31T23:30:00.001Z", "'2026-01-31T23:30:00.001Z'"),
        ("duration_ms", -MOST, str(-MOST)),
        ("duration_us", 7, "7n"),
        ("decimal(5, 2)", "1.10", "'1.10'"),
        ("decimal(3, 0)", 7, "'7'"),
        ("bigint", str(-(2**200)), f"{-(2**200)}n"),
    ],
)
def test_lowered_value_becomes_value_of_programs(harness, word, value, shown):
    answer = harness.run(one(word), [json.dumps({"f0": value})])
    assert "error" not in answer, answer
    assert answer[0]["shown"] == shown


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("word", "value", "class_"),
    [
        ("date", 100_000_001, "Date"),
        ("timestamp_s", 8_640_000_000_001, "Date"),
        ("timestamp_ms_utc", -8_640_000_000_000_001, "Date"),
        ("duration_s", 2**53, "number"),
        ("duration_ms", -(2**63), "number"),
        ("time_us", 2**53, "number"),
    ],
)
def test_value_beyond_class_is_refused_with_option(harness, word, value, class_):
    [found] = harness.run(one(word), [json.dumps({"f0": value})])
    kind = logical_of(word).kind
    said = f"$.f0: {value} is beyond JavaScript's {class_} for {word}; --plain-types measures it"
    assert found["unheld"] == f"{said} as {kind}"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("date", "2026-01-31"),
        ("date", 2**31),
        ("date", 1.5),
        ("uuid", "00112233-4455-6677-8899-AABBCCDDEEFF"),
        ("decimal(5, 2)", "1.1"),
        ("decimal(5, 2)", "01.10"),
        ("timestamp_s_offset", "2026-01-31T12:00:00"),
        ("timestamp_ms_offset", "2026-01-31T12:00:00Z"),
        ("bigint", "+1"),
        ("bigint", "-0"),
        ("bigint", 1),
    ],
)
def test_value_in_no_canonical_form_is_misfit(harness, word, value):
    found = harness.run(one(word), [json.dumps({"f0": value})])
    assert found["error"].startswith("$.f0: ")


@pytest.mark.compiled
@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize("word", WORDS)
def test_edges_survive_conversions_by_convention(harness, word, convention):
    leaf = scalar_of(logical_of(word))
    raw = schema_of(leaf, OptionalOf(leaf), ListOf(leaf), MapOf(leaf), OptionalOf(ListOf(leaf)))
    some = [
        {"f0": edge, "f1": edge, "f2": [edge, edge], "f3": {"a": edge}, "f4": None}
        for edge in edges(leaf.logical).values()
    ]
    beyond = survives(harness, raw, fitting(raw, convention), some)
    assert not beyond or word in ("duration_s", "duration_ms")


def survives(harness, raw, schema, some):
    """How many values JavaScript has none for."""
    digester = Digester(lowered(raw))
    reached = accessor(schema if schema == lowered(raw) else raw)  # no way is through a map
    found = harness.run(schema, [json.dumps(value) for value in some])
    assert "error" not in found, found
    beyond = 0
    for value, answer in zip(some, found, strict=True):
        if "unheld" in answer:
            assert "--plain-types" in answer["unheld"]
            beyond += 1
            continue
        canonical = digester.canonical_bytes(value).hex()
        _, visit = digester.one(value)
        assert (answer["canonical"], int(answer["visit"])) == (canonical, visit % 2**64)
        ways = WAYS - SPARSE if conventions.left_out(schema) else WAYS
        assert answer["ways"] == dict.fromkeys(ways, canonical)
        if reached:
            assert int(answer["access"]) == reached(value) % 2**64
    return beyond


@pytest.mark.compiled
@examples(30)
@given(st.data())
def test_values_survive_every_conversion(harness, data):
    raw = data.draw(typed_schemas())
    some = data.draw(st.lists(values_of(raw), min_size=1, max_size=3))
    for convention in Convention:
        survives(harness, raw, fitting(raw, convention), some)
    survives(harness, raw, fitting(raw, natives=("absent",)), some)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("word", "days", "text"),
    [
        ("date", 2_932_897, "+10000-01-01"),
        ("date", -719_529, "-0001-12-31"),
        ("date", 100_000_000, "+275760-09-13"),
        ("timestamp_s_utc", 2_932_897, "+10000-01-01T00:00:00Z"),
        ("timestamp_ms", -719_529, "-0001-12-31T00:00:00.000"),
        ("timestamp_us", 2_932_897, "+10000-01-01T00:00:00.000000"),
    ],
)
def test_years_of_more_than_four_digits_have_canonical_text(tmp_path, word, days, text):
    to, back = to_and_back(word, Convention.TEXT)
    units = {"date": 1, "timestamp_s_utc": 86_400, "timestamp_ms": 86_400_000}
    value = f"new Date({days} * 86400000)"
    if word == "timestamp_us":
        value = f"{days * 86_400_000_000}n"
    lowered_to = logical.fill(logical.lowering(logical_of(word)), "again")
    program = (
        f"const text = {logical.fill(to, value)};\n"
        f"const again = {logical.fill(back, 'text')};\n"
        f"console.log(text, String({lowered_to}));\n"
    )
    expected = days * units.get(word, 86_400_000_000)
    assert run(tmp_path, program) == f"{text} {expected}"


def run(directory, program):
    if reason := node.missing():
        pytest.skip(reason)
    Harness(directory).close()
    module = directory / "program.js"
    module.write_text(logical.imports(program) + program)
    return subprocess.run(
        [node.node().path, module], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.compiled
def test_integers_have_fewest_bytes_of_twos_complement(tmp_path):
    numbers = [0, 1, -1, 127, 128, -128, -129, 255, 32767, 32768, 2**63, -(2**63), -(2**200)]
    listed = ", ".join(f"{number}n" for number in numbers)
    program = (
        f"for (const value of [{listed}]) {{\n"
        "  const bytes = integerBytes(value);\n"
        '  console.log(Buffer.from(bytes).toString("hex"), integerOf(bytes) === value);\n}\n'
    )
    expected = [
        number.to_bytes((8 + (number + (number < 0)).bit_length()) // 8, "big", signed=True)
        for number in numbers
    ]
    assert run(tmp_path, program).splitlines() == [f"{raw.hex()} true" for raw in expected]


@pytest.mark.compiled
def test_decimals_that_have_exponents_are_written_out(tmp_path):
    cases = {("0E-10", 10): "0.0000000000", ("1.5E-9", 10): "0.0000000015", ("-1E+2", 2): "-100.00"}
    lines = "".join(f"console.log(fixedOf({json.dumps(t)}, {n}));\n" for t, n in cases)
    assert run(tmp_path, lines).splitlines() == list(cases.values())


def of_map(key):
    """A schema of one map with such keys."""
    entry = Record("Entry", (Field("key", key), Field("value", Scalar(Kind.STRING))))
    root = Record("Thing", (Field("f0", ListOf(RecordRef("Entry"), is_map=True)),))
    return Schema("s", "Thing", (root, entry), (Enum("Symbol", ("b", "a")),))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("key", "keys"),
    [
        (Scalar(Kind.I32), [-1, 2]),
        (Scalar(Kind.I64), [-(2**63), 2]),
        (Scalar(Kind.BOOL), [False, True]),
        (EnumRef("Symbol"), ["b", "a"]),
        (scalar_of(Uuid()), ["00000000-0000-0000-0000-000000000001"]),
    ],
    ids=str,
)
def test_map_by_other_keys_survives_in_the_order_of_the_keys(harness, key, keys):
    raw = of_map(key)
    value = {"f0": [{"key": key, "value": "x"} for key in keys]}
    for schema in (fitting(raw), lowered(raw)):
        survives(harness, raw, schema, [value])


@pytest.mark.compiled
def test_key_twice_in_a_map_is_refused(harness):
    value = {"f0": [{"key": 1, "value": "x"}, {"key": 1, "value": "y"}]}
    found = harness.run(fitting(of_map(Scalar(Kind.I32))), [json.dumps(value)])
    assert "$.f0[1]: the key 1 is twice in a map" in found["error"]


@given(typed_schemas())
def test_every_module_of_typed_schema_calls_what_it_imports(schema):
    fits = [fitting(schema, convention) for convention in Convention]
    for fit in (*fits, fitting(schema, Convention.BINARY, DATES)):
        for module in (javascript_values, *(each.module for each in GENERATORS.values())):
            for name, text in module.generate(fit).items():
                if name.endswith(".js"):
                    assert logical.imports(text) in text, name
                    assert "{expression}" not in text
                    assert "{wide}" not in text


@pytest.mark.compiled
@examples(10)
@given(typed_schemas())
def test_every_module_of_typed_schema_is_javascript(tmp_path_factory, schema):
    if reason := node.missing():
        pytest.skip(reason)
    texts = []
    for fit in (*(fitting(schema, each) for each in Convention), fitting(schema, natives=DATES)):
        for module in (javascript_values, *(each.module for each in GENERATORS.values())):
            made = module.generate(fit).items()
            texts += [text for name, text in made if name.endswith(".js")]
    program = (
        'import { SourceTextModule } from "node:vm";\n'
        'import { readFileSync } from "node:fs";\n'
        "for (const text of JSON.parse(readFileSync(0))) new SourceTextModule(text);\n"
    )
    flags = ["--experimental-vm-modules", "--input-type=module", "-e", program]
    done = subprocess.run(
        [node.node().path, *flags], input=json.dumps(texts), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("natives", [(), DATES])
def test_plain_values_are_handed_over_where_library_takes_all(natives):
    raw = schema_of(scalar_of(logical_of("date")), scalar_of(logical_of("uuid")))
    made = plain.generate(fitting(raw, Convention.TEXT, natives))
    handed = "true" if natives else "false"
    for name in ("objects.js", "json.js", "big_numbers.js", "buffers.js"):
        assert f"export const AS_THEY_ARE = {handed};" in made[name]
        assert ("export const NATIVES = true;" in made[name]) == bool(natives)


def test_date_is_handed_to_json_where_its_text_is_canonical():
    made = plain.generate(fitting(one("timestamp_ms_utc")))
    assert "export const AS_THEY_ARE = true;" in made["json.js"]
    assert "return { f0: value.f0 };" in made["json.js"]
    assert "momentOf(value.f0)" in made["json.js"]
    assert "export const AS_THEY_ARE = false;" in made["objects.js"]
    text = json_schema.generate(fitting(one("timestamp_ms_utc")))["json_schema.js"]
    assert '\\"format\\": \\"date-time\\"' in text
    assert "date-time" not in json_schema.generate(fitting(one("timestamp_s")))["json_schema.js"]


def test_native_timestamp_of_json_type_definition_is_its_own():
    schema = fitting(one("timestamp_ms_utc"), natives=("timestamp_ms_utc",))
    assert '\\"type\\": \\"timestamp\\"' in jtd.generate(schema)["jtd.js"]
    assert "timestamp" not in jtd.generate(fitting(one("timestamp_ms_utc")))["jtd.js"]


def test_bson_has_classes_of_its_own_where_they_are_native():
    words = ("uuid", "decimal(38, 10)")
    raw = schema_of(*(scalar_of(logical_of(word)) for word in words))
    text = plain.generate(fitting(raw, Convention.BINARY, words))["bson.js"]
    assert 'import { Decimal128, UUID } from "bson";' in text
    assert "f0: new UUID(value.f0), f1: decimal128(value.f1)" in text
    assert "fixedOf(value.f1.toString(), 10)" in text
    text = plain.generate(fitting(raw, Convention.BINARY))["bson.js"]
    assert "Decimal128" not in text
    assert "f0: uuidBytes(value.f0)" in text


def test_bebop_has_dates_and_guids():
    words = ("date", "timestamp_ms_utc", "uuid", "bigint")
    raw = schema_of(*(scalar_of(logical_of(word)) for word in words))
    made = bebop.generate(fitting(raw, Convention.BINARY, words[:3]))
    assert "date part0;" in made["data.bop"]
    assert "date part1;" in made["data.bop"]
    assert "guid part2;" in made["data.bop"]
    assert "array[byte] part3;" in made["data.bop"]
    assert "part2: value.f2,\n    part3: integerBytes(value.f3)," in made["of_bebop.js"]


def test_toml_has_local_dates():
    words = ("date", "timestamp_ms", "timestamp_ms_utc")
    raw = schema_of(*(scalar_of(logical_of(word)) for word in words))
    text = plain.generate(fitting(raw, natives=words))["sparse.js"]
    assert 'import { TomlDate } from "smol-toml";' in text
    assert "f0: TomlDate.wrapAsLocalDate(value.f0)" in text
    assert "f1: TomlDate.wrapAsLocalDateTime(value.f1), f2: value.f2" in text


@pytest.mark.parametrize(
    ("word", "to", "back"),
    [
        ("date", "{expression}.getTime() / 86400000", "new Date({expression} * 86400000)"),
        ("timestamp_ms", "{expression}.getTime()", "new Date(integer({expression}, false))"),
        ("timestamp_ns", "count64({expression}, {wide})", "integer({expression}, true)"),
        ("duration_s", "{expression}", "integer({expression}, false)"),
        (
            "decimal(5, 2)", 'digits64({expression}.replace(".", ""), {wide})',
            "decimalOf(integer({expression}, false), 2)",
        ),
        ("uuid", "uuidBytes({expression})", "uuidOf({expression})"),
        ("timestamp_s_offset", "{expression}", "{expression}"),
    ],
)  # fmt: skip
def test_binary_convention_has_integers_and_bytes(word, to, back):
    either = {Kind.I64: ("{expression}", "integer({expression}, {wide})")}
    assert to_and_back(word, Convention.BINARY, either) == (to, back)


def test_bigints_go_to_libraries_that_take_them_as_they_are():
    bigints = {Kind.I64: ("BigInt({expression})", "integer({expression}, {wide})")}
    to, _ = to_and_back("timestamp_us", Convention.BINARY, bigints)
    assert to == "{expression}"
    to, _ = to_and_back("timestamp_ms", Convention.BINARY, bigints)
    assert to == "BigInt({expression}.getTime())"


def test_template_that_names_its_value_again_computes_it_once():
    twice = {Kind.BYTES: ("Buffer.from({expression}.buffer, {expression}.byteOffset)", "x")}
    to, _ = to_and_back("uuid", Convention.BINARY, twice)
    made = "Buffer.from(lowered.buffer, lowered.byteOffset)"
    assert to == f"((lowered) => {made})(uuidBytes({{expression}}))"


def test_optional_of_a_logical_integer_has_presence_in_protobuf():
    """As a plain one: its default is an object of 0, not null."""
    schema = fitting(schema_of(OptionalOf(Scalar(Kind.I64))), Convention.BINARY)
    timed = fitting(schema_of(OptionalOf(scalar_of(logical_of("time_us")))), Convention.BINARY)
    for each in (schema, timed):
        assert 'Object.hasOwn(message, "f0") ?' in proto.generate(each)["of_messages.js"]
    in_map = schema_of(MapOf(scalar_of(logical_of("time_us"))))
    made = google_protobuf.generate(fitting(in_map, Convention.BINARY))
    assert "Number(v)" in made["of_google_protobuf.js"]


def test_declared_types_are_those_of_values():
    text = typescript.generate(
        schema_of(*(scalar_of(logical_of(word)) for word in ("date", "time_ns", "time_s", "uuid")))
    )["types.d.ts"]
    assert "  f0: Date;\n  f1: bigint;\n  f2: number;\n  f3: string;\n" in text


def test_schema_without_logical_types_imports_no_conventions():
    schema = schema_of(
        Scalar(Kind.I64), OptionalOf(Scalar(Kind.STRING)), ListOf(Scalar(Kind.BYTES))
    )
    for module in (javascript, javascript_values, plain, packed, proto, thrift, flatbuffers):
        for text in module.generate(schema).values():
            assert "conventions.js" not in text
