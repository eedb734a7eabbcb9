"""How far a claim reaches: what it rests on, and what it does not yet cover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from serbench.measure.host import Host
from serbench.results.runs import RunRecord
from serbench.results.store import Store

_ONE_RUN = "another run, with its drivers built anew, may say otherwise"
_ONE_HOST = "another processor may say otherwise"
_HOSTS = "it holds for these hosts, and for others like them"


@dataclass(frozen=True, slots=True)
class Claim:
    """Rests on so many runs on so many hosts."""

    runs: int
    hosts: int

    @property
    def words(self) -> str:
        """`one run on one host`, `3 runs on one host`, `5 runs on 2 hosts`."""
        return f"{_counted(self.runs, 'run')} on {_counted(self.hosts, 'host')}"

    @property
    def limit(self) -> str:
        """What may be otherwise elsewhere."""
        return _ONE_RUN if self.runs == 1 else _ONE_HOST if self.hosts == 1 else _HOSTS


def claim(runs: Iterable[tuple[str, Host]]) -> Claim:
    """Of what these runs found; one that comes twice counts once."""
    hosts = {run: host.id or host.name for run, host in runs}
    return Claim(len(hosts), len(set(hosts.values())))


def claim_of_records(records: Iterable[RunRecord]) -> Claim:
    return claim((record.run, record.host) for record in records)


def claim_of(store: Store, runs: Iterable[str]) -> Claim:
    """Of a report on these runs, by id, of one results file."""
    wanted = set(runs)
    return claim_of_records(record for record in store.runs() if record.run in wanted)


def _counted(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number} {noun}s"
