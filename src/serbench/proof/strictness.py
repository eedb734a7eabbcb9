"""What a decoder refuses, found by giving it bytes that are wrong in one way each.

A `Property` is a question that every decoder is asked with several `WrongBytes`, each of them with
what values may come of it. A `Finding` counts the answers.
"""

from __future__ import annotations

import json
import struct
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from serbench.builders.codec import Codec
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.verification import Expected, verify
from serbench.proof.sandboxed_decoder import Answer, SandboxedDecoder, encoded, fresh
from serbench.proof.schemas import (
    MARKER,
    MARKERS,
    NEW,
    NEW_VALUE,
    NO_SYMBOL,
    NUMBER,
    OLD,
    SYMBOLS,
    VALUE,
)
from serbench.proof.wire_formats import (
    UNTOLD,
    Untestable,
    tells_fields,
    unwrapped,
    why_meaningless,
    wire_of,
)
from serbench.schema.digest import Digester, digest_of_bytes
from serbench.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Property:
    """`asks` is what the bytes are like. A decoder that refuses all of them has the fact `strict`;
    one that accepts all of them in one way has the fact that `lenient` has for it, if any."""

    name: str
    asks: str
    strict: str
    lenient: tuple[tuple[str, str], ...] = ()


PROPERTIES = (
    Property("utf8", "text that is not UTF-8", "checks-utf8"),
    Property("trailing", "trailing bytes after a value", "refuses-trailing"),
    Property("truncated", "a value whose last bytes are missing", "refuses-truncated"),
    Property(
        "unknown",
        "a field that the reader's schema does not have",
        "refuses-unknown",
        (("same", "skips-unknown"),),
    ),
    Property(
        "missing",
        "one field fewer than the reader's schema has",
        "refuses-missing",
        (("filled", "fills-missing"),),
    ),
    Property(
        "duplicates",
        "a field that appears twice",
        "refuses-duplicates",
        (("first", "takes-first"), ("last", "takes-last")),
    ),
    Property("range", "an integer beyond its field's type", "checks-range"),
    Property("booleans", "a boolean that is neither 0 nor 1", "checks-booleans"),
    Property("symbols", "a symbol that the enum does not have", "checks-symbols"),
)
BY_NAME = {p.name: p for p in PROPERTIES}
FACTS = frozenset(
    fact for p in PROPERTIES for fact in (p.strict, *(lenient for _, lenient in p.lenient))
)


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a decoder answered the cases of a property: in `accepted` the number of those by what
    came of them, "another" being a value that nobody would expect. `first` tells of the first
    that was not refused. `meaningless` says why there can be no case, `untested` why there was
    none."""

    refused: int = 0
    accepted: dict[str, int] = {}
    crashed: int = 0
    hung: int = 0
    first: str = ""
    meaningless: str = ""
    untested: str = ""

    @property
    def cases(self) -> int:
        return self.refused + sum(self.accepted.values()) + self.crashed + self.hung

    @property
    def is_strict(self) -> bool:
        return 0 < self.cases == self.refused

    def fact(self, property_: Property) -> str:
        """The word for it that all cases bear out; or ""."""
        if self.crashed or self.hung:
            return ""
        if self.is_strict:
            return property_.strict
        lenient = dict(property_.lenient)
        [only] = self.accepted if len(self.accepted) == 1 and not self.refused else [""]
        return lenient.get(only, "")


class Strictness(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was proven of a codec with its library in this version; or why nothing was."""

    version: str
    properties: dict[str, Finding] = {}
    unproven: str = ""

    @property
    def asked(self) -> int:
        """How many properties have a meaning in the codec's format."""
        return sum(not finding.meaningless for finding in self.properties.values())

    @property
    def strict(self) -> int:
        """Of how many it refuses all that is wrong."""
        return sum(finding.is_strict for finding in self.properties.values())

    @property
    def facts(self) -> tuple[str, ...]:
        found = (f.fact(BY_NAME[name]) for name, f in self.properties.items() if name in BY_NAME)
        return tuple(fact for fact in found if fact)


@dataclass(frozen=True, slots=True)
class WrongBytes:
    """Bytes that are wrong in one way, said in `name`. `readings` says by its digest how a reader
    came to a value that may be expected of a lenient one. `by_new`: they are for the driver of
    `NEW`."""

    name: str
    data: bytes
    readings: Mapping[str, str] = field(default_factory=dict)
    by_new: bool = False


@dataclass(frozen=True, slots=True)
class Specimens:
    """What a codec's driver wrote, and drivers that decode."""

    codec: Codec
    whole: bytes
    other_symbol: bytes
    grown: bytes | None
    load: Callable[[bytes], Answer]
    load_new: Callable[[bytes], Answer]


def digest_of(value: dict[str, Any], schema: Schema = OLD) -> str:
    digester = Digester(schema)
    digester.add(value)
    return digester.digest


SAME = digest_of(VALUE)


# As many bytes as one letter of the marker or two, and as many characters where a format counts
# these: what follows must not move. The well-formed one is the control.
ILL_FORMED = {
    "the byte FF": b"\xffx",
    "a stray continuation byte": b"\x80x",
    "a sequence cut short": b"\xc3x",
    "an overlong slash": b"\xc0\xaf",
    "a surrogate": b"\xed\xa0\x80x",
    "a code point beyond 10FFFF": b"\xf4\x90\x80\x80",
}
WELL_FORMED = "\u20acx".encode()
_AROUND = MARKER.encode() * 2
_LENGTH = struct.pack("<Q", len(MARKER.encode()) * MARKERS)


def _utf8(specimens: Specimens) -> Iterator[WrongBytes]:
    inner, wrapped = unwrapped(specimens.whole)
    plain = Digester(OLD).canonical_bytes(VALUE)
    at, plain_at = _midst(inner, 0), _midst(plain, 0)
    control = specimens.load(wrapped(_put(inner, at, WELL_FORMED)))
    # A format may cut a text in two: what was changed is not where the text begins.
    while _digest_with(plain, plain_at, WELL_FORMED) != control.digest:
        plain_at = _midst(plain, plain_at - len(_AROUND) + 2, control.said or "its text is another")
    for name, sequence in ILL_FORMED.items():
        readings = {_digest_with(plain, plain_at, sequence): "kept"}
        well = "x" if sequence.endswith(b"x") else ""
        for times in range(1, len(sequence) + 1):  # libraries do not agree what belongs together
            replaced = ("\ufffd" * times + well).encode()
            readings[_digest_with(plain, plain_at, sequence, replaced)] = "replaced"
        yield WrongBytes(name, wrapped(_put(inner, at, sequence)), readings)


def _midst(
    raw: bytes, start: int, without: str = "the encoded bytes do not hold the text as it is"
) -> int:
    """A place from `start` on with two markers before it and four from it on."""
    at = raw.find(_AROUND * 3, start)
    if at < 0:
        raise Untestable(without)
    return at + len(_AROUND)


def _put(raw: bytes, at: int, sequence: bytes) -> bytes:
    return raw[:at] + sequence + raw[at + len(sequence) :]


def _digest_with(plain: bytes, at: int, sequence: bytes, read_as: bytes | None = None) -> str:
    """The digest of the value whose canonical bytes are `plain` with the sequence in its text, or
    with what it is read as."""
    read_as = sequence if read_as is None else read_as
    size_at = plain.index(_LENGTH)
    size = len(MARKER.encode()) * MARKERS + len(read_as) - len(sequence)
    text = plain[size_at + 8 : at] + read_as + plain[at + len(sequence) :]
    return digest_of_bytes([plain[:size_at] + struct.pack("<Q", size) + text])


def _trailing(specimens: Specimens) -> Iterator[WrongBytes]:
    for byte in wire_of(specimens.codec).trailing:
        for times in (1, 8):
            yield WrongBytes(
                f"{times} {'byte' if times == 1 else 'bytes'} {byte:02x} appended",
                specimens.whole + bytes([byte]) * times,
                {SAME: "same"},
            )


def _truncated(specimens: Specimens) -> Iterator[WrongBytes]:
    ends = wire_of(specimens.codec).ends(specimens.whole)
    for size in range(len(specimens.whole)):
        if size not in ends:
            name = f"the first {size} of {len(specimens.whole)} bytes"
            yield WrongBytes(name, specimens.whole[:size], {SAME: "same"})


def _unknown(specimens: Specimens) -> Iterator[WrongBytes]:
    yield WrongBytes("written with one field more", _grown(specimens), {SAME: "same"})


def _missing(specimens: Specimens) -> Iterator[WrongBytes]:
    _grown(specimens)
    yield WrongBytes(
        "written with one field fewer", specimens.whole, {_filled(): "filled"}, by_new=True
    )


def _tells_fields(specimens: Specimens) -> bool:
    """Whether a decoder finds its fields in the bytes of a schema that has others. That it reads
    them and is content tells nothing if it is so whatever follows them."""
    known = tells_fields(specimens.codec)
    if known is not None:
        return known
    grown = _grown(specimens)
    if specimens.load_new(specimens.whole).digest == _filled():
        return True
    minds_what_follows = any(
        specimens.load(case.data).kind == "refused" for case in _trailing(specimens)
    )
    return minds_what_follows and specimens.load(grown).digest == SAME


def _filled() -> str:
    return digest_of(VALUE | {"added": ""}, NEW)


def _grown(specimens: Specimens) -> bytes:
    if specimens.grown is None:
        raise Untestable("there is no driver for the grown schema")
    if specimens.load_new(specimens.grown).digest != digest_of(NEW_VALUE, NEW):
        raise Untestable("the driver for the grown schema does not read its own bytes")
    return specimens.grown


def _duplicates(specimens: Specimens) -> Iterator[WrongBytes]:
    repeated = wire_of(specimens.codec).repeated
    if repeated is None:
        raise Untestable("serbench does not know how this format names a field")
    inner, wrapped = unwrapped(specimens.whole)
    last = digest_of(VALUE | {NUMBER: 9})
    twice = wrapped(repeated(inner, 9))
    yield WrongBytes("7 and then 9", twice, {SAME: "first", last: "last"})


EIGHT = 8
BEYOND = (1 << 40) + EIGHT


def _range(specimens: Specimens) -> Iterator[WrongBytes]:
    exchanged = wire_of(specimens.codec).exchanged
    if exchanged is None:
        raise Untestable("serbench does not know where this format puts a number")
    inner, wrapped = unwrapped(specimens.whole)
    for number in (EIGHT, 70_000):
        answer = specimens.load(wrapped(exchanged(inner, number)))
        if answer.digest != digest_of(VALUE | {NUMBER: number}):
            raise Untestable(
                f"the control failed, {number} in its place was not read as {number}: {answer.said}"
            )
    eight = digest_of(VALUE | {NUMBER: EIGHT})
    beyond = wrapped(exchanged(inner, BEYOND))
    yield WrongBytes(f"{BEYOND} for 32 bits", beyond, {eight: "wrapped"})


def _booleans(specimens: Specimens) -> Iterator[WrongBytes]:
    false = digest_of(VALUE | {"flag": False})
    ones = [(at, byte) for at, byte in enumerate(specimens.whole) if byte in b"\x011"]
    for at, one in ones:
        if specimens.load(_with_byte(specimens.whole, at, one - 1)).digest == false:
            break
    else:
        raise Untestable("no byte is 1 for true and 0 for false")
    for number in (2, 9) if one > 1 else (2, 0x80, 0xFF):
        wrong = _with_byte(specimens.whole, at, one - 1 + number)
        yield WrongBytes(f"{number} for true", wrong, {SAME: "true", false: "false"})


def _symbols(specimens: Specimens) -> Iterator[WrongBytes]:
    inner, wrapped = unwrapped(specimens.whole)
    for form in (str.lower, str.upper, str.capitalize):
        symbol_name = form(VALUE["symbol"]).encode()
        if inner.count(symbol_name) == 1:
            unnamed = inner.replace(symbol_name, form(NO_SYMBOL).encode())
            yield WrongBytes(f"the name {form(NO_SYMBOL)}", wrapped(unnamed))
            return
    at = _where_they_differ(specimens.whole, specimens.other_symbol)
    written = specimens.whole[at]
    step = specimens.other_symbol[at] - written
    for number in (len(SYMBOLS), 9 if chr(written).isdigit() else 20):
        byte = written + step * (number - SYMBOLS.index(VALUE["symbol"]))
        if step <= 0 or byte > 0x7F:
            raise Untestable("it does not write a symbol's number as a byte")
        yield WrongBytes(f"the number {number}", _with_byte(specimens.whole, at, byte))


def _where_they_differ(a: bytes, b: bytes) -> int:
    places = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    if len(a) != len(b) or len(places) != 1:
        raise Untestable("values with two different symbols do not differ in exactly one byte")
    return places[0]


def _with_byte(raw: bytes, at: int, byte: int) -> bytes:
    return raw[:at] + bytes([byte]) + raw[at + 1 :]


CASES: dict[str, Callable[[Specimens], Iterator[WrongBytes]]] = {
    "utf8": _utf8,
    "trailing": _trailing,
    "truncated": _truncated,
    "unknown": _unknown,
    "missing": _missing,
    "duplicates": _duplicates,
    "range": _range,
    "booleans": _booleans,
    "symbols": _symbols,
}


def find(specimens: Specimens, name: str) -> Finding:
    """Asks a codec's decoder the question of one property."""
    if why := why_meaningless(specimens.codec, name):
        return Finding(meaningless=why)
    answers: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    first = ""
    try:
        if name in ("unknown", "missing") and not _tells_fields(specimens):
            return Finding(meaningless=UNTOLD)
        for case in CASES[name](specimens):
            answer = (specimens.load_new if case.by_new else specimens.load)(case.data)
            answers[answer.kind] += 1
            outcome: str = answer.kind
            if answer.kind == "accepted":
                reading = case.readings.get(answer.digest, "another")
                accepted[reading] += 1
                outcome = f"accepted ({reading})"
            if answer.kind != "refused" and not first:
                first = " ".join(f"{case.name}: {outcome}, {answer.said}".split()).removesuffix(",")
    except Untestable as why_not:
        return Finding(untested=str(why_not))
    return Finding(
        answers["refused"], dict(accepted), answers["crashed"], answers["hung"], first=first
    )


def needs_grown(codec: Codec) -> bool:
    """Whether a driver for `NEW` has anything to say."""
    return not why_meaningless(codec, "unknown")


@dataclass(frozen=True, slots=True)
class Launchers:
    """Start drivers of one codec, for `OLD` and, where there is one, for `NEW`, that read files of
    a folder."""

    old: Callable[[Path], Driver]
    new: Callable[[Path], Driver] | None = None


def prove(codec: Codec, version: str, drivers: Launchers) -> Strictness:
    """All that is found of a codec's decoder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SandboxedDecoder(drivers.old) as old,
        SandboxedDecoder(drivers.new or drivers.old) as new,
    ):
        values = [VALUE, VALUE | {"symbol": SYMBOLS[2]}]
        scratch = Path(folder)
        try:
            whole, other_symbol = _written(drivers.old, OLD, values, scratch)
            grown = _written(drivers.new, NEW, [NEW_VALUE], scratch)[0] if drivers.new else None
        except (Untestable, DriverError, DriverDeath) as why:
            return Strictness(version, unproven=str(why))
        specimens = Specimens(codec, whole, other_symbol, grown, old.load, new.load)
        if (answer := old.load(whole)).digest != SAME:
            return Strictness(version, unproven=f"it does not read its own bytes: {answer.said}")
        return Strictness(version, {p.name: find(specimens, p.name) for p in PROPERTIES})


def _written(
    launch: Callable[[Path], Driver],
    schema: Schema,
    values: Sequence[dict[str, Any]],
    scratch: Path,
) -> list[bytes]:
    path = scratch / "values.jsonl"
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))
    digester = Digester(schema)
    for value in values:
        digester.add(value)
    expected = Expected(path, len(values), digester.digest, digester.visit)
    with launch(scratch) as driver:
        verdict = verify(driver, expected)
        if not verdict.proven:
            raise Untestable(f"{verdict.status}: {verdict.note}")
        return encoded(driver, fresh(scratch, "dump"))
