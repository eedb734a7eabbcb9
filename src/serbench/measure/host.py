"""Which machine this is, so that runs of several can be told apart.

What identifies a machine is nobody else's business: of the machine's id only a keyed hash is kept,
as machine-id(5) asks of those who use it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from serbench.measure import environment

MACHINE_ID = Path("/etc/machine-id")
_PURPOSE = b"serbench host"
# What a processor's name has beside its model.
_NOISE = re.compile(
    r"\((?:R|TM|C)\)|@.*|\b(?:Intel|AMD|CPU|Processor|with .*|\d+-Core|\d+(?:st|nd|rd|th) Gen)\b",
    re.I,
)
_LONGEST_MODEL = 20
# What hosts of one kind have in common, by the names of `environment.describe`.
OF_KIND = ("CPU", "CPU part", "microcode", "cores", "memory", "hypervisor", "kernel")


@dataclass(frozen=True, slots=True)
class Host:
    """`name` is for people, `Xeon-2c-1f3a`; `id` decides whether two are the same. A host without
    an id is known by its name alone."""

    name: str
    id: str = ""


def this_host(machine_id: Path = MACHINE_ID) -> Host:
    """The machine that we run on. Another processor, or other memory, makes it another."""
    facts = environment.describe()
    machine = _machine(machine_id)
    whole = "\n".join((machine, facts.get("CPU", ""), facts.get("cores", ""), _gib(facts)))
    digest = hmac.new(whole.encode(), _PURPOSE, hashlib.sha256).hexdigest()[:16]
    return Host(f"{described(facts).name}-{digest[:4]}", digest)


@dataclass(frozen=True, slots=True)
class HostKind:
    """Hosts of one kind have the same processor, microcode, number of cores, memory, hypervisor and
    kernel, so that what was measured on one is expected of the others. `name` is for people, and
    that of kinds that differ in `facts` alone; `id` tells them apart."""

    name: str
    id: str
    facts: dict[str, str]


def kind_of(facts: Mapping[str, str]) -> HostKind:
    """As an environment tells."""
    whole = {name: facts[name] for name in OF_KIND if name in facts}
    if memory := _gib(facts):
        whole["memory"] = f"{memory} GiB"
    text = "\n".join(f"{name}: {value}" for name, value in whole.items())
    return HostKind(described(facts).name, hashlib.sha256(text.encode()).hexdigest()[:8], whole)


def described(facts: Mapping[str, str]) -> Host:
    """As far as an environment tells, of a run that did not keep its host."""
    words = _NOISE.sub(" ", facts.get("CPU", "")).split()
    model = re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words))[:_LONGEST_MODEL].strip("-")
    cores = facts.get("cores", "")
    return Host("-".join([model or "unknown", *([f"{cores}c"] if cores else [])]))


def _machine(path: Path) -> str:
    try:
        return path.read_text().strip() or socket.gethostname()
    except OSError:
        return socket.gethostname()


def _gib(facts: Mapping[str, str]) -> str:
    """Whole, since what a kernel keeps for itself differs from version to version."""
    figure = re.match(r"\d{1,9}(\.\d+)?", facts.get("memory", ""), re.ASCII)
    return str(round(float(figure[0]))) if figure else ""
