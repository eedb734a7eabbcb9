"""Go drivers built for real: digests, sizes, and codecs that do not build."""

import json
import shutil
import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from serbench import cache as build_cache
from serbench.build.codec import DRIVERS, read_codec
from serbench.build.go import generators as go_generators
from serbench.build.go import module as go_module
from serbench.build.go import tool as go_tool
from serbench.build.go.builder import BUILDER
from serbench.measure.client import Driver, DriverError
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve
from serbench.schema.annotations import schema_of
from serbench.schema.model import Schema
from tests.conftest import VECTORS, working_set
from tests.schema.make_digest_vectors import Node
from tests.strategies import schemas, values_of

CODECS = [read_codec("go", path) for path in sorted((DRIVERS / "go" / "codecs").glob("*.go"))]
BY_NAME = {codec.name: codec for codec in CODECS}
NOTHING = Schema.from_dict(VECTORS[1]["schema"])


def quietly(done, total, doing):
    assert 0 <= done <= total


def build(schema, codecs):
    missing = {c.name: BUILDER.availability(c).reason for c in codecs}
    if any(missing.values()):
        pytest.skip(str(missing))
    return BUILDER.build(schema, codecs, EXTRA, quietly)


def test_the_studies_codecs_are_there_and_one_is_the_reference():
    assert set(BY_NAME) >= {
        "encoding-json", "ffjson", "protobuf", "gogoprotobuf", "capnp", "capnp-glycerine",
    }  # fmt: skip
    assert [c.name for c in CODECS if c.is_reference] == ["protobuf"]


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_versions_are_pinned_and_generators_known(codec):
    if codec.facts["module"] != "std":
        assert go_module.version(codec)
    assert set(go_module.generators(codec)) <= set(go_generators.GENERATORS)


def test_without_go_the_reason_says_what_to_do(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    found = BUILDER.toolchain()
    assert not found.available
    assert "install Go" in found.reason


def test_without_a_compiler_of_schemas_its_package_is_named(monkeypatch):
    monkeypatch.setattr(go_generators.shutil, "which", lambda program: None)
    missing = go_generators.GENERATORS["capnp"].missing()
    assert missing == ("capnp", "capnproto")


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("# serbench/codec/x\ncodec/x/main.go:3:1: wrong\nmore", "codec/x/main.go:3:1: wrong"),
        ("go: downloading a v1\ngo: no such module", "go: no such module"),
        ("", "it said nothing"),
    ],
)
def test_the_first_error_is_found(output, said):
    assert go_tool.first_error(output) == said


def test_what_another_go_would_build_is_not_up_to_date(monkeypatch, tmp_path):
    monkeypatch.setenv("GOENV", str(tmp_path / "env"))
    seen = [go_tool.identity()]
    for name, value in (("GOTOOLCHAIN", "go1.24.9"), ("GOROOT", "/opt/go")):
        monkeypatch.setenv(name, value)
        seen.append(go_tool.identity())
    (tmp_path / "env").write_text("GOTOOLCHAIN=go1.25.0\n")
    seen.append(go_tool.identity())
    (tmp_path / "go").write_text("#!/bin/sh\n")
    (tmp_path / "go").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    seen.append(go_tool.identity())
    assert len(set(seen)) == 5


def test_the_users_own_settings_do_not_reach_the_compiler(monkeypatch):
    for name in ("GOFLAGS", "GOAMD64", "GOARCH", "GOOS", "GOEXPERIMENT", "GOFIPS140"):
        monkeypatch.setenv(name, "users")
    assert "users" not in go_tool.environment().values()


@pytest.mark.compiled
def test_every_codec_proves_the_vectors_and_an_old_build_is_found_at_once(
    vector, tmp_path, monkeypatch
):
    schema = Schema.from_dict(vector["schema"])
    values = working_set(schema, vector["values"], tmp_path / "values.jsonl")
    result = build(schema, CODECS)
    assert not result.failures
    for command in result.drivers.values():
        with Driver(command) as driver:
            opened = driver.open(values.path)
            assert (opened.digest, opened.visit, opened.access) == (
                vector["digest"], vector["visit"], vector["access"],
            )  # fmt: skip
            verdict = verify(driver, values)
            assert verdict.proven, (command, verdict.note)
            description = driver.describe()
            offered = {"borrow", "access"} & set(description.operations)
            can = "zero-copy" in BY_NAME[description.codec.removeprefix("go/")].traits
            expected = {"borrow": can, "access": can and bool(vector["access"])}
            assert offered == {operation for operation, has in expected.items() if has}
            for operation in offered:
                assert driver.sample(operation, 2, 1).items == 2 * opened.values
    monkeypatch.setattr(go_tool.subprocess, "run", None)  # nothing is spawned
    began_s = time.process_time()
    assert BUILDER.build(schema, CODECS, EXTRA, quietly).drivers == result.drivers
    assert time.process_time() - began_s < 0.05


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("codec", "size"), [("encoding-json", 550), ("ffjson", 550), ("protobuf", 382)]
)
def test_sizes_of_nested_are_those_the_study_printed(codec, size):
    target = resolve("nested", None, 0)
    result = build(target.schema, [BY_NAME[codec]])
    with Driver(result.drivers[f"go/{codec}"]) as driver:
        assert verify(driver, target.expected).encoded_bytes == size


@pytest.mark.compiled
def test_codecs_of_one_wire_read_each_others_bytes(expected, schema, tmp_path):
    result = build(schema, CODECS)
    for writer in CODECS:
        with Driver(result.drivers[writer.id]) as driver:
            verify(driver, expected)
            driver.dump(tmp_path / "dump")
        for reader in CODECS:
            if reader.wire == writer.wire:
                with Driver(result.drivers[reader.id]) as driver:
                    loaded = driver.load(tmp_path / "dump")
                    assert (writer.id, reader.id, loaded.digest) == (
                        writer.id, reader.id, expected.digest,
                    )  # fmt: skip


@pytest.mark.compiled
def test_a_codec_that_does_not_build_takes_no_other_with_it(tmp_path):
    good = (DRIVERS / "go" / "codecs" / "encoding-json.go").read_text()
    broken = tmp_path / "broken.go"
    broken.write_text(good.replace("c.out = out", "c.out = nonsense"))
    unknown = tmp_path / "unknown.go"
    unknown.write_text(good.replace('"strings"', '"strings"\n\t_ "example.invalid/nothing"'))
    codecs = [read_codec("go", path) for path in (broken, unknown)]
    result = build(NOTHING, [*codecs, BY_NAME["encoding-json"]])
    assert set(result.drivers) == {"go/encoding-json"}
    assert f"{broken}:" in result.failures["go/broken"].reason
    assert "nonsense" in result.failures["go/broken"].reason
    assert "example.invalid" in result.failures["go/unknown"].log.read_text()


@pytest.mark.compiled
def test_pointers_to_maps_of_records_in_lists_build(tmp_path):
    schema = Schema.from_dict(
        {
            "name": "s",
            "root": "R",
            "records": [
                {
                    "name": "R",
                    "fields": [
                        ["schema_ffjson.a", {"list": {"optional": {"map": {"record": "R"}}}}],
                        ["b", {"list": {"map": {"list": {"optional": {"record": "R"}}}}}],
                    ],
                }
            ],
            "enums": [],
        }
    )
    leaf = {"schema_ffjson.a": [None], "b": []}
    value = {"schema_ffjson.a": [None, {"x": leaf}], "b": [{"y": [leaf, None]}]}
    values = working_set(schema, [value], tmp_path / "values.jsonl")
    result = build(schema, CODECS)
    assert not result.failures
    for command in result.drivers.values():
        with Driver(command) as driver:
            assert verify(driver, values).proven, command


@pytest.mark.compiled
def test_go_vet_finds_nothing_and_the_drivers_own_tests_pass(schema, tmp_path):
    build(schema, CODECS)
    module = build_cache.directory("build", "go", schema.fingerprint, "module")
    codecs = [f"./codec/{codec.name}" for codec in CODECS]
    go_tool.run(["go", "vet", "./driver", "./schema", *codecs], module)
    shutil.copytree(module, tmp_path / "module")
    for test in (DRIVERS / "go" / "driver").glob("*_test.go"):
        shutil.copy(test, tmp_path / "module" / "driver")
    assert go_tool.run(["go", "test", "./driver"], tmp_path / "module").startswith("ok")


@pytest.mark.compiled
def test_bad_values_are_named_by_line_and_path(tmp_path):
    schema = schema_of(Node, "node")
    result = build(schema, [BY_NAME["encoding-json"]])
    leaf = {"label": "", "children": [], "next": None, "weights": {}}
    bad = {**leaf, "children": [leaf, {**leaf, "weights": {"a": "no number"}}]}
    path = tmp_path / "values.jsonl"
    path.write_text(f"{json.dumps(leaf)}\n{json.dumps(bad)}\n")
    with Driver(result.drivers["go/encoding-json"]) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.open(path)
        assert refusal.value.kind == "bad-values"
        assert "line 2: $.children[1].weights.a: no number is not an f64" in str(refusal.value)


@pytest.mark.compiled
def test_random_schemas_with_hostile_names_survive_every_codec(tmp_path):
    build(NOTHING, CODECS)  # or skip

    # Shrinking would compile for minutes.
    @settings(
        max_examples=3,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def survive(data):
        schema = data.draw(schemas())
        values = working_set(
            schema, data.draw(st.lists(values_of(schema), min_size=1, max_size=4)), tmp_path / "v"
        )
        result = BUILDER.build(schema, CODECS, EXTRA, quietly)
        assert not result.failures, [
            (f.reason, f.log.read_text()) for f in result.failures.values()
        ]
        for codec, command in result.drivers.items():
            with Driver(command) as driver:
                verdict = verify(driver, values)
                assert verdict.proven, (codec, verdict.note)

    survive()
