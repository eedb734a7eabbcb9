import json
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from serbench.errors import UserError
from serbench.schema.values import prepare
from serbench.workloads import registry
from serbench.workloads.module import load_module
from serbench.workloads.workload import WorkloadError
from serbench.workloads.writing import write_values

TREE = """\
from __future__ import annotations

import msgspec

from serbench.schema.types import i32


class Tree(msgspec.Struct):
    label: str
    size: i32
    next: Tree | None
    children: list[Tree]


ROOT = Tree
"""

LEAF = "dict(label='leaf', size=1, next=None, children=[])"


def module(directory: Path, text: str | bytes, name: str = "mine.py") -> Path:
    path = directory / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_module_is_a_workload(tmp_path):
    workload = load_module(module(tmp_path, TREE))
    assert workload.name == "mine"
    assert workload.generate is workload.values is workload.study is None
    fields = [(f.name, str(f.type)) for f in workload.schema.record("Tree").fields]
    assert fields == [
        ("label", "string"),
        ("size", "i32"),
        ("next", "optional<Tree>"),
        ("children", "list<Tree>"),
    ]


def test_registry_loads_module(tmp_path):
    assert registry.load_module(module(tmp_path, TREE)).schema.root == "Tree"


def test_an_edited_module_is_read_again(tmp_path):
    assert load_module(module(tmp_path, TREE)).schema.root == "Tree"
    edited = load_module(module(tmp_path, TREE.replace("size: i32", "weight: float")))
    assert [f.name for f in edited.schema.record("Tree").fields][1] == "weight"


def test_modules_with_same_name_stay_apart(tmp_path):
    for directory in ("a", "b"):
        (tmp_path / directory).mkdir()
    a = load_module(module(tmp_path / "a", TREE))
    b = load_module(module(tmp_path / "b", TREE.replace("Tree", "Bush")))
    assert (a.schema.root, b.schema.root) == ("Tree", "Bush")
    assert "mine" not in sys.modules


def test_values_path_is_relative_to_module(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "trees.jsonl").write_text("{}\n")
    path = module(tmp_path, TREE + "VALUES = 'data/trees.jsonl'\n")
    monkeypatch.chdir("/")
    assert load_module(path).values == tmp_path / "data" / "trees.jsonl"


def test_generate_yields_dicts_or_structs(tmp_path):
    generate = (
        "def generate(seed):\n"
        f"    yield {LEAF}\n"
        "    yield Tree('struct', seed, None, [Tree('child', 2, None, [])])\n"
    )
    workload = load_module(module(tmp_path, TREE + generate))
    leaf, tree = workload.generate(5)
    assert type(leaf) is type(tree) is workload.root
    assert (leaf.label, tree.size, tree.children[0].label) == ("leaf", 5, "child")
    out = tmp_path / "trees.jsonl"
    assert write_values(workload, 10, 5, out).values == 2
    assert out.read_bytes().startswith(b'{"label":"leaf","size":1,"next":null,"children":[]}\n')


def test_endless_generate_is_consumed_lazily(tmp_path):
    text = f"{TREE}def generate(seed):\n    while True:\n        yield {LEAF}\n"
    assert len(list(islice(load_module(module(tmp_path, text)).generate(0), 3))) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no ROOT"),
        ("x = (", r"mine\.py:1: SyntaxError: '\(' was never closed"),
        ("import msgspec\n\nx = 1 / 0\n", r"mine\.py:3: ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found\n", r"mine\.py:1: ModuleNotFoundError: .*nowhere"),
        ("import sys\nsys.exit(3)\n", r"mine\.py:2: SystemExit: 3"),
        ("def f(): f()\nf()\n", r"mine\.py:1: RecursionError"),
        (b"\xff\xfe\x00", r"mine\.py.*Error"),
        (b"x = '\xe9'\n", r"mine\.py:1: SyntaxError"),
        (b"x = 1\0\n", r"mine\.py.*Error"),
        ("ROOT = 3\n", "ROOT must be a msgspec.Struct class, and is 3"),
        ("ROOT = 'Tree'\n", "ROOT must be a msgspec.Struct class"),
        ("class Tree: x: int\nROOT = Tree\n", "ROOT must be a msgspec.Struct class"),
        (TREE + "ROOT = Tree('a', 1, None, [])\n", "ROOT must be a msgspec.Struct class"),
        (TREE.replace("size: i32", "size: i32 | float"), r"mine\.py: .*Tree\.size"),
        (TREE.replace("size: i32", "size: i32 | list[Tree]"), r"mine\.py: .*no part of a union"),
        (TREE.replace("list[Tree]", "dict[float, Tree]"), r"mine\.py: .*Tree\.children"),
        (TREE.replace("list[Tree]", "tuple[int, str]"), r"mine\.py: .*Tree\.children"),
        (TREE.replace("size: i32", "size: Missing"), r"mine\.py: .*Missing"),
        (TREE.replace("size: i32", "size: 1 / 0"), r"mine\.py: "),
        (TREE.replace("Tree | None", "Tree"), r"mine\.py: .*without end"),
        (TREE + "VALUES = 3\n", "VALUES must be the path of a file, and is 3"),
        (TREE + "generate = 3\n", "generate must be a function of a seed"),
    ],
)
def test_invalid_module_error_names_file_and_cause(tmp_path, text, said):
    path = module(tmp_path, text)
    with pytest.raises(WorkloadError, match=said) as caught:
        load_module(path)
    assert isinstance(caught.value, UserError)
    assert str(caught.value).startswith(str(path))
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    yield {'label': 3}\n", r"number 1: Expected `str`, got `int` - at `\$.label`"),
        (f"    yield {LEAF}\n    yield 1\n", r"number 2: Expected `object`, got `int`"),
        (f"    yield {LEAF} | dict(size=2**31)\n", r"number 1: .*\$\.size"),
        (f"    yield {LEAF} | dict(label='\\ud800')\n", r"number 1: .*surrogate"),
        (f"    yield {LEAF} | dict(label=object())\n", r"number 1: .*object"),
        (f"    yield {LEAF}\n    raise ValueError('dry')\n", r"mine\.py:18: ValueError: dry"),
        ("    return 3\n", r"mine\.py.*TypeError"),
        ("    import sys\n    sys.exit()\n    yield\n", r"mine\.py:18: SystemExit"),
    ],
)
def test_failing_generator_error_names_cause(tmp_path, body, said):
    workload = load_module(module(tmp_path, f"{TREE}def generate(seed):\n{body}"))
    with pytest.raises(WorkloadError, match=said):
        write_values(workload, 5, 0, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_generator_without_seed_is_rejected(tmp_path):
    workload = load_module(module(tmp_path, TREE + "def generate():\n    yield\n"))
    with pytest.raises(WorkloadError, match=r"mine\.py.*generate\(\) takes 0 positional"):
        next(workload.generate(0))


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (lambda path: None, "No such file or directory"),
        (lambda path: path.mkdir(), "Is a directory"),
    ],
)
def test_unreadable_module_is_rejected(tmp_path, make, cause):
    path = tmp_path / "mine.py"
    make(path)
    with pytest.raises(WorkloadError, match=cause):
        load_module(path)


def test_a_hostile_file_name_stays_on_one_line(tmp_path):
    path = module(tmp_path, "x = (", name="a\n\x1b[31m'; touch x;'.py")
    with pytest.raises(WorkloadError) as caught:
        load_module(path)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_an_interrupt_is_not_an_error_of_the_module(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        load_module(module(tmp_path, "raise KeyboardInterrupt\n"))


@pytest.mark.parametrize("options", ["array_like=True", "tag=True", "omit_defaults=True"])
def test_struct_with_unsupported_option_is_rejected(tmp_path, options):
    text = TREE.replace("msgspec.Struct", f"msgspec.Struct, {options}")
    with pytest.raises(WorkloadError, match=options.split("=")[0]):
        load_module(module(tmp_path, text))


def test_the_types_of_a_module_can_be_used_later(tmp_path):
    workload = load_module(module(tmp_path, TREE))
    line = b'{"label":"a","size":1,"next":null,"children":[]}'
    value = msgspec.json.decode(line, type=workload.root)
    assert msgspec.json.encode(value) == line


PAYMENT = """\
from __future__ import annotations

from datetime import UTC, date as Day, datetime, timedelta
from decimal import Decimal
from typing import Annotated
from uuid import UUID

import msgspec

from serbench.schema.types import (
    bigint, decimal, duration_ms, i32, tells_absent, timestamp_us_utc, uuid,
)


class Payment(msgspec.Struct):
    id: uuid
    day: Day
    at: timestamp_us_utc
    amount: Annotated[Decimal, decimal(12, 2)]
    took: duration_ms
    size: bigint
    notes: dict[i32, str]
    memo: Annotated[str | msgspec.UnsetType | None, tells_absent] = msgspec.UNSET


ROOT = Payment


def generate(seed):
    yield Payment(
        UUID(int=10), Day(1969, 12, 31), datetime(2026, 1, 31, 12, tzinfo=UTC), Decimal("1.1"),
        timedelta(days=1), str(2**64), {2: "b", -1: "a"},
    )
"""


def test_generated_values_of_python_types_are_lowered(tmp_path):
    workload = load_module(module(tmp_path, PAYMENT))
    assert workload.generate
    found = prepare(workload.schema, workload.generate(0), tmp_path / "values.jsonl")
    assert json.loads(found.path.read_text()) == {
        "id": "00000000-0000-0000-0000-00000000000a",
        "day": -1,
        "at": 1_769_860_800_000_000,
        "amount": "1.10",
        "took": 86_400_000,
        "size": str(2**64),
        "notes": [{"key": -1, "value": "a"}, {"key": 2, "value": "b"}],
        "memo": None,
    }
