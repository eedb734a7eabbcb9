"""Go drivers built for real: digests, sizes, and codecs that do not build."""

import json
import shutil

import pytest

from serbench.builders.codec import DRIVERS, read_codec
from serbench.builders.go import generators as go_generators
from serbench.builders.go import module as go_module
from serbench.builders.go import tool as go_tool
from serbench.builders.go.builder import BUILDER
from serbench.machine import cache as build_cache
from serbench.machine import programs
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverError
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve
from serbench.schema.logical import BY_WORD
from serbench.schema.model import Field, Kind, Record, Scalar, Schema, scalar_of
from tests.compiled_schemas import EMPTIEST, WHOLE, fitting, nested, part_of, tree, whole
from tests.conftest import working_set

CODECS = [read_codec("go", path) for path in sorted((DRIVERS / "go" / "codecs").glob("*.go"))]
BY_NAME = {codec.name: codec for codec in CODECS}
SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))


def quietly(done, total, doing):
    assert 0 <= done <= total


def there(codec, of=whole):
    built = of(codec)
    if built.unavailable:
        pytest.skip(built.unavailable)
    return built


def build(schema, codecs):
    missing = {c.name: BUILDER.availability(c).reason for c in codecs}
    if any(missing.values()):
        pytest.skip(str(missing))
    return BUILDER.build(schema, codecs, EXTRA, quietly)


def test_codecs_of_studies_exist_with_one_reference():
    assert set(BY_NAME) >= {
        "encoding-json", "ffjson", "protobuf", "gogoprotobuf", "capnp", "capnp-glycerine",
    }  # fmt: skip
    assert [c.name for c in CODECS if c.is_reference] == ["protobuf"]


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_versions_are_pinned_and_generators_known(codec):
    if codec.facts["module"] != "std":
        assert go_module.version(codec)
    assert set(go_module.generators(codec)) <= set(go_generators.GENERATORS)


def test_missing_go_error_advises_installation(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    found = BUILDER.toolchain()
    assert not found.available
    assert "install Go" in found.reason


def test_missing_schema_compiler_error_names_package(monkeypatch):
    monkeypatch.setattr(programs, "which", lambda program: None)
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


def test_another_go_toolchain_changes_identity(monkeypatch, tmp_path):
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
@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_extra_operations_match_zero_copy_trait(codec, tmp_path):
    built = there(codec)
    expected = working_set(built.schema, fitting(codec, [EMPTIEST]), tmp_path / "values.jsonl")
    with Driver(built.command) as driver:
        offered = {"borrow", "access"} & set(driver.describe().operations)
        whole = {"borrow", "access"}
        assert (offered == whole) if "zero-copy" in codec.traits else (offered <= {"borrow"})
        assert verify(driver, expected).proven
        for operation in offered:
            assert driver.sample(operation, 2, 1).items == 2


@pytest.mark.compiled
def test_up_to_date_build_is_found_without_spawning(monkeypatch):
    codecs = [codec for codec in CODECS if part_of(codec) == WHOLE]
    commands = {codec.id: there(codec).command for codec in codecs}
    monkeypatch.setattr(go_tool.programs, "run", None)  # nothing is spawned
    assert BUILDER.build(WHOLE, codecs, EXTRA, quietly).drivers == commands


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("codec", "size"), [("encoding-json", 550), ("ffjson", 550), ("protobuf", 382)]
)
def test_sizes_of_nested_equal_study(codec, size):
    target = resolve(Target("nested"), None, 0)
    with Driver(there(BY_NAME[codec], nested).command) as driver:
        assert verify(driver, target.expected).encoded_bytes == size


@pytest.mark.compiled
def test_codec_failing_to_build_does_not_fail_others(tmp_path):
    good = (DRIVERS / "go" / "codecs" / "encoding-json.go").read_text()
    broken = tmp_path / "broken.go"
    broken.write_text(good.replace("c.out = out", "c.out = nonsense"))
    unknown = tmp_path / "unknown.go"
    unknown.write_text(good.replace('"strings"', '"strings"\n\t_ "example.invalid/nothing"'))
    codecs = [read_codec("go", path) for path in (broken, unknown)]
    result = build(SMALL, [*codecs, BY_NAME["encoding-json"]])
    assert set(result.drivers) == {"go/encoding-json"}
    assert f"{broken}:" in result.failures["go/broken"].reason
    assert "nonsense" in result.failures["go/broken"].reason
    assert "example.invalid" in result.failures["go/unknown"].log.read_text()


@pytest.mark.compiled
def test_go_vet_and_driver_tests_pass(tmp_path):
    codecs = [codec for codec in CODECS if there(codec).schema == WHOLE]
    module = build_cache.directory("build", "go", WHOLE.fingerprint, "module")
    packages = [f"./codec/{codec.name}" for codec in codecs]
    go_tool.run(["go", "vet", "./driver", "./schema", *packages], module)
    shutil.copytree(module, tmp_path / "module")
    for test in (DRIVERS / "go" / "driver").glob("*_test.go"):
        shutil.copy(test, tmp_path / "module" / "driver")
    assert go_tool.run(["go", "test", "./driver"], tmp_path / "module").startswith("ok")


def with_every_logical_type():
    fields = tuple(Field(f"f{i}", scalar_of(each)) for i, each in enumerate(BY_WORD.values()))
    return Schema("logical", "Logical", (Record("Logical", fields),))


def test_packages_of_logical_types_are_there_only_for_schemas_that_have_some(tmp_path):
    for name, schema in (("without", SMALL), ("with", with_every_logical_type())):
        go_module.Module(tmp_path / name, schema).write([])
    packages = ("logical", "conventions")
    assert not any((tmp_path / "without" / package).exists() for package in packages)
    assert all((tmp_path / "with" / package).is_dir() for package in packages)


@pytest.mark.compiled
def test_go_vet_and_tests_of_logical_types_pass(tmp_path):
    if reason := go_tool.missing():
        pytest.skip(reason)
    go_module.Module(tmp_path, with_every_logical_type()).write([])
    packages = ("logical", "conventions")
    for package in packages:
        for test in (DRIVERS / "go" / package).glob("*_test.go"):
            shutil.copy(test, tmp_path / package)
    paths = [f"./{package}" for package in packages]
    go_tool.run(["go", "vet", "./schema", *paths], tmp_path)
    tested = go_tool.run(["go", "test", *paths], tmp_path).splitlines()
    assert [line.split()[0] for line in tested] == ["ok", "ok"]


@pytest.mark.compiled
def test_a_value_beyond_gos_duration_is_refused_by_its_type(tmp_path):
    fields = (Field("took", scalar_of(BY_WORD["duration_s"])),)
    schema = Schema("took", "Took", (Record("Took", fields),))
    built = build(schema, [BY_NAME["gob"]])
    values = tmp_path / "values.jsonl"
    values.write_text('{"took":9223372036}\n{"took":9223372037}\n')
    with Driver(built.drivers["go/gob"]) as driver, pytest.raises(DriverError) as refused:
        driver.open(values)
    assert refused.value.kind == "cannot-hold"
    assert "line 2: $.took: 9223372037 is beyond Go's time.Duration for duration_s" in str(
        refused.value
    )
    assert "--plain-types" in str(refused.value)


@pytest.mark.compiled
def test_bad_values_are_named_by_line_and_path(tmp_path):
    leaf = tree("leaf")
    bad = {**leaf, "children": [leaf, {**leaf, "weights": {"a": "no number"}}]}
    path = tmp_path / "values.jsonl"
    path.write_text(f"{json.dumps(EMPTIEST)}\n{json.dumps({**EMPTIEST, 'tree': bad})}\n")
    with Driver(there(BY_NAME["encoding-json"]).command) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.open(path)
        assert refusal.value.kind == "bad-values"
        assert "line 2: $.tree.children[1].weights.a: no number is not an f64" in str(refusal.value)
