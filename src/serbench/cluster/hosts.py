"""The hosts of a cluster: what each is, and which of them are meant."""

from __future__ import annotations

import platform
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from serbench.cluster.connection import RESOURCES, ClusterWorker, Connection, code
from serbench.errors import UserError, check_known
from serbench.measure import environment
from serbench.measure.host import Host, HostKind, kind_of, this_host
from serbench.quoting import clipped

_BOOT = Path("/proc/sys/kernel/random/boot_id")
[_RESOURCE] = RESOURCES


class HostFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker says of where it is. `machine` is the same for all containers of a machine;
    `code` and `python` are what runs there."""

    host: Host
    machine: str
    hostname: str
    environment: dict[str, str]
    code: str
    python: str


@dataclass(frozen=True, slots=True)
class ClusterHost:
    """A host, and the worker that measures there, one of so many."""

    worker: ClusterWorker
    facts: HostFacts
    workers: int = 1

    @property
    def name(self) -> str:
        return self.facts.host.name

    @property
    def kind(self) -> HostKind:
        return kind_of(self.facts.environment)

    @property
    def words(self) -> str:
        """For a list of hosts: what selectors are held against."""
        cpu = self.facts.environment.get("CPU", "an unknown processor")
        return f"{self.name} ({self.facts.hostname}, {cpu}, worker {self.worker.name})"


def facts_here() -> HostFacts:
    """Of the host that this process runs on."""
    host = this_host()
    machine = host.id
    with suppress(OSError):
        machine = _BOOT.read_text().strip()
    return HostFacts(
        host=host,
        machine=machine,
        hostname=socket.gethostname(),
        environment=environment.describe(),
        code=code(),
        python=_python(),
    )


def _python() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def tell_facts() -> bytes:
    """In a worker: as `facts_here`, in JSON, which any version can read."""
    return msgspec.json.encode(facts_here())


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A host that cannot measure, or a worker of which nobody knows where it is, and why."""

    name: str
    why: str
    host: ClusterHost | None = None


def hosts_of(
    connection: Connection, workers: Sequence[ClusterWorker]
) -> tuple[list[ClusterHost], list[LeftOut]]:
    """The hosts that these workers are on, by name, one worker of each; and those that cannot
    measure."""
    told = connection.ask(tell_facts, workers=[worker.address for worker in workers])
    by_machine: dict[str, list[ClusterHost]] = {}
    left_out: list[LeftOut] = []
    for worker in workers:
        answer = told.get(worker.address)
        facts = _decoded(answer)
        if facts is None:
            why = f"it does not say where it is: {_short(answer)}"
            left_out.append(LeftOut(f"worker {worker.name}", why))
        else:
            by_machine.setdefault(facts.machine, []).append(ClusterHost(worker, facts))
    hosts = []
    for of_machine in by_machine.values():
        first = min(
            of_machine, key=lambda host: (_lack(host), host.worker.name, host.worker.address)
        )
        if why := _lack(first):
            left_out.append(LeftOut(first.words, why, first))
        else:
            hosts.append(replace(first, workers=len(of_machine)))
    return sorted(hosts, key=lambda host: (host.name, host.worker.address)), left_out


def _decoded(answer: object) -> HostFacts | None:
    try:
        return msgspec.json.decode(answer, type=HostFacts) if isinstance(answer, bytes) else None
    except msgspec.MsgspecError:
        return None


def _lack(host: ClusterHost) -> str:
    """Why a host cannot measure, "" if it can."""
    if host.facts.code != code():
        return (
            f"its serbench is {host.facts.code}, and this one {code()}; install the same there, "
            "and start its worker anew"
        )
    if host.facts.python != _python():
        return f"its Python is {host.facts.python}, and this one {_python()}"
    if host.worker.resources.get(_RESOURCE, 0) < 1:
        return f"its worker was started without --resources {_RESOURCE}=1, so others may use it too"
    return ""


def _short(error: object) -> str:
    lines = str(error).splitlines() or [type(error).__name__]
    return clipped(lines[0], 200)


# What a selector's condition is held against.
_SELECTED: dict[str, Callable[[ClusterHost], Sequence[str]]] = {
    "name": lambda host: (host.name, host.facts.hostname),
    "kind": lambda host: (host.facts.environment.get("CPU", ""), host.kind.name, host.kind.id),
    "worker": lambda host: (host.worker.name, host.worker.address),
}


def selected(hosts: Sequence[ClusterHost], selectors: Sequence[str]) -> list[ClusterHost]:
    """The hosts that fit one of the selectors, all if there are none. A selector has conditions
    with commas between them, which all have to fit: `name=`, `kind=` or `worker=` and a text in
    which `*` and `?` fit anything, small letters as capital ones. Raises `UserError` for a selector
    that is none, or that fits no host."""
    for selector in selectors:
        if not any(is_selected(host, [selector]) for host in hosts):
            there = "; ".join(host.words for host in hosts) or "none"
            raise UserError(f"--on {selector}: no host fits; there are: {there}")
    return [host for host in hosts if is_selected(host, selectors)]


def is_selected(host: ClusterHost, selectors: Sequence[str]) -> bool:
    """Whether a host fits one of the selectors, or there are none. Raises `UserError` for one that
    is none."""
    wanted = [_conditions(selector) for selector in selectors]
    return not wanted or any(_fits(host, conditions) for conditions in wanted)


def _conditions(selector: str) -> list[tuple[str, str]]:
    found = []
    for condition in selector.split(","):
        key, equals, text = condition.partition("=")
        if not equals or not text:
            raise UserError(f"--on {selector}: say name=TEXT, kind=TEXT or worker=TEXT")
        check_known("condition of --on", key.strip(), _SELECTED)
        found.append((key.strip(), text.strip().casefold()))
    return found


def _fits(host: ClusterHost, conditions: Sequence[tuple[str, str]]) -> bool:
    return all(
        any(fnmatchcase(text.casefold(), wanted) for text in _SELECTED[key](host))
        for key, wanted in conditions
    )
