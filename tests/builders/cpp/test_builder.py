"""The C++ builder, and every C++ codec driven through the protocol."""

import json
import random
import re
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from serbench.builders import jdk, optimization
from serbench.builders.codec import DRIVERS, Codec, FrontMatterError, read_codec
from serbench.builders.cpp import builder as cpp
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp import ninja
from serbench.builders.cpp import plan as cpp_plan
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.builder import CppBuilder
from serbench.builders.cpp.recipes import RECIPES
from serbench.catalog import all_codecs
from serbench.machine import cache
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverError
from serbench.measure.verification import verify
from serbench.operations import BY_DEFAULT, EXTRA
from serbench.schema.features import RECURSION
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from serbench.workloads.registry import find
from tests.compiled_schemas import (
    EMPTIEST,
    FULL,
    LEVEL,
    OPERATIONS,
    RESERVED,
    RESERVED_WORDS,
    TWINS,
    WHOLE,
    driver_of,
    fitting,
    nested,
    part_of,
    tree,
    whole,
)
from tests.conftest import working_set

CODECS = [codec for codec in all_codecs() if codec.language == "cpp"]
IDS = [codec.id for codec in CODECS]
[REFERENCE] = [codec for codec in CODECS if codec.is_reference]
RECORD = find("record").schema
SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))
# Codecs whose library generates code see names as identifiers, and one of the others stands for
# the plain types.
ASKED_FOR = EXTRA & frozenset(OPERATIONS)
OF_NAMES = [c for c in CODECS if (c.facts.get("generate") or c.is_reference) and c.id not in TWINS]


def quiet(done, total, doing):
    pass


def record_value():
    """Ids as the study has them, by the bits they need, and equal strings."""
    numbers = random.Random(1)
    ids = [
        numbers.choice((-1, 1)) * numbers.randrange(2 ** (bits // 2 - 1), 2 ** (bits - 1))
        for bits, count in ((8, 251), (16, 249), (32, 250), (64, 250))
        for _ in range(count)
    ]
    numbers.shuffle(ids)
    return {"ids": ids, "strings": ["abcdefghijklmnopqrstuvwxyz"[i % 26] * 86 for i in range(100)]}


def nested_value():
    def level_one(s1, s2, last):
        arr = list(range(1, last + 1))
        return {"s1": "a" * s1, "s2": "b" * s2, "v1": 10**6, "v2": 10**9, "arr": arr}

    return {
        "name": "n" * 36,
        "protected_process": True,
        "level_1": level_one(74, 32, 10),
        "level_2": {
            "name": "m" * 23,
            "arr": ["x" * 31, "y" * 32],
            "level_1": level_one(44, 45, 5),
        },
    }


PUBLISHED = find("record-published")
SIZED = {
    "record": record_value(),
    "record-published": msgspec.to_builtins(next(iter(PUBLISHED.generate(0)))),
    "nested": nested_value(),
}
SIZES = {
    ("record", "cereal"): 17416,
    ("record", "boost-binary"): 17470,
    ("record", "capnp"): 17632,
    ("record", "flatbuffers"): 17632,
    ("record", "thrift-binary"): 17017,
    ("record-published", "thrift-compact"): 11597,
    ("record-published", "protobuf-unpacked"): 12571,
    ("record-published", "msgpack"): 11902 - 100,  # its strings' headers had three bytes
    ("record-published", "avro"): 11695,
    ("nested", "protobuf"): 382,
    ("nested", "msgpack"): 374,
    ("nested", "msgpack-named"): 462,
    ("nested", "rapidjson-sax"): 550,
}


def codec_of(name):
    [codec] = [codec for codec in CODECS if codec.name == name]
    return codec


def built(codec):
    build = whole(codec)
    if build.unavailable:
        pytest.skip(build.unavailable)
    return build


@pytest.fixture(scope="session")
def first():
    """For what concerns no codec."""
    return built(REFERENCE)


@pytest.mark.compiled
@pytest.mark.parametrize("codec", OF_NAMES, ids=[codec.id for codec in OF_NAMES])
def test_fields_named_like_reserved_cpp_words_survive(tmp_path, codec):
    build = driver_of(codec, RESERVED, OPERATIONS, OF_NAMES)
    if build.unavailable:
        pytest.skip(build.unavailable)
    value = {name: name for name in RESERVED_WORDS}
    expected = working_set(RESERVED, [value], tmp_path / "values.jsonl")
    with Driver(build.command) as driver:
        verdict = verify(driver, expected)
        assert verdict.proven, verdict.note


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "codec"), SIZES, ids="-".join)
def test_encoded_sizes_equal_known_sizes(tmp_path, name, codec):
    of = codec_of(codec)
    build = nested(of) if name == "nested" else driver_of(of, RECORD, BY_DEFAULT, [])
    expected = working_set(build.schema, [SIZED[name]], tmp_path / "values.jsonl")
    with Driver(build.command) as driver:
        assert verify(driver, expected).encoded_bytes == SIZES[name, codec]


@pytest.mark.compiled
@pytest.mark.parametrize("codec", CODECS, ids=IDS)
def test_driver_compiles_without_warnings(codec):
    assert "warning:" not in (built(codec).home / "build.log").read_text()


def deep(levels, key):
    """JSON of a tree that lies so many levels deep in its own field, without Python's recursion."""
    before, after = json.dumps(tree("x", **{key: ["@"]})).split('"@"')
    if key == "next":
        before, after = before.removesuffix("["), after.removeprefix("]")
    return before * levels + json.dumps(tree("leaf")) + after * levels


def lines_of(codec, *trees):
    """JSON Lines of values that are empty but for their trees."""
    [value] = fitting(codec, [{**EMPTIEST, "tree": tree("@")}])
    before, after = json.dumps({**value, "tree": "@"}).split('"@"', 1)
    return "".join(f"{before}{tree_json}{after}\n" for tree_json in trees)


# protobuf's JSON ends at 64 messages, which its front matter says; SBE has none within another.
DEEP = [
    codec
    for codec in CODECS
    if RECURSION not in codec.unsupported and not any("deep" in limit for limit in codec.limits)
]


@pytest.mark.compiled
@pytest.mark.parametrize("codec", DEEP, ids=lambda codec: codec.id)
@pytest.mark.parametrize(("key", "levels"), [("next", 990), ("children", 490)])
def test_values_up_to_the_limit_of_depth_survive(tmp_path, codec, key, levels):
    path = tmp_path / "deep.jsonl"
    path.write_text(lines_of(codec, deep(levels, key)))
    with Driver(built(codec).command) as driver:
        opened = driver.open(path)
        verified = driver.verify()
        assert not verified.mismatches
        assert (verified.digest, verified.visit) == (opened.digest, opened.visit)


@pytest.mark.compiled
@pytest.mark.parametrize(("key", "levels"), [("next", 1001), ("next", 10**5), ("children", 501)])
def test_values_beyond_depth_limit_are_rejected(first, tmp_path, key, levels):
    path = tmp_path / "deep.jsonl"
    path.write_text(lines_of(REFERENCE, deep(0, key), deep(levels, key)))
    with Driver(first.command) as driver:
        with pytest.raises(
            DriverError, match=r"^line 2: \$\.tree\.(next|children).* deeper than 1000"
        ):
            driver.open(path)
        assert driver.open(path, limit=1).values == 1


SCALARS = FULL["scalars"]
RAW = json.dumps(SCALARS)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("line", "message"),
    [
        (json.dumps({**SCALARS, "small": 2**31}), "$.small: 2147483648 is not an i32"),
        (
            json.dumps({**SCALARS, "small": -(2**31) - 1}),
            "$.small: -2147483649 is not an i32",
        ),
        (json.dumps({**SCALARS, "natural": -1}), "$.natural: -1 is not a u32"),
        (json.dumps({**SCALARS, "natural": 2**32}), "$.natural: 4294967296 is not a u32"),
        (
            json.dumps({**SCALARS, "huge": 2**64}),
            "$.huge: 1.8446744073709552e+19 is not a u64",
        ),
        (json.dumps({**SCALARS, "big": 2**63}), "$.big: 9223372036854775808 is not an i64"),
        (json.dumps({**SCALARS, "big": 1.5}), "$.big: 1.5 is not an i64"),
        (
            json.dumps({**SCALARS, "single": 1e39}),
            "$.single: 9.9999999999999994e+38 is not an f32",
        ),
        (json.dumps({**SCALARS, "double": "1"}), '$.double: "1" is not an f64'),
        (json.dumps({**SCALARS, "yes": 1}), "$.yes: 1 is not a bool"),
        (json.dumps({**SCALARS, "text": None}), "$.text: null is not a string"),
        (json.dumps({**SCALARS, "text": []}), "$.text: an array is not a string"),
        (json.dumps({**SCALARS, "raw": "AA=A"}), "$.raw: the text is not base64"),
        (json.dumps({**SCALARS, "raw": "AAA"}), "$.raw: the text is not base64"),
        (
            json.dumps({**SCALARS, "colour": "pink"}),
            '$.colour: "pink" is not a symbol of its enum',
        ),
        (json.dumps({**SCALARS, "more": 1}), '$: there is no field "more"'),
        (
            json.dumps({k: v for k, v in SCALARS.items() if k != "raw"}),
            "$.raw: the field is missing",
        ),
        (RAW[:-1] + ', "yes": true}', "$.yes: the field stands twice in the record"),
        (
            RAW.replace("\\u0000", "\\ud800"),
            "$.text: The surrogate pair in string is invalid.",
        ),
        ("7", "$: 7 is not a record"),
        (RAW.replace("true", "NaN"), "$.yes: Invalid value."),
    ],
)
def test_unfit_value_error_names_line_and_path(first, tmp_path, line, message):
    before, after = json.dumps({**EMPTIEST, "scalars": "@"}).split('"@"')
    refused(first, tmp_path, f"{before}{line}{after}", message.replace("$", "$.scalars", 1))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}x", "$: The document root must not be followed by other values."),
        ("", "$: The document is empty."),
        ("7", "$: 7 is not a record"),
        (
            json.dumps({**EMPTIEST, "maps": {"x": {"y": ["z", 7]}}}),
            "$.maps.x.y[1]: 7 is not a string",
        ),
    ],
)
def test_invalid_line_is_rejected(first, tmp_path, line, message):
    refused(first, tmp_path, line.replace("{}x", json.dumps(EMPTIEST) + "x"), message)


def refused(first, tmp_path, line, message):
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{json.dumps(EMPTIEST)}\n{line}\n")
    with Driver(first.command) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.open(path)
        assert refusal.value.kind == "bad-values"
        assert str(refusal.value).startswith(f"line 2: {message}")


@pytest.mark.compiled
@pytest.mark.parametrize("codec", CODECS, ids=IDS)
def test_header_macros_do_not_replace_members(codec):
    """A member called `major` was once a call of a macro; here every header is asked that may come
    before the generated ones."""
    home = built(codec).home
    found = cpp_probe.probe(CODECS).by(cpp_probe.toolchain_of(codec))
    sources = DRIVERS / "cpp"
    includes = [f"-I{sources / 'include'}", f"-I{sources}", f"-I{home}", f"-I{home / 'idl'}"]
    includes += ["-DSERBENCH_BASE=1", "-DSERBENCH_BORROW=1"]
    includes += cpp_libraries.compile_flags(codec.facts.get("fetch", ()))
    includes += found.libraries[codec.id].cflags
    done = subprocess.run(
        [found.compiler.path, *found.compiler.flags, *includes, "-dD", "-E", str(codec.path)],
        capture_output=True,
        text=True,
        check=True,
    )
    # The schema as text, which avro-c includes last, has no members.
    within = re.escape(f'"{home}/schema/')  # libc++ is in it
    generated = [m for m in re.finditer(rf"{within}(\w+)", done.stdout) if m[1] != "avsc"]
    before = done.stdout[: generated[-1].start()]
    macros = set()
    for directive, name, text in re.findall(r"^#(define|undef) (\w+)(.*)", before, re.MULTILINE):
        replaces = directive == "define" and text.strip() != name
        macros.add(name) if replaces else macros.discard(name)
    assert {m for m in macros if re.fullmatch("[a-z][a-z0-9_]*", m)} - RESERVED_WORDS == set()
    assert {m for m in macros if re.fullmatch("[A-Z][a-z][A-Za-z0-9]*", m)} == set()


@pytest.mark.compiled
@pytest.mark.parametrize("codec", CODECS, ids=IDS)
def test_convert_operation_matches_own_model_trait(codec):
    with Driver(built(codec).command) as driver:
        assert ("convert" in driver.describe().operations) == ("own-model" in codec.traits)


@pytest.mark.compiled
@pytest.mark.parametrize("codec", CODECS, ids=IDS)
def test_truncated_file_is_rejected(tmp_path, codec):
    values = fitting(codec, [FULL])
    expected = working_set(built(codec).schema, values, tmp_path / "values.jsonl")
    with Driver(built(codec).command) as driver:
        assert verify(driver, expected).proven
        driver.dump(tmp_path / "dump")
        whole = (tmp_path / "dump").read_bytes()
        (tmp_path / "dump").write_bytes(whole[:-1])
        with pytest.raises(DriverError, match="value 1 is cut off"):
            driver.load(tmp_path / "dump")
        if "unchecked" in codec.traits:
            return
        length = len(whole) - 4 - 100
        (tmp_path / "dump").write_bytes(struct.pack("<I", length) + whole[4:-100])
        with pytest.raises(DriverError) as refusal:
            driver.load(tmp_path / "dump")
        assert refusal.value.kind == "failed"


@pytest.mark.compiled
@pytest.mark.parametrize("codec", CODECS, ids=IDS)
def test_corrupt_bytes_do_not_kill_driver(tmp_path, codec):
    """cereal and Boost.Serialization trust lengths; the others are promised to be checked."""
    if codec.library in ("cereal", "Boost.Serialization"):
        pytest.skip(f"{codec.library} asks for as much memory as a length says")
    if "unchecked" in codec.traits:
        pytest.skip("it says that it trusts its input")
    some = random.Random(5)
    values = fitting(codec, [FULL, EMPTIEST])
    expected = working_set(built(codec).schema, values, tmp_path / "values.jsonl")
    with Driver(built(codec).command) as driver:
        assert verify(driver, expected).proven
        driver.dump(tmp_path / "dump")
        whole = (tmp_path / "dump").read_bytes()
        [length] = struct.unpack_from("<I", whole)
        kinds = []
        for _ in range(200):
            value = bytearray(whole[4 : 4 + length])
            for _ in range(some.randint(1, 3)):
                value[some.randrange(len(value))] = some.choice((0, 127, 255, some.randrange(256)))
            del value[some.choice((len(value), some.randrange(len(value)))) :]
            (tmp_path / "wrong").write_bytes(struct.pack("<I", len(value)) + value)
            try:
                driver.load(tmp_path / "wrong")
            except DriverError as error:
                kinds.append(error.kind)
        assert set(kinds) == {"failed"}
        assert len(kinds) > 50


# An allocator by mimalloc's names whose memory no other can free.
ALLOCATOR = """
#include <cstdlib>
#include <cstring>
extern "C" {
int mi_version() { return 209; }
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* mi_malloc(std::size_t size) {
  auto* head = static_cast<std::size_t*>(__libc_malloc(size + 16));
  *head = size;
  return head + 2;
}
void* mi_calloc(std::size_t n, std::size_t size) {
  return std::memset(mi_malloc(n * size), 0, n * size);
}
void mi_free(void* at) { if (at) __libc_free(static_cast<char*>(at) - 16); }
void* mi_realloc(void* old, std::size_t size) {
  void* made = mi_malloc(size);
  const std::size_t had = old ? static_cast<std::size_t*>(old)[-2] : 0;
  if (had != 0) std::memcpy(made, old, had < size ? had : size);
  mi_free(old);
  return made;
}
void* mi_memalign(std::size_t, std::size_t size) { return mi_malloc(size); }
}
"""


@pytest.mark.compiled
def test_a_preloaded_allocator_serves_everything_and_is_named(tmp_path):
    (tmp_path / "allocator.cpp").write_text(ALLOCATOR)
    library = tmp_path / "allocator.so"
    compiler = cpp_probe.probe(CODECS).compiler.path
    call = [compiler, "-shared", "-fPIC", str(tmp_path / "allocator.cpp"), "-o", str(library)]
    subprocess.run(call, check=True)
    expected = working_set(WHOLE, [FULL], tmp_path / "values.jsonl")
    [command] = built(codec_of("handcoded")).command
    counted = []
    for preloaded in ("", str(library)):
        with Driver(["env", f"LD_PRELOAD={preloaded}", command]) as driver:
            name = "mimalloc 2.0.9" if preloaded else "system"
            assert driver.describe().allocator == name
            assert verify(driver, expected).proven
            counted.append(driver.allocations("decode"))
            driver.close()
    assert counted[0] == counted[1]
    assert counted[0].allocations > 100


@pytest.mark.compiled
def test_up_to_date_driver_is_not_built_again(monkeypatch):
    codecs = [codec for codec in CODECS if part_of(codec) == WHOLE]
    for codec in codecs:
        built(codec)

    def spawn(*arguments, **named):
        raise AssertionError(f"spawned {arguments}")

    monkeypatch.setattr(subprocess, "Popen", spawn)
    builder = CppBuilder()
    with optimization.at(LEVEL):
        result = builder.build(WHOLE, codecs, ASKED_FOR, quiet)
    assert set(result.drivers) == {codec.id for codec in codecs}


@pytest.mark.compiled
def test_extra_operations_are_built_and_described_only_on_request(tmp_path):
    [bson] = [codec for codec in CODECS if codec.name == "bson"]
    schema = Schema("asked", "Asked", (Record("Asked", (Field("y", Scalar(Kind.I64)),)),))
    home = cache.directory("build", "cpp", schema.fingerprint)
    expected = working_set(schema, [{"y": 7}, {"y": -1}], tmp_path / "values.jsonl")
    told = {}
    for extra in ((), ("borrow",), ("read", "access")):
        [command] = CppBuilder().build(schema, [bson], frozenset(extra), quiet).drivers.values()
        with Driver(command) as driver:
            assert verify(driver, expected).proven
            told[extra] = EXTRA & set(driver.describe().operations)
            for operation in extra:
                assert driver.sample(operation, 2, 0).items == 4
            with pytest.raises(DriverError, match="has no operation"):
                driver.sample("borrow" if extra != ("borrow",) else "read", 1, 0)
    assert told == {extra: set(extra) for extra in told}
    names = {"bson", "bson+borrow", "bson+access+read"}
    assert {path.name for path in (home / "bin").iterdir()} == names
    # One is up to date after another was built.
    before = (home / "bin" / "bson").stat().st_mtime_ns
    CppBuilder().build(schema, [bson], frozenset(), quiet)
    assert (home / "bin" / "bson").stat().st_mtime_ns == before


def own_codec(directory: Path, name: str, text: str) -> Codec:
    """A codec that does not ship: the handcoded one with changes."""
    path = directory / f"{name}.cpp"
    path.write_text(text)
    return read_codec("cpp", path)


HANDCODED = (DRIVERS / "cpp" / "codecs" / "handcoded.cpp").read_text()


@pytest.mark.compiled
def test_codec_failing_to_compile_does_not_fail_others(tmp_path):
    broken = own_codec(
        tmp_path, "broken", HANDCODED.replace("struct Handcoded {", "struct Handcoded { oops")
    )
    unlinked = own_codec(tmp_path, "unlinked", HANDCODED.replace("SERBENCH_CODEC(Handcoded)", ""))
    [good] = [codec for codec in CODECS if codec.name == "handcoded"]
    steps = []
    result = CppBuilder().build(
        SMALL,
        [broken, good, unlinked],
        frozenset(),
        lambda done, total, doing: steps.append((done, total)),
    )
    assert set(result.drivers) == {good.id}
    # Nothing that was not asked for.
    home = cache.directory("build", "cpp", SMALL.fingerprint)
    assert not {path.name for path in (home / "bin").iterdir()} & {
        c.name for c in CODECS if c != good
    }
    assert "error: " in result.failures[broken.id].reason
    assert "oops" in result.failures[broken.id].reason
    assert "broken.cpp" in result.failures[broken.id].log.read_text()
    assert "make_runner" in result.failures[unlinked.id].reason
    assert steps[-1][0] <= steps[-1][1]

    mended = own_codec(tmp_path, "broken", HANDCODED)
    assert set(CppBuilder().build(SMALL, [mended], ASKED_FOR, quiet).drivers) == {mended.id}


LOSSY = (
    HANDCODED.replace(
        "handcoded::get(bytes, out, 0);",
        """handcoded::get(bytes, out, 0);
    if (std::is_same_v<T, RootView> && out.x == 6) out.x = 7;
    if (out.x == 1) out.x = 2;
    if (out.x == 3) throw std::runtime_error("no \\xff threes");
    if (out.x == 4) throw 4;""",
    )
    .replace(
        "handcoded::Writer(out)",
        """if (value.x == 5) throw CannotHold("$.x: no fives");
    if (value.x == 7) throw std::runtime_error("no sevens");
    handcoded::Writer(out)""",
    )
    .replace(
        " private:",
        """  std::uint64_t access(std::span<const std::byte> in) {
    return in[0] == std::byte{8} ? 9 : static_cast<std::uint64_t>(in[0]);
  }
 private:""",
    )
)


@pytest.mark.compiled
def test_lossy_codec_fails_verification(tmp_path):
    codec = own_codec(tmp_path, "lossy", LOSSY)
    command = CppBuilder().build(SMALL, [codec], ASKED_FOR, quiet).drivers[codec.id]
    with Driver(command) as driver:
        values = [{"x": n} for n in (7, 0, 1, 3, 4, 6, 8)]
        driver.open(working_set(SMALL, values, tmp_path / "a").path)
        verified = driver.verify()
        reasons = {m.index: m.reason for m in verified.mismatches}
        assert set(reasons) == {0, 2, 3, 4, 5, 6}
        assert verified.mismatched == 6
        assert reasons[0] == "no sevens"
        assert reasons[2].startswith("decode: digest ")
        assert reasons[3] == "no ? threes"
        assert "no std::exception" in reasons[4]
        assert reasons[5] == "borrow: sum 0000000000000007 is not 0000000000000006"
        assert reasons[6] == "access: sum 0000000000000009 is not 0000000000000008"
        assert {"borrow", "access"} <= set(driver.describe().operations)
        with pytest.raises(DriverError, match="verified first"):
            driver.sample("decode", 1, 0)

        driver.open(working_set(SMALL, [{"x": n} for n in (0, 5)], tmp_path / "b").path)
        with pytest.raises(DriverError, match=r"^value 1: \$\.x: no fives") as refusal:
            driver.verify()
        assert refusal.value.kind == "cannot-hold"


@pytest.mark.compiled
def test_missing_library_makes_codec_unavailable(tmp_path):
    missing = own_codec(
        tmp_path,
        "missing",
        """// ---
// library = "Missing"
// format = "missing"
// traits = ["binary"]
// page = "https://example.org"
// headers = ["string", "no/such/header.hpp"]
// version = ["MISSING_VERSION"]
// packages = ["libmissing-dev"]
// ---
""",
    )
    builder = CppBuilder()
    found = builder.availability(missing)
    assert not found.available
    assert found.reason == "no/such/header.hpp not found"
    assert found.packages == ("libmissing-dev",)
    for codec in CODECS:  # asked in the same breath
        assert builder.availability(codec).available
        assert builder.availability(codec).version[0].isdigit()


@pytest.mark.compiled
def test_without_java_only_codecs_are_unavailable_whose_generator_it_runs(monkeypatch):
    monkeypatch.setattr(jdk, "installed", lambda: None)
    builder = CppBuilder()
    unavailable = [codec.id for codec in CODECS if not builder.availability(codec).available]
    assert unavailable == ["cpp/sbe"]
    found = builder.availability(codec_of("sbe"))
    assert found.reason.startswith("no JDK is installed")
    assert found.packages == ("openjdk-17-jdk-headless", "maven")


@pytest.mark.compiled
def test_library_compiled_by_distribution_is_marked():
    builder = CppBuilder()
    json_c, cereal = (builder.availability(codec_of(name)) for name in ("json-c", "cereal"))
    assert re.fullmatch(r"distribution \(libjson-c.+\)", json_c.compiled_by)
    assert re.fullmatch(r"\d+\.\d+ \(distribution\)", json_c.version)
    assert cereal.compiled_by == "serbench"
    assert re.fullmatch(r"[\d.]+", cereal.version)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "codec",
    [codec for codec in CODECS if codec.facts.get("compile")],
    ids=lambda codec: codec.name,
)
def test_driver_does_not_load_replaced_installed_library(codec):
    library = cpp_probe.probe([codec]).libraries[codec.id]
    found = CppBuilder().availability(codec)
    if not cpp_plan.compiled_in_place(codec, library):
        assert (
            found.version == f"{library.version} (distribution)"
        )  # of another version, or offline
        return
    assert (found.version, found.compiled_by) == (library.version, "serbench")
    with Driver(built(codec).command) as driver:
        driver.describe()
        loaded = Path(f"/proc/{driver._process.pid}/maps").read_text()
    replaced = [name for recipe in codec.facts["compile"] for name in RECIPES[recipe].replaces]
    assert replaced
    assert not [name for name in replaced if f"/lib{name}." in loaded]


@pytest.mark.compiled
def test_existing_archives_are_linked_statically():
    [library] = cpp_probe.probe([codec_of("json-c")]).libraries["cpp/json-c"].libs
    assert library == "-ljson-c" or library.endswith("/libjson-c.a")
    with Driver(built(codec_of("json-c")).command) as driver:
        driver.describe()
        loaded = Path(f"/proc/{driver._process.pid}/maps").read_text()
    assert ("libjson-c" in loaded) == (library == "-ljson-c")


@pytest.mark.compiled
def test_operations_start_from_objects_made_beforehand(tmp_path):
    codec = codec_of("thrift-binary")
    expected = working_set(built(codec).schema, fitting(codec, [FULL]), tmp_path / "values.jsonl")
    with Driver(built(codec).command) as driver:
        assert verify(driver, expected).proven
        counted = {
            name: driver.allocations(name).allocations
            for name in ("populate", "encode", "decode", "convert", "serialize", "deserialize")
        }
    assert counted["populate"] > 0
    assert counted["encode"] == 0
    assert counted["populate"] + counted["encode"] == counted["serialize"]
    assert counted["convert"] < counted["decode"]
    assert counted["decode"] + counted["convert"] == counted["deserialize"]


def test_missing_compiler_is_named_by_toolchain_and_failures(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CXX", "no-such-compiler")
    builder = CppBuilder()
    found = builder.toolchain()
    assert not found.available
    assert "no-such-compiler" in found.reason
    assert "g++" in found.packages
    result = builder.build(SMALL, CODECS, ASKED_FOR, quiet)
    assert {failure.reason for failure in result.failures.values()} == {found.reason}


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ("g++ (Debian 10.2.1-6) 10.2.1 20210110", "g++ 10.2.1 is too old: g++ 12"),
        ("Debian clang version 14.0.6", "clang++ 14.0.6 is too old: clang++ 15"),
        ("tcc version mob", "says nothing known"),
    ],
)
def test_old_or_unknown_compiler_is_rejected(monkeypatch, tmp_path, says, reason):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiler = tmp_path / "compiler"
    compiler.write_text(f"#!/bin/sh\necho '{says}'\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    assert reason in CppBuilder().toolchain().reason


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("108100 / 100000", "1"),
        ("108100 / 100 % 1000", "81"),
        ('"1.1.0"', "1.1.0"),
        ("(1 * 10000 + 3 * 100 + 2)", "10302"),
        ("CEREAL_VERSION_MAJOR", "unknown"),
        ("__import__('os').system('touch x')", "unknown"),
        ("", "unknown"),
    ],
)
def test_versions_are_worked_out_from_macros(expression, value):
    assert cpp_probe._evaluate(expression) == value


OTHER = """// ---
// library = "x"
// format = "x"
// traits = ["binary", "clang"]
// page = "https://example.org"
// toolchain = "clang-libc++"
// ---
"""
# A compiler of this version that has libc++, or not.
CLANG = """#!/bin/sh
[ "$1" = --version ] && echo 'Debian clang version {version}' || exit {status}
"""


@pytest.fixture
def other(tmp_path, monkeypatch):
    """A codec that names a toolchain, where there is none."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    toolchain = cpp_probe.TOOLCHAINS["clang-libc++"]
    lacking = replace(toolchain, candidates=(str(tmp_path / "clang++-19"),))
    monkeypatch.setitem(cpp_probe.TOOLCHAINS, "clang-libc++", lacking)
    path = tmp_path / "other.cpp"
    path.write_text(OTHER)
    return read_codec("cpp", path)


def test_missing_toolchain_makes_its_codec_alone_unavailable_and_names_its_packages(other):
    builder = CppBuilder()
    found = builder.availability(other)
    assert not found.available
    assert "clang++-19 with libc++ not found" in found.reason
    assert found.packages[:3] == ("clang-19", "libc++-19-dev", "libc++abi-19-dev")
    assert builder.toolchain().packages == CppBuilder().toolchain().packages
    assert "clang-19" not in builder.availability(REFERENCE).packages


@pytest.mark.parametrize(
    ("version", "status", "is_there"),
    [("19.1.7", 0, True), ("18.1.8", 0, False), ("19.1.7", 1, False)],
)
def test_toolchain_is_a_new_enough_compiler_with_its_standard_library(
    other, tmp_path, version, status, is_there
):
    compiler = tmp_path / "clang++-19"
    compiler.write_text(CLANG.format(version=version, status=status))
    compiler.chmod(0o755)
    found = cpp_probe._other_compilers()
    assert [str(each) for each in found.values()] == (
        [f"clang++ {version} with libc++"] if is_there else []
    )


def test_unknown_toolchain_is_refused(tmp_path):
    path = tmp_path / "other.cpp"
    path.write_text(OTHER.replace("clang-libc++", "tcc"))
    with pytest.raises(FrontMatterError, match="no toolchain 'tcc'; there are: clang-libc"):
        cpp_probe.toolchain_of(read_codec("cpp", path))


def test_codecs_of_another_toolchain_have_its_trait_and_link_no_installed_library():
    others = [codec for codec in CODECS if cpp_probe.toolchain_of(codec)]
    assert others
    assert others == [codec for codec in CODECS if "clang" in codec.traits]
    assert not [c for c in others if c.facts.keys() & {"link", "pkg_config", "compile"}]


def test_drivers_of_another_toolchain_share_no_object_with_the_usual_ones(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    [codec] = [codec for codec in CODECS if codec.name == "glaze"]
    gxx = cpp_probe.Compiler("/g++", "g++", "12.2.0", "one")
    clang = cpp_probe.Compiler("/clang++", "clang++", "19.1.7", "two", ("-std=c++23",))
    libraries = {c.id: cpp_probe.Library() for c in (REFERENCE, codec)}
    probe = cpp_probe.Probe(gxx, "", (), (), libraries, {"clang-libc++": clang})
    builder = CppBuilder()
    monkeypatch.setattr(builder, "_probe", lambda codecs: probe)
    usual, other = builder._works(SMALL, [REFERENCE, codec], frozenset())
    assert (usual.codecs[0].id, other.codecs[0].id) == (REFERENCE.id, codec.id)
    assert usual.probe.compiler == gxx
    assert other.probe.compiler == clang
    assert usual.home != other.home
    assert cpp_plan.compiler_key(gxx) != cpp_plan.compiler_key(clang)


def test_packages_name_dependent_codecs():
    packages = cpp.packages()
    assert packages["libcereal-dev"] == "cpp/cereal"
    assert packages["libboost1.81-dev"].startswith("every C++ driver")
    assert {"g++", "rapidjson-dev", "libxxhash-dev", "protobuf-compiler"} <= set(packages)


def test_first_error_returns_first_error_line():
    text = "In file included from x\na.cpp:3:1: error: oops\na.cpp:4:1: error: more\n1 error"
    assert cpp.first_error(text) == "a.cpp:3:1: error: oops"
    assert cpp.first_error("ninja: fatal: no\n\n") == "ninja: fatal: no"


def test_ninja_reports_failed_targets_and_builds_others(tmp_path):
    rules = [ninja.Rule("run", "$command", "run $out")]
    edges = [
        ninja.Edge(("good",), "run", (), variables={"command": "touch good"}),
        ninja.Edge(("bad",), "run", (), variables={"command": "echo 'error: $$x' >&2; false"}),
        ninja.Edge(("a b$c",), "run", ("good",), variables={"command": "touch 'a b$$c'"}),
    ]
    (tmp_path / "build.ninja").write_text(ninja.text(rules, edges))
    steps = []
    outcome = ninja.run(tmp_path, ["bad", "a b$c"], 2, lambda *step: steps.append(step))
    assert not outcome.succeeded
    assert set(outcome.failed) == {"bad"}
    assert "error: $x" in outcome.failed["bad"]
    assert (tmp_path / "a b$c").exists()
    assert {total for _, total, _ in steps} == {3}
