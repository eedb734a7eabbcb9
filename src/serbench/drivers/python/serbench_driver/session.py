"""A working set: opened, proven, and walked over."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Sequence
from typing import Any

from serbench_driver import has_nonfinite
from serbench_driver.errors import CannotHold, Kind, Refusal, is_of_library, message_of, refusal
from serbench_driver.kernel import Kernel
from serbench_driver.operations import TAKES_VALUES, Operations
from serbench_driver.values import (
    Misfit,
    Unheld,
    Values,
    canonical_json,
    digest_of,
    hexadecimal,
    lines,
)

MISMATCHES_SHOWN = 10
COUNTED_PASSES = 4
# A limit that many formats have: said in front matter, explained here.
NONFINITE = "NaN and infinities"


class Mismatch(Exception):  # noqa: N818 - a word of the protocol
    """A value that did not survive."""


class Session:
    def __init__(
        self, values: Values, codec: Callable[[], Operations], limits: Sequence[str] = ()
    ) -> None:
        """`codec` makes another instance of it, `limits` are those of its front matter."""
        self.values = values
        self._lacks_nonfinite = NONFINITE in limits
        self.codec = codec
        self.operations = codec()
        self._kernel = Kernel()
        self._opened: list[Any] | None = None
        self._digests: list[int] = []
        self._encoded: list[bytes] = []
        self._is_verified = False

    def open(self, path: str, limit: int) -> dict[str, Any]:
        # The old set goes first, so that two never stand in memory together.
        self._opened, self._digests, self._encoded, self._is_verified = None, [], [], False
        gc.unfreeze()
        opened = []
        try:
            for number, line in lines(path):
                opened.append(self.load(path, number, line))
                if len(opened) == limit:
                    break
        except OSError as error:
            raise Refusal(Kind.BAD_VALUES, f"{path}: {error.strerror}") from None
        self._opened = opened
        self._digests = [self.values.digest(value) for value in opened]
        reply = {
            "values": len(opened),
            "digest": digest_of(self._digests),
            "visit": hexadecimal(sum(map(self.values.visit, opened))),
        }
        if self.values.access is not None:
            reply["access"] = hexadecimal(sum(map(self.values.access, opened)))
        return reply

    def load(self, path: str, number: int, line: bytes) -> Any:
        """A value from its line. Raises `Refusal` that names it."""
        try:
            return self.values.load(canonical_json(line))
        except Unheld as error:
            raise Refusal(Kind.CANNOT_HOLD, f"{path}: line {number}: {error}") from None
        except (Misfit, ValueError, RecursionError) as error:
            raise Refusal(Kind.BAD_VALUES, f"{path}: line {number}: {error}") from None

    def _opened_values(self) -> list[Any]:
        if self._opened is None:
            raise Refusal(Kind.BAD_REQUEST, "no values are open: send open first")
        return self._opened

    def verified(self) -> tuple[list[Any], list[bytes]]:
        opened = self._opened_values()
        if not self._is_verified:
            raise Refusal(Kind.BAD_REQUEST, "the working set is not verified: send verify first")
        return opened, self._encoded

    def verify(self, every: int) -> dict[str, Any]:
        """Proves the values whose index is a multiple of `every`, and encodes the others."""
        opened = self._opened_values()
        if every < 1:
            raise Refusal(Kind.BAD_REQUEST, "every must be 1 or more")
        self._is_verified, encoded, digests, visit = False, [], [], 0
        mismatches: list[dict[str, Any]] = []
        mismatched = 0
        for index, value in enumerate(opened):
            found = _Proof()
            try:
                if index % every:
                    self._encode(value, found)
                else:
                    self._prove(value, self._digests[index], found)
            except CannotHold as error:
                raise Refusal(Kind.CANNOT_HOLD, f"value {index}: {error}") from None
            except BaseException as error:
                if not is_of_library(error):
                    raise
                if cause := self._explained(value):
                    raise Refusal(Kind.CANNOT_HOLD, f"value {index}: {cause}") from None
                mismatched += 1
                if len(mismatches) < MISMATCHES_SHOWN:
                    reason = (
                        str(error)
                        if isinstance(error, Mismatch)
                        else found.step + message_of(error)
                    )
                    mismatches.append({"index": index, "reason": reason})
            encoded.append(found.encoded)
            if index % every == 0:
                digests.append(found.digest)
                visit += found.visit
        # One after another in memory, where the allocator has room for that.
        self._encoded = [bytes(memoryview(data)) for data in encoded]
        self._is_verified = mismatched == 0
        # What the driver keeps is none of the library's: the collector need not look at it again.
        gc.collect()
        gc.freeze()
        return {
            "values": len(opened),
            "encoded_bytes": sum(map(len, encoded)),
            "digest": digest_of(digests),
            "visit": hexadecimal(visit),
            "mismatched": mismatched,
            "mismatches": mismatches,
        }

    def _explained(self, value: Any) -> str:
        if self._lacks_nonfinite and has_nonfinite(value):
            return NONFINITE
        return self.operations.codec.explain(value)

    def _encode(self, value: Any, found: _Proof) -> None:
        """The first step of verify in docs/protocol.md for one value."""
        found.step = "encode: "
        found.encoded = bytes(self.operations.encode(self.operations.populate(value)))

    def _prove(self, value: Any, expected: int, found: _Proof) -> None:
        """All of them."""
        operations, values = self.operations, self.values
        self._encode(value, found)
        found.step = "decode: "
        found.digest = values.digest(operations.convert(operations.decode(found.encoded)))
        _same("decode: digest", found.digest, expected)
        found.step = "deserialize: "
        again = operations.deserialize(bytes(operations.serialize(value)))
        _same("deserialize: digest", values.digest(again), expected)
        found.step = "read: "
        found.visit = operations.read(found.encoded)
        visit = values.visit(value)
        _same("read: visit sum", found.visit, visit)
        if operations.borrow is not None:
            found.step = "borrow: "
            borrowed = operations.convert(operations.borrow(found.encoded))
            _same("borrow: visit sum", values.visit(borrowed), visit)
        if operations.access is not None and values.access is not None:
            found.step = "access: "
            _same("access: leaf", operations.access(found.encoded), values.access(value))

    def sample(self, operation: str, passes: int, warm_passes: int) -> dict[str, Any]:
        values, encoded = self.verified()
        if passes < 1:
            raise Refusal(Kind.BAD_REQUEST, "passes must be 1 or more")
        before = self._kernel.time_ns()
        try:
            self._walks_ns(operation, values, encoded, warm_passes)
            ns = self._walks_ns(operation, values, encoded, passes)
        except BaseException as error:
            if not is_of_library(error):
                raise
            raise refusal(error) from None
        after = self._kernel.time_ns()
        return {"ns": ns, "items": passes * len(values), "kernel_ns": [before, after]}

    def _walks_ns(
        self, operation: str, values: list[Any], encoded: list[bytes], passes: int
    ) -> int:
        """The time of so many walks, each over values that no library has seen."""
        total_ns = 0
        for _ in range(passes):
            if operation in TAKES_VALUES:
                values = list(map(self.operations.renew, values))
                gc.freeze()  # the collector would look at them within the time
            total_ns += self.operations.walk_ns(operation, values, encoded)
        return total_ns

    def allocations(self, operation: str) -> dict[str, Any]:
        """What the results consist of: what a call makes and drops again nobody sees."""
        values, encoded = self.verified()
        call, items = self.operations.results(operation, values, encoded)
        places: list[int] = list(range(len(items)))
        kept: list[Any] = [None] * len(items)
        found: list[tuple[int, int]] = []
        try:
            # The first times tables grow that stay, here or in the interpreter.
            while len(found) < 2 or (len(found) < COUNTED_PASSES and found[-1] != found[-2]):
                gc.collect()
                tracemalloc.start()
                _keep(call, items, places, kept)
                traces = tracemalloc.take_snapshot().traces
                tracemalloc.stop()
                own = tracemalloc.__file__
                made = [trace.size for trace in traces if trace.traceback[0].filename != own]
                found.append((sum(made), len(made)))
                kept[:] = [None] * len(items)
        except BaseException as error:
            if not is_of_library(error):
                raise
            raise refusal(error) from None
        finally:
            tracemalloc.stop()
        size, count = min(found)
        return {"items": len(items), "allocations": count, "allocated_bytes": size}


class _Proof:
    encoded: bytes = b""
    digest = visit = 0
    step = ""


def _same(label: str, found: int, expected: int) -> None:
    if (found - expected) % 2**64:
        raise Mismatch(f"{label} {hexadecimal(found)} is not {hexadecimal(expected)}")


def _keep(
    call: Callable[[Any], Any], items: Sequence[Any], places: list[int], kept: list[Any]
) -> None:
    """Allocates nothing of its own."""
    for place, item in zip(places, items, strict=True):
        kept[place] = call(item)
