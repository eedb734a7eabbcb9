"""One driver and the requests of the protocol that is spoken with it (docs/protocol.md)."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.measure.driver_process import DriverProcess
from serbench.measure.protocol import (
    PROTOCOL,
    USUAL,
    Allocations,
    Blocks,
    Closed,
    Description,
    DriverDeath,
    DriverError,
    Dumped,
    Loaded,
    Opened,
    Reading,
    Sample,
    Scanned,
    Verified,
    Warmed,
    Wrote,
)
from serbench.measure.sandbox import Sandbox
from serbench.measure.transport import AnyReply, PipeClosed, Transport


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait for a reply before the driver counts as hung."""

    ordinary_s: float = 60.0
    # Loading and verifying grow with the working set, sampling with the batch.
    heavy_s: float = 600.0


class Driver(DriverProcess):
    """A running driver. Use it as a context manager: leaving it ends the process.

    Every request raises `DriverError` if the driver refuses and `DriverDeath` if it is gone,
    hung or answers nonsense; after `DriverDeath` the process has been ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        cpus: set[int] | None = None,
        patience: Patience | None = None,
        environment: Mapping[str, str] | None = None,
        memory_bytes: int | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        """Starts it as `DriverProcess` does."""
        super().__init__(command, cpus, environment, memory_bytes, sandbox)
        self._patience = patience or Patience()
        self._transport = Transport(self._in, self._out, self._stderr)

    def describe(self) -> Description:
        description = self._request({"request": "describe"}, Description)
        if description.protocol != PROTOCOL:
            raise DriverError(
                "failed",
                f"the driver speaks protocol {description.protocol}, not {PROTOCOL}: rebuild it",
            )
        return description

    def open(self, values: Path, limit: int = 0) -> Opened:
        request = {"request": "open", "values": str(values.absolute()), "limit": limit}
        return self._request(request, Opened, heavy=True)

    def verify(self, every: int = 1) -> Verified:
        """Proves each value whose index is a multiple of `every`, which drivers of
        languages that are compiled ahead take for 1."""
        request = {"request": "verify"} | ({"every": every} if every > 1 else {})
        return self._request(request, Verified, heavy=True)

    def warm(self, operations: Sequence[str], budget_s: float) -> Warmed:
        """Only of drivers that describe themselves as `jit`."""
        request = {
            "request": "warm",
            "operations": list(operations),
            "budget_ns": round(budget_s * 1e9),
        }
        return self._request(request, Warmed, heavy=True)

    def sample(self, operation: str, passes: int, warm_passes: int) -> Sample:
        request = {
            "request": "sample",
            "operation": operation,
            "passes": passes,
            "warm_passes": warm_passes,
        }
        return self._request(request, Sample, heavy=True)

    def allocations(self, operation: str, within_s: float | None = None) -> Allocations:
        """Raises `DriverHung` where counting takes more seconds of processors than `within_s`, if
        that is given: it gives way to whatever else runs."""
        request = {"request": "allocations", "operation": operation}
        return self._request(request, Allocations, heavy=True, within_s=within_s)

    def dump(self, path: Path) -> Dumped:
        return self._request({"request": "dump", "path": str(path.absolute())}, Dumped, heavy=True)

    def load(self, path: Path, outcomes: Path | None = None) -> Loaded:
        """With `outcomes` what is refused does not end it (`measure.outcomes` reads that file)."""
        request = {"request": "load", "path": str(path.absolute())}
        if outcomes is not None:
            request["outcomes"] = str(outcomes.absolute())
        return self._request(request, Loaded, heavy=True)

    def write(self, path: Path, wire: str, values: Path, count: int, how: Blocks) -> Wrote:
        """Writes an object file of `count` values (docs/object-files.md)."""
        request = how.of_write() | {
            "values": str(values.absolute()),
            "count": count,
            "path": str(path.absolute()),
            "wire": wire,
            "codec": True,
        }
        return self._request(request, Wrote, heavy=True)

    def write_alone(self, path: Path, bytes_: int, how: Blocks) -> Wrote:
        """The writes of an object file of so many bytes, without values."""
        request = how.of_write() | {"path": str(path.absolute()), "bytes": bytes_, "codec": False}
        return self._request(request, Wrote, heavy=True)

    def scan(
        self,
        path: Path,
        wire: str,
        how: Blocks,
        codec: bool = True,
        digest: bool = False,
        reading: Reading = USUAL,
    ) -> Scanned:
        request = {
            "request": "scan",
            "path": str(path.absolute()),
            "wire": wire,
            "block_bytes": how.block_bytes,
            "threads": how.threads,
            "codec": codec,
            "digest": digest,
            "step": reading.step,
            "keep": reading.keep,
        }
        return self._request(request, Scanned, heavy=True)

    def get(
        self,
        path: Path,
        wire: str,
        numbers: Path,
        how: Blocks,
        codec: bool = True,
        reading: Reading = USUAL,
    ) -> Scanned:
        """`numbers` is the file that lists the values to read."""
        request = {
            "request": "get",
            "path": str(path.absolute()),
            "wire": wire,
            "list": str(numbers.absolute()),
            "threads": how.threads,
            "codec": codec,
            "step": reading.step,
            "keep": reading.keep,
            "page_bytes": reading.page_bytes,
        }
        return self._request(request, Scanned, heavy=True)

    def close(self) -> Closed:
        """Asks the driver to end; it has a moment to do so."""
        closed = self._request({"request": "close"}, Closed)
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.end()
        return closed

    def end(self) -> None:
        super().end()
        self._transport.close()

    def _request(
        self,
        request: dict[str, Any],
        reply: type[AnyReply],
        heavy: bool = False,
        within_s: float | None = None,
    ) -> AnyReply:
        timeout_s = self._patience.heavy_s if heavy else self._patience.ordinary_s
        try:
            if within_s is None:  # samples are asked for so: nothing more is read beside them
                return self._transport.ask(request, reply, timeout_s)
            most_s = self.processor_s() + within_s
            return self._transport.ask(
                request, reply, timeout_s, lambda: self.processor_s() > most_s
            )
        except PipeClosed:
            raise self._death() from None
        except DriverDeath:
            self.end()
            raise
