"""The Rust builder and what it builds. Builds are kept in serbench's cache from run to run."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.builders import optimization
from serbench.builders.codec import read_codec
from serbench.builders.rust import builder as rust
from serbench.builders.rust import cargo
from serbench.builders.rust import workspace as rust_workspace
from serbench.catalog import all_codecs
from serbench.measure import allocators
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverError
from serbench.measure.verification import verify
from serbench.operations import BY_DEFAULT
from serbench.preparation import drivers as languages
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
)
from serbench.workloads.registry import find
from tests.codegen.rust import schemas as rust_schemas
from tests.compiled_schemas import (
    EMPTIEST,
    FULL,
    LEVEL,
    NESTED,
    OPERATIONS,
    WHOLE,
    driver_of,
    fitting,
    nested,
    part_of,
    tree,
    whole,
)
from tests.conftest import VECTORS, working_set

CODECS = [codec for codec in all_codecs() if codec.language == "rust"]
NODE = Schema.from_dict(VECTORS[1]["schema"])
LEAF = {"label": "", "children": [], "next": None, "weights": {}}
HAS_WEIGHTS = [codec.name for codec in CODECS if not {"map", "f64"} & {*codec.unsupported}]

needs_rust = pytest.mark.skipif(bool(cargo.missing()), reason=cargo.missing() or "Rust is here")


def build(schema, codecs=CODECS, operations=OPERATIONS):
    """Drivers of those codecs that hold such schemas."""
    return languages.build(schema, codecs, operations, lambda done, total, doing: None)


def codec(name):
    [found] = [codec for codec in CODECS if codec.name == name]
    return found


def there(name):
    """A codec's driver for its part of `WHOLE`."""
    built = whole(codec(name))
    if built.unavailable:
        pytest.skip(built.unavailable)
    return built


def with_tree(name, tree_json):
    """A line of JSON: a value that is empty but for its tree, which is JSON too."""
    [value] = fitting(codec(name), [EMPTIEST])
    before, after = json.dumps({**value, "tree": "@"}).split('"@"')
    return f"{before}{tree_json}{after}\n"


def tree_of(name, **parts):
    """JSON of a tree, as far as the codec's format has it."""
    values = [{**EMPTIEST, "tree": tree("", **parts)}]
    [value] = fitting(codec(name), values, within_limits=False)
    return json.dumps(value["tree"])


# Facts and fingerprints: no compiler.


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_a_codec_is_one_small_file_with_a_locked_version(codec):
    lines = [line.strip() for line in codec.path.read_text().splitlines()]
    assert len([line for line in lines if line and not line.startswith("//")]) < 80
    assert codec.facts["crate"] in codec.facts["dependencies"]
    assert rust.locked_version(codec)[0].isdigit()
    assert codec.page.startswith("https://")


def test_unlocked_codec_has_requested_version(tmp_path):
    path = tmp_path / "mine.rs"
    head = codec("postcard").path.read_text().replace("1.1.3", "=9.8.7")
    path.write_text(head)
    assert rust.locked_version(read_codec("rust", path)) == "9.8.7"


def test_prost_and_prost_build_are_locked_at_same_version():
    def version(lock, name):
        text = lock.read_text()
        return text.split(f'name = "{name}"\nversion = "')[1].split('"')[0]

    generator = rust_workspace.SOURCES / "generators" / "prost" / "Cargo.lock"
    assert version(generator, "prost-build") == version(rust_workspace.LOCK, "prost")


def test_fingerprint_depends_on_codec_and_schema_alone(tmp_path):
    before = rust.fingerprints(NODE, CODECS)
    assert rust.fingerprints(NODE, CODECS) == before
    assert len(set(before.values())) == len(CODECS)
    other = rust.fingerprints(rust_schemas.large(), CODECS)
    assert not set(before.values()) & set(other.values())
    path = tmp_path / "bincode.rs"
    path.write_text(codec("bincode").path.read_text() + "\n")
    changed = rust.fingerprints(NODE, [read_codec("rust", path), codec("postcard")])
    assert changed["rust/bincode"] != before["rust/bincode"]
    assert changed["rust/postcard"] == before["rust/postcard"]


def test_changed_shared_source_changes_fingerprints_of_dependent_codecs(tmp_path, monkeypatch):
    before = rust.fingerprints(NODE, CODECS)
    changed = tmp_path / "rmp.rs"
    source = rust_workspace.library_source
    changed.write_text(source("rmp").read_text() + "\n")
    monkeypatch.setattr(
        rust_workspace, "library_source", lambda name: changed if name == "rmp" else source(name)
    )
    after = rust.fingerprints(NODE, CODECS)
    different = {name for name in before if before[name] != after[name]}
    assert different == {"rust/rmp", "rust/rmp-named"}


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_declared_extra_operations_equal_implemented_ones(codec):
    text = codec.path.read_text()
    extra = ("borrow", "access", "read", "decode-reused")
    found = [name for name in extra if f"    fn {name.replace('-', '_')}(" in text]
    found += [name for name in extra if f"    fn {name}<" in text]
    assert codec.extra == set(found)


def test_another_rustc_changes_identity(tmp_path, monkeypatch):
    monkeypatch.setenv("RUSTUP_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    rustc = tmp_path / "bin" / "rustc"
    rustc.parent.mkdir()
    rustc.write_text("#!/bin/sh\n")
    rustc.chmod(0o755)
    first = cargo.identity()
    assert cargo.identity() == first
    os.utime(rustc, (1, 1))
    second = cargo.identity()
    assert second != first
    (tmp_path / "toolchains" / "new" / "bin").mkdir(parents=True)
    (tmp_path / "toolchains" / "new" / "bin" / "rustc").touch()
    assert cargo.identity() != second


def test_missing_rust_error_advises_rustup(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = rust.BUILDER.availability(codec("bincode"))
    assert not found.available
    assert "install Rust from https://rustup.rs" in found.reason
    monkeypatch.setattr(rust.build_cache, "directory", lambda *parts: tmp_path)
    result = build(NODE)
    assert result.drivers == {}
    assert "https://rustup.rs" in result.unavailable["rust/bincode"]


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("error: no matching package\nlocation searched\n", "no matching package"),
        ("warning: w\nerror: no lock\n\nCaused by:\n  no such file\n", "no lock: no such file"),
        ("killed\n", "killed"),
        ("", "it said nothing"),
    ],
)
def test_a_failure_is_told_in_one_line(output, line):
    assert cargo.Outcome(output=output).failure(Path("x"))[0] == line


# Drivers.


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize("name", [codec.name for codec in CODECS])
def test_driver_describes_library_compiler_and_flags(name):
    with Driver(there(name).command) as driver:
        said = driver.describe()
    assert said.codec == f"rust/{name}"
    assert said.library == codec(name).library
    assert said.version == rust.locked_version(codec(name))
    assert said.compiler.startswith("rustc 1.")
    assert "target-cpu=native" in said.flags
    assert said.allocator == "system"
    own_model = "own-model" in codec(name).traits
    assert ("convert" in said.operations) == own_model
    assert bool(said.same) != own_model


@needs_rust
@pytest.mark.compiled
@pytest.mark.skipif(
    not allocators.availability().available, reason=allocators.availability().reason
)
def test_a_preloaded_allocator_is_named_and_counted(tmp_path):
    command = there("bincode").command
    assert allocators.reason_against("mimalloc", "rust", command) == ""
    values = working_set(WHOLE, [FULL], tmp_path / "values.jsonl")
    counted = []
    for environment in ({}, allocators.environment("mimalloc", "rust")):
        with Driver(command, environment=environment) as driver:
            assert verify(driver, values).proven
            counted.append(driver.allocations("decode"))
    assert counted[0] == counted[1]
    assert counted[0].allocations > 0


# Of the formats; rust-protobuf and rustc-serialize-json write what prost and serde-json do. That of
# FlatMessage is with packed leaf records, that of Cap'n Proto as Go's library writes it.
NESTED_SIZES = {
    "postcard": 363, "bincode": 367, "bincode1": 367, "bincode-native": 367, "rmp": 374,
    "prost": 382, "rust-protobuf": 382, "rmp-named": 462, "ciborium": 463, "serde-json": 550,
    "simd-json": 550, "simd-json-derive": 550, "rustc-serialize-json": 550, "flexbuffers": 561,
    "toml": 568, "bson": 701, "flatmessage": 492, "flatmessage-unchecked": 492, "capnp": 592,
    "capnp-packed": 443, "cbor4ii": 463, "minicbor-serde": 463, "musli-json": 550,
    "serde-avro-fast": 367, "sonic-rs": 550, "zerompk": 374,
}  # fmt: skip
# All but those without u64.
HOLD_NESTED = [c for c in CODECS if not languages.what_it_lacks(NESTED, c)]


@needs_rust
@pytest.mark.compiled
def test_sizes_of_nested_equal_known_sizes(tmp_path):
    inner = {"s1": "b" * 44, "s2": "c" * 45, "v1": 10**6, "v2": 10**9, "arr": [1, 2, 3, 4, 5]}
    outer = {**inner, "s1": "d" * 74, "s2": "e" * 32, "arr": list(range(1, 11))}
    two = {"name": "f" * 23, "arr": ["g" * 31, "h" * 32], "level_1": inner}
    value = {"name": "a" * 36, "protected_process": True, "level_1": outer, "level_2": two}
    found = sizes(NESTED, {c.name: nested(c) for c in HOLD_NESTED}, value, tmp_path)
    assert {name: found[name] for name in NESTED_SIZES} == NESTED_SIZES


@needs_rust
@pytest.mark.compiled
def test_size_of_record_equals_computed_size(tmp_path):
    """Varints of zigzag-less 64-bit integers: a negative one takes ten bytes."""
    schema = find("record").schema
    names = ("prost", "serde-json")
    built = {name: driver_of(codec(name), schema, BY_DEFAULT, []) for name in names}
    ids = [1] * 200 + [300] * 300 + [-1] * 500
    value = {"ids": ids, "strings": ["x" * 86] * 100}
    packed = 200 * 1 + 300 * 2 + 500 * 10
    found = sizes(schema, built, value, tmp_path)
    assert found["prost"] == 1 + 2 + packed + 100 * (1 + 1 + 86)
    assert found["serde-json"] == len(json.dumps(value, separators=(",", ":")))


def sizes(schema, built, value, tmp_path):
    expected = working_set(schema, [value], tmp_path / "values.jsonl")
    found = {}
    for name, one_built in built.items():
        if not one_built.unavailable:
            with Driver(one_built.command) as driver:
                verdict = verify(driver, expected)
                assert verdict.proven, verdict.note
                found[name] = verdict.encoded_bytes
    return found


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("serde-json", 120, 140),
        ("prost", 90, 110),
        ("rmp", 1000, 1100),
        ("rmp-named", 1000, 1100),
        ("ciborium", 240, 270),
        ("toml", 70, 90),
        ("simd-json", 1000, 1100),
        ("simd-json-derive", 1000, 1100),
        ("bson", 2000, None),  # not optimized, its frames are large
        ("flexbuffers", 9000, None),
        ("bincode1", 9000, None),
        ("bincode", 9000, None),
        ("bincode-native", 9000, None),
        ("postcard", 9000, None),
        # Of those that refuse about half of what their limit says, an optional is a level, too.
        ("bilrost", 90, 110),
        ("buffa", 90, 110),
        ("flatbuffers", 55, 70),
        ("cbor4ii", 120, 130),
        ("musli-descriptive", 60, 66),
        ("musli-json", 60, 66),
        ("musli-storage", 60, 66),
        ("musli-wire", 60, 66),
        ("ron", 35, 70),
        ("serde-avro-fast", 28, 35),
        ("serde-yaml-ng", 120, 130),
        ("sonic-rs", 245, 260),
        ("zerompk", 490, 510),
        ("apache-avro", 5000, None),
        ("bitcode", 9000, None),
        ("borsh", 9000, None),
        ("minicbor", 4000, None),  # not optimized, its stack ends before 9000, as that by serde
        ("minicbor-serde", 4000, None),
        ("nanoserde", 9000, None),
        ("rkyv", 5000, None),
        ("savefile", 9000, None),
        ("scale", 9000, None),
        ("speedy", 9000, None),
        ("wincode", 9000, None),
    ],
)
def test_deep_values_survive_up_to_library_limit(name, good, bad, tmp_path):
    path = tmp_path / "values.jsonl"
    with Driver(there(name).command) as driver:
        path.write_text(with_tree(name, chain(name, good)))
        driver.open(path)
        assert driver.verify().mismatched == 0
        if bad:
            path.write_text(with_tree(name, chain(name, bad)))
            driver.open(path)
            with pytest.raises(DriverError) as refusal:
                driver.verify()
            assert refusal.value.kind == "cannot-hold"
            assert "value 0: " in str(refusal.value)
            assert "limit" in str(refusal.value)


def chain(name, levels):
    """JSON by hand: Python's own encoder stops at a depth of 1000."""
    before, after = tree_of(name, next=tree("@")).split(tree_of(name).replace('""', '"@"', 1))
    return before * levels + tree_of(name) + after * levels


LOSES_THE_SIGN = {
    "weights": {"prost", "sonic-rs"},
    "middle": {"prost", "rust-protobuf", "sonic-rs"},
}


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize("name", HAS_WEIGHTS)
@pytest.mark.parametrize("part", LOSES_THE_SIGN)
def test_negative_zero_survives_or_codec_reports_loss_of_sign(name, part, tmp_path):
    parts = {"weights": {"a": -0.0}, "middle": {"inner": {"tree": None}, "weight": -0.0}}
    path = tmp_path / "values.jsonl"
    path.write_text(with_tree(name, tree_of(name, **{part: parts[part]})))
    with Driver(there(name).command) as driver:
        driver.open(path)
        if name in LOSES_THE_SIGN[part]:
            with pytest.raises(DriverError, match=r"value 0: the sign of -0\.0") as refusal:
                driver.verify()
            assert refusal.value.kind == "cannot-hold"
        else:
            assert driver.verify().mismatched == 0


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"label": 1}, "label: the number 1 is not a string"),
        ({"children": [{}]}, "children[0].label: is missing"),
        ({"weights": {"k": []}}, "weights.k: a list is not f64"),
        ({"next": []}, "next: a list is not a record"),
    ],
    ids=lambda part: str(next(iter(part))),
)
def test_unfit_value_error_names_line_and_path(tmp_path, part, words):
    path = tmp_path / "values.jsonl"
    lines = (EMPTIEST, {**EMPTIEST, "tree": {**tree(""), **part}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with Driver(there("bincode").command) as driver, pytest.raises(DriverError) as refusal:
        driver.open(path)
    assert refusal.value.kind == "bad-values"
    assert str(refusal.value).endswith(f"line 2: $.tree.{words}")


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["bincode", "postcard", "rmp", "prost"])
def test_encoding_into_reused_buffer_does_not_allocate(name, tmp_path):
    values = fitting(codec(name), [FULL, EMPTIEST])
    expected = working_set(part_of(codec(name)), values, tmp_path / "values.jsonl")
    with Driver(there(name).command) as driver:
        assert verify(driver, expected).proven
        driver.sample("encode", 1, 0)
        assert driver.allocations("encode").allocations == 0


@needs_rust
@pytest.mark.compiled
def test_convert_walks_over_outputs_made_ahead(tmp_path):
    # Little, for what is made ahead has to stay in the caches.
    values = fitting(codec("prost"), [EMPTIEST])
    expected = working_set(WHOLE, values, tmp_path / "values.jsonl")
    with Driver(there("prost").command) as driver:
        assert verify(driver, expected).proven
        few, many = (
            min(driver.sample("convert", passes, 1).ns for _ in range(20)) for passes in (10, 100)
        )
        assert 5 < many / few < 20
        assert many < min(driver.sample("deserialize", 100, 1).ns for _ in range(20))


@needs_rust
@pytest.mark.compiled
def test_extra_operation_is_built_only_on_request(tmp_path):
    codecs = [codec(name) for name in ("bincode", "flexbuffers", "prost")]
    plain, borrows = (build(NODE, codecs, [*BY_DEFAULT, *more]) for more in ([], ["borrow"]))
    assert not plain.failures | borrows.failures
    expected = working_set(NODE, VECTORS[1]["values"], tmp_path / "values.jsonl")

    def operations(result, name):
        with Driver(result.drivers[f"rust/{name}"]) as driver:
            assert verify(driver, expected).proven
            return set(driver.describe().operations)

    assert operations(borrows, "bincode") - operations(plain, "bincode") == {"borrow"}
    assert operations(borrows, "prost") == operations(plain, "prost")
    # By `decode` where there are no accessors, which costs nothing; otherwise only if asked for.
    assert "read" in operations(plain, "bincode")
    assert "read" not in operations(borrows, "flexbuffers")
    # Each stays where it is for those who ask for it again.
    assert build(NODE, codecs, BY_DEFAULT).drivers == plain.drivers != borrows.drivers


# What a visitor before the derived one must let pass: records in maps in lists, and among them
# fields that the schema does not know, whatever they hold.
TREE = Schema(
    "tree",
    "Tree",
    (
        Record(
            "Tree",
            (
                Field("label", Scalar(Kind.STRING)),
                Field("children", ListOf(MapOf(RecordRef("Tree")))),
                Field("next", OptionalOf(RecordRef("Tree"))),
            ),
        ),
    ),
)
UNTYPED_CODEC = """\
// ---
// library = "none"
// format = "none"
// traits = ["binary"]
// page = "https://example.org"
//
// [dependencies]
// serde_json = {{ version = "1", features = ["float_roundtrip"] }}
{dependency}
// ---

use serbench_driver::{{Buffer, Error, Plain, PlainCodec, SerdeRoot}};
use serde_json::{{json, Value}};

#[derive(Default)]
struct Untyped;

/// Adds to every record what the schema does not know. Leaves out what is null, as TOML must.
fn strewn(value: Value) -> Value {{
    match value {{
        Value::Object(members) => {{
            let is_record = members.contains_key("label");
            let members = members.into_iter().filter(|(_, member)| !member.is_null());
            let mut members: serde_json::Map<_, _> =
                members.map(|(name, member)| (name, strewn(member))).collect();
            if is_record {{
                let inner = json!({{"label": 1, "deep": [{{"a": {{"b": [{{"c": 2.5}}]}}}}, []]}});
                let other = json!({{"x": [inner.clone(), {{}}], "y": {{"z": inner}}}});
                members.insert("aaa".into(), other);
                members.insert("zzz".into(), json!([[1], ["two", true], [{{"": -3}}]]));
            }}
            Value::Object(members)
        }}
        Value::Array(items) => items.into_iter().map(strewn).collect(),
        other => other,
    }}
}}

impl<V: SerdeRoot> PlainCodec<V> for Untyped {{
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {{
        let value = &strewn(serde_json::to_value(value)?);
        {encode}
        Ok(())
    }}

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {{
        Ok({decode})
    }}
}}

serbench_driver::codec!(Plain<Untyped>);
"""


@needs_rust
@pytest.mark.compiled
def test_records_of_borrowed_types_skip_unknown_fields(tmp_path):
    libraries = {
        "serde-json": (
            "serde_json::to_writer(out.vec(), value)?;",
            "serde_json::from_slice(bytes)?",
        ),
        "rmp-named": (
            "rmp_serde::encode::write_named(out.vec(), value)?;",
            "rmp_serde::from_slice(bytes)?",
        ),
        "bson": (
            "bson::serialize_to_buffer(value, out.vec())?;",
            "bson::deserialize_from_slice(bytes)?",
        ),
        "ciborium": ("ciborium::into_writer(value, out.vec())?;", "ciborium::from_reader(bytes)?"),
        "flexbuffers": ("out.put(flexbuffers::to_vec(value)?);", "flexbuffers::from_slice(bytes)?"),
        "simd-json": (
            "out.put(serde_json::to_vec(value)?);",
            "simd_json::serde::from_slice(&mut bytes.to_vec())?",
        ),
        "toml": ("out.put(toml::to_string(value)?.into_bytes());", "toml::from_slice(bytes)?"),
    }
    codecs = []
    for name, (encode, decode) in libraries.items():
        text = codec(name).path.read_text()
        dependency = "\n".join(
            line
            for line in text.split("[dependencies]\n")[1].split("// ---")[0].splitlines()
            if not line.startswith("// serde_json")
        )
        path = tmp_path / f"test-untyped-{name}.rs"
        path.write_text(UNTYPED_CODEC.format(dependency=dependency, encode=encode, decode=decode))
        codecs.append(read_codec("rust", path))
    with optimization.at(LEVEL):
        result = build(TREE, codecs, BY_DEFAULT)
    assert not result.failures
    leaf = {"label": "leaf", "children": [], "next": None}
    tree = {"label": "", "children": [{"a": leaf, "b": leaf}, {}], "next": leaf}
    tree = {"label": "", "children": [{"a": leaf}, {"b": tree, "": tree}], "next": tree}
    expected = working_set(TREE, [leaf, tree], tmp_path / "values.jsonl")
    for command in result.drivers.values():
        with Driver(command) as driver:
            verdict = verify(driver, expected)
            assert verdict.proven, (command, verdict.note)


# Codecs that do wrong.

HEAD = """\
// ---
// library = "none"
// format = "none"
// traits = ["binary"]
// page = "https://example.org"
// {more}
// [dependencies]
// serde_json = {{ version = "1", features = ["float_roundtrip"] }}
// {dependency}
// ---

use serbench_driver::{{Buffer, Error, Plain, PlainCodec, SerdeRoot}};

#[derive(Default)]
struct Wrong(Option<Vec<u8>>);

impl<V: SerdeRoot> PlainCodec<V> for Wrong {{
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {{
        {encode}
        Ok(serde_json::to_writer(out.vec(), value)?)
    }}

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {{
        {decode}
        Ok(serde_json::from_slice(bytes)?)
    }}
}}

serbench_driver::codec!(Plain<Wrong>);
"""


@pytest.fixture
def wrong(tmp_path):
    def make(name, encode="", decode="", dependency=""):
        path = tmp_path / f"test-{name}.rs"
        text = HEAD.format(encode=encode, decode=decode, dependency=dependency, more="")
        path.write_text(text)
        return read_codec("rust", path)

    return make


@needs_rust
@pytest.mark.compiled
def test_losing_panicking_or_refusing_codec_fails_verification(wrong, tmp_path):
    size = "std::mem::size_of::<V>()"
    codecs = [
        wrong("forgets", decode="let bytes = &self.0.get_or_insert(bytes.to_vec())[..];"),
        wrong("panics", decode=f'if bytes.len() > 200 {{ panic!("no room for {{}}", {size}) }}'),
        wrong("refuses", encode='if true { return Err(Error::cannot_hold("no trees")); }'),
    ]
    result = build(NODE, codecs)
    assert not result.failures
    big = {**LEAF, "label": "x" * 200}
    expected = working_set(NODE, [LEAF, big, LEAF], tmp_path / "values.jsonl")

    with Driver(result.drivers["rust/test-forgets"]) as driver:
        driver.open(expected.path)
        proof = driver.verify()
        assert (proof.mismatched, proof.mismatches[0].index) == (1, 1)
        assert "decode: digest" in proof.mismatches[0].reason
        assert proof.digest != expected.digest
        with pytest.raises(DriverError) as refusal:
            driver.sample("decode", 1, 0)
        assert refusal.value.kind == "bad-request"
    with Driver(result.drivers["rust/test-panics"]) as driver:
        driver.open(expected.path)
        proof = driver.verify()
        assert proof.mismatched == 1
        assert "panicked: no room for" in proof.mismatches[0].reason
    with Driver(result.drivers["rust/test-refuses"]) as driver:
        driver.open(expected.path)
        with pytest.raises(DriverError, match="value 0: no trees") as refusal:
            driver.verify()
        assert refusal.value.kind == "cannot-hold"
        assert driver.describe().version == ""


@needs_rust
@pytest.mark.compiled
def test_codec_failing_to_build_does_not_fail_others(wrong, tmp_path):
    broken = wrong("broken", encode="let x: u32 = value;")
    good = codec("bincode")
    result = build(NODE, [broken, good])
    failure = result.failures["rust/test-broken"]
    line = broken.path.read_text().splitlines().index("        let x: u32 = value;") + 1
    assert failure.reason == f"{broken.path}:{line}: mismatched types"
    assert "expected `u32`" in failure.log.read_text()
    assert list(result.drivers) == ["rust/bincode"]

    lost = wrong("lost", dependency=f'lost = {{ path = "{tmp_path}/nowhere" }}')
    result = build(NODE, [lost, good])
    assert list(result.drivers) == ["rust/bincode"]
    assert "nowhere" in result.failures["rust/test-lost"].log.read_text()
    assert result.failures["rust/test-lost"].reason


# Building.


@needs_rust
@pytest.mark.compiled
def test_up_to_date_drivers_are_found_without_spawning(monkeypatch):
    codecs = [c for c in CODECS if there(c.name).schema == WHOLE]
    commands = {c.id: there(c.name).command for c in codecs}

    def spawn(*args, **kwargs):
        raise AssertionError(args)

    monkeypatch.setattr(subprocess, "Popen", spawn)
    cargo.toolchain.cache_clear()
    with optimization.at(LEVEL):
        assert build(WHOLE, codecs).drivers == commands
    assert rust.BUILDER.availability(CODECS[0]).available


@needs_rust
@pytest.mark.compiled
def test_schemas_leave_each_others_artifacts_alone():
    """cargo would not find a driver up to date whose dependencies another schema overwrote."""
    other = Schema("other", "Node", (Record("Node", (Field("label", Scalar(Kind.STRING)),)),))

    def made_anew(schema):
        home = Path(build(schema, [codec("bincode")]).drivers["rust/bincode"][0]).parent.parent
        (home / "stamp.json").unlink()
        [binary] = build(schema, [codec("bincode")]).drivers["rust/bincode"]
        return Path(binary).stat().st_mtime_ns

    made = made_anew(NODE)
    made_anew(other)
    assert made_anew(NODE) == made


DENY = ("--", "-D", "warnings")
CORE = [codec for codec in HOLD_NESTED if codec.is_core]


@needs_rust
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("core", ["test", "--release", "--package=serbench-driver"]),
        # Those of `encode-fresh` are the codecs' files again, and the same code of theirs.
        *(
            (of, [*["clippy", "--release", "--workspace", "--exclude", "encode-fresh-*"], *DENY])
            for of in ("core", "others")
        ),
        ("driver", ["clippy", "--release", "--all-targets", *DENY]),
    ],
    ids=[
        "units of the driver",
        "clippy on the core set",
        "clippy on others",
        "clippy on the driver",
    ],
)
def test_unit_tests_and_lints_of_rust_sources_pass(place, command):
    if not shutil.which(f"cargo-{command[0]}") and command[0] != "test":
        pytest.skip(f"cargo {command[0]} is not installed")
    # What is not built, or is built elsewhere, has no generated sources to check.
    codecs = [c for c in HOLD_NESTED if c not in CORE] if place == "others" else CORE
    assert not any(nested(codec).unavailable for codec in codecs)
    with optimization.at(LEVEL if place == "others" else optimization.FULL):
        work = rust.BUILDER.work(NESTED, codecs, frozenset())
    path = rust_workspace.driver_crate() if place == "driver" else work.workspace.path
    with rust.build_cache.locked(rust.build_cache.directory("build", "rust")):
        # The last build may have asked for operations, whose programs are not there for all codecs.
        work.workspace.write(work.codecs)
        done = subprocess.run(
            ["cargo", *command],
            cwd=path,
            env=cargo.environment(work.target),
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert command[0] == "clippy" or re.search(r"[1-9]\d* passed; 0 failed", done.stdout)
