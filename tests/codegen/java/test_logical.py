import re

import pytest

from serbench.builders.java.generators import GENERATORS
from serbench.codegen.java import avro, conversions, logical, msgpack, proto
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.schema.conventions import fitted
from serbench.schema.logical import (
    BY_WORD,
    BigInt,
    Convention,
    Date,
    Decimal,
    Duration,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
    logical_of,
    names_of,
    wire_kind,
)
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
    scalar_of,
)

ALL = (*BY_WORD.values(), Decimal(12, 2), Decimal(18, 0), Decimal(38, 18))
COUNTS, TEXTS = "serbench.logical.Counts", "serbench.logical.Texts"


def one_record(*fields):
    return Schema("s", "R", (Record("R", tuple(fields)),))


def everything():
    fields = []
    for i, of in enumerate(ALL):
        scalar = scalar_of(of)
        fields += [Field(f"a{i}", scalar), Field(f"b{i}", OptionalOf(scalar))]
        fields += [Field(f"c{i}", ListOf(scalar)), Field(f"d{i}", MapOf(scalar))]
    return one_record(*fields)


def converted(of, convention):
    return Scalar(wire_kind(of, convention), logical=of)


def of_convention(schema, convention):
    return fitted(schema, convention, lambda _: False)


@pytest.mark.parametrize(
    ("of", "java_class"),
    [
        (Date(), "java.time.LocalDate"),
        (Time(Unit.US), "java.time.LocalTime"),
        (Timestamp(Unit.NS), "java.time.LocalDateTime"),
        (Timestamp(Unit.S, Zone.UTC), "java.time.Instant"),
        (Timestamp(Unit.MS, Zone.OFFSET), "java.time.OffsetDateTime"),
        (Duration(Unit.S), "java.time.Duration"),
        (Decimal(18, 0), "java.math.BigDecimal"),
        (Uuid(), "java.util.UUID"),
        (BigInt(), "java.math.BigInteger"),
    ],
    ids=str,
)
def test_plain_field_has_class_of_its_logical_type(of, java_class):
    scalar = scalar_of(of)
    schema = one_record(Field("x", OptionalOf(scalar)), Field("m", MapOf(ListOf(scalar))))
    text = java.generate(schema)["serbench/data/R.java"]
    assert f"  public {java_class} x;\n" in text
    assert f"  public Map<String, List<{java_class}>> m;\n" in text


BINARY = [
    (Date(), f"{COUNTS}.days(v)", f"{COUNTS}.date(w)"),
    (
        Time(Unit.MS),
        f"(int) {COUNTS}.count(v, {COUNTS}.MS)",
        f"{COUNTS}.time(w, {COUNTS}.MS)",
    ),
    (
        Timestamp(Unit.US, Zone.UTC),
        f"{COUNTS}.count(v, {COUNTS}.US)",
        f"{COUNTS}.instant(w, {COUNTS}.US)",
    ),
    (
        Timestamp(Unit.S),
        f"{COUNTS}.count(v, {COUNTS}.S)",
        f"{COUNTS}.local(w, {COUNTS}.S)",
    ),
    (
        Timestamp(Unit.NS, Zone.OFFSET),
        f"{TEXTS}.text(v, 9)",
        "java.time.OffsetDateTime.parse(w)",
    ),
    (
        Decimal(12, 2),
        "v.unscaledValue().longValueExact()",
        "java.math.BigDecimal.valueOf(w, 2)",
    ),
    (
        Decimal(38, 18),
        "v.unscaledValue().toByteArray()",
        "new java.math.BigDecimal(new java.math.BigInteger(w), 18)",
    ),
    (Uuid(), "serbench.logical.Bytes.bytes(v)", "serbench.logical.Bytes.uuid(w)"),
    (BigInt(), "v.toByteArray()", "new java.math.BigInteger(w)"),
]


@pytest.mark.parametrize(("of", "put", "get"), BINARY, ids=lambda given: str(given)[:20])
def test_binary_convention_counts_times_and_cuts_numbers_into_bytes(of, put, get):
    scalar = converted(of, Convention.BINARY)
    assert logical.put(scalar, "v") == put
    assert logical.get(scalar, "w") == get


@pytest.mark.parametrize(
    ("of", "put", "get"),
    [
        (Date(), "v.toString()", "java.time.LocalDate.parse(w)"),
        (Time(Unit.S), f"{TEXTS}.text(v, 0)", "java.time.LocalTime.parse(w)"),
        (Timestamp(Unit.MS, Zone.UTC), f"{TEXTS}.text(v, 3)", "java.time.Instant.parse(w)"),
        (Duration(Unit.US), f"{TEXTS}.text(v, 6)", f"{TEXTS}.duration(w)"),
        (Decimal(38, 18), "v.toPlainString()", "new java.math.BigDecimal(w)"),
        (Uuid(), "v.toString()", "java.util.UUID.fromString(w)"),
    ],
    ids=lambda given: str(given)[:20],
)
def test_text_convention_writes_canonical_text(of, put, get):
    scalar = converted(of, Convention.TEXT)
    assert logical.put(scalar, "v") == put
    assert logical.get(scalar, "w") == get


def test_native_values_are_handed_over_as_they_are():
    scalar = Scalar(Kind.I64, logical=Timestamp(Unit.S, Zone.UTC), native=True)
    assert logical.put(scalar, "v") == logical.get(scalar, "v") == "v"
    text = msgpack.generate(one_record(Field("x", scalar)))["serbench/msgpack/Packed.java"]
    assert "b.packTimestamp(v.x);" in text
    assert "v.x = b.unpackTimestamp(); return true;" in text


@pytest.mark.parametrize("of", ALL, ids=str)
def test_driver_reads_and_digests_lowered_value(of):
    text = java_ops.generate(one_record(Field("x", scalar_of(of))))["serbench/ops/ROps.java"]
    assert re.search(r"case 0 -> v\.x = serbench\.driver\.LogicalJson\.\w+\(in.*\);", text)
    assert f"    out.{of.kind.value}(" in text


def test_driver_refuses_by_the_types_own_word():
    text = java_ops.generate(one_record(Field("x", scalar_of(Decimal(12, 2)))))
    assert 'LogicalJson.decimal(in, "decimal(12, 2)", 2)' in text["serbench/ops/ROps.java"]


@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize("word", sorted(set(GENERATORS) - {"avro"}))
def test_generators_write_what_a_convention_has_of_every_type(word, convention):
    schema = of_convention(everything(), convention)
    for path, text in GENERATORS[word].module.generate(schema).items():
        if path.endswith(".java"):
            assert text.count("(") == text.count(")"), path
            assert text.count("{") == text.count("}"), path


@pytest.mark.parametrize("of", [Uuid(), Decimal(12, 2), BigInt()], ids=str)
def test_visit_of_message_is_that_of_the_lowered_value(of):
    schema = of_convention(one_record(Field("x", scalar_of(of))), Convention.BINARY)
    text = GENERATORS["proto"].module.generate(schema)["serbench/proto/Messages.java"]
    assert "sum += serbench.logical.Lowered.visit(" in text


def test_visit_of_count_converts_nothing():
    of = Timestamp(Unit.US, Zone.UTC)
    schema = of_convention(one_record(Field("x", scalar_of(of))), Convention.BINARY)
    text = GENERATORS["proto"].module.generate(schema)["serbench/proto/Messages.java"]
    assert "sum += m.getX();" in text


def test_optional_text_of_flatbuffers_is_converted_only_if_it_is_there():
    of = Timestamp(Unit.US, Zone.OFFSET)
    schema = one_record(Field("x", OptionalOf(scalar_of(of))))
    text = GENERATORS["flatbuffers"].module.generate(of_convention(schema, Convention.BINARY))
    tables = text["serbench/flatbuffers/Tables.java"]
    assert "v.x = some(t.x(), x -> java.time.OffsetDateTime.parse(x));" in tables
    assert "private static <A, B> B some(" in tables


def test_conversions_know_each_field_by_its_class_and_name():
    of = Timestamp(Unit.US, Zone.UTC)
    schema = one_record(
        Field("at", scalar_of(of)),
        Field("all", ListOf(OptionalOf(scalar_of(of)))),
        Field("day", scalar_of(Date())),
        Field("n", Scalar(Kind.I64)),
    )
    schema = of_convention(schema, Convention.BINARY)
    text = conversions.generate(schema, java.PLAIN)
    assert 'FIELDS.put("serbench.data.R.at", C0);' in text
    assert 'FIELDS.put("serbench.data.R.all", C0);' in text
    assert 'FIELDS.put("serbench.data.R.day", C1);' in text
    assert '"serbench.data.R.n"' not in text
    assert "ALL = List.of(C0, C1);" in text


def test_schema_whose_types_are_native_has_no_conversions():
    schema = fitted(everything(), Convention.TEXT, lambda _: True)
    assert conversions.generate(schema, java.PLAIN) == ""
    root = java_ops.generate(schema)["serbench/ops/Root.java"]
    assert "java.time.Instant.class" in root
    assert "conversion" not in root


def test_avro_names_its_own_logical_type_or_a_conversion_by_its_number():
    natives = {"date"}
    schema = one_record(Field("d", scalar_of(Date())), Field("n", scalar_of(BigInt())))
    schema = fitted(
        schema, Convention.BINARY, lambda of: any(name in natives for name in names_of(of))
    )
    text = avro.generate(schema)["serbench/avro/Reflected.java"]
    assert r'parse("{\"type\": \"int\", \"logicalType\": \"date\"}")' in text
    assert 'LogicalType("serbench-0").addToSchema(Schema.create(Schema.Type.BYTES))' in text


def test_access_leaf_of_logical_type_is_visited_by_what_stands_for_it():
    schema = one_record(Field("x", scalar_of(logical_of("uuid"))))
    root = java_ops.generate(of_convention(schema, Convention.BINARY))["serbench/ops/Root.java"]
    assert (
        "return serbench.logical.Lowered.visit(serbench.logical.Bytes.uuid(((byte[]) held)));"
        in root
    )


def test_schema_without_logical_types_has_nothing_of_them():
    schema = one_record(Field("x", Scalar(Kind.I64)), Field("s", ListOf(Scalar(Kind.STRING))))
    made = java.generate(schema) | java_ops.generate(schema)
    assert not [path for path, text in made.items() if "logical" in text]


def test_native_times_of_protobuf_are_its_messages():
    words = ("timestamp_us_utc", "duration_ms")
    fields = [Field(word[0], scalar_of(logical_of(word))) for word in words]
    schema = fitted(one_record(*fields), Convention.BINARY, lambda _: True)
    text = proto.generate(schema)["serbench/proto/Messages.java"]
    for line in (
        "b.setT(putInstant(v.t));",
        "v.t = getInstant(m.getT());",
        "b.setD(putDuration(v.d));",
        "v.d = getDuration(m.getD());",
    ):
        assert f"    {line}\n" in text
