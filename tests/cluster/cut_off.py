"""A scheduler and workers on loopback ports, behind a door that can be shut."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
