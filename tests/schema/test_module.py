"""Workload modules: readable, formatted, and nothing but data comes of hostile names."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.schema.infer import infer
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
)
from serbench.schema.module import module_text, write_module
from serbench.workloads.module import load_module
from tests.strategies import HOSTILE_NAMES

RUFF = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")

GOLDEN = '''\
"""A workload inferred from samples.jsonl.

It fits every one of 2 values, 198 bytes of JSON.
Edit it as you like, then give it to `serbench run`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from serbench.schema.types import f64, i32, raw_json, u64, wire


class Sample(msgspec.Struct):
    """At $, $.inner."""

    id: u64
    type: str = msgspec.field(name="@type")
    users: list[User]
    weights: dict[str, f64]
    inner: Sample | None
    quoted: Annotated[bool, wire("\\x22quoted\\x22")]
    mixed: raw_json | None


class User(msgspec.Struct):
    """At $.users[]."""

    class_: i32 = msgspec.field(name="class")
    str_: str | None = msgspec.field(name="str")


ROOT = Sample
VALUES = "samples.jsonl"
'''


@pytest.fixture
def inferred(tmp_path):
    def inferred(*values, name="samples.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(value) + "\n" for value in values))
        return infer([path])

    return inferred


@pytest.fixture
def load(tmp_path):
    def load(text, name="workload.py"):
        path = tmp_path / name
        path.write_text(text)
        return load_module(path)

    return load


def test_written_module_equals_golden_text(inferred, load, tmp_path):
    leaf = {
        "id": 2**64 - 1,
        "@type": "x",
        "users": [],
        "weights": {},
        "inner": None,
        '"quoted"': True,
    }
    value = {
        **leaf,
        "users": [{"class": 1, "str": None}],
        "weights": {"1": 0.5, "2": 1.5, "3": 1},
        "mixed": 1,
    }
    inference = inferred(value, {**leaf, "inner": leaf, "mixed": "x"})
    text = write_module(inference, "samples.jsonl")
    expected = GOLDEN.replace("198 bytes", f"{inference.bytes} bytes")
    assert text == expected
    module = load(text)
    assert module.schema.to_dict() == {**inference.schema.to_dict(), "name": "workload"}
    assert module.root.__name__ == "Sample"
    assert module.values == tmp_path / "samples.jsonl"


EVERYTHING = Schema(
    "everything",
    "Everything",
    (
        Record(
            "Everything",
            (
                *(Field(kind.value, Scalar(kind)) for kind in Kind),
                Field("raw", Scalar(Kind.STRING, raw_json=True)),
                Field("colour", EnumRef("Colour")),
                Field("deep", MapOf(ListOf(OptionalOf(MapOf(OptionalOf(RecordRef("Empty"))))))),
                *(
                    Field(name, Scalar(Kind.BOOL))
                    for name in HOSTILE_NAMES
                    if name not in list(Kind)
                ),
            ),
        ),
        Record("Empty", ()),
    ),
    (Enum("Colour", HOSTILE_NAMES),),
)


def test_every_type_and_every_hostile_name(load):
    text = module_text(EVERYTHING, 'By hand: """ \\ \n', {"Empty": ["$.deep"]}, None)
    module = load(text)
    assert module.schema.to_dict() == {**EVERYTHING.to_dict(), "name": "workload"}
    assert module.values is None


@pytest.mark.skipif(RUFF is None, reason="ruff is not installed")
@pytest.mark.parametrize("width", [88, 100])
def test_written_module_is_formatted(inferred, tmp_path, width):
    names = [
        *HOSTILE_NAMES,
        *("n" * i for i in range(20, 100)),
        *(f'"{"n" * i}' for i in range(20, 90)),
    ]
    values = [
        dict.fromkeys(names, 1),
        {},
        {"record": {name: {"x": i} for i, name in enumerate(names)}},
    ]
    many = {f"place_{i}_{'long' * i}": {"a": 1, "b": "x"} for i in range(8)}
    some = [
        write_module(inferred(*values), "values.jsonl"),
        write_module(inferred({"a": {"b": [{"c": 1}]}}), "values.jsonl"),
        write_module(inferred(many), "folder/v.jsonl"),
    ]
    if width == 88:  # at other widths the parentheses are not where ruff would put them
        some += [write_module(inferred({"a": 1}), "v" * i) for i in range(70, 100, 3)]
        some.append(module_text(EVERYTHING, "Everything.", {}, None))
    for i, text in enumerate(some):
        path = tmp_path / f"module{i}.py"
        path.write_text(text)
    command = [RUFF, "format", "--isolated", f"--line-length={width}", "--diff", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_code_in_names_and_values_is_never_executed(inferred, load, tmp_path):
    """What a name would run if it got out of its quotes."""
    attack = f"__import__('pathlib').Path({str(tmp_path / 'touched')!r}).touch()"
    names = [
        attack,
        f'"; {attack} #',
        f'"""\n{attack}\n"""',
        f"'''\n{attack}\n'''",
        f"\\\n{attack}",
        f"x\n{attack}",
        f"x\r{attack}",
        f"x\u2028{attack}",
        f'\\"; {attack} #',
        "\N{RIGHT-TO-LEFT OVERRIDE}" + attack,
        f"{{{attack}}}",
    ]
    inference = inferred({name: {name: [{name: attack}], "x": i} for i, name in enumerate(names)})
    for values in names:
        text = write_module(inference, values.replace("\0", ""))
        assert all(line.isprintable() for line in text.splitlines())
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        called = {ast.unparse(node.func) for node in calls}
        assert called <= {"msgspec.field", "wire"}
        module = load(text)
        assert module.schema.records == inference.schema.records
        assert module.values == tmp_path / values
    assert not (tmp_path / "touched").exists()


def test_a_hostile_file_name(inferred, load, tmp_path):
    name = 'a"""\n\\.jsonl'
    text = write_module(inferred({"a": 1}, name=name), name)
    module = load(text)
    assert module.values == tmp_path / name
    assert all(line.isprintable() for line in text.splitlines())


def test_the_deepest_schema_makes_a_module(inferred, load):
    value = 1
    for i in range(99):
        value = {f"f{i}": value}
    inference = inferred(value)
    assert len(inference.schema.records) == 99
    assert load(write_module(inference, "x")).schema.records == inference.schema.records


def test_an_edited_module_may_use_all_types(load):
    module = load(
        """
import enum
import msgspec
from serbench.schema.types import f32, u32

class Kind(enum.Enum):
    A = "a"

class Root(msgspec.Struct):
    kinds: dict[str, Kind]
    data: bytes
    width: f32 | None = None
    height: u32 = 3

ROOT = Root
"""
    )
    assert [f"{f.name} {f.type}" for f in module.schema.records[0].fields] == [
        "kinds map<string, Kind>",
        "data bytes",
        "width optional<f32>",
        "height u32",
    ]
