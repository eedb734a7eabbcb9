"""JavaScript's messages for times, which are protobuf's own."""

import json
import subprocess

import pytest

from serbench.builders.javascript import node
from serbench.codegen.idl import proto as idl
from serbench.codegen.javascript import (
    google_protobuf,
    pbf,
    proto,
    protobuf_es,
    protobuf_ts,
    typed_proto,
    well_known,
)
from serbench.codegen.javascript.logical import class_of
from serbench.schema import conventions
from serbench.schema.logical import Convention, Timestamp, Unit, logical_of
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    scalar_of,
)
from serbench.workloads.generation.logical import edges

WORDS = tuple(word for unit in Unit for word in (f"timestamp_{unit}_utc", f"duration_{unit}"))
MODULES = (google_protobuf, pbf, proto, protobuf_es, protobuf_ts, typed_proto)
LAST_MS = 8_640_000_000_000_000  # of a Date


def native(*types):
    fields = tuple(Field(f"f{number}", type_) for number, type_ in enumerate(types))
    raw = Schema("s", "Thing", (Record("Thing", fields),))
    return conventions.fitted(raw, Convention.BINARY, lambda found: str(found) in WORDS)


def scalar(word):
    return scalar_of(logical_of(word))


def in_containers(word):
    leaf = scalar(word)
    return native(leaf, OptionalOf(leaf), ListOf(leaf), MapOf(leaf), OptionalOf(ListOf(leaf)))


@pytest.mark.parametrize("module", MODULES)
def test_schema_without_times_names_no_message_of_protobufs_own(module):
    plain = native(Scalar(Kind.I64), scalar("time_us"), scalar("timestamp_ms"))
    for text in module.generate(plain).values():
        assert "google" not in text
        assert "ZERO" not in text


@pytest.mark.parametrize("module", [m for m in MODULES if m is not pbf])
def test_times_are_messages_of_imported_files(module):
    made = module.generate(native(scalar("timestamp_us_utc"), OptionalOf(scalar("duration_s"))))
    text = made["data.proto"]
    assert 'import "google/protobuf/timestamp.proto";\n' in text
    assert "  google.protobuf.Timestamp " in text
    assert "  optional google.protobuf.Duration " in text


def test_times_of_pbf_are_messages_of_the_file_itself():
    text = pbf.generate(native(scalar("timestamp_us_utc")))["oneofs.proto"]
    assert "import" not in text
    assert "  google_Timestamp part0 = 1;\n" in text
    assert "message google_Timestamp {\n  int64 seconds = 1;\n" in text
    assert "Duration" not in text


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("word", WORDS)
def test_time_in_any_container_is_converted_both_ways(module, word):
    for name, text in module.generate(in_containers(word)).items():
        if not name.endswith(".js"):
            continue
        assert text.count(f"of_{word}(") == 5 + 1, name
        assert text.count(f"{word}_of(") == 5 + 1, name
        assert not any(part in text for part in ("{seconds}", "{nanos}"))


@pytest.mark.parametrize("module", MODULES)
def test_time_that_was_left_out_is_zero(module):
    """In a field and in an entry of a map; an optional is absent then, a list has no gaps."""
    made = module.generate(native(scalar("duration_us"), MapOf(scalar("duration_us"))))
    for name, text in made.items():
        if name.endswith(".js"):
            in_map = module is not google_protobuf  # whose maps make the messages themselves
            assert text.count(" ?? ZERO_DURATION)") == 1 + in_map, name
    made = module.generate(native(*(of(scalar("duration_us")) for of in (OptionalOf, ListOf))))
    assert not any(" ?? ZERO" in text for text in made.values())


def test_optional_time_is_there_if_its_message_is():
    text = proto.generate(native(OptionalOf(scalar("duration_s"))))["of_messages.js"]
    assert "message.f0 == null ? null : duration_s_of(message.f0)" in text
    texts = google_protobuf.generate(native(OptionalOf(scalar("duration_s"))))
    read = "message.hasPart0() ? duration_s_of(message.getPart0()) : null"
    assert read in texts["of_google_protobuf.js"]


def test_libraries_own_functions_have_dates():
    words = ("timestamp_ms_utc", "duration_ms")
    schema = native(*map(scalar, words))
    text = protobuf_es.generate(schema)["of_protobuf_es.js"]
    assert text.count('import * as known from "@bufbuild/protobuf/wkt";\n') == 1
    assert "return known.timestampFromDate(value);" in text
    assert "return known.durationMs(message);" in text
    made = protobuf_ts.generate(schema)
    assert "return Timestamp.toDate(message);" in made["of_typed_proto.js"]
    assert "google/protobuf/timestamp" in made["messages.ts"]
    assert "messages.ts" not in protobuf_ts.generate(native(scalar("duration_ms")))
    assert "Timestamp.toDate" not in typed_proto.generate(schema)["of_typed_proto.js"]
    text = google_protobuf.generate(schema)["of_google_protobuf.js"]
    assert "return timestamps.Timestamp.fromDate(value);" in text


def seconds_and_nanos(logical, count):
    """As the format wants them: a timestamp's nanoseconds count up, a duration has one sign."""
    per_second = logical.unit.per_second
    if isinstance(logical, Timestamp):
        seconds, rest = divmod(count, per_second)
    else:
        sign = -1 if count < 0 else 1
        seconds, rest = (sign * part for part in divmod(abs(count), per_second))
    return seconds, rest * (10**9 // per_second)


def counts(logical):
    """Those that JavaScript has values for."""
    some = {0, 1, -1, 999, -999, 1000, -1001, 10**9 - 1, -(10**9), *edges(logical).values()}
    last = LAST_MS // 1000 if logical.unit == Unit.S else LAST_MS
    most = {"Date": last, "number": 2**53 - 1}.get(class_of(logical), 2**63)
    return sorted(count for count in some if abs(count) <= most)


@pytest.mark.compiled
@pytest.mark.parametrize("has_bigints", [False, True])
@pytest.mark.parametrize("word", WORDS)
def test_functions_make_message_and_value_again(word, has_bigints):
    if reason := node.missing():
        pytest.skip(reason)
    logical = logical_of(word)
    functions = well_known.functions(
        idl.lower(native(scalar(word))), well_known.Times(has_bigints=has_bigints)
    )
    factor = 1000 if logical.unit == Unit.S else 1
    values = {"Date": f"new Date(Number(text) * {factor})", "number": "Number(text)"}
    program = "\n".join(functions) + (
        f"for (const text of {json.dumps(list(map(str, counts(logical))))}) {{\n"
        f"  const value = {values.get(class_of(logical), 'BigInt(text)')};\n"
        f"  const message = of_{word}(value);\n"
        f"  const again = {word}_of(message);\n"
        "  const isSame = again.valueOf() === value.valueOf();\n"
        "  const parts = [message.seconds, message.nanos].map(String);\n"
        "  console.log(typeof message.seconds, ...parts, isSame);\n"
        "}\n"
    )
    done = subprocess.run(
        [node.node().path, "-e", program], capture_output=True, text=True, check=True
    )
    kind = "bigint" if has_bigints else "number"
    assert done.stdout.splitlines() == [
        "{} {} {} true".format(kind, *seconds_and_nanos(logical, count))
        for count in counts(logical)
    ]


def test_record_called_like_the_entry_of_a_map_has_a_function_of_its_own_in_pbf():
    """pbf makes a function of each map, called by the message and the field."""
    records = (
        Record(
            "Root",
            (Field("texts", MapOf(Scalar(Kind.STRING))), Field("x", RecordRef("RootTextsEntry"))),
        ),
        Record("RootTextsEntry", ()),
    )
    text = pbf.generate(Schema("t", "Root", records))["oneofs.proto"]
    assert "RootTextsEntry" not in text
