"""`--at`: paths, and documents that these lead into. A case's first line is the document's suffix
and the path: `.json $.features[]`."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import msgpack

from tests.fuzz.json_lines import NUMBERS_IN_TEXT
from tests.fuzz.json_tree import changed
from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, one_of, patched, text

_STEPS = (
    *(
        "[]",
        "[*]",
        "[0]",
        "[-1]",
        "[",
        "]",
        "[]]",
        "..",
        ".",
        ".a",
        ".a b",
        ".*",
        "..a",
        "[?(@.a)]",
    ),
    *("['']", '[""]', "['a", "['a\\']", "['\\'']", "['\\u0000']", "['\\ud800']", "['\\x']", "\\"),
    *("['a','b']", "$", "$.a", "|", " ", "\t", "\r", "\0", "é", "[é]", ".é", "\u202e", "\x1b[2J"),
    *(".features", ".properties", ".items", "['a.b']", ".resource", ".events"),
)
_SUFFIXES = (".json", ".jsonl", ".geojson", ".json.gz", ".msgpack", ".cbor", ".csv", ".avro")
_DEPTHS = (1, 50, 99, 100, 101, 600, 1100, 5000, 50_000)


def read_at(path: Path) -> None:
    """All that `serbench run FILE --at PATH` does before it builds."""
    from serbench.preparation.readings import reading
    from serbench.preparation.targets import resolve_all

    first, _, document = path.read_bytes().partition(b"\n")
    suffix, _, at = os.fsdecode(first).partition(" ")
    file = Path(f"document{suffix if suffix in _SUFFIXES else '.json'}")
    file.write_bytes(document)
    try:
        resolve_all([reading(at=at).of(str(file))], None, seed=1)
    finally:
        file.unlink()


def _case(at: str, *values: Any, indent: int | None = None) -> bytes:
    documents = "\n".join(json.dumps(value, indent=indent) for value in values)
    return f".json {at}\n{documents}".encode()


def seeds() -> list[bytes]:
    points = [
        {"type": "Feature", "properties": {"name": f"x{n}", "tags": ["a"] * n}, "id": n}
        for n in range(5)
    ]
    pages = [{"page": n, "items": [{"id": n, "of": None}] * n} for n in range(4)]
    hostile = {"in it": {"a.b": [[{"$": 1, "": "x"}], [{"$": 2, "": "\u202e"}]], "": []}}
    bundle = {"entry": [{"resource": {"id": "a", "n": 0.5}}, {"resource": {"id": "b", "n": -1}}]}
    floats = {"rows": [{"v": float("nan")}, {"v": float("-inf")}, {"v": 1.5}]}
    return [
        _case("$.features[]", {"type": "FeatureCollection", "features": points}, indent=1),
        _case("$.pages[].items[]", {"pages": pages}),
        _case("$[\"in it\"]['a.b'][][]", hostile),
        _case("$.entry[].resource", bundle, bundle),
        _case("$[].events[]", [{"events": [{"a": 1}]}, {"events": []}, {"events": [{"a": 2}]}]),
        b".msgpack $.rows[]\n" + msgpack.packb(floats),
    ]


def _path(rng: random.Random, data: bytes) -> bytes:
    """Steps more, less, of another kind or in another order; characters that mean something."""
    first, _, document = data.partition(b"\n")
    suffix, _, path = first.decode(errors="replace").partition(" ")
    place = rng.randrange(len(path) + 1)
    match rng.randrange(6):
        case 0:
            path += "".join(rng.choices(_STEPS, k=rng.choice((1, 1, 2, 5))))
        case 1:
            path = path[:place] + rng.choice(_STEPS) + path[place + rng.choice((0, 1, 2)) :]
        case 2:
            path = path[:place] + path[place + rng.choice((1, 2, 9)) :]
        case 3:
            name = text(rng).replace("\n", " ")
            path += rng.choice((f".{name}", f"['{name}']", f"[{json.dumps(name)}]"))
        case 4:
            suffix = rng.choice(_SUFFIXES)
        case _:
            return any_bytes(rng, first).replace(b"\n", b" ") + b"\n" + document
    return f"{suffix} {path}\n".encode(errors="surrogatepass") + document


def _in_document(rng: random.Random, data: bytes) -> bytes:
    at, _, document = data.partition(b"\n")
    if at.startswith(b".msgpack"):
        try:
            packed: bytes = msgpack.packb(changed(rng, msgpack.unpackb(document)))
        except (OverflowError, UnicodeEncodeError):  # what the format does not hold
            packed = any_bytes(rng, document)
        return at + b"\n" + packed
    try:
        values = [json.loads(document)]
    except ValueError:
        values = [json.loads(line) for line in document.split(b"\n")]
    number = rng.randrange(len(values))
    values[number] = changed(rng, values[number])
    lines = (json.dumps(value, ensure_ascii=rng.random() < 0.5) for value in values)
    return at + b"\n" + "\n".join(lines).encode(errors="surrogatepass")


def _key_twice(rng: random.Random, data: bytes) -> bytes:
    at, _, document = data.partition(b"\n")
    places = [n + 1 for n, byte in enumerate(document) if byte == ord("{")] or [0]
    keys = (b'"features": [], ', b'"in it": 1, ', b'"id": 0, "id": 1, ', b'"entry": {}, ')
    return at + b"\n" + patched(document, rng.choice(places), rng.choice(keys), 0)


def _number(rng: random.Random, data: bytes) -> bytes:
    at, _, document = data.partition(b"\n")
    places = [n for n, byte in enumerate(document) if chr(byte).isdigit()] or [0]
    return at + b"\n" + patched(document, rng.choice(places), rng.choice(NUMBERS_IN_TEXT), 1)


def _deep(rng: random.Random, _: bytes) -> bytes:
    """Steps and values without end, as deep as each other or not."""
    step, opening, closing = rng.choice(
        ((".a", '{"a":', "}"), ("[]", "[", "]"), (".a[]", '{"a":[', "]}"))
    )
    steps = rng.choice(_DEPTHS)
    depth = steps if rng.random() < 0.6 else rng.choice(_DEPTHS)
    close = closing * depth if rng.random() < 0.8 else ""
    return f".json ${step * steps}\n{opening * depth}{{}}{close}".encode()


def _many(rng: random.Random, _: bytes) -> bytes:
    """Elements, empty lists and fields without number; some end in what is no object."""
    size = rng.choice((300, 5000))
    match rng.randrange(4):
        case 0:
            return _case("$.a[]", {"a": [{"id": n} for n in range(size)] + [text(rng)]})
        case 1:
            return _case("$.a[][]", {"a": [[]] * size})
        case 2:
            return _case("$.missing[]", {f"{text(rng)[:50]}{n}": n for n in range(size)})
        case _:
            return _case("$.a[].b[].c", {"a": [{"b": [{"c": {"d": n}}] * 3} for n in range(size)]})


def _bytes(rng: random.Random, data: bytes) -> bytes:
    at, _, document = data.partition(b"\n")
    if rng.random() < 0.2:
        document = gzip.compress(document)
        return at + b"\n" + (document if rng.random() < 0.5 else any_bytes(rng, document))
    return at + b"\n" + any_bytes(rng, document)


KIND = Kind(
    "at",
    ".json",
    seeds,
    one_of(
        (5, _path), (5, _in_document), (1, _key_twice), (2, _number), (2, _deep), (1, _many),
        (3, _bytes),
    ),
    read=read_at,
)  # fmt: skip
