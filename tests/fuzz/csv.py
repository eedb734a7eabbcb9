"""CSV: separators, quotes, names of columns, widths, encodings, and what is packed."""

from __future__ import annotations

import gzip
import random

import zstandard

from tests.fuzz.json_lines import NUMBERS_IN_TEXT
from tests.fuzz.kind import Kind
from tests.fuzz.mutation import JUNK, any_bytes, one_of, patched, text

_CELLS = (
    *("", "null", "NULL", "NaN", "inf", "-inf", "1e400", "2020-01-01", "0000-00-00", "2020-13-45"),
    *("25:61:61", "294247-01-10 04:00:54.775807", "290309-12-22 (BC)", "=1+1", "{a: 1}", "[1, 2]"),
    *('"', '""', '"a', "a\"b", "'", "\\", "\\N", "infinity", "-infinity", "0x1F", "1_000", "١٢"),
)  # fmt: skip
_SEPARATORS = (",", ";", "\t", "|", "\x1f", ":", " ", "\0", "é", "\n", "\r", "\r\n")


def seeds() -> list[bytes]:
    head = "id,text,price,day,at,is_on,empty\n"
    lines = (
        f'{n},"a, ""b"" {n}",{n / 3},2020-01-0{n},2020-01-01 00:00:0{n},{n % 2 == 0},\n'
        for n in range(1, 6)
    )
    return [
        (head + "".join(lines)).encode(),
        b"a\tb\n1\tx\n2\ty\n",
        b"a,a,A\n1,2,3\n",
        b"1,2\n3,4\n",
    ]


def _cell(rng: random.Random, data: bytes) -> bytes:
    lines = [line.split(",") for line in data.decode(errors="replace").split("\n")]
    line = rng.choice(lines)
    new = rng.choice((rng.choice(_CELLS), text(rng), rng.choice(NUMBERS_IN_TEXT).decode()))
    line[rng.randrange(len(line))] = (
        new if rng.random() < 0.5 else f'"{new.replace(chr(34), 2 * chr(34))}"'
    )
    return "\n".join(map(",".join, lines)).encode(errors="replace")


def _head(rng: random.Random, data: bytes) -> bytes:
    """Names of columns: hostile, twice, none, very many."""
    names, _, rest = data.partition(b"\n")
    some = names.decode(errors="replace").split(",")
    match rng.randrange(4):
        case 0:
            some = [some[0]] * len(some)
        case 1:
            some = [""] * len(some)
        case 2:
            some = [f"c{n}" for n in range(rng.choice((300, 3000)))]
        case _:
            some[rng.randrange(len(some))] = '"' + text(rng).replace('"', '""') + '"'
    return ",".join(some).encode() + b"\n" + rest


def _separators(rng: random.Random, data: bytes) -> bytes:
    new = rng.choice(_SEPARATORS).encode()
    return data.replace(rng.choice((b",", b"\n", b'"')), new, rng.choice((-1, 1, 3)))


def _inserted(rng: random.Random, data: bytes) -> bytes:
    new = rng.choice((*JUNK, b'"', b'""', b"\r", b"\n\n", b",,,", b"\0", b"#", b"\xef\xbb\xbf"))
    return patched(data, rng.randrange(len(data)), new * rng.choice((1, 1, 1000)), 0)


def _large(rng: random.Random, _: bytes) -> bytes:
    match rng.randrange(3):
        case 0:
            return b"a,b\n" + b"x" * rng.choice((10**6, 3 * 10**6)) + b",1\n"
        case 1:
            return b"a\n" + b'"' * rng.choice((9999, 10**6))
        case _:
            return (",".join(map(str, range(2000))) + "\n").encode() * 3


def _packed(rng: random.Random, data: bytes) -> bytes:
    packed = rng.choice((gzip.compress, zstandard.ZstdCompressor().compress))(data)
    return packed if rng.random() < 0.3 else any_bytes(rng, packed)


def _name(rng: random.Random) -> str:
    return "case" + rng.choice((".csv", ".csv", ".csv", ".tsv", ".csv.gz", ".csv.zst"))


KIND = Kind(
    "csv",
    ".csv",
    seeds,
    one_of(
        (5, _cell), (3, _head), (2, _separators), (3, _inserted), (1, _large), (2, _packed),
        (1, any_bytes),
    ),
    file_name=_name,
)  # fmt: skip
