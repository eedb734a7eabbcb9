import subprocess
import sys
from pathlib import Path

import pytest

import serbench.workloads
from serbench.errors import UserError
from serbench.workloads import registry

NAMES = [
    "containers-large",
    "containers-medium",
    "containers-small",
    "edges",
    "ledger",
    "log",
    "nested",
    "nonfinite",
    "order",
    "record",
    "record-published",
    "tweet",
]


def test_names():
    assert registry.names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_find(name):
    workload = registry.find(name)
    assert workload.name == workload.schema.name == name
    assert workload.title
    several = {"edges": 41, "nonfinite": 17}
    several |= dict.fromkeys(("ledger", "log", "order", "tweet"), 1000)
    assert workload.default_count == several.get(name, 1)
    assert workload.schema is workload.schema


def test_every_study_has_a_workload():
    assert {registry.find(name).study for name in NAMES} - {None} == {
        "complex-objects",
        "cpp-containers",
        "nested-structures",
        "cpp-serializers",
        "goser",
    }


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("tweets", "tweet"),
        ("container-small", "containers-small"),
        ("containers", "containers-small"),
        ("qqqq", None),
        ("", None),
        ("randomness", None),
        ("os", None),
        ("../tweet", "tweet"),
    ],
)
def test_unknown_name_error_names_nearest_workload(name, nearest):
    with pytest.raises(registry.UnknownWorkload) as caught:
        registry.find(name)
    assert isinstance(caught.value, UserError)
    assert repr(name) in str(caught.value)
    assert (nearest or "serbench list workloads") in str(caught.value)


def test_a_module_dropped_into_the_package_is_a_workload(tmp_path, monkeypatch):
    (tmp_path / "dropped.py").write_text(
        "import msgspec\n"
        "from serbench.workloads.workload import Workload\n"
        "class Point(msgspec.Struct):\n    x: float\n"
        "WORKLOADS = (Workload('dropped', 'A point', Point, 1, None, None),)\n"
    )
    monkeypatch.setattr(serbench.workloads, "__path__", [str(tmp_path)])
    for function in (registry._modules, registry._offered):
        function.cache_clear()
    try:
        assert registry.names() == ["dropped"]
        assert registry.find("dropped").schema.root == "Point"
    finally:
        sys.modules.pop("serbench.workloads.dropped", None)
        for function in (registry._modules, registry._offered):
            function.cache_clear()


@pytest.mark.parametrize(
    ("code", "spared"),
    [
        ("registry.names()", ("duckdb", "numpy", "rich", "jinja2", "zstandard")),
        ("registry.names()", ("serbench.workloads.generation.tweets",)),
        ("registry.find('nested')", ("serbench.workloads.tweet", "serbench.workloads.log")),
        ("registry.find('containers-small')", ("serbench.workloads.tweet",)),
    ],
)
def test_workload_lookup_imports_no_unneeded_modules(code, spared):
    script = f"from serbench.workloads import registry; {code}; import sys; print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(spared).isdisjoint(shown.stdout.split())


def test_every_file_of_package_is_short():
    for path in Path(serbench.workloads.__file__).parent.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) < 400, path
