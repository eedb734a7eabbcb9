"""C++'s logical types: plain values, conversions, and the header that both are made with."""

import re
import shutil
import subprocess
from random import Random
from uuid import UUID

import pytest

from serbench.builders.codec import DRIVERS, shipped
from serbench.builders.cpp.plan import FLAGS, Sources
from serbench.builders.cpp.probe import STANDARD
from serbench.codegen.cpp import avro, capnp, flatbuffers, logical, proto, proto_entries, thrift
from serbench.codegen.cpp import types as cpp
from serbench.schema.conventions import fitted
from serbench.schema.logical import BY_WORD, BigInt, Convention, Decimal, Uuid, logical_of
from serbench.schema.logical_values import text_of
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
from serbench.workloads.generation.logical import edges, random_value
from tests.codegen.cpp.test_types import SCHEMAS, assert_formatted

SIZES = ((5, 2), (18, 4), (18, 18), (38, 10), (38, 38), (12, 0), (76, 10), (76, 76))
WORDS = (*BY_WORD, *(f"decimal({precision}, {scale})" for precision, scale in SIZES))
LOGICAL = tuple(map(logical_of, WORDS))
BIG = ("bigint", "decimal(76, 10)", "decimal(76, 76)")
OWN_MODELS = {
    "capnp": capnp,
    "flatbuffers": flatbuffers,
    "proto": proto,
    "proto_entries": proto_entries,
    "thrift": thrift,
}


def schema_of(words, convention=Convention.BINARY, native=()):
    """Of one record that has each type in every place."""
    fields = []
    for number, word in enumerate(words):
        leaf = scalar_of(logical_of(word))
        types = (leaf, OptionalOf(leaf), ListOf(leaf), MapOf(leaf), ListOf(OptionalOf(leaf)))
        fields += [Field(f"f{number}_{place}", type_) for place, type_ in enumerate(types)]
    schema = Schema("s", "R", (Record("R", tuple(fields)),))
    return fitted(schema, convention, lambda logical: str(logical) in native)


def types(schema):
    return cpp.generate(schema)["schema/types.hpp"]


@pytest.mark.parametrize(
    ("word", "type_"),
    [
        ("date", "std::chrono::sys_days"),
        ("time_ms", "serbench::TimeOfDay<std::chrono::milliseconds>"),
        ("timestamp_us", "std::chrono::local_time<std::chrono::microseconds>"),
        ("timestamp_ns_utc", "std::chrono::sys_time<std::chrono::nanoseconds>"),
        ("timestamp_s_offset", "serbench::OffsetTime<std::chrono::seconds>"),
        ("duration_ms", "std::chrono::milliseconds"),
        ("decimal(12, 2)", "serbench::Decimal<12, 2>"),
        ("uuid", "serbench::Uuid"),
        ("bigint", "serbench::BigInt"),
    ],
)
@pytest.mark.parametrize("convention", Convention)
def test_plain_values_and_views_have_the_type_whatever_is_written(word, type_, convention):
    schema = schema_of([word], convention)
    members = [
        f"  {type_} f0_0{{}};",
        f"  std::optional<{type_}> f0_1;",
        f"  std::vector<{type_}> f0_2;",
    ]
    for path, key in (("schema/types.hpp", "string"), ("schema/views.hpp", "string_view")):
        lines = cpp.generate(schema)[path].splitlines()
        assert {*members, f"  std::map<std::{key}, {type_}> f0_3;"} <= set(lines)


def test_each_type_is_a_type_of_its_own():
    """Overloads tell them apart."""
    assert len(set(map(logical.spelled, LOGICAL))) == len(LOGICAL)


@pytest.mark.parametrize(
    ("word", "binary"),
    [
        ("date", "count"),
        ("time_us", "count"),
        ("timestamp_ns", "count"),
        ("timestamp_ns_offset", "text"),
        ("decimal(18, 2)", "count"),
        ("decimal(19, 2)", "bytes"),
        ("uuid", "bytes"),
        ("bigint", "bytes"),
    ],
)
def test_what_is_written_is_said_of_each_type_once(word, binary):
    said = f"written_as<{logical.spelled(logical_of(word))}> = WrittenAs::"
    for convention, native, written in (
        (Convention.BINARY, (), binary),
        (Convention.TEXT, (), "text"),
        (Convention.BINARY, (word,), "itself"),
    ):
        text = types(schema_of([word], convention, native))
        assert text.count("inline constexpr WrittenAs") == 1
        assert f"inline constexpr WrittenAs {said}{written};" in text


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name)
def test_a_schema_without_logical_types_has_nothing_of_them(schema):
    generators = [cpp, avro, *OWN_MODELS.values()]
    if schema.unions:
        generators.remove(thrift)  # which has none
    text = "".join(text for module in generators for text in module.generate(schema).values())
    assert not re.search("logical|written|chrono|sum_as", text)


@pytest.mark.parametrize("word", WORDS)
def test_boost_multiprecision_is_included_for_what_is_of_any_size(word):
    header = "big_integer" if word in BIG else "logical"
    text = types(schema_of([word]))
    assert re.findall(r'#include "serbench/(logical|big_integer)\.hpp"', text) == [header]


@pytest.mark.parametrize(
    ("word", "convention", "model", "line"),
    [
        ("date", Convention.BINARY, "proto", "to->set_f0_0(serbench::own_written(from.f0_0));"),
        ("uuid", Convention.BINARY, "proto", "put(from.f0_0, to->mutable_f0_0());"),
        ("date", Convention.TEXT, "proto", "put(from.f0_0, to->mutable_f0_0());"),
        ("date", Convention.TEXT, "proto", "get(from.f0_0(), to.f0_0);"),
        ("date", Convention.BINARY, "proto", "total += sum(message.f0_0());"),
        (
            "date",
            Convention.TEXT,
            "proto",
            "total += serbench::proto::sum_as<std::chrono::sys_days>(message.f0_0());",
        ),
        ("date", Convention.BINARY, "capnp", "to.setF0(serbench::own_written(from.f0_0));"),
        ("date", Convention.BINARY, "capnp", "total += sum(from.getF0());"),
        (
            "uuid",
            Convention.BINARY,
            "capnp",
            "total += serbench::capnproto::sum_as<serbench::Uuid>(from.getF2());",
        ),
        ("date", Convention.BINARY, "thrift", "put(from.f0_0, &to->f1);"),
        (
            "uuid",
            Convention.BINARY,
            "thrift",
            "total += serbench::thrift::sum_as<serbench::Uuid>(from.f4);",
        ),
        (
            "uuid",
            Convention.BINARY,
            "flatbuffers",
            "const auto f0 = serbench::flat::create_written(from.f0_0, to);",
        ),
        (
            "date",
            Convention.TEXT,
            "flatbuffers",
            "total += serbench::flat::sum_as<std::chrono::sys_days>(from->f2());",
        ),
    ],
)
def test_conversions_of_a_model(word, convention, model, line):
    made = OWN_MODELS[model].generate(schema_of([word], convention))
    assert f"  {line}\n" in made[f"schema/{model}_convert.cpp"]


@pytest.mark.parametrize("convention", Convention)
def test_a_model_sums_by_itself_what_is_lowered_so(convention):
    """A date is days in both; as text it is no number."""
    for logical_type in LOGICAL:
        schema = schema_of([str(logical_type)], convention)
        scalar = schema.record("R").fields[0].type
        plain = scalar.kind == logical_type.kind
        for model, module in OWN_MODELS.items():
            text = module.generate(schema)[f"schema/{model}_convert.cpp"]
            assert ("sum_as" in text) != plain, (logical_type, model)


def test_drivers_of_such_schemas_are_made_of_the_header_too():
    [handcoded] = [codec for codec in shipped("cpp") if codec.name == "handcoded"]
    without = set(Sources().of_codec(handcoded))
    native = schema_of(["date", "duration_s"], native=("date", "duration_s"))
    dates = set(Sources.of_schema(native).of_codec(handcoded))
    big = set(Sources.of_schema(schema_of(["bigint"])).of_codec(handcoded))
    assert without < dates < big


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
def test_generated_code_is_formatted(tmp_path):
    assert_formatted(cpp.generate(schema_of(WORDS)), tmp_path)


# Reads `number of the type, lowered value` line by line; says each value's text and, where some
# convention has bytes for it, these, all of them read again before.
_PROGRAM = """\
#include "serbench/big_integer.hpp"

#include <cstdio>
#include <iostream>

using namespace serbench;

template <class T>
void show(const std::string& lowered) {
  using L = LogicalType<T>;
  T value{}, again{};
  if constexpr (L::lowered_is_text) {
    L::from_text(lowered, value);
  } else {
    L::from_count(static_cast<typename L::Count>(std::stoll(lowered)), value);
  }
  const auto text = L::text(value);
  L::from_text(text, again);
  std::cout << std::string_view(text) << (again == value ? "" : " text differs");
  if constexpr (requires { L::bytes(value); }) {
    const auto made = L::bytes(value);
    std::cout << ' ';
    for (const auto byte : BytesView(made)) std::printf("%02x", byte), std::fflush(stdout);
    again = T{};
    L::from_bytes(made, again);
    std::cout << (again == value ? "" : " bytes differ");
  }
  std::cout << std::endl << L::word() << std::endl;
}

int main() {
  std::string number, lowered;
  while (std::cin >> number >> lowered) {
    switch (std::stoi(number)) {
CASES
    }
  }
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    directory = tmp_path_factory.mktemp("logical")
    cases = (
        f"      case {number}: show<{logical.spelled(type_)}>(lowered); break;"
        for number, type_ in enumerate(LOGICAL)
    )
    source = directory / "main.cpp"
    source.write_text(_PROGRAM.replace("CASES", "\n".join(cases)))
    include = f"-I{DRIVERS / 'cpp' / 'include'}"
    flags = [STANDARD, *FLAGS, "-Werror", "-O0", include]
    command = ["g++", *flags, str(source), "-o", str(directory / "main")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]
    return directory / "main"


def _bytes(type_, lowered):
    """As `serbench.schema.logical` says of the convention BINARY, in hex; None if it has none."""
    match type_:
        case Uuid():
            return UUID(lowered).bytes.hex()
        case BigInt():
            number = int(lowered)
        case Decimal():
            number = int(str(lowered).replace(".", ""))
        case _:
            return None
    size = 1 + (number if number >= 0 else ~number).bit_length() // 8
    return number.to_bytes(size, "big", signed=True).hex()


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_texts_and_bytes_are_those_of_the_conventions(program):
    random = Random(0)
    told, wanted = [], []
    for number, type_ in enumerate(LOGICAL):
        values = [*edges(type_).values(), *(random_value(type_, random) for _ in range(100))]
        if str(type_) == "timestamp_ns_offset":  # 64 bits of nanoseconds
            values = [value for value in values if "1900" < value < "2200"]
        for value in values:
            told.append(f"{number} {value}\n")
            made = _bytes(type_, value)
            wanted.append(text_of(type_, value) + (f" {made}" if made else ""))
            wanted.append(str(type_))
    done = subprocess.run([program], input="".join(told), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == wanted


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("timestamp_ns_offset", "9999-12-31T00:00:00.000000000Z"),
        ("timestamp_ns_offset", "2262-04-11T23:47:16.854775807-00:01"),
        ("timestamp_s_offset", "2026-02-29T00:00:00Z"),
        ("timestamp_s_offset", "2026-01-31T24:00:00Z"),
        ("timestamp_s_offset", "2026-01-31T12:00:00"),
        ("timestamp_s_offset", "2026-01-31T12:00:00+24:00"),
        ("timestamp_s_offset", "2026-01-31T12:00:00Z0"),
        ("decimal(5, 2)", "1000.00"),
        ("decimal(5, 2)", "1.1"),
        ("decimal(5, 2)", "1.100"),
        ("decimal(5, 2)", "1,10"),
        ("decimal(76, 76)", "1." + "0" * 76),
        ("uuid", "00112233-4455-6677-8899-aabbccddeef"),
        ("uuid", "00112233-4455-6677-8899-aabbccddeefg"),
        ("uuid", "001122334455-6677-8899-aabbccddeeff-"),
        ("bigint", "12-"),
        ("bigint", "-"),
    ],
)
def test_what_is_no_value_is_refused(program, word, text):
    told = f"{WORDS.index(word)} {text}\n"
    done = subprocess.run([program], input=told, capture_output=True, text=True)
    assert done.returncode != 0
    assert "beyond" in done.stderr or "none of its values" in done.stderr


def test_kinds_are_of_plain_values_alone():
    """`written_as` knows no scalar without logical type."""
    assert logical.summed_as(Scalar(Kind.STRING)) is None
    assert logical.scalars(Schema("s", "R", (Record("R", (Field("x", Scalar(Kind.I8)),)),))) == []


def test_native_times_of_protobuf_are_its_messages():
    words = ("timestamp_us_utc", "duration_ms")
    text = proto.generate(schema_of(words, native=words))["schema/proto_convert.cpp"]
    assert re.findall(r"  put\(from\.\w+, to->mutable_\w+\(\)\);", text)
    assert "sum_as<std::chrono::sys_time<std::chrono::microseconds>>(message" in text
    assert "sum_as<std::chrono::milliseconds>(message" in text
    assert "own_written" not in text
