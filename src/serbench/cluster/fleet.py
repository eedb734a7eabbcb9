"""Hosts of a cluster that measure at the same time, and what they find as it comes in.

Every few seconds each worker is asked for what its host has written since. What is lost on the way
is asked for again; a host that is not heard of for minutes is given up, with all that it told.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import zstandard

from serbench.cluster import on_worker
from serbench.cluster.connection import RESOURCES, Connection
from serbench.cluster.hosts import ClusterHost, hosts_of
from serbench.cluster.job import AnyMessage, HostEnded, InProgress, Job
from serbench.cluster.journal import JournalError, JournalReader
from serbench.cluster.on_worker import Piece
from serbench.errors import UserError
from serbench.machine.interrupts import deferred
from serbench.quoting import clipped
from serbench.terminal.progress import Told

if TYPE_CHECKING:
    from distributed import Future

# Between two looks: what a worker has to do then disturbs nothing in so many seconds.
PULL_S = 2.0
# A host that was silent for as long is given up. A worker that lost its scheduler ends, and a batch
# system takes a while to start another.
LOST_S = 180.0
# What hosts have to come to their end after Ctrl-C.
STOPPING_S = 30.0
# So often a job is sent again that did not arrive.
MOST_SENT = 3
# What Dask and `Connection` raise while a scheduler or a worker is away.
_AWAY = (UserError, OSError, TimeoutError, RuntimeError)
# Of what is sent, at once.
_PIECE_BYTES = 4 << 20


class Found(Protocol):
    """Where what a host tells goes."""

    def take(self, messages: Sequence[AnyMessage]) -> None:
        """In their order, all of them or none."""

    def end(self, status: str, cause: str) -> None:
        """Nothing more comes: the job is "finished", or was "interrupted", and why."""


@dataclass(slots=True)
class Measuring:
    """A host, its job and the files that it takes, by their names; how far it is."""

    host: ClusterHost
    job: Job
    files: Mapping[str, Path]
    found: Found
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    reader: JournalReader = field(default_factory=JournalReader)
    future: Future | None = None
    told: Told = field(default_factory=lambda: Told(None, None, "waiting"))
    heard_s: float = 0.0
    sent: int = 0
    is_over: bool = False

    @property
    def address(self) -> str:
        return self.host.worker.address

    def end(self, status: str, cause: str) -> None:
        self.is_over = True
        self.told = Told(1.0, 0.0, "")
        self.found.end(status, cause)


class Fleet:
    """`on_look` is called after each look. Workers that have come since are asked which host they
    are on: on that of a lost one, a worker takes its place."""

    def __init__(
        self,
        connection: Connection,
        hosts: Sequence[Measuring],
        on_look: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = connection
        self._hosts = hosts
        self._known = {host.address for host in hosts}
        self._on_look = on_look
        self._clock = clock
        self._sleep = sleep

    def measure(self) -> bool:
        """Until all hosts are done, or are told to end by Ctrl-C; whether they were not."""
        now_s = self._clock()
        for host in self._hosts:
            host.heard_s = now_s
        try:
            self._follow()
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):
                self._stop()
            for host in self._going():
                host.end("interrupted", "")
            return False
        finally:
            self._forget()
        return True

    def _going(self) -> list[Measuring]:
        return [host for host in self._hosts if not host.is_over]

    def _follow(self) -> None:
        while self._going():
            self._look()
            self._on_look()
            if self._going():
                self._sleep(PULL_S)

    def _stop(self) -> None:
        """Tells the hosts to end, and takes what they still tell."""
        going = self._going()
        for host in going:
            if host.future:
                host.future.cancel()
        self._ask(on_worker.stop, {host.address: host.token for host in going})
        deadline_s = self._clock() + STOPPING_S
        while self._going() and self._clock() < deadline_s:
            self._look(may_begin=False)
            self._sleep(PULL_S / 4)

    def _forget(self) -> None:
        self._ask(on_worker.forget, {host.address: host.token for host in self._hosts})

    def _look(self, may_begin: bool = True) -> None:
        going = self._going()
        wanted = {host.address: (host.token, host.reader.received_bytes) for host in going}
        pieces = self._ask(on_worker.hand_out, wanted)
        now_s = self._clock()
        lost = []
        for host in going:
            match pieces.get(host.address):
                case Piece() as piece:
                    host.heard_s = now_s
                    self._take(host, piece, may_begin)
                case error:
                    lost.append(host)
                    if now_s - host.heard_s > LOST_S:
                        host.end("interrupted", f"the host was lost{_because(error)}")
        if still := [host for host in lost if not host.is_over]:
            self._replace(still)

    def _ask(self, function: Callable[..., Any], told: Mapping[str, Any], *more: Any) -> Any:
        """What the workers of these addresses answer: an exception, or nothing, for one that does
        not. Nothing of any without a scheduler."""
        if not told:
            return {}
        try:
            return self._connection.ask(function, told, *more, workers=list(told))
        except _AWAY:
            return {}

    def _take(self, host: Measuring, piece: Piece, may_begin: bool) -> None:
        if piece.state in ("missing", "waiting"):
            if may_begin:
                self._begin(host, piece.state == "missing")
            return
        try:
            messages = host.reader.messages(host.reader.received_bytes, piece.data)
        except JournalError as error:
            host.end("interrupted", f"what the host told is damaged: {error}")
            return
        with deferred():  # what was read once is not asked for again
            for message in messages:
                if isinstance(message, InProgress):
                    host.told = Told(message.share, message.left_s, message.doing)
            host.found.take([m for m in messages if not isinstance(m, InProgress)])
            if ended := [m for m in messages if isinstance(m, HostEnded)]:
                host.end(ended[0].status, ended[0].cause)
            elif piece.state == "ended":
                host.end("interrupted", f"the process that measured has died{_because(piece.said)}")

    def _begin(self, host: Measuring, is_missing: bool) -> None:
        """Sends the job, and has the worker begin it as soon as nobody else measures there."""
        if is_missing and not self._has_sent(host):
            return
        if host.future and host.future.status == "error":
            host.end("interrupted", f"it could not begin{_because(host.future.exception())}")
        elif host.future is None or host.future.status in ("cancelled", "lost"):
            host.told = Told(None, None, "waiting until nobody else measures there")
            with suppress(*_AWAY):  # the next look finds it still waiting
                host.future = self._connection.client.submit(
                    on_worker.measure,
                    host.token,
                    workers=[host.address],
                    resources=RESOURCES,
                    allow_other_workers=False,
                    pure=False,
                )

    def _has_sent(self, host: Measuring) -> bool:
        """Whether the job is there. After several times that it was not, the host is given up."""
        compressor = zstandard.ZstdCompressor()
        address = {host.address: host.token}
        for name, data, start in _pieces(host):
            piece = compressor.compress(data)
            answer = self._ask(on_worker.receive, address, name, start, piece).get(host.address)
            if answer != start + len(data):
                host.sent += 1
                if host.sent == MOST_SENT:
                    host.end("interrupted", f"its job could not be sent{_because(answer)}")
                return False
        return True

    def _replace(self, lost: Sequence[Measuring]) -> None:
        """Puts workers that have come since in the place of those that were lost."""
        try:
            fresh = [w for w in self._connection.present() if w.address not in self._known]
            there = hosts_of(self._connection, fresh)[0] if fresh else []
        except _AWAY:
            return
        self._known |= {worker.address for worker in fresh}
        for host in there:
            for measuring in lost:
                if measuring.host.facts.machine == host.facts.machine:
                    measuring.host, measuring.future = host, None


def _pieces(host: Measuring) -> Iterator[tuple[str, bytes, int]]:
    """The files of a job, and at last the job itself: a folder that has one has all it takes."""
    for name, path in host.files.items():
        with path.open("rb") as file:
            start = 0
            while data := file.read(_PIECE_BYTES):
                yield name, data, start
                start += len(data)
    yield on_worker.JOB, msgspec.msgpack.encode(host.job), 0


def _because(error: object) -> str:
    lines = str(error).splitlines() if error else []
    return f": {clipped(lines[0], 200)}" if lines else ""
