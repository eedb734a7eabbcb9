"""The house's order: tests mirror modules, and rooms import each other in one direction."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import serbench

SOURCES = Path(serbench.__file__).parent
TESTS = Path(__file__).parent
# Of no single module: all drivers, any schema, all generators of C++ or Go, every reader, every
# workload, the page as a browser shows it, a study that is killed, a cluster with faults, files in
# object storage, what commands take from files, what they advise, the fuzzer, a bench, the house
# itself.
SUITES = {
    "benches/test_handwritten.py",
    "builders/test_hostile_facts.py",
    "cluster/test_lost_connection.py",
    "cluster/test_object_storage.py",
    "codegen/cpp/test_absence.py",
    "codegen/cpp/test_maps.py",
    "codegen/go/test_absence.py",
    "codegen/go/test_maps.py",
    "codegen/rust/test_absence.py",
    "codegen/java/test_absence.py",
    "codegen/rust/test_maps.py",
    "codegen/test_clashes.py",
    "codegen/test_hostile_names.py",
    "codegen/test_lineage.py",
    "commands/test_advice.py",
    "commands/test_choose_questions.py",
    "report/test_browser_beside.py",
    "report/test_hostile_text.py",
    "commands/test_configuration.py",
    "commands/test_faults.py",
    "commands/test_hostile_errors.py",
    "commands/test_hostile_results.py",
    "commands/test_inputs.py",
    "commands/test_killed_study.py",
    "fuzz/test_harness.py",
    "measure/test_conformance.py",
    "measure/test_conformance_files.py",
    "measure/test_javascript_warm_up.py",
    "report/test_browser.py",
    "schema/test_properties.py",
    "schema/test_reported.py",
    "schema/test_second_readers.py",
    "test_packaging.py",
    "test_pages.py",
    "test_rooms.py",
    "test_logical_types.py",
    "test_survival.py",
    "test_unions.py",
    "workloads/test_studies.py",
    "workloads/test_values.py",
}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


MODULES = {module_of(path): path for path in SOURCES.rglob("*.py")}


def imported(name: str) -> set[str]:
    """The modules that a module imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module)
    return found & MODULES.keys()


IMPORTS = {name: imported(name) for name in MODULES}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of nodes of which each leads to every other."""
    reached = {}
    for start in graph:
        reached[start] = set()
        todo = [start]
        while todo:
            fresh = graph[todo.pop()] - reached[start]
            reached[start] |= fresh
            todo += fresh
    groups = {frozenset(b for b in reached[a] if a in reached[b]) for a in graph}
    return sorted(sorted(group) for group in groups if group)


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}}) == [["b", "c"], ["d"]]


def test_every_test_module_has_a_source_module():
    tests = {str(path.relative_to(TESTS)) for path in TESTS.rglob("test_*.py")}
    of = {
        str(path.relative_to(SOURCES).with_name(f"test_{path.name}")) for path in MODULES.values()
    }
    assert sorted(tests - of - SUITES) == []
    assert tests >= SUITES


def test_rooms_import_each_other_in_one_direction():
    """A room is what lies in `serbench` itself: a folder, or a module alone."""
    rooms = defaultdict(set)
    for name, others in IMPORTS.items():
        if name != "serbench":
            rooms[room(name)] |= {room(other) for other in others if other != "serbench"}
    for name in rooms:
        rooms[name].discard(name)
    assert circles(rooms) == []


def room(name: str) -> str:
    return name.split(".")[1]


def room_of(module: str) -> str:
    return room(module) if "." in module else ""


@pytest.mark.parametrize("name", sorted({room_of(module) for module in MODULES} - {""}))
def test_inside_a_room_modules_do_too(name):
    inside = {
        module: {other for other in others if room_of(other) == name}
        for module, others in IMPORTS.items()
        if room_of(module) == name
    }
    assert circles(inside) == []


@pytest.mark.parametrize(
    ("name", "forbidden"),
    [
        # What was stored is reported, whatever today's sources say.
        ("results", {"catalog", "builders", "preparation", "commands", "report", "studies"}),
        ("report", {"catalog", "builders", "preparation", "commands"}),
        ("studies", {"catalog", "builders", "preparation", "commands", "report"}),
        ("measure", {"results", "report", "studies", "commands"}),
        ("stats", {"results", "report", "studies", "commands", "measure"}),
    ],
)
def test_room_does_not_import_forbidden_rooms(name, forbidden):
    found = {
        (module, other)
        for module, others in IMPORTS.items()
        for other in others
        if room_of(module) == name and room_of(other) in forbidden
    }
    assert found == set()


def test_files_of_the_rust_driver_import_each_other_in_one_direction():
    files = {path.stem: path for path in (SOURCES / "drivers/rust/driver/src").glob("*.rs")}
    assert "protocol" in files
    named = {name: re.findall(r"crate::(\w+|\{[^}]*\})", of_crate(files[name])) for name in files}
    inside = {
        name: {other for text in texts for other in re.findall(r"\w+", text)}
        & files.keys() - {name}
        for name, texts in named.items()
        if name != "lib"  # it only lists them
    }
    assert circles(inside) == []


def of_crate(path: Path) -> str:
    return path.read_text().partition("#[cfg(test)]")[0]
