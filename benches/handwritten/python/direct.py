"""A Python library called by hand: see interpreted.py, which runs this as
`python -I direct.py FACTS`, FACTS being those of serbench's driver for the codec.

It answers as much of the driver protocol as proves its values and asks for samples, so that both
sides are asked in the same way. Its loops are what `timeit` makes of the statements of
libraries.py: a library is called there with nothing between.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import Any

AHEAD_BYTES = 4096  # as the driver: inputs are made so many at once, outside the time

LOOP = """\
def loop(items):
    for {item} in items:
        {statement}
"""


class Direct:
    """The loops of a library, and each of its statements as a function of a value."""

    def __init__(self, library: Any, values: Any, renew: Callable[[Any], Any]) -> None:
        self._values = values
        self._renew = renew
        names: dict[str, Any] = {}
        exec(library.setup, names)
        fill, take = library.fill or "value", library.take or "output"
        write = re.sub(r"\bvalue\b", fill, library.encode)
        read = re.sub(r"\boutput\b", library.decode, take)

        def function(item: str, expression: str) -> Callable[[Any], Any]:
            return eval(f"lambda {item}: {expression}", names)

        def loop(item: str, statement: str) -> Callable[[Sequence[Any]], None]:
            return _loop(item, statement, names)

        self.fill = function("value", fill) if library.fill else None
        self.take = function("output", take)
        self.encode, self.decode = (
            function("value", library.encode),
            function("data", library.decode),
        )
        self.loops = {
            "encode": loop("value", library.encode),
            "decode": loop("data", library.decode),
            "serialize": loop("value", write),
            "deserialize": loop("data", read),
        }

    def open(self, path: str) -> dict[str, Any]:
        lines = Path(path).read_bytes().splitlines()
        self.plain = [self._values.load(json.loads(line)) for line in lines]
        digests = map(self._values.digest, self.plain)
        return self._told(digests, self.plain)

    def _told(self, digests: Iterator[int], values: Sequence[Any]) -> dict[str, Any]:
        from serbench_driver.values import digest_of, hexadecimal

        visit = sum(map(self._values.visit, values))
        return {
            "values": len(values),
            "digest": digest_of(list(digests)),
            "visit": hexadecimal(visit),
        }

    def verify(self) -> dict[str, Any]:
        inputs = map(self.fill, self.plain) if self.fill else self.plain
        encoded = [self.encode(value) for value in inputs]
        self.encoded = [bytes(memoryview(data)) for data in encoded]  # in order, as the driver's
        back = [self.take(self.decode(data)) for data in self.encoded]
        reply = self._told(map(self._values.digest, back), back)
        size = sum(map(len, self.encoded))
        return {**reply, "encoded_bytes": size, "mismatched": 0, "mismatches": []}

    def walk_ns(self, operation: str) -> int:
        loop = self.loops[operation]
        if operation not in ("encode", "serialize"):
            return _ns(loop, self.encoded)
        unseen = list(map(self._renew, self.plain))
        if operation == "encode" and self.fill:
            return sum(_ns(loop, list(map(self.fill, group))) for group in self._groups(unseen))
        return _ns(loop, unseen)

    def _groups(self, values: Sequence[Any]) -> Iterator[Sequence[Any]]:
        start = size = 0
        for number, data in enumerate(self.encoded, 1):
            size += len(data)
            if size >= AHEAD_BYTES or number == len(self.encoded):
                yield values[start:number]
                start, size = number, 0


def _loop(item: str, statement: str, names: dict[str, Any]) -> Callable[[Sequence[Any]], None]:
    exec(LOOP.format(item=item, statement=statement), names)
    return names.pop("loop")


def _ns(loop: Callable[[Sequence[Any]], None], items: Sequence[Any]) -> int:
    start = perf_counter_ns()
    loop(items)
    return perf_counter_ns() - start


def main(facts_path: str) -> None:
    facts = json.loads(Path(facts_path).read_text())
    sys.path[:0] = facts["paths"]
    # As serbench's driver: where the pages of a library's file lie moves its times.
    from serbench_driver.placement import load_copies

    load_copies()
    from serbench_driver.kernel import Kernel
    from serbench_driver.values import Values
    from serbench_schema import types
    from serbench_schema.renewals import renewed

    sys.path.append(str(Path(__file__).parent))
    from libraries import LIBRARIES

    classes = {wire_name: getattr(types, name) for wire_name, name in facts["classes"].items()}
    values = Values(facts["types_of_values"], classes, facts["fields"], facts["leaf"])
    direct = Direct(LIBRARIES[facts["codec"].partition("/")[2]], values, renewed)
    kernel = Kernel()
    for line in sys.stdin:
        request = json.loads(line)
        match request["request"]:
            case "describe":
                reply = _description(facts, list(direct.loops))
            case "open":
                reply = direct.open(request["values"])
            case "verify":
                reply = direct.verify()
            case "sample":
                operation, passes = request["operation"], request["passes"]
                before = kernel.time_ns()
                for _ in range(request["warm_passes"]):
                    direct.walk_ns(operation)
                ns = sum(direct.walk_ns(operation) for _ in range(passes))
                items = passes * len(direct.plain)
                reply = {"ns": ns, "items": items, "kernel_ns": [before, kernel.time_ns()]}
            case other:
                reply = {"error": f"no {other} here", "kind": "bad-request"}
        print(json.dumps(reply), flush=True)


def _description(facts: dict[str, Any], operations: list[str]) -> dict[str, Any]:
    told = {name: facts[name] for name in ("codec", "library", "version", "schema")}
    told |= {"protocol": 1, "language": "python", "operations": operations}
    return told | dict.fromkeys(("compiler", "flags", "allocator"), "")


main(*sys.argv[1:])
