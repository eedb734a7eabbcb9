"""A driver that takes no time: real values and real JSON bytes, but times from a fake clock.

In a test it is used as an object with the interface of `serbench.measure.client.Driver`;
run as a program it speaks the protocol:

    python tests/fake_driver.py '{"schema": {...}, "faults": {"sample:decode": "crash"}}'

Faults are named by request, or by request and operation. `bad` names texts: a value whose bytes
hold one does not survive ("cannot-hold", "refused", "differs", "unread", "crash", "hang",
"crowd": a crash, but not if it is alone).
"""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

from serbench.measure.driver_process import Ran
from serbench.measure.object_index import BadObjectFile, Index, encode_index, index_path, read_index
from serbench.measure.protocol import (
    USUAL,
    Allocations,
    Blocks,
    Closed,
    Description,
    DriverDeath,
    DriverError,
    DriverHung,
    Dumped,
    Loaded,
    Mismatch,
    Opened,
    Reading,
    Sample,
    Scanned,
    Verified,
    Warmed,
    Wrote,
)
from serbench.schema.digest import Digester
from serbench.schema.model import Schema

PLAIN = ["populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"]
OWN_MODEL = [*PLAIN, "convert"]
SAME = {"serialize": "encode", "deserialize": "decode"}
KERNEL_NS = 250_000


class FakeClock:
    """Seconds that pass only when somebody says so. `slowness` is the machine's mood."""

    def __init__(self, slowness: Callable[[float], float] = lambda now_s: 1.0) -> None:
        self.now_s = 0.0
        self._slowness = slowness

    def __call__(self) -> float:
        return self.now_s

    def spend(self, quiet_ns: float) -> int:
        """Lets work pass that takes `quiet_ns` when nothing disturbs; returns what it took."""
        ns = quiet_ns * self._slowness(self.now_s)
        self.now_s += ns / 1e9
        return round(ns)


@dataclass
class FakeDriver:
    """`cost_ns` is per value and operation; `cold` multiplies the first samples, as a JIT does.
    Every second sample is interrupted by a rival, for as long as it takes itself. `decode` is what
    `load` does with bytes."""

    schema: Schema
    codec: str = "fake/json"
    clock: FakeClock = field(default_factory=FakeClock)
    cost_ns: dict[str, float] = field(default_factory=dict)
    own_model: bool = False
    cold_samples: int = 0
    jit: bool = False
    warming_s: float = 2.0
    has_rival: bool = False
    faults: dict[str, str] = field(default_factory=dict)
    bad: dict[str, str] = field(default_factory=dict)
    decode: Callable[[bytes], Any] = msgspec.json.decode
    ended: bool = False
    first: bool = False
    went_first: bool = False
    pinned: set[int] = field(default_factory=set)
    sampled_on: set[int] = field(default_factory=set)
    log: list[str] = field(default_factory=list)
    _interrupted: int = 0
    _values: list[Any] = field(default_factory=list)
    _encoded: list[bytes] = field(default_factory=list)
    _leaked: int = 0
    _killed: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> FakeDriver:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def kill(self) -> None:
        self.ended = True
        self._killed.set()

    def end(self) -> None:
        self.ended = True

    def describe(self) -> Description:
        self._fault("describe")
        return Description(
            protocol=1,
            language=self.codec.split("/")[0],
            codec=self.codec,
            library="fake",
            version="1.0",
            compiler="none",
            flags="",
            allocator="none",
            schema=self.schema.fingerprint,
            operations=OWN_MODEL if self.own_model else PLAIN,
            same={} if self.own_model else SAME,
            files=True,
            jit=self.jit,
        )

    def open(self, values: Path, limit: int = 0) -> Opened:
        fault = self._fault("open")
        try:
            lines = Path(values).read_bytes().splitlines()
            self._values = [msgspec.json.decode(line) for line in lines[: limit or None]]
            digester = self._digest(self._values)
        except (AttributeError, LookupError, TypeError, ValueError, OSError) as error:
            raise DriverError("bad-values", f"{values}: {error}") from None
        self._encoded = []
        digest = "0" * 16 if fault == "lie" else digester.digest
        return Opened(values=len(self._values), digest=digest, visit=digester.visit)

    def verify(self, every: int = 1) -> Verified:
        assert every == 1 or self.jit
        fault = self._fault("verify")
        if not self._values:
            raise DriverError("bad-request", "verify needs an open before it")
        self._encoded = [msgspec.json.encode(v) for v in self._values]
        back = self._digest([msgspec.json.decode(e) for e in self._encoded[::every]])
        lost = fault == "lose"
        if bad := self._mismatches():
            return Verified(
                values=len(self._values),
                encoded_bytes=sum(map(len, self._encoded)),
                digest="0" * 16,
                visit=back.visit,
                mismatched=len(bad),
                mismatches=bad[:10],
            )
        return Verified(
            values=len(self._values),
            encoded_bytes=sum(map(len, self._encoded)),
            digest="0" * 16 if fault == "lie" else back.digest,
            visit=back.visit,
            mismatched=int(lost),
            mismatches=[Mismatch(0, "decode: a value was lost")] if lost else [],
        )

    def _mismatches(self) -> list[Mismatch]:
        found = []
        for index, raw in enumerate(self._encoded):
            match self._badness(raw):
                case "cannot-hold":
                    raise DriverError("cannot-hold", f"value {index}: no such thing")
                case "crash" | "hang" as how:
                    self.ended = True
                    raise DriverDeath(how)
                case "crowd" if len(self._encoded) > 1:
                    raise DriverDeath("crash")
                case "" | "crowd":
                    continue
                case how:
                    found.append(Mismatch(index, f"decode: {how}"))
        return found

    def _badness(self, raw: bytes) -> str:
        return next((how for text, how in self.bad.items() if text.encode() in raw), "")

    def _decoded(self, raw: bytes) -> Any:
        value = self.decode(raw)
        match self._badness(raw):
            case "refused":
                raise ValueError("it is bad")
            case "differs":
                number = next(key for key, part in value.items() if type(part) is int)
                value[number] += 1
        return value

    def warm(self, operations: Sequence[str], budget_s: float) -> Warmed:
        for operation in operations:
            self._check(operation)
        self.log.append("warm")
        self.clock.spend(min(self.warming_s, budget_s) * 1e9)
        self.cold_samples = 0 if self.warming_s <= budget_s else self.cold_samples
        return Warmed(steady=self.warming_s <= budget_s)

    def sample(self, operation: str, passes: int, warm_passes: int) -> Sample:
        self._fault(f"sample:{operation}")
        self.sampled_on = self.pinned
        self._check(operation)
        self.log.append(operation)
        before = self.clock.spend(KERNEL_NS)
        items = passes * len(self._values)
        cost_ns = self.cost_ns.get(operation, 100.0)
        if self.cold_samples:
            self.cold_samples -= 1
            cost_ns *= 10
        self.clock.spend(warm_passes * len(self._values) * cost_ns)
        ns = self.clock.spend(items * cost_ns)
        if self.has_rival and len(self.log) % 2:
            ns += self.clock.spend(items * cost_ns)
            self._interrupted += 1
        return Sample(
            ns=ns,
            items=items,
            kernel_ns=(before, self.clock.spend(KERNEL_NS)),
            compiling_ns=int(self.cold_samples > 0),
        )

    def peak_bytes(self) -> int:
        return 900_000

    def allocations(self, operation: str, within_s: float | None = None) -> Allocations:
        if self._fault(f"allocations:{operation}") == "silent":
            if self._killed.wait(within_s):
                raise DriverDeath("it died (killed by SIGKILL)")
            self.ended = True
            raise DriverHung(f"it hung: no reply within {within_s} s")
        self._check(operation)
        count = len(self._values)
        return Allocations(items=count, allocations=2 * count, allocated_bytes=96 * count)

    def dump(self, path: Path) -> Dumped:
        self._fault("dump")
        self._check("encode")
        Path(path).write_bytes(b"".join(struct.pack("<I", len(e)) + e for e in self._encoded))
        return Dumped(values=len(self._encoded), bytes=sum(map(len, self._encoded)))

    def _leak(self, raw: bytes) -> None:
        """Of what it refuses, two are more than it bears."""
        if raw == b"huge" or self._leaked == 2:
            raise ValueError("cannot allocate memory")
        self._leaked += raw == b"leak"

    def load(self, path: Path, outcomes: Path | None = None) -> Loaded:
        fault = self._fault("load")
        raw, values, refused = Path(path).read_bytes(), [], 0
        told = bytearray()
        while raw:
            size = struct.unpack("<I", raw[:4])[0]
            if fault == "eat" and raw[4:].startswith(b"eat"):
                assert b"x" * (96 << 20)  # written, so that it is there
            try:
                if fault == "leak":
                    self._leak(raw[4 : 4 + size])
                value = self._decoded(raw[4 : 4 + size])
                canonical = Digester(self.schema).canonical_bytes(value)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                if outcomes is None:
                    number = len(values)
                    raise DriverError("failed", f"{path}: value {number}: {error}") from None
                refused += 1
                told += b"\0" + struct.pack("<I", len(str(error))) + str(error).encode()
            else:
                values.append(value)
                told += b"\1" + struct.pack("<I", len(canonical)) + canonical
            raw = raw[4 + size :]
        if outcomes is not None:
            Path(outcomes).write_bytes(told)
        return Loaded(
            values=len(values) + refused, digest=self._digest(values).digest, refused=refused
        )

    def write(self, path: Path, wire: str, values: Path, count: int, how: Blocks) -> Wrote:
        fault = self._fault("write")
        if fault == "full":
            raise DriverError("failed", f"{path}: No space left on device")
        lines = Path(values).read_bytes().splitlines()
        written = [msgspec.json.decode(lines[i % len(lines)]) for i in range(count)]
        try:
            digest = self._digest(written).digest
        except LookupError as error:
            raise DriverError("bad-values", f"{values}: {error}") from None
        encoded = [msgspec.json.encode(value) for value in written]
        write_whole(path, b"".join(encoded))
        index = Index(list(accumulate(map(len, encoded))), self.schema.fingerprint, wire)
        index_path(path).write_bytes(encode_index(index))
        codec_ns, io_ns = self.clock.spend(100 * count), self.clock.spend(index.object_bytes)
        return Wrote(
            values=count,
            bytes=index.object_bytes,
            total_ns=codec_ns + io_ns,
            codec_ns=codec_ns,
            io_ns=io_ns,
            writes=1,
            fsyncs=1,
            digest=digest,
        )

    def write_alone(self, path: Path, bytes_: int, how: Blocks) -> Wrote:
        self._fault("write_alone")
        write_whole(path, bytes(bytes_))
        io_ns = self.clock.spend(bytes_)
        return Wrote(bytes=bytes_, total_ns=io_ns, codec_ns=0, io_ns=io_ns, writes=1, fsyncs=1)

    def scan(
        self,
        path: Path,
        wire: str,
        how: Blocks,
        codec: bool = True,
        digest: bool = False,
        reading: Reading = USUAL,
    ) -> Scanned:
        fault = self._fault("scan")
        self._keep(reading)
        index = read_index(path)
        raw = path.read_bytes()
        starts = [0, *index.ends]
        values = [msgspec.json.decode(raw[a:b]) for a, b in zip(starts, index.ends, strict=False)]
        if fault == "lose":
            values = values[:-1]
        return self._scanned(
            values, len(raw), codec, self._digest(values).digest if digest else None
        )

    def get(
        self,
        path: Path,
        wire: str,
        numbers: Path,
        how: Blocks,
        codec: bool = True,
        reading: Reading = USUAL,
    ) -> Scanned:
        self._fault("get")
        self._keep(reading)
        index = read_index(path)
        raw = path.read_bytes()
        starts = [0, *index.ends]
        wanted = []
        for number, line in enumerate(numbers.read_text().splitlines(), 1):
            if not line.isdigit() or int(line) >= len(index.ends):
                raise DriverError("bad-request", f"{numbers}:{number}: no value {line!r}")
            wanted.append(int(line))
        values = [msgspec.json.decode(raw[starts[i] : index.ends[i]]) for i in wanted]
        pieces = [(starts[i], index.ends[i]) for i in wanted]
        if page := reading.page_bytes:
            pieces = [
                piece
                for i in range(how.threads)
                for piece in _pages(pieces[i :: how.threads], page)
            ]
            pieces = [(start, min(end, len(raw))) for start, end in pieces]
        bytes_ = sum(end - start for start, end in pieces)
        return self._scanned(values, bytes_, codec, reads=len(pieces))

    def _keep(self, reading: Reading) -> None:
        """It neither reads step by step nor keeps anything."""
        if reading.step not in ("deserialize", "decode"):
            raise DriverError("bad-request", f"`step` {reading.step!r}: there is no such step here")

    def _scanned(
        self,
        values: list[Any],
        bytes_: int,
        codec: bool,
        digest: str | None = None,
        reads: int = 1,
    ) -> Scanned:
        io_ns = self.clock.spend(bytes_)
        codec_ns = self.clock.spend(200 * len(values)) if codec else 0
        return Scanned(
            values=len(values),
            bytes=bytes_,
            reads=reads,
            total_ns=io_ns + codec_ns,
            codec_ns=codec_ns,
            io_ns=io_ns,
            digest=digest,
        )

    def pin(self, cpus: Collection[int]) -> None:
        self.pinned = set(cpus)

    def give_way(self) -> None:
        self.gave_way = True

    def processor_s(self) -> float:
        return 0.0

    def go_first(self, first: bool) -> None:
        self.first = first
        self.went_first |= first

    def ran(self) -> Ran:
        interrupted, self._interrupted = self._interrupted, 0
        return Ran(0, interrupted)

    def close(self) -> Closed:
        self._fault("close")
        return Closed(peak_rss_bytes=1_000_000)

    def _digest(self, values: list[Any]) -> Digester:
        digester = Digester(self.schema)
        for value in values:
            digester.add(value)
        return digester

    def _check(self, operation: str) -> None:
        if operation not in self.describe().operations:
            raise DriverError("bad-request", f"no operation {operation!r}")
        if not self._encoded:
            raise DriverError("bad-request", f"{operation} needs a verify before it")

    def _fault(self, what: str) -> str | None:
        fault = self.faults.get(what)
        if self.ended or fault in MISBEHAVIOURS:
            self.ended = True
            raise DriverDeath(f"it died ({fault})")
        if fault in ("cannot-hold", "failed"):
            raise DriverError(fault, f"{what}: no such thing in this format")
        return fault


def answer(driver: FakeDriver, request: dict[str, Any]) -> Any:
    name = request.pop("request", None)
    try:
        if name in ("write", "scan", "get"):
            return answer_on_files(driver, name, request)
        if name not in (
            "describe", "open", "verify", "sample", "allocations", "dump", "load", "close"
        ):  # fmt: skip
            raise DriverError("bad-request", f"no request {name!r}")
        if name == "sample":
            request.setdefault("warm_passes", 0)
        known = {"values", "limit", "path", "operation", "passes", "warm_passes", "outcomes"}
        return getattr(driver, name)(**{k: v for k, v in request.items() if k in known})
    except (KeyError, TypeError) as error:
        raise DriverError("bad-request", str(error)) from None


def write_whole(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        path.unlink()
        raise DriverError("failed", f"{path}: {error.strerror}") from None


def _pages(pieces: list[tuple[int, int]], page: int) -> Iterator[tuple[int, int]]:
    """What one thread reads; the last page is not cut to the file's end."""
    there = -1
    for start, end in pieces:
        for number in range(start // page, (max(end, start + 1) - 1) // page + 1):
            if number != there:
                there = number
                yield number * page, (number + 1) * page


def answer_on_files(driver: FakeDriver, name: str, request: dict[str, Any]) -> Any:
    path, codec = Path(request["path"]), request.get("codec", True)
    how = Blocks(request.get("block_bytes", 1 << 20), threads=request.get("threads", 1))
    reading = Reading(
        request.get("step", "deserialize"), request.get("keep", False), request.get("page_bytes", 0)
    )
    try:
        if name == "write" and not codec:
            return driver.write_alone(path, request["bytes"], how)
        wire = request["wire"]
        if name == "write":
            return driver.write(path, wire, Path(request["values"]), request["count"], how)
        if (found := read_index(path).wire) != wire:
            raise DriverError("bad-file", f"{path}: its wire is {found!r}, not {wire!r}")
        if read_index(path).schema != driver.schema.fingerprint:
            raise DriverError("bad-file", f"{path}: of another schema")
        if name == "scan":
            return driver.scan(path, wire, how, codec, request.get("digest", False), reading)
        return driver.get(path, wire, Path(request["list"]), how, codec, reading)
    except BadObjectFile as error:
        raise DriverError("bad-file", str(error)) from None
    except OSError as error:
        raise DriverError("failed", str(error)) from None


def _crash() -> None:
    say("fake: about to crash")
    os.kill(os.getpid(), signal.SIGSEGV)


def _exit() -> None:
    say("fake: giving up")
    sys.exit(3)


def _hang() -> None:
    time.sleep(3600)


def _refuse_to_die() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _leave_a_child()
    _hang()


def _leave_a_child() -> None:
    """It holds this process's pipes open."""
    sleep = "import time; print('child', flush=True, file=open('child', 'w')); time.sleep(3600)"
    subprocess.Popen([sys.executable, "-c", sleep])


def _orphan() -> None:
    _leave_a_child()
    os._exit(3)


def _half_a_line() -> None:
    sys.stdout.write('{"values": 1')
    sys.stdout.flush()


def _crash_as_java_does() -> None:
    print("#\n# A fatal error has been detected by the Java Runtime Environment:\n#", flush=True)
    time.sleep(0.2)
    os.abort()


def _half_a_line_and_exit() -> None:
    _half_a_line()
    os._exit(0)


def _half_a_line_and_hang() -> None:
    _half_a_line()
    _hang()


def _endless() -> None:
    while True:
        sys.stdout.write("x" * (1 << 16))


def _flood_stderr() -> None:
    while True:
        sys.stderr.write("x" * (1 << 16))


def _close_output() -> None:
    sys.stdout.flush()
    os.close(1)
    _hang()


def _out_of_memory() -> None:
    say("fake: terminate called after throwing an instance of 'std::bad_alloc'")
    os.abort()


def _not_utf8() -> None:
    sys.stdout.buffer.write(b'{"error": "\xff\xfe", "kind": "failed"}\n')
    sys.stdout.flush()


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def reply(text: str) -> Callable[[], None]:
    return lambda: print(text, flush=True)


# In place of an answer.
MISBEHAVIOURS: dict[str, Callable[[], None]] = {
    "crash": _crash,
    "exit": _exit,
    "hang": _hang,
    "refuses to die": _refuse_to_die,
    "orphan": _orphan,
    "crash of a virtual machine": _crash_as_java_does,
    "half a line": _half_a_line_and_exit,
    "half a line, silence": _half_a_line_and_hang,
    "endless": _endless,
    "floods stderr": _flood_stderr,
    "closes its output": _close_output,
    "out of memory": _out_of_memory,
    "garbage": reply("this is no JSON"),
    "wrong types": reply('{"ns": "soon", "items": [], "kernel_ns": 3, "values": "all"}'),
    "huge": reply('{"ns": 1' + "0" * 400 + ', "items": 1, "kernel_ns": [1, 1], "values": 1e999}'),
    "nothing": reply('{"ns": 0, "items": 0, "kernel_ns": [0, 0], "values": -1, "bytes": -1}'),
    "deep": reply("[" * 100_000),
    "not UTF-8": _not_utf8,
}


def main() -> None:
    setup = msgspec.json.decode(sys.argv[1])
    faults = setup.get("faults", {})
    chance, noise = random.Random(0), setup.get("noise", 0.0)
    clock = FakeClock(lambda now_s: chance.uniform(1, 1 + noise))
    driver = FakeDriver(
        Schema.from_dict(setup["schema"]), clock=clock, faults=faults, bad=setup.get("bad", {})
    )
    for line in sys.stdin.buffer:
        reply: Any
        try:
            request = msgspec.json.decode(line)
            if not isinstance(request, dict):
                raise DriverError("bad-request", "a request is an object")
            reply = answer(driver, request)
        except DriverDeath as death:
            named = request.get("operation")
            name = msgspec.json.decode(line)["request"]
            MISBEHAVIOURS[faults.get(f"{name}:{named}") or faults.get(name) or str(death)]()
            continue
        except msgspec.DecodeError as error:
            reply = {"error": f"not JSON: {error}", "kind": "bad-request"}
        except DriverError as error:
            reply = {"error": str(error), "kind": error.kind}
        said = msgspec.json.encode(reply).decode()
        is_flood = b'"sample"' in line and faults.get("sample") == "twice"
        print(f"{said}\n{said}" if is_flood else said, flush=True)
        if isinstance(reply, Closed):
            return


if __name__ == "__main__":
    main()
