"""The driver protocol of docs/protocol.md, over standard input and output."""

from __future__ import annotations

import gc
import json
import os
import struct
import sys
from typing import Any

from serbench_driver import object_files, process
from serbench_driver.errors import (
    Kind,
    NoValueOfTheSchema,
    Refusal,
    is_of_library,
    message_of,
    refusal,
)
from serbench_driver.session import Session
from serbench_driver.values import digest_of

VERSION = 1
DEFAULTS: dict[str, Any] = {
    "limit": 0,
    "every": 1,
    "warm_passes": 0,
    "passes": 0,
    "operation": "",
    "wire": "",
    "count": 0,
    "bytes": 0,
    "block_bytes": 1 << 20,
    "fsync": "end",
    "threads": 1,
    "codec": True,
    "digest": False,
    "step": "deserialize",
    "keep": False,
    "page_bytes": 0,
}


class Request:
    """Members of a request, with what docs/protocol.md says of those that are absent."""

    def __init__(self, message: Any) -> None:
        if not isinstance(message, dict) or not isinstance(message.get("request"), str):
            raise Refusal(Kind.BAD_REQUEST, 'not a request: it has no "request"')
        self._said = DEFAULTS | message

    def __getitem__(self, name: str) -> Any:
        found = self._said.get(name)
        wanted = type(DEFAULTS.get(name, ""))
        if found is None or (found == "" and name not in DEFAULTS):
            raise Refusal(Kind.BAD_REQUEST, f'the request lacks "{name}"')
        if type(found) is not wanted:
            raise Refusal(Kind.BAD_REQUEST, f'"{name}" is {found!r}')
        return found

    def get(self, name: str) -> Any:
        return self._said.get(name)


def serve(facts: dict[str, Any], session: Session | Refusal) -> None:
    """Until close or the end of standard input. Where the codec could not even begin, a refusal
    answers all that needs it."""
    # The protocol's own: whatever a library prints goes to standard error.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        closing = False
        reply: dict[str, Any]
        try:
            try:
                request = Request(json.loads(line))
            except ValueError as error:
                raise Refusal(Kind.BAD_REQUEST, f"not a request: {error}") from None
            closing = request["request"] == "close"
            if closing:
                reply = {"peak_rss_bytes": process.peak_rss_bytes()}
            elif isinstance(session, Refusal):
                raise session
            else:
                reply = _answer(facts, session, request)
        except Refusal as refused:
            reply = {"error": str(refused), "kind": refused.kind}
        # So each sample begins where a cycle of the collector does. Between its warm passes and the
        # timed ones, a collection would empty the interpreter's free lists and the nearest cache.
        gc.collect()
        try:
            out.write(json.dumps(reply).encode() + b"\n")
        except OSError:
            return  # nobody listens any more
        if closing:
            return


def _answer(facts: dict[str, Any], session: Session, request: Request) -> dict[str, Any]:
    match request["request"]:
        case "describe":
            return _description(facts, session)
        case "open":
            return session.open(request["values"], request["limit"])
        case "verify":
            return session.verify(request["every"])
        case "sample" | "allocations" as asked:
            operation, known = request["operation"], session.operations.names
            if operation not in known:
                raise Refusal(
                    Kind.BAD_REQUEST,
                    f"unknown operation {operation!r}; known: {', '.join(known)}",
                )
            if asked == "sample":
                return session.sample(operation, request["passes"], request["warm_passes"])
            return session.allocations(operation)
        case "dump":
            return _dump(request["path"], session.verified()[1])
        case "load":
            return _load(session, request["path"], request.get("outcomes"))
        case "write" | "scan" | "get":
            return object_files.carry_out(session, facts["schema"], request)
        case unknown:
            raise Refusal(Kind.BAD_REQUEST, f"unknown request {unknown!r}")


def _description(facts: dict[str, Any], session: Session) -> dict[str, Any]:
    return {
        "protocol": VERSION,
        "language": "python",
        "codec": facts["codec"],
        "library": facts["library"],
        "version": facts["version"],
        "compiler": process.interpreter(),
        "flags": process.settings(),
        "allocator": "pymalloc",
        "schema": facts["schema"],
        "operations": session.operations.names,
        "same": session.operations.same,
        "files": True,
    }


def _dump(path: str, encoded: list[bytes]) -> dict[str, Any]:
    try:
        with open(path, "wb") as file:
            for data in encoded:
                file.write(struct.pack("<I", len(data)) + data)
    except OSError as error:
        raise Refusal(Kind.FAILED, f"{path}: {error.strerror}") from None
    return {"values": len(encoded), "bytes": sum(map(len, encoded))}


def _canonical(session: Session, value: Any) -> bytes:
    """Of what was read, which may be anything. Raises `NoValueOfTheSchema`."""
    try:
        return session.values.canonical(value)
    except Exception as error:
        raise NoValueOfTheSchema(message_of(error)) from None


def _load(session: Session, path: str, outcomes: str | None) -> dict[str, Any]:
    """Deserializes a file that a driver of this format dumped. With `outcomes` what is refused is
    told there and does not end it."""
    digests: list[int] = []
    refused = number = 0
    try:
        with (
            open(path, "rb") as file,
            open(outcomes or os.devnull, "wb", buffering=0) as outcomes_file,
        ):
            while head := file.read(4):
                size = int.from_bytes(head, "little")
                data = file.read(size)
                if len(head) < 4 or len(data) < size:
                    raise Refusal(Kind.BAD_VALUES, f"{path}: value {number}: it ends there")
                try:
                    canonical = _canonical(session, session.operations.deserialize(data))
                    digests.append(session.values.digest_of_canonical(canonical))
                    outcome = b"\1" + struct.pack("<I", len(canonical)) + canonical
                except BaseException as error:
                    if not is_of_library(error):
                        raise
                    if not outcomes:
                        raise refusal(error, f"{path}: value {number}: ") from None
                    refused += 1
                    reason = message_of(error).encode(errors="replace")
                    outcome = b"\0" + struct.pack("<I", len(reason)) + reason
                if outcomes:
                    outcomes_file.write(outcome)
                number += 1
    except OSError as error:
        raise Refusal(Kind.BAD_VALUES, f"{error.filename or path}: {error.strerror}") from None
    reply = {"values": number, "digest": digest_of(digests)}
    return reply | ({"refused": refused} if outcomes else {})
