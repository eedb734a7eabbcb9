"""What was stored is reported, whatever today's sources say."""

import ast
from pathlib import Path

import pytest

import serbench

ROOT = Path(serbench.__file__).parent


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("results", ("catalog", "build", "preparation", "commands", "report", "studies")),
        ("report", ("catalog", "build", "preparation", "commands")),
        ("studies", ("catalog", "build", "preparation", "commands", "report")),
        ("measure", ("results", "report", "studies", "commands")),
        ("stats", ("results", "report", "studies", "commands", "measure")),
    ],
)
def test_a_room_imports_nothing_of(room, forbidden):
    paths = list((ROOT / room).rglob("*.py"))
    assert paths
    rooms = tuple(f"serbench.{name}" for name in forbidden)
    found = {
        (path.name, name)
        for path in paths
        for name in imported(path)
        if any(name == other or name.startswith(f"{other}.") for other in rooms)
    }
    assert found == set()
