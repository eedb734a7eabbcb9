"""What every driver must do, whatever its language: docs/protocol.md as tests.

It runs against the fake driver, and against every codec of every language that can be built here,
compiled for the schema that has all that the codec's format can hold. What is the driver's,
whatever its codec, is asked of two codecs of each language (`of_the_driver`).
"""

import json
import struct
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.languages.registry import LANGUAGES
from serbench.measure.client import Driver
from serbench.measure.load_outcomes import read_outcomes
from serbench.measure.protocol import DriverError
from serbench.measure.verification import verify, verify_again
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import what_it_lacks
from serbench.schema.access import accessor
from serbench.schema.digest import Digester
from serbench.schema.features import PROTO
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from serbench.workloads.registry import find
from tests import compiled_schemas
from tests.compiled_schemas import (
    BOOL,
    BYTES,
    EMPTIEST,
    F64,
    FULL,
    I32,
    I64,
    OPERATIONS,
    STRING,
    VALUES,
    drawn_codecs,
    driver_of,
    fitting,
)
from tests.conftest import working_set
from tests.one_wire import all_read

LEAF = Schema(
    "leaf",
    "Leaf",
    (
        Record("Leaf", (Field("steps", ListOf(OptionalOf(RecordRef("Step")))),)),
        Record("Step", (Field("end", OptionalOf(RecordRef("End"))),)),
        Record("End", (Field("ends", ListOf(OptionalOf(I32))),)),
    ),
)
LEAF_VALUES = [
    {"steps": [None, {"end": {"ends": [None, -7]}}]},
    {"steps": [{"end": {"ends": [1, None]}}]},
    {"steps": [{"end": {"ends": []}}]},
    {"steps": [{"end": None}]},
    {"steps": [{"end": {"ends": [1]}}, None]},
    {"steps": []},
]
FAKE = Path(__file__).parent.parent / "fake_driver.py"
FAKE_CODEC = replace(all_codecs()[0], id="fake/json", language="fake", limits=(), unsupported=())
CODECS = {codec.id: codec for codec in all_codecs()}
# Small schemas, which are compiled besides the one that holds everything, are for these.
TODAYS = drawn_codecs(CODECS.values())
ENDS_NAMES_AT_NUL = [c for c in CODECS if any("NUL" in limit for limit in CODECS[c].limits)]
ZERO_COPY = [c for c in CODECS if "zero-copy" in CODECS[c].traits]
# Destructors that throw over what is cut off (docs/findings.md).
ABORTING = ("cpp/boost-xml", "python/pycapnp-packed")
WIRES = sorted({codec.wire for codec in all_codecs()} - {""})


def fake_command(schema):
    return [sys.executable, str(FAKE), json.dumps({"schema": schema.to_dict()})]


@dataclass
class DrivenCodec:
    """A driver and values that its format can hold."""

    codec: Codec
    command: list[str]
    schema: Schema
    values: list[dict]


@pytest.fixture(
    scope="module",
    params=[
        "fake/json",
        *(pytest.param(c.id, marks=pytest.mark.compiled) for c in all_codecs()),
    ],
)
def case(request):
    if request.param == "fake/json":
        schema, values = compiled_schemas.part_of(FAKE_CODEC), fitting(FAKE_CODEC, [FULL, EMPTIEST])
        return DrivenCodec(FAKE_CODEC, fake_command(schema), schema, values)
    codec = CODECS[request.param]
    built = compiled_schemas.whole(codec)
    if built.unavailable:
        pytest.skip(built.unavailable)
    return DrivenCodec(codec, built.command, built.schema, fitting(codec, [FULL, EMPTIEST]))


def _drivers():
    """Of each language, what stands for its driver: a codec of plain values, and one of objects."""
    for language in LANGUAGES:
        of_language = [codec for codec in all_codecs() if codec.language == language]
        yield next(codec.id for codec in of_language if codec.is_reference)
        yield from [codec.id for codec in of_language if "own-model" in codec.traits][:1]


def _of(codecs: Iterable[str]) -> pytest.MarkDecorator:
    compiled = (pytest.param(id_, marks=pytest.mark.compiled) for id_ in codecs)
    return pytest.mark.parametrize("case", ["fake/json", *compiled], indirect=True, scope="module")


# For what is the driver's, whatever its codec.
of_the_driver = _of(_drivers())
# For what is the driver's, though a library can make it differ.
of_the_core = _of(dict.fromkeys([*_drivers(), *(c.id for c in all_codecs() if c.is_core)]))


@pytest.fixture
def command(case):
    return case.command


@pytest.fixture
def everything(case, tmp_path):
    return working_set(case.schema, case.values, tmp_path / "everything.jsonl")


@pytest.fixture(scope="module")
def running(case):
    with Driver(case.command) as driver:
        yield driver


@pytest.fixture
def driver(running):
    """One process for many tests, as `open` starts anew, and virtual machines take a second each to
    start; but whoever opens nothing first wants `fresh`."""
    return running


@pytest.fixture
def fresh(command):
    with Driver(command) as driver:
        yield driver


def test_describe(driver, case):
    description = driver.describe()
    assert description.protocol == 1
    assert description.codec.startswith(description.language + "/")
    assert description.schema == case.schema.fingerprint
    assert description.version
    assert {"populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"} <= set(
        description.operations
    )
    assert set(description.same) | set(description.same.values()) <= set(description.operations)


def test_every_value_survives(driver, case, tmp_path):
    """Names, widths, depths and edges: `compiled_schemas` tells which."""
    values = fitting(case.codec, VALUES)
    expected = working_set(case.schema, values, tmp_path / "values.jsonl")
    opened = driver.open(expected.path)
    assert (opened.digest, opened.visit) == (expected.digest, expected.visit)
    if case.codec is not FAKE_CODEC:
        assert opened.access == f"{sum(map(accessor(case.schema), values)) % 2**64:016x}"
    verdict = verify(driver, expected)
    assert verdict.proven, verdict.note
    assert verdict.encoded_bytes > 0


def test_values_beyond_codec_limits_are_reported_not_lost(driver, case, tmp_path):
    values = fitting(case.codec, VALUES, within_limits=False)
    verdict = verify(driver, working_set(case.schema, values, tmp_path / "values.jsonl"))
    assert verdict.proven or (verdict.status == "cannot-hold" and case.codec.limits), verdict.note


def test_numbers_keep_every_bit(driver, case, tmp_path):
    [value] = fitting(case.codec, [{**FULL, **compiled_schemas.numbers()}])
    verdict = verify(driver, working_set(case.schema, [value], tmp_path / "numbers.jsonl"))
    assert verdict.proven, verdict.note


def test_nan_and_infinities_survive_or_are_said_to_be_beyond_the_format(driver, case, tmp_path):
    values = [compiled_schemas.nonfinite(case.schema, value) for value in case.values]
    expected = working_set(case.schema, values, tmp_path / "nonfinite.jsonl")
    opened = driver.open(expected.path)
    assert (opened.digest, opened.visit) == (expected.digest, expected.visit)
    if case.codec is not FAKE_CODEC:
        assert opened.access == f"{sum(map(accessor(case.schema), values)) % 2**64:016x}"
    verdict = verify(driver, expected)
    if any("NaN" in limit or "infinities" in limit for limit in case.codec.limits):
        assert verdict.status == "cannot-hold", verdict.note
        assert "NaN" in verdict.note or "infinities" in verdict.note
    else:
        assert verdict.proven, verdict.note


def test_every_control_character_survives_at_every_position(driver, case, tmp_path):
    """Libraries look at strings in blocks of 16 or 32 characters, and some get a bound wrong."""
    controls = [chr(i) for i in range(32)] + ["\x7f", "\x80", "\u2028", '"', "\\", "/"]
    texts = [
        before + c + after
        for c in controls
        for before in ("", "a" * 19)
        for after in ("", "b" * 40)
    ]
    maps = {text: {text: [text]} for text in texts}
    values = fitting(case.codec, [{**EMPTIEST, "texts": texts, "maps": maps}])
    verdict = verify(driver, working_set(case.schema, values, tmp_path / "controls.jsonl"))
    assert verdict.proven, verdict.note


@of_the_driver
def test_kernel_times_before_and_after_are_similar(driver, everything):
    verify(driver, everything)
    samples = [driver.sample("encode", 20, 1) for _ in range(9)]
    fastest = [min(s.kernel_ns[i] for s in samples) for i in range(2)]
    assert 0.5 < fastest[0] / fastest[1] < 2


@of_the_driver
def test_limit_takes_the_first_values(driver, case, everything, tmp_path):
    first = working_set(case.schema, case.values[:1], tmp_path / "first.jsonl")
    opened = driver.open(everything.path, limit=1)
    assert (opened.values, opened.digest) == (1, first.digest)
    assert opened.visit == first.visit


@of_the_driver
def test_a_second_open_replaces_the_first(driver, case, everything, tmp_path):
    first = working_set(case.schema, case.values[:1], tmp_path / "first.jsonl")
    assert verify(driver, everything).proven
    assert verify(driver, first).proven


def test_a_later_process_of_an_interpreter_proves_some_values(driver, case, everything):
    description = driver.describe()
    if not (description.jit or description.language == "python"):
        pytest.skip("it is compiled ahead, and always proves all")
    whole = verify(driver, everything)
    driver.open(everything.path)
    some = driver.verify(every=2)
    assert (some.values, some.encoded_bytes, some.mismatched) == (
        len(case.values), whole.encoded_bytes, 0,
    )  # fmt: skip
    assert some.digest != everything.digest
    assert verify_again(driver, everything, whole) == whole


def test_every_operation_can_be_sampled(driver, case, everything):
    verify(driver, everything)
    # A library need not be fit for `decode-reused`.
    description = driver.describe()
    operations = [name for name in description.operations if name != "decode-reused"]
    if description.jit:
        driver.warm(operations, 0.1)  # else each is until it is steady
    for operation in operations:
        sample = driver.sample(operation, 3, 1)
        assert sample.items == 3 * len(case.values)
        assert sample.ns > 0
        assert min(sample.kernel_ns) > 0


# By which factor counts of bytes differ: Python's tables of names and free objects are the
# process's; V8 has buffers of many in one piece, and compiles meanwhile; HotSpot's compiler does
# away with objects that do not escape, whenever it gets to it; Go counts what its runtime's own
# goroutines allocate meanwhile, an object at most. Libraries that keep pools, as some of Go do, are
# not in the core set.
ALIKE = {"go": 1.01, "python": 1.02, "java": 1.02, "javascript": 1.6}


@of_the_driver
def test_collections_are_counted_in_languages_with_a_collector(driver, case, everything):
    verify(driver, everything)
    sample = driver.sample("memcpy", 1, 0)
    if case.codec.language not in ("go", "java", "javascript"):
        assert sample.collections is None
        return
    assert sample.collections == 0
    # A batch of 20 ms allocates some 26 MB, and is to span a cycle.
    passes = 2**29 // driver.allocations("deserialize").allocated_bytes
    fewest = 2**29 / 26e6 / ALIKE.get(case.codec.language, 1)
    assert fewest <= driver.sample("deserialize", passes, 0).collections <= 2000


@of_the_driver
def test_more_passes_take_more_time(driver, case, tmp_path):
    little = working_set(case.schema, case.values[1:], tmp_path / "little.jsonl")
    verify(driver, little)
    # Eighty, since to leave bytes where they are takes no more than to read the clock does.
    few = many = float("inf")
    for _ in range(40):  # the fastest of some: on a busy machine most are interrupted
        few = min(few, driver.sample("encode", 80, 1).ns)
        many = min(many, driver.sample("encode", 800, 1).ns)
        if 5 < many / few < 20:
            break
    assert 5 < many / few < 20


@of_the_core
def test_repeated_allocation_counts_agree(driver, case, everything):
    verify(driver, everything)
    driver.allocations("deserialize")  # of the others, some work on objects that are reused
    counted = [driver.allocations("deserialize") for _ in range(2)]
    # JavaScript counts fewer values of a codec that makes tens of thousands of objects for one.
    assert counted[0].items == len(case.values) or counted[0].allocations > 20_000
    assert 0 < counted[0].items <= len(case.values)
    assert counted[0].allocations > 0
    assert counted[0].allocated_bytes > 0
    if most := ALIKE.get(case.codec.language):
        sizes = [count.allocated_bytes for count in counted]
        assert max(sizes) < most * min(sizes)
        return
    assert counted[0] == counted[1]


def test_dumped_values_can_be_loaded(driver, case, everything, tmp_path):
    verdict = verify(driver, everything)
    dumped = driver.dump(tmp_path / "dump")
    assert (dumped.values, dumped.bytes) == (len(case.values), verdict.encoded_bytes)
    assert (tmp_path / "dump").stat().st_size == dumped.bytes + 4 * dumped.values
    assert driver.load(tmp_path / "dump").digest == everything.digest


def test_refused_value_is_reported_and_load_continues(driver, case, everything, tmp_path):
    """A value is refused that ends in its midst, or else taken for another."""
    if "unchecked" in case.codec.traits or case.codec.id in ABORTING:
        pytest.skip("it may end the process")
    verify(driver, everything)
    driver.dump(tmp_path / "dump")
    raw = (tmp_path / "dump").read_bytes()
    [size] = struct.unpack_from("<I", raw)
    cut = struct.pack("<I", size // 2) + raw[4 : 4 + size // 2]
    (tmp_path / "cut").write_bytes(raw[: 4 + size] + cut + raw[4 + size :])
    loaded = driver.load(tmp_path / "cut", tmp_path / "outcomes")
    outcomes = list(read_outcomes(tmp_path / "outcomes"))
    assert loaded.values == len(outcomes) == len(case.values) + 1
    assert loaded.refused == sum(outcome.canonical is None for outcome in outcomes)
    digester = Digester(case.schema)
    expected = [digester.canonical_bytes(value) for value in case.values]
    [damaged] = [outcomes.pop(1)]
    assert [outcome.canonical for outcome in outcomes] == expected
    assert damaged.refusal or damaged.canonical != expected[0]
    assert driver.load(tmp_path / "dump").digest == everything.digest  # it goes on


@of_the_driver
@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda d, v: d.sample("encode", 1, 0), "bad-request"),
        (lambda d, v: d.verify(), "bad-request"),
        (lambda d, v: (verify(d, v), d.sample("no such operation", 1, 0)), "bad-request"),
        (lambda d, v: d._request({"request": "dance"}, type(None)), "bad-request"),
        (lambda d, v: d.open(v.path.parent / "missing.jsonl"), "bad-values"),
    ],
    ids=["sample too early", "verify too early", "no operation", "no request", "no file"],
)
def test_refusals_have_a_kind_and_the_driver_goes_on(fresh, everything, ask, kind):
    with pytest.raises(DriverError) as refusal:
        ask(fresh, everything)
    assert refusal.value.kind == kind
    assert verify(fresh, everything).proven


@of_the_driver
@pytest.mark.parametrize(
    "line",
    [b"{", b'{"flags": 7}', b"[]", b'{"scalars": null}', b"\xff\xfe"],
    ids=["torn", "other fields", "no object", "fields missing", "not UTF-8"],
)
def test_unfitting_values_are_rejected(driver, everything, tmp_path, line):
    good = everything.path.read_bytes().splitlines()[0]
    (tmp_path / "bad.jsonl").write_bytes(good + b"\n" + line + b"\n")
    with pytest.raises(DriverError) as refusal:
        driver.open(tmp_path / "bad.jsonl")
    assert refusal.value.kind == "bad-values"
    assert verify(driver, everything).proven


@of_the_driver
@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("i8s", [0, -129]),
        ("i8s", [128]),
        ("u8s", [-1]),
        ("u8s", [1, 256]),
        ("i16s", [2**15]),
        ("u16s", [2**16]),
        ("u8s", "AQID"),  # bytes
    ],
)
def test_integers_beyond_their_type_are_refused(driver, everything, tmp_path, field, wrong):
    value = json.loads(everything.path.read_bytes().splitlines()[0])
    (tmp_path / "bad.jsonl").write_text(json.dumps({**value, field: wrong}) + "\n")
    with pytest.raises(DriverError, match=field) as refusal:
        driver.open(tmp_path / "bad.jsonl")
    assert refusal.value.kind == "bad-values"


@of_the_driver
def test_unknown_members_are_ignored_and_replies_are_single_lines(command, everything):
    requests = [
        {"request": "describe", "mood": "good"},
        {"request": "open", "values": str(everything.path), "colour": {"a": [1]}},
        {"request": "verify"},
        {"request": "close"},
    ]
    done = subprocess.run(
        command,
        input="".join(json.dumps(r) + "\n" for r in requests),
        capture_output=True,
        text=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(replies) == 4
    assert not any("error" in reply for reply in replies)
    assert replies[3]["peak_rss_bytes"] > 0


@of_the_driver
def test_line_of_invalid_json_is_rejected(command):
    done = subprocess.run(command, input="nonsense\n", capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["kind"] == "bad-request"
    assert done.returncode == 0


@of_the_driver
def test_the_end_of_input_is_the_end(command):
    assert subprocess.run(command, input="", capture_output=True, timeout=60).returncode == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_one_reference(language):
    assert sum(c.is_reference for c in all_codecs() if c.language == language) == 1


def codecs(*ids):
    return [pytest.param(codec, marks=pytest.mark.compiled) for codec in ids]


def without_negative_zero(value):
    """Go writes it as `-0`, as JSON allows, which Boost.JSON reads as the integer."""
    match value:
        case dict():
            return {name: without_negative_zero(part) for name, part in value.items()}
        case list():
            return [without_negative_zero(part) for part in value]
        case float():
            return value + 0.0
        case _:
            return value


@pytest.mark.parametrize("wire", codecs(*WIRES))
def test_codecs_of_one_wire_read_each_other(wire, tmp_path):
    """In every language, whatever their schemas have in common: that of most codecs of a wire."""
    built = {
        codec.id: compiled_schemas.whole(codec) for codec in all_codecs() if codec.wire == wire
    }
    there = {codec: build for codec, build in built.items() if not build.unavailable}
    for schema in {build.schema for build in there.values()}:
        readers = {codec: build.command for codec, build in there.items() if build.schema == schema}
        all_read_each_other(readers, schema, tmp_path)
        # And once more what not all languages have numbers for.
        whole = {
            c: driver_command
            for c, driver_command in readers.items()
            if "2^53" not in str(CODECS[c].limits)
        }
        if 1 < len(whole) < len(readers):
            all_read_each_other(whole, schema, tmp_path)


def all_read_each_other(readers, schema, tmp_path):
    limits = tuple(limit for codec in readers for limit in CODECS[codec].limits)
    values = fitting(replace(CODECS[next(iter(readers))], limits=limits), [FULL, EMPTIEST])
    expected = working_set(schema, without_negative_zero(values), tmp_path / "values.jsonl")
    all_read(readers, expected, tmp_path)


# Of these `WHOLE` has names that some codec refuses, which is alone with its schema there.
PARTED = sorted({c.wire for c in CODECS.values() if PROTO in c.unsupported} - {""})
_LEAF = Record("Leaf", (Field("id", I64), Field("note", OptionalOf(STRING))))
# Their names are allowed in every language: "list" and "float" are not.
_PARTS = {
    "text": STRING, "number": I64, "real": F64, "flag": BOOL, "data": BYTES,
    "texts": ListOf(STRING), "numbers": MapOf(I64), "record": RecordRef("Leaf"),
    "level": EnumRef("Level"),
}  # fmt: skip
# The number is whole: JavaScript writes it as an integer, which not every reader takes for a float.
_THERE = {
    "text": "a", "number": 1, "real": 2.0, "flag": True, "data": "AQI=",
    "texts": ["b"], "numbers": {"c": 2}, "record": {"id": 3, "note": "d"},
    "level": "high",
}  # fmt: skip
# A pointer to bytes (docs/findings.md).
PANICS = ("go/ffjson", "data")


def with_optionals(names):
    """Optional fields of these names, and one in a record, in a list and in a map."""
    root = (
        *(Field(name, OptionalOf(_PARTS[name])) for name in names),
        Field("in_record", RecordRef("Leaf")),
        Field("in_list", ListOf(RecordRef("Leaf"))),
        Field("in_map", MapOf(RecordRef("Leaf"))),
    )
    enums = (Enum("Level", ("low", "high")),) if "level" in names else ()
    return Schema("absent", "Root", (_LEAF, Record("Root", root)), enums)


def absent_values(there):
    """All are there, none is, each alone is, and each alone is not."""
    some = [*({name} for name in there), *({*there} - {name} for name in there)]
    for names in ({*there}, set(), *some):
        note = "e" if "text" in names else None
        leaves = [{"id": 4, "note": None}, {"id": 5, "note": note}]
        yield {
            **{name: _THERE[name] if name in names else None for name in there},
            "in_record": {"id": 6, "note": note},
            "in_list": leaves,
            "in_map": {"f": leaves[0], "g": leaves[1]},
        }


@pytest.mark.parametrize("wire", codecs(*PARTED))
def test_absent_fields_are_read_across_a_wire(wire, tmp_path):
    """Some writers leave them out, others write null."""
    groups = defaultdict(list)
    for codec in TODAYS:
        if codec.wire == wire:
            names = (
                name
                for name in _PARTS
                if (codec.id, name) != PANICS and not what_it_lacks(with_optionals([name]), codec)
            )
            groups[tuple(names)].append(codec)
    for names, among in groups.items():
        schema = with_optionals(names)
        built = {codec.id: driver_of(codec, schema, BY_DEFAULT, among) for codec in among}
        readers = {codec: build.command for codec, build in built.items() if not build.unavailable}
        expected = working_set(schema, list(absent_values(names)), tmp_path / "values.jsonl")
        all_read(readers, expected, tmp_path)


@pytest.mark.parametrize("codec", codecs(*ZERO_COPY))
def test_access_leads_through_optionals_and_lists(codec, tmp_path):
    """In `WHOLE` its way is through records alone."""
    schema, values = LEAF, LEAF_VALUES
    among = [CODECS[c] for c in ZERO_COPY if not what_it_lacks(LEAF, CODECS[c])]
    if CODECS[codec] not in among:
        schema, values = find("record").schema, [{"ids": [1], "strings": ["a", "bc"]}]
    built = driver_of(CODECS[codec], schema, OPERATIONS, among)
    if built.unavailable:
        pytest.skip(built.unavailable)
    expected = working_set(schema, values, tmp_path / "values.jsonl")
    with Driver(built.command) as driver:
        opened = driver.open(expected.path)
        assert opened.access == f"{sum(map(accessor(schema), values)) % 2**64:016x}"
        assert verify(driver, expected).proven


# Some of C++, where a codec has no code of its own for it.
# gob cannot hold their values.
KEEPING = [c.id for c in TODAYS if c.language != "cpp" and c.id != "go/gob"] + [
    "cpp/cereal", "cpp/boost-binary", "cpp/msgpack", "cpp/protobuf", "cpp/thrift-compact",
]  # fmt: skip
# Of Rust and Java, those that decode into an object that is there; of Go, all but these.
REUSING = (
    "rust/buffa", "rust/prost", "rust/rust-protobuf",
    "java/flatbuffers", "java/json", "java/json-afterburner", "java/protobuf",
    "java/avro-specific", "java/bson4jackson", "java/jackson-cbor", "java/jackson-ion",
    "java/jackson-msgpack", "java/jackson-smile",
    "java/jackson-yaml", "java/json-blackbird",
)  # fmt: skip
NOT_REUSING = (
    *("go/capnp", "go/capnp-glycerine", "go/flatbuffers", "go/hyperpb"),
    *("go/thrift-binary", "go/thrift-compact", "go/vtprotobuf-unsafe"),
)
# Their encoders make a text, or a document's bytes, that become the buffer or are copied into it;
# FlatBuffers' leaves bytes in the object that is encoded.
ALWAYS_FRESH = (
    *("rust/bitcode", "rust/bson-document", "rust/ron", "rust/toml", "go/easyjson"),
    *("go/flatbuffers", "go/go-toml", "go/goccy-yaml", "go/shamaton", "go/shamaton-arrays"),
)
KEPT = Schema(
    "kept",
    "Kept",
    (
        Record(
            "Kept",
            (
                Field("text", OptionalOf(STRING)),
                Field("numbers", ListOf(I32)),
                Field("texts", ListOf(STRING)),
            ),
        ),
    ),
)
KEPT_VALUES = [
    {"text": "long enough to lie elsewhere", "numbers": [1, 2, 3], "texts": ["a", "b"]},
    {"text": None, "numbers": [4], "texts": []},
    {"text": "", "numbers": [], "texts": ["another that is long enough", ""]},
]


@pytest.mark.parametrize("codec", codecs(*KEEPING))
def test_encode_fresh_keeps_no_memory_and_decode_reused_does(codec, tmp_path):
    """`encode-fresh`, and `decode-reused` where the library replaces what an object held."""
    kept = ("encode", "decode", "encode-fresh", "decode-reused")
    built = driver_of(CODECS[codec], KEPT, kept, [CODECS[c] for c in KEEPING])
    if built.unavailable:
        pytest.skip(built.unavailable)
    expected = working_set(KEPT, KEPT_VALUES, tmp_path / "values.jsonl")
    with Driver(built.command) as driver:
        offered = driver.describe().operations
        assert verify(driver, expected).proven
        assert driver.sample("encode-fresh", 3, 1).items == 9
        fresh, usual = (driver.allocations(op).allocated_bytes for op in ("encode-fresh", "encode"))
        # In Python what is made beside the result is not counted; most of JavaScript keep nothing.
        either = codec in ALWAYS_FRESH or codec.startswith(("python/", "javascript/"))
        assert fresh > usual or either
        by_default = codec.startswith(("cpp/", "go/")) and codec not in NOT_REUSING
        assert ("decode-reused" in offered) == (by_default or codec in REUSING)
        if "decode-reused" not in offered:
            return
        if codec in LEAVE_SOMETHING:
            with pytest.raises(DriverError, match="kept something of the value before"):
                driver.sample("decode-reused", 3, 1)
            return
        assert driver.sample("decode-reused", 3, 1).items == 9
        reused, new = (driver.allocations(op).allocations for op in ("decode-reused", "decode"))
        assert reused <= new


# An absent field leaves what was there.
LEAVE_SOMETHING = (
    *("cpp/thrift-compact", "go/hamba-avro", "go/shamaton", "go/shamaton-arrays"),
    *("go/ugorji-cbor", "go/ugorji-json", "go/ugorji-msgpack"),
)


@pytest.mark.parametrize(
    "codec",
    codecs(*ENDS_NAMES_AT_NUL),
)
def test_names_beyond_codec_limits_are_reported(codec, tmp_path):
    schema = Schema("nul", "Nul", (Record("Nul", (Field("a\0b", I32),)),))
    built = driver_of(CODECS[codec], schema, OPERATIONS, [])
    if built.unavailable:
        pytest.skip(built.unavailable)
    with Driver(built.command) as driver:
        verdict = verify(driver, working_set(schema, [{"a\0b": 7}], tmp_path / "values.jsonl"))
    assert verdict.proven or verdict.status == "cannot-hold", verdict.note
