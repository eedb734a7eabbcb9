"""A scheduler and workers on loopback ports, behind a door that can be shut, and what a cluster
finds while that and worse happens."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from serbench.cluster.connection import connected
from serbench.cluster.first_reading import look_at
from serbench.cluster.inference import infer_on
from serbench.cluster.verification import Workers
from serbench.commands.full_dataset import FullDatasetOptions, run_by
from serbench.preparation.readings import Reading, Target
from serbench.results.full_dataset_rows import FullDatasetRecorder, FullDatasetResult
from serbench.schema.infer import Inference

ROOT = Path(__file__).parents[2]
_START_S = 120.0


class Door:
    """Forwards connections to a port. While it is `frozen`, nothing goes through; while it is
    `shut`, all connections are cut, and no new one is taken."""

    def __init__(self, port: int) -> None:
        self._target = "127.0.0.1", port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._is_open = threading.Event()
        self._is_open.set()
        self._is_shut = False
        self._over = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while not self._over:
            with suppress(OSError):
                inner, _ = self._listener.accept()
                if self._is_shut:
                    _reset(inner)
                    continue
                outer = socket.create_connection(self._target)
                self._pairs.append((inner, outer))
                for pair in ((inner, outer), (outer, inner)):
                    threading.Thread(target=self._forward, args=pair, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                self._is_open.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def freeze(self, seconds: float) -> None:
        self._is_open.clear()
        time.sleep(seconds)
        self._is_open.set()

    def shut(self, seconds: float) -> None:
        self._is_shut = True
        for pair in self._pairs:
            for end in pair:
                _reset(end)
        self._pairs.clear()
        time.sleep(seconds)
        self._is_shut = False

    def close(self) -> None:
        self._over = True
        self._listener.close()


def _reset(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def hosts(count: int) -> Iterator[tuple[Door, list[subprocess.Popen[bytes]]]]:
    """A scheduler and so many workers, which reach it through the door alone. A worker that ends is
    started anew, as batch systems and service managers do it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scheduler = _started("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    _wait_for(port)
    door = Door(port)
    workers = [_Worker(door.address, number) for number in range(count)]
    try:
        yield door, workers
    finally:
        for worker in workers:
            worker.end()
        scheduler.kill()
        scheduler.wait()
        door.close()


def _wait_for(port: int) -> None:
    over_s = time.monotonic() + _START_S
    while time.monotonic() < over_s:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError


class _Worker:
    def __init__(self, address: str, number: int) -> None:
        self._words = [address, "--nthreads", "1", "--name", f"w{number}", "--no-dashboard"]
        self._words += ["--host", "127.0.0.1", "--resources", "serbench=1", "--no-nanny"]
        self._over = False
        self.starts = 0
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def _keep(self) -> None:
        while not self._over:
            self.starts += 1
            self.process = _started("worker", *self._words)
            self.process.wait()

    def end(self) -> None:
        self._over = True
        self.process.kill()
        self._thread.join()


def _started(what: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), *sys.path]))},
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def slowed_down(worker: _Worker) -> Iterator[None]:
    """Within, the process stands still most of the time."""
    over = threading.Event()

    def slow_down() -> None:
        while not over.is_set():
            for number, seconds in ((signal.SIGSTOP, 0.8), (signal.SIGCONT, 0.2)):
                with suppress(ProcessLookupError):
                    os.kill(worker.process.pid, number)
                time.sleep(seconds)

    thread = threading.Thread(target=slow_down)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@dataclass(frozen=True, slots=True)
class Outcome:
    """`faults` names the phases in which there was one; `restarts` are those of workers."""

    inference: Inference
    verified: FullDatasetResult
    faults: list[str]
    restarts: int


def found_in_spite_of_faults(
    file: Path, db: Path, codecs: tuple[str, ...], how: str, cut_s: float, part_bytes: int
) -> Outcome:
    """What three workers find, of which one is slow. Once while they infer and once while they
    verify, another one is killed, and the scheduler cannot be reached for a while: by `how`, a
    method of `Door`."""
    recorded = FullDatasetRecorder.examined
    faults: list[str] = []

    def fault(phase: str) -> None:
        if phase not in faults:
            faults.append(phase)
            workers[0].process.kill()
            threading.Thread(target=getattr(door, how), args=[cut_s], daemon=True).start()

    def record(self, examined):
        recorded(self, examined)
        fault("verifying")

    with hosts(3) as (door, workers), connected(door.address) as connection:
        while len(connection.present()) < 3:
            time.sleep(0.2)
        with slowed_down(workers[1]), patch.object(FullDatasetRecorder, "examined", record):
            sources = look_at(connection, [str(file)], Reading(), part_bytes)
            on_progress = lambda *_: fault("inferring")  # noqa: E731
            found = infer_on(connection, sources, Reading(), None, on_progress)
            options = FullDatasetOptions(
                (Target(str(file)),), codecs=codecs, db=db, cluster=door.address
            )
            verified = run_by(options, Workers(connection, part_bytes))
        restarts = sum(worker.starts - 1 for worker in workers)
    return Outcome(found.inference, verified, faults, restarts)
