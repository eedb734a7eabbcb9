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
    figure = facts.get("memory", "").split()
    return str(round(float(figure[0]))) if figure else ""
