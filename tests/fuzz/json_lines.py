"""JSON Lines: names, escapes, numbers, depths, encodings, and what they are packed in."""

from __future__ import annotations

import bz2
import gzip
import json
import random

import zstandard

from tests.fuzz.json_tree import changed
from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, one_of, patched, text
from tests.fuzz.values import rows

_ESCAPES = (
    *(
        rb"\ud800",
        rb"\udc00\ud800",
        rb"\u0000",
        rb"\u12",
        rb"\x41",
        rb"\'",
        b"\\",
        rb"\/",
        rb"\uD83D\uDE00",
    ),
    *(b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xe2\x80\xa8", b"\x01", b"\x7f", b"\t", b"\0"),
)

NUMBERS_IN_TEXT = (
    *(
        b"1e400",
        b"-1e400",
        b"1e-400",
        b"-0",
        b"-0.0",
        b"0.1e1",
        b"01",
        b"1.",
        b".5",
        b"+1",
        b"0x10",
    ),
    *(b"NaN", b"Infinity", b"-Infinity", b"1_000", b"9007199254740993", b"18446744073709551616"),
    *(b"-9223372036854775809", b"1" * 400, b"0." + b"1" * 5000, b"1" * 100_000, b"1e999999999999"),
    *(b"9" * 4300, b"9" * 4301, b"1E5", b"5e-324", b"1.7976931348623159e308", b"null", b"tru", b""),
)
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1e", b"//\n", b"[", b"\0")


def seeds() -> list[bytes]:
    lines = [json.dumps(row, ensure_ascii=number % 2 == 0) for number, row in enumerate(rows())]
    tree = {"n": 1, "children": [{"n": 2, "children": [{"n": 3, "children": []}]}]}
    mixed = [{"v": 1, "m": {}}, {"v": "x", "m": {"a": 1}}, {"v": [1], "w": None}, {"v": {"a": 1}}]
    return [
        "\n".join(lines).encode(),
        json.dumps(tree).encode(),
        "\n".join(map(json.dumps, mixed)).encode(),
    ]


def _in_value(rng: random.Random, data: bytes) -> bytes:
    lines = data.decode().split("\n")
    at = rng.randrange(len(lines))
    value = changed(rng, json.loads(lines[at]))
    lines[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return "\n".join(lines).encode(errors="surrogatepass")


def _in_text(rng: random.Random, data: bytes) -> bytes:
    """An escape, or a byte, where a text may begin."""
    places = [at + 1 for at, byte in enumerate(data) if byte == ord('"')]
    return patched(data, rng.choice(places), rng.choice(_ESCAPES), 0)


def _number(rng: random.Random, data: bytes) -> bytes:
    places = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    at = rng.choice(places)
    return patched(data, at, rng.choice(NUMBERS_IN_TEXT), 1)


def _deep(rng: random.Random, _: bytes) -> bytes:
    size = rng.choice((50, 120, 600, 1100, 5000, 100_000))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[1,", "]")))
    inside = opening * size + "1" + (closing * size if rng.random() < 0.7 else "")
    return f'{{"a": {inside}}}\n'.encode() * rng.choice((1, 2))


def _many(rng: random.Random, _: bytes) -> bytes:
    """Fields, types and records without number."""
    size = rng.choice((300, 5000))
    match rng.randrange(4):
        case 0:
            lines = [json.dumps({f"{text(rng)[:50]}{n}": n for n in range(size)})]
        case 1:
            lines = [json.dumps({f"f{n}": n}) for n in range(size)]
        case 2:
            lines = [json.dumps({f"f{n}": {f"g{n}": {f"h{n}": [n]}} for n in range(size // 10)})]
        case _:
            lines = [json.dumps({"a": {f"k{rng.random()}": [n, "x"][n % 2]}}) for n in range(size)]
    return "\n".join(lines).encode()


def _encoded(rng: random.Random, data: bytes) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(_MARKS) + data
    name = rng.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-7", "cp037"))
    return data.decode(errors="replace").encode(name, errors="replace")


def _packed(rng: random.Random, data: bytes) -> bytes:
    if rng.random() < 0.2:  # much, of one sort
        data = b'{"a": "' + b"x" * rng.choice((10**6, 10**7)) + b'"}\n'
    pack = rng.choice((gzip.compress, bz2.compress, zstandard.ZstdCompressor().compress))
    packed = pack(data)
    match rng.randrange(5):
        case 0:
            return packed
        case 1:
            return packed[: rng.randrange(len(packed))]
        case 2:
            return packed * 2 + rng.choice((b"", b"x", packed[:10]))
        case 3:
            return pack(packed)
        case _:
            return any_bytes(rng, packed)


def _name(rng: random.Random) -> str:
    return "case" + rng.choice(
        (".jsonl", ".jsonl", ".jsonl", ".json", ".ndjson", ".jsonl.gz", ".txt")
    )


KIND = Kind(
    "json_lines",
    ".jsonl",
    seeds,
    one_of(
        (5, _in_value), (3, _in_text), (3, _number), (1, _deep), (1, _many), (1, _encoded),
        (2, _packed), (1, any_bytes),
    ),
    file_name=_name,
)  # fmt: skip
