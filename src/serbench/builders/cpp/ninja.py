"""Writing and running build.ninja: https://ninja-build.org/manual.html."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.machine import programs

_STATUS = re.compile(r"^\[(\d+)/(\d+)\] (.*)$")
_FAILED = re.compile(r"^FAILED: (?:\[code=\d+\] )?(.*)$")


@dataclass(slots=True)
class Rule:
    """`command` and `description` are ninja's: `$in`, `$out` and variables stand for what they
    are. `depfile` says that the command writes `$out.d`, as `gcc -MD` does."""

    name: str
    command: str
    description: str
    depfile: bool = False


@dataclass(slots=True)
class Edge:
    """Makes `outputs` from `inputs` by the rule. `order_only` must be there first."""

    outputs: tuple[str, ...]
    rule: str
    inputs: tuple[str, ...]
    order_only: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)


def text(rules: Iterable[Rule], edges: Iterable[Edge]) -> str:
    """A build.ninja; in variables and commands a `$` is ninja's own unless written `$$`."""
    lines = ["ninja_required_version = 1.8"]
    for rule in rules:
        lines += [f"rule {rule.name}", f"  command = {rule.command}"]
        lines += [f"  description = {rule.description}"]
        if rule.depfile:
            lines += ["  depfile = $out.d", "  deps = gcc"]
    for edge in edges:
        after = f" || {_paths(edge.order_only)}" if edge.order_only else ""
        lines.append(f"build {_paths(edge.outputs)}: {edge.rule} {_paths(edge.inputs)}{after}")
        lines += [f"  {name} = {value}" for name, value in edge.variables.items()]
    return "\n".join(lines) + "\n"


def escape(value: str) -> str:
    """Text that ninja shall hand on as it is."""
    return value.replace("$", "$$")


def _paths(paths: Sequence[str]) -> str:
    return " ".join(re.sub(r"([$ :|])", r"$\1", path) for path in paths)


@dataclass(slots=True)
class Outcome:
    """`failed` maps outputs to what their command said; `output` is all that ninja said."""

    failed: dict[str, str]
    output: str
    succeeded: bool


def run(
    directory: Path,
    targets: Sequence[str],
    jobs: int,
    on_step: Callable[[int, int, str], None],
) -> Outcome:
    """Builds the targets by the directory's build.ninja, as many as can be.

    `on_step` is told how many commands are done, of how many, and which came last.
    """
    import ninja

    command = [str(Path(ninja.BIN_DIR) / "ninja"), "-k", "0", "-j", str(jobs), *targets]
    environment = programs.building({"NINJA_STATUS": "[%f/%t] ", "LC_ALL": "C"})
    process = programs.popen(command, cwd=directory, env=environment, stderr=programs.STDOUT)
    lines: list[str] = []
    failed: dict[str, str] = {}
    failing: tuple[str, ...] = ()
    with process:
        try:
            assert process.stdout
            for piece in process.stdout:
                line = piece.decode(errors="replace")
                lines.append(line)
                if status := _STATUS.match(line):
                    failing = ()
                    on_step(int(status[1]), int(status[2]), status[3])
                elif broken := _FAILED.match(line):
                    failing = tuple(broken[1].split())
                for output in failing:
                    failed[output] = failed.get(output, "") + line
        except BaseException:
            process.terminate()
            raise
    return Outcome(failed, "".join(lines), process.returncode == 0)
