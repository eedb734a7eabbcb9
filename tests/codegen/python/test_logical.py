"""Python's logical types: plain classes, conversions, and what the driver does with them."""

import importlib
import json
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.builders.codec import DRIVERS
from serbench.builders.python.builder import GENERATORS
from serbench.codegen.idl import avro as avro_idl
from serbench.codegen.python import (
    attrs,
    avro,
    copies,
    fitted,
    logical,
    lookups,
    marshmallow,
    native,
    packed,
    plain,
    proto,
    pydantic,
    slotted,
)
from serbench.codegen.python import json as python_json
from serbench.codegen.python import msgspec as python_msgspec
from serbench.codegen.python import types as python
from serbench.schema import conventions
from serbench.schema.access import accessor, way_of
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
from tests.codegen.python.test_conversions import package
from tests.strategies import examples, typed_schemas, values_of

SIZES = ((5, 2), (18, 4), (38, 10), (18, 0), (76, 0))
WORDS = (*BY_WORD, *(f"decimal({precision}, {scale})" for precision, scale in SIZES))
RUN = (copies, python_json, plain, packed, avro, slotted, fitted)
CONVERTING = ("json", "mappings", "sequences", "sparse", "bare", "avro", "of_slotted", "fitted")


@pytest.fixture(scope="module")
def driver():
    """The driver's module of values."""
    sys.path.insert(0, str(DRIVERS / "python"))
    yield importlib.import_module("serbench_driver.values")
    sys.path.remove(str(DRIVERS / "python"))


def schema_of(*types):
    fields = tuple(Field(f"f{n}", type_) for n, type_ in enumerate(types))
    return Schema("s", "Thing", (Record("Thing", fields),))


def one(word):
    return schema_of(scalar_of(logical_of(word)))


def fitting(schema, convention=Convention.TEXT, natives=()):
    return conventions.fitted(schema, convention, lambda found: str(found) in natives)


def all_native(schema):
    return conventions.fitted(schema, Convention.BINARY, lambda _: True)


def loading(driver, schema, generated):
    known = python.names(schema)
    classes = {wire: getattr(generated.types, name) for wire, name in known.types.items()}
    return driver.Values(schema.to_dict(), classes, known.fields, way_of(schema))


def load(driver, works, value):
    return works.load(driver.canonical_json(json.dumps(value).encode()))


def held(driver, works, values):
    """Those that Python's classes have a value for, plain and lowered."""
    for value in values:
        try:
            yield load(driver, works, value), value
        except driver.Unheld:
            continue


@pytest.mark.parametrize(
    ("word", "value", "expected"),
    [
        ("date", 19_753, date(2024, 1, 31)),
        ("time_s", 43_200, time(12)),
        ("time_ms", 1, time(0, 0, 0, 1000)),
        ("time_us", 86_399_999_999, time(23, 59, 59, 999_999)),
        ("time_ns", 86_400 * 10**9, 86_400 * 10**9),
        ("timestamp_s", -1, datetime(1969, 12, 31, 23, 59, 59)),
        ("timestamp_ms_utc", 1, datetime(1970, 1, 1, 0, 0, 0, 1000, UTC)),
        ("timestamp_us_utc", 253_402_300_799_999_999, datetime.max.replace(tzinfo=UTC)),
        ("timestamp_ns_utc", 1, 1),
        (
            "timestamp_ms_offset", "2026-01-31T23:30:00.001+05:45",
            datetime(
                2026, 1, 31, 23, 30, 0, 1000, timezone(timedelta(hours=5, minutes=45))
            ),
        ),
        ("timestamp_ns_offset", "2026-01-31T23:30:00.000000001Z", "2026-01-31T23:30:00.000000001Z"),
        ("duration_us", -1, timedelta(microseconds=-1)),
        ("duration_ns", -1, -1),
        ("decimal(5, 2)", "1.10", Decimal("1.10")),
        ("decimal(3, 0)", 7, Decimal(7)),
        ("uuid", "00000000-0000-0000-0000-0000000000ff", UUID(int=0xFF)),
        ("bigint", str(-(2**200)), -(2**200)),
    ],
)  # fmt: skip
def test_lowered_value_becomes_value_of_pythons_class(driver, word, value, expected):
    schema = one(word)
    with package(schema, ()) as generated:
        found = load(driver, loading(driver, schema, generated), {"f0": value}).f0
    assert found == expected
    assert type(found) is type(expected)
    assert repr(found) == repr(expected)  # a zone, and a decimal's zeros


@pytest.mark.parametrize("word", WORDS)
def test_every_edge_of_type_is_loaded_or_refused_by_name(driver, word):
    schema = one(word)
    digester = Digester(lowered(schema))
    with package(schema, ()) as generated:
        works = loading(driver, schema, generated)
        for value in ({"f0": edge} for edge in edges(logical_of(word)).values()):
            try:
                loaded = load(driver, works, value)
            except driver.Unheld as beyond:
                said = str(beyond)
            else:
                digest, visit = digester.one(value)
                assert works.digest(loaded) == digest
                assert works.visit(loaded) % 2**64 == visit % 2**64
                continue
            assert word in ("duration_s", "duration_ms")
            assert f"$.f0: {value['f0']} is beyond timedelta" in said
            assert word in said
            assert "--plain-types" in said


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("date", 2_932_897),
        ("date", -719_163),
        ("time_s", 86_400),
        ("time_us", -1),
        ("timestamp_s", 253_402_300_800),
        ("timestamp_us_utc", -62_135_596_800_000_001),
        ("timestamp_s_offset", "+10000-01-01T00:00:00Z"),
        ("timestamp_s_offset", "0000-01-01T00:00:00+01:00"),
        ("bigint", "1" * 5000),
    ],
)
def test_value_beyond_pythons_class_is_refused_with_option(driver, word, value):
    schema = one(word)
    with package(schema, ()) as generated, pytest.raises(driver.Unheld, match="--plain-types"):
        load(driver, loading(driver, schema, generated), {"f0": value})


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("date", "2026-01-31"),
        ("uuid", "00112233-4455-6677-8899-AABBCCDDEEFF"),
        ("decimal(5, 2)", "1.1"),
        ("decimal(5, 2)", "01.10"),
        ("timestamp_s_offset", "2026-01-31T12:00:00"),
        ("timestamp_ms_offset", "2026-01-31T12:00:00Z"),
        ("bigint", "+1"),
        ("bigint", 1),
    ],
)
def test_value_in_no_canonical_form_is_misfit(driver, word, value):
    schema = one(word)
    with package(schema, ()) as generated, pytest.raises(driver.Misfit) as misfit:
        load(driver, loading(driver, schema, generated), {"f0": value})
    assert not isinstance(misfit.value, driver.Unheld)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("date", datetime(2026, 1, 31)),
        ("time_ms", time(0, 0, 0, 1)),
        ("time_us", time(12, tzinfo=UTC)),
        ("timestamp_s", datetime(2026, 1, 31, 12, 0, 0, 1)),
        ("timestamp_us", datetime(2026, 1, 31, tzinfo=UTC)),
        ("timestamp_us_utc", datetime(2026, 1, 31)),
        ("timestamp_ms_offset", datetime(2026, 1, 31)),
        ("timestamp_ms_offset", datetime(2026, 1, 31, 0, 0, 0, 1, UTC)),
        ("timestamp_ns", datetime(2026, 1, 31)),
        ("duration_s", timedelta(microseconds=1)),
        ("decimal(5, 2)", Decimal("1.1")),
        ("decimal(5, 2)", 1.1),
        ("decimal(5, 0)", Decimal("1E+2")),
        ("decimal(20, 0)", Decimal("NaN")),
        ("uuid", "00112233-4455-6677-8899-aabbccddeeff"),
        ("bigint", True),
        ("bigint", "1"),
    ],
)
def test_what_a_library_gives_of_another_class_or_unit_is_not_taken(driver, word, value):
    found = importlib.import_module("serbench_driver.logical").logical_of(word)
    with pytest.raises((TypeError, ValueError)):
        found.lower(value)


def test_integer_of_a_class_of_the_librarys_is_taken(driver):
    class Int64(int):
        """As bson's."""

    found = importlib.import_module("serbench_driver.logical").logical_of("time_ns")
    assert found.lower(Int64(2**40)) == 2**40


@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize("word", WORDS)
def test_edges_survive_conversions_by_convention(driver, word, convention):
    leaf = scalar_of(logical_of(word))
    raw = schema_of(leaf, OptionalOf(leaf), ListOf(leaf), MapOf(leaf), OptionalOf(ListOf(leaf)))
    schema = fitting(raw, convention)
    digester = Digester(lowered(raw))
    values = [
        {"f0": edge, "f1": edge, "f2": [edge, edge], "f3": {"a": edge}, "f4": None}
        for edge in edges(leaf.logical).values()
    ]
    with package(schema, RUN) as generated:
        works = loading(driver, schema, generated)
        for plain_value, value in held(driver, works, values):
            survives(generated, works, plain_value, digester.one(value)[0])


def survives(generated, works, plain_value, digest):
    assert works.digest(generated.copies.copy(plain_value)) == digest
    assert works.digest(generated.renewals.renewed(plain_value)) == digest
    for name in CONVERTING:
        module = getattr(generated, name)
        if module.to is None:
            assert module.Root is generated.types.Root
            continue
        assert works.digest(module.back(module.to(plain_value))) == digest
    out = bytearray()
    generated.packed.write(plain_value, out)
    assert works.digest(generated.packed.read(bytes(out), 0)[0]) == digest


@examples(30)
@given(st.data())
def test_values_survive_every_conversion(driver, data):
    raw = data.draw(typed_schemas())
    digester = Digester(lowered(raw))
    values = data.draw(st.lists(values_of(raw), min_size=1, max_size=3))
    for schema in (*(fitting(raw, convention) for convention in Convention), lowered(raw)):
        reached = accessor(schema if schema == lowered(raw) else raw)  # no way is through a map
        with package(schema, RUN) as generated:
            works = loading(driver, schema, generated)
            for plain_value, value in held(driver, works, values):
                digest, visit = digester.one(value)
                assert works.visit(plain_value) % 2**64 == visit % 2**64
                survives(generated, works, plain_value, digest)
                if reached:
                    assert (works.access(plain_value) - reached(value)) % 2**64 == 0


@examples(20)
@given(st.data())
def test_native_values_are_handed_over(driver, data):
    raw = data.draw(typed_schemas())
    schema, digester = all_native(raw), Digester(lowered(raw))
    values = data.draw(st.lists(values_of(raw), min_size=1, max_size=3))
    with package(schema, (plain, slotted, fitted)) as generated:
        works = loading(driver, schema, generated)
        assert (generated.fitted.to is None) == (not conventions.left_out(schema))
        for plain_value, value in held(driver, works, values):
            for name in ("mappings", "sequences", "sparse", "bare", "of_slotted"):
                module = getattr(generated, name)
                assert works.digest(module.back(module.to(plain_value))) == digester.one(value)[0]


@examples(20)
@given(st.data())
def test_leaf_is_looked_up_as_it_is_lowered(driver, data):
    raw = data.draw(typed_schemas())
    schema, wanted = (
        fitting(raw, natives=data.draw(st.sampled_from([(), ("absent",)]))),
        accessor(raw),
    )
    values = data.draw(st.lists(values_of(raw), min_size=1, max_size=3))
    with package(schema, (python_json, lookups)) as generated:
        works = loading(driver, schema, generated)
        if wanted is None:
            assert generated.lookups.access is None
            return
        for plain_value, value in held(driver, works, values):
            found = generated.lookups.access(generated.json.to(plain_value))
            assert (found - wanted(value)) % 2**64 == 0


def of_map(key):
    """A schema of one map with such keys."""
    entry = Record("Entry", (Field("key", key), Field("value", Scalar(Kind.STRING))))
    root = Record("Thing", (Field("f0", ListOf(RecordRef("Entry"), is_map=True)),))
    return Schema("s", "Thing", (root, entry), (Enum("Symbol", ("b", "a")),))


@pytest.mark.parametrize(
    ("key", "keys", "expected"),
    [
        (Scalar(Kind.I32), [-1, 2], [-1, 2]),
        (Scalar(Kind.BOOL), [False, True], [False, True]),
        (EnumRef("Symbol"), ["b", "a"], ["b", "a"]),
        (scalar_of(Uuid()), [str(UUID(int=1))], [UUID(int=1)]),
    ],
    ids=str,
)
def test_map_is_a_dict_by_its_keys_and_digested_in_their_order(driver, key, keys, expected):
    raw = of_map(key)
    value = {"f0": [{"key": key, "value": "x"} for key in keys]}
    digest, visit = Digester(lowered(raw)).one(value)
    schema = fitting(raw)
    with package(schema, RUN) as generated:
        works = loading(driver, schema, generated)
        made = load(driver, works, value)
        assert list(made.f0) == expected
        made.f0 = dict(reversed(made.f0.items()))
        assert works.digest(made) == digest
        assert works.visit(made) == visit
        survives(generated, works, made, digest)


def test_key_twice_in_a_map_is_misfit(driver):
    schema = fitting(of_map(Scalar(Kind.I32)))
    value = {"f0": [{"key": 1, "value": "x"}, {"key": 1, "value": "y"}]}
    with package(schema, ()) as generated, pytest.raises(driver.Misfit) as misfit:
        load(driver, loading(driver, schema, generated), value)
    assert str(misfit.value) == "$.f0[1]: the key 1 is twice in a map"


@given(typed_schemas())
def test_every_module_of_typed_schema_is_python(schema):
    fits = [fitting(schema, convention) for convention in Convention]
    for fit in (*fits, fitting(schema, Convention.BINARY, AVRO)):
        for module in (python, *(generator.module for generator in GENERATORS.values())):
            for name, text in module.generate(fit).items():
                if name.endswith(".py"):
                    compile(text, name, "exec")


AVRO = ("date", "time_ms", "time_us", "timestamp_ms", "timestamp_us_utc", "decimal(5, 2)", "uuid")


def test_native_types_of_avro_have_its_logical_types():
    raw = schema_of(*(scalar_of(logical_of(word)) for word in AVRO))
    schema = fitting(raw, Convention.BINARY, AVRO)
    types = [field["type"] for field in avro_idl.lower_bare(schema)["fields"]]
    assert types == [
        {"type": "int", "logicalType": "date"},
        {"type": "int", "logicalType": "time-millis"},
        {"type": "long", "logicalType": "time-micros"},
        {"type": "long", "logicalType": "local-timestamp-millis"},
        {"type": "long", "logicalType": "timestamp-micros"},
        {"type": "bytes", "logicalType": "decimal", "precision": 5, "scale": 2},
        {"type": "string", "logicalType": "uuid"},
    ]


def test_plain_types_are_pythons_own_whatever_codec_takes():
    words = ("date", "time_ms", "timestamp_us", "duration_s", "decimal(5, 2)", "uuid", "bigint")
    schema = schema_of(*(scalar_of(logical_of(word)) for word in (*words, "timestamp_ns_utc")))
    for fit in (fitting(schema), fitting(schema, Convention.BINARY), all_native(schema)):
        text = python.generate(fit)["types.py"]
        for line in ("f0: _date", "f1: _time", "f2: _datetime", "f3: _timedelta", "f4: _Decimal",
                     "f5: _UUID", "f6: int", "f7: int"):  # fmt: skip
            assert f"    {line}\n" in text
        assert "from datetime import datetime as _datetime\n" in text
        assert "from uuid import UUID as _UUID\n" in text


def test_classes_of_libraries_have_what_codec_takes():
    leaves = [scalar_of(logical_of(word)) for word in ("timestamp_ms_utc", "uuid")]
    schema = fitting(schema_of(*leaves), Convention.BINARY, ("uuid",))
    for module, name in ((slotted, "slotted"), (python_msgspec, "structs"), (attrs, "attrs"),
                         (pydantic, "models"), (fitted, "fitted")):  # fmt: skip
        text = module.generate(schema)[f"{name}.py"]
        assert "    f0: int" in text
        assert "    f1: _UUID" in text
        assert "from uuid import UUID as _UUID\n" in text


def test_field_called_like_its_class_keeps_its_name():
    day, moment = (scalar_of(logical_of(word)) for word in ("date", "time_s"))
    fields = (Field("date", OptionalOf(day)), Field("time", moment))
    schema = Schema("s", "Decimal", (Record("Decimal", fields),))
    text = python.generate(all_native(schema))["types.py"]
    assert "class Decimal:\n    date: Optional[_date]\n    time: _time\n" in text


def test_marshmallow_has_fields_of_its_own_and_conversions():
    words = ("timestamp_us_utc", "timestamp_s", "decimal(5, 2)", "uuid", "duration_s", "date")
    schema = schema_of(*(scalar_of(logical_of(word)) for word in words))
    text = marshmallow.generate(fitting(schema, natives=words[:4]))["schemas.py"]
    assert "    f0 = _f.AwareDateTime(required=True)\n" in text
    assert "    f1 = _f.NaiveDateTime(required=True)\n" in text
    assert "    f2 = _f.Decimal(as_string=True, required=True)\n" in text
    assert "    f3 = _f.UUID(required=True)\n" in text
    assert "    f4 = _Converted(lambda value: _text_of_duration_s(value), lambda value:" in text
    assert "    f5 = _Converted(lambda value: value.isoformat(), lambda value: _date." in text


def test_messages_convert_scalars_where_they_stand():
    leaf = scalar_of(logical_of("uuid"))
    schema = fitting(schema_of(leaf, OptionalOf(leaf), ListOf(leaf)), Convention.BINARY)
    text = proto.generate(schema)["of_messages.py"]
    assert '{"f0": value.f0.bytes, "f1": None if (v := value.f1) is None else v.bytes, ' in text
    assert '"f2": [v.bytes for v in value.f2]}' in text
    assert "        _UUID(bytes=message.f0),\n" in text
    assert "from serbench_schema.logical import _UUID\n" in text


def test_schema_without_logical_types_needs_no_module_of_them():
    schema = schema_of(ListOf(scalar_of(logical_of("date"))))
    assert set(python.generate(lowered(schema))) == {"types.py"}
    assert logical.import_line(lowered(schema), "_date _UUID") == ""
    # Native ones that are handed over need none either.
    assert logical.import_line(all_native(schema), '{"_UUID": 1}') == ""


def test_codecs_are_told_which_types_they_hand_over():
    schema = schema_of(*(scalar_of(logical_of(word)) for word in ("date", "uuid", "date")))
    for fit, words in ((fitting(schema, natives=("date",)), ("date",)), (lowered(schema), ())):
        with package(fit, (native,)) as generated:
            found = generated.native.TYPES
        assert found == words


def test_only_native_types_are_written_as_they_are():
    schema = one("timestamp_us_utc")
    for natives in ((), ("timestamp_us_utc",)):
        fit = fitting(schema, natives=natives)
        with package(fit, (python_json, plain)) as generated:
            for module in (generated.json, generated.mappings):
                assert module.AS_THEY_ARE is bool(natives)


def test_native_types_are_read_as_text_where_library_gives_text(driver):
    schema = fitting(one("timestamp_ms_utc"), natives=("timestamp_ms_utc",))
    with package(schema, (python_json, plain)) as generated:
        for read in (generated.json.back, generated.mappings.back_of_text):
            found = read({"f0": "2026-01-31T12:00:00.001000+00:00"}).f0
            assert found == datetime(2026, 1, 31, 12, 0, 0, 1000, UTC)


@pytest.mark.parametrize(
    ("word", "kind", "value", "expected"),
    [
        ("timestamp_ms_utc", Kind.STRING, 1, "1970-01-01T00:00:00.001Z"),
        ("timestamp_ns", Kind.STRING, -1, "1969-12-31T23:59:59.999999999"),
        ("timestamp_s_offset", Kind.STRING, "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
        ("duration_ms", Kind.STRING, -1500, "-PT1.500S"),
        ("duration_s", Kind.STRING, 60, "PT60S"),
        ("time_ns", Kind.STRING, -1, "-00:00:00.000000001"),
        ("decimal(12, 10)", Kind.STRING, "0.0000000000", "0.0000000000"),
        ("decimal(5, 2)", Kind.I64, "1.10", 110),
        ("decimal(38, 2)", Kind.BYTES, "-1.28", b"\x80"),
        ("decimal(38, 2)", Kind.BYTES, "1.28", b"\0\x80"),
        ("bigint", Kind.BYTES, "0", b"\0"),
        ("bigint", Kind.BYTES, "-129", b"\xff\x7f"),
        ("uuid", Kind.BYTES, "00112233-4455-6677-8899-aabbccddeeff",
         bytes.fromhex("00112233445566778899aabbccddeeff")),
    ],
)  # fmt: skip
def test_conversion_makes_what_convention_says(driver, word, kind, value, expected):
    convention = Convention.TEXT if kind == Kind.STRING else Convention.BINARY
    schema = fitting(one(word), convention)
    with package(schema, (plain,)) as generated:
        plain_value = load(driver, loading(driver, schema, generated), {"f0": value})
        assert generated.mappings.to(plain_value) == {"f0": expected}


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("duration_ms", "PT1.5S"),
        ("duration_s", "P1D"),
        ("time_ns", "12:00:00"),
        ("timestamp_ns_utc", "2026-01-31T12:00:00.000000001"),
        ("timestamp_ns", "2026-01-31T12:00:00.000000001Z"),
    ],
)
def test_text_of_another_form_is_refused_not_misread(word, text):
    with (
        package(fitting(one(word)), (plain,)) as generated,
        pytest.raises(ValueError, match="is no "),
    ):
        generated.mappings.back({"f0": text})


def test_native_times_of_protobuf_are_made_by_its_methods():
    words = ("timestamp_us_utc", "timestamp_ns_utc", "duration_ms")
    schema = all_native(schema_of(*(MapOf(scalar_of(logical_of(word))) for word in words)))
    text = proto.generate(schema)["of_messages.py"]
    for word in (
        "{k: _timestamp_of_datetime(v) for k, v in value.f0.items()}",
        "{k: v.ToDatetime(_UTC) for k, v in message.f0.items()}",
        "{k: _timestamp_of_nanoseconds(v) for k, v in value.f1.items()}",
        "{k: v.ToNanoseconds() for k, v in message.f1.items()}",
        "{k: _duration_of_timedelta(v) for k, v in value.f2.items()}",
        "{k: v.ToTimedelta() for k, v in message.f2.items()}",
    ):
        assert word in text
