"""What a driver is made of, found and not listed: the modules that write and build it, the sources
of its language, the programs that are called."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Protocol

from serbench.machine import programs


class Module(Protocol):
    """Anything imported."""

    @property
    def __name__(self) -> str: ...


def modules(*roots: Module | str, without: Iterable[Module] = ()) -> list[Path]:
    """The files of these modules (a string names one), of all in the same package that they
    import, and that those import, wherever in a file an import stands, and of the packages around
    them. What only `without` would bring is left out."""
    todo = [root if isinstance(root, str) else root.__name__ for root in roots]
    seen = {module.__name__ for module in without}.difference(todo)
    found: set[Path] = set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            path, imported = _imports(name)
            if path:
                found.add(path)
            todo += imported
    return sorted(found)


@cache
def _imports(name: str) -> tuple[Path | None, tuple[str, ...]]:
    """The file of a module, and the modules of its package that importing it runs."""
    spec = find_spec(name)
    if spec is None or not spec.origin:
        return None, ()
    path = Path(spec.origin)
    package = name.partition(".")[0]
    names = [name.rpartition(".")[0]]
    for node in _run(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # Dots are counted from the package, not from the module.
            of = resolve_name("." * node.level + (node.module or ""), spec.parent)
            names += [of, *(f"{of}.{alias.name}" for alias in node.names)]
    mine = (name for name in dict.fromkeys(names) if name.split(".")[0] == package)
    return path, tuple(name for name in mine if _is_module(name))


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads."""
    match tree:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=otherwise):
            nodes: Iterable[ast.AST] = otherwise
        case _:
            yield tree
            nodes = ast.iter_child_nodes(tree)
    for node in nodes:
        yield from _run(node)


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is a module, and this a name in it
        return False


def tree(*roots: Path) -> list[Path]:
    """All files below these, and those of them that are files themselves."""
    return sorted(
        path
        for root in roots
        for path in ([root] if root.is_file() else root.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    )


def program(name: str) -> str:
    """What changes when another program of this name would run, found without running it."""
    found = programs.which(name)
    if not found:
        return f"{name}: none"
    status = Path(found).resolve().stat()
    return f"{name}: {found} {status.st_size} {status.st_mtime_ns}"
