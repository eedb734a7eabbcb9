"""What the tests of decoders have to know of formats: where in its bytes a number stands.

A format that is not among `WIRES` is tested for all that needs no such knowledge. Nothing here is
believed: bytes in which a number was exchanged for another are first shown to decode to it.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from serbench.builders.codec import Codec
from serbench.proof.schemas import NUMBER

# What is read from the bytes: the value of `NUMBER` in it is that of `serbench.proof.schemas`.
Change = Callable[[bytes, int], bytes]

_NAME = NUMBER.encode()


class Untestable(Exception):  # noqa: N818 - no error: the bytes are such
    """Why a property cannot be tested on a codec's bytes."""


def _nowhere(_raw: bytes) -> Collection[int]:
    return ()


@dataclass(frozen=True, slots=True)
class Wire:
    """`exchanged` writes another number in place of that in the field `NUMBER`, `repeated` the
    field once more. `ends` says after how many bytes, of those less than all, a value is whole by
    the format's rules; `trailing` are bytes that may not follow a value. `tells_fields`: by
    numbers, by a table of their places, or by how many there are (names are a trait of the codec);
    None where only a test can tell.
    `fixed_width`: integers have the width of their type. `no_booleans` says why there is no number
    for true and false, or why any will do."""

    exchanged: Change | None = None
    repeated: Change | None = None
    ends: Callable[[bytes], Collection[int]] = _nowhere
    trailing: bytes = b"\0\xff x"
    tells_fields: bool | None = False
    fixed_width: bool = False
    no_booleans: str = ""


def wire_of(codec: Codec) -> Wire:
    return WIRES.get(codec.format, _OTHER)


UNTOLD = "its bytes do not say which fields there are, nor how many"


def tells_fields(codec: Codec) -> bool | None:
    """Whether bytes say which fields there are, or how many; None where only a test can tell."""
    return "self-describing" in codec.traits or wire_of(codec).tells_fields


def why_meaningless(codec: Codec, property_: str) -> str:
    """Why the format has nothing that the property could be asked of; or ""."""
    wire, named = wire_of(codec), "self-describing" in codec.traits
    if property_ in ("unknown", "missing") and tells_fields(codec) is False:
        return UNTOLD
    if property_ == "duplicates":
        if codec.format in ("fory", "java-serialization"):
            return "fields are named once, in the description of a class"
        return "" if named or wire.repeated else "each field has its place"
    if property_ == "range" and wire.fixed_width:
        return "integers have the width of their type"
    return wire.no_booleans if property_ == "booleans" else ""


def unwrapped(raw: bytes) -> tuple[bytes, Callable[[bytes], bytes]]:
    """What is inside of a compressed value, and what compresses it again."""
    if raw.startswith(b"\x1f\x8b"):
        return gzip.decompress(raw), gzip.compress
    return raw, lambda inner: inner


def _replaced(raw: bytes, pattern: bytes, by: bytes) -> bytes:
    """`pattern` is a regular expression that must fit once."""
    changed, times = re.subn(pattern, lambda _: by, raw, flags=re.DOTALL)
    if times != 1:
        raise Untestable(
            f"serbench looked for the number as {pattern!r} and found it {times} times, not once"
        )
    return changed


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _text_form(before: str, after: str) -> tuple[Change, Change]:
    """Of formats in which a field is its name, its number as digits, and something around."""
    found = before.encode() + rb"(\s*)7" + after.encode()

    def field_match(raw: bytes) -> re.Match[bytes]:
        if not (match := re.search(found, raw)):
            raise Untestable(f"no field like {found!r}")
        return match

    def exchanged(raw: bytes, number: int) -> bytes:
        old = field_match(raw)[0]
        return raw.replace(old, old.replace(b"7", b"%d" % number), 1)

    def repeated(raw: bytes, number: int) -> bytes:
        """Just after the first: where fields end with the value, that may be anywhere."""
        match = field_match(raw)
        old = match[0].replace(b"7", b"%d" % number)
        return raw[: match.end()] + old + raw[match.end() :]

    return exchanged, repeated


# The last field has its comma before it.
_json_exchanged, _json_repeated = _text_form(
    rf'(?:,\s*(?="{NUMBER}"\s*:\s*7\s*\}}))?"{NUMBER}"\s*:', r"(?:\s*,\s*|(?=\s*\}))"
)
_yaml_exchanged, _yaml_repeated = _text_form(rf'"?{NUMBER}"?:', r"\n")
_toml_exchanged, _toml_repeated = _text_form(rf"{NUMBER} =", r"\n")
_xml_exchanged, _xml_repeated = _text_form(rf"<{NUMBER}>", rf"</{NUMBER}>\s*")
_ron_exchanged, _ron_repeated = _text_form(rf"{NUMBER}:", r",\s*")
_thrift_json_exchanged, _thrift_json_repeated = _text_form(r'"1":\{"i32":', r"\},")
# Names in one list, what belongs to them in another: a name twice is not in the form of a pair.
_devalue_exchanged, _ = _text_form(r"\},", ",")
_seroval_exchanged, _ = _text_form(r'"t":0,"s":', r"\}")


def _map_form(
    head: int, name: bytes, seven: bytes, integer: Callable[[int], bytes]
) -> tuple[Change, Change]:
    """Of MessagePack and CBOR: a byte that says how many pairs follow, which starts at `head`.
    `seven` is a regular expression for the number as encoders write it."""

    def exchanged(raw: bytes, number: int) -> bytes:
        return _replaced(raw, re.escape(name) + seven, name + integer(number))

    def repeated(raw: bytes, number: int) -> bytes:
        if not raw or not head < raw[0] < head + 15:
            raise Untestable("the bytes do not start with a map of 1 to 14 entries")
        return bytes([raw[0] + 1]) + raw[1:] + name + integer(number)

    return exchanged, repeated


def _big_endian(small: int, large: bytes) -> Callable[[int], bytes]:
    """Integers of a byte up to `small`, and of eight bytes after `large`."""
    return lambda n: bytes([n]) if n <= small else large + n.to_bytes(8, "big")


_msgpack_integer = _big_endian(0x7F, b"\xd3")
# Some encoders write the width of the field's type, whatever the number is.
_MSGPACK_SEVEN = rb"(?:\xd2\x00{3})?\x07"
_msgpack_exchanged, _msgpack_repeated = _map_form(
    0x80, bytes([0xA0 + len(_NAME)]) + _NAME, _MSGPACK_SEVEN, _msgpack_integer
)
_cbor_exchanged, _cbor_repeated = _map_form(
    0xA0, bytes([0x60 + len(_NAME)]) + _NAME, rb"\x07", _big_endian(0x17, b"\x1b")
)


def _msgpack_array_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb"\A\x96" + _MSGPACK_SEVEN, b"\x96" + _msgpack_integer(number))


def _ubjson_forms(byteorder: Literal["big", "little"]) -> tuple[Change, Change]:
    """Of UBJSON, and of BJData with its bytes in the other order."""
    field = rb"([iU]" + bytes([len(_NAME)]) + _NAME + rb")[iU]\x07"

    def pair(raw: bytes, number: int) -> bytes:
        if not (match := re.search(field, raw)):
            raise Untestable(f"no field like {field!r}")
        small = number < 1 << 7
        value = b"i%c" % number if small else b"L" + number.to_bytes(8, byteorder)
        return match[1] + value

    def exchanged(raw: bytes, number: int) -> bytes:
        return _replaced(raw, field, pair(raw, number))

    def repeated(raw: bytes, number: int) -> bytes:
        """At the end, with how many there are if that stands at the start."""
        more = pair(raw, number)
        if match := re.match(rb"(\{#[iU])(.)", raw, re.DOTALL):
            return match[1] + bytes([match[2][0] + 1]) + raw[match.end() :] + more
        return raw[:-1] + more + raw[-1:]

    return exchanged, repeated


_ubjson_exchanged, _ubjson_repeated = _ubjson_forms("big")
_bjdata_exchanged, _bjdata_repeated = _ubjson_forms("little")


# A byte that says object, how many pairs follow (four times as much), and these: a name after four
# times its length, a byte that says signed or unsigned and how wide, the integer.
_BEVE_NAME = bytes([4 * len(_NAME)]) + _NAME


def _beve_number(number: int) -> bytes:
    if number < 1 << 31:
        return b"\x49" + number.to_bytes(4, "little")
    return b"\x69" + number.to_bytes(8, "little")


def _beve_exchanged(raw: bytes, number: int) -> bytes:
    field = re.escape(_BEVE_NAME) + rb"\x49\x07\x00{3}"
    return _replaced(raw, field, _BEVE_NAME + _beve_number(number))


def _beve_repeated(raw: bytes, number: int) -> bytes:
    if len(raw) < 2 or raw[0] != 3 or raw[1] >= 62 * 4:
        raise Untestable("the bytes do not start with an object of less than 62 pairs")
    return bytes([3, raw[1] + 4]) + raw[2:] + _BEVE_NAME + _beve_number(number)


def _bson_number(number: int) -> bytes:
    small = number < 1 << 31
    return (
        (b"\x10" if small else b"\x12")
        + _NAME
        + b"\0"
        + number.to_bytes(4 if small else 8, "little")
    )


def _bson_sized(body: bytes) -> bytes:
    return (len(body) + 4).to_bytes(4, "little") + body


def _bson_exchanged(raw: bytes, number: int) -> bytes:
    old = rb"\x10" + _NAME + rb"\x00\x07\x00{3}|\x12" + _NAME + rb"\x00\x07\x00{7}"
    return _bson_sized(_replaced(raw[4:], old, _bson_number(number)))


def _bson_repeated(raw: bytes, number: int) -> bytes:
    return _bson_sized(raw[4:-1] + _bson_number(number) + b"\0")


def _protobuf_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb"\A\x08\x07", b"\x08" + _varint(number))


def _protobuf_repeated(raw: bytes, number: int) -> bytes:
    return raw + b"\x08" + _varint(number)


def _protobuf_ends(raw: bytes) -> list[int]:
    """Where a field begins: a message is a sequence of fields and nothing else."""
    ends, at = [], 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            if at >= len(raw):
                raise Untestable("it ends within a field")
            byte = raw[at]
            at, value, shift = at + 1, value | (byte & 0x7F) << shift, shift + 7
            if byte < 0x80:
                return value

    while at < len(raw):
        ends.append(at)
        match varint() & 7:
            case 0:
                varint()
            case 1:
                at += 8
            case 2:
                size = varint()
                at += size
            case 5:
                at += 4
            case other:
                raise Untestable(f"a field of wire type {other}")
    return ends


def _thrift_binary_number(number: int) -> bytes:
    return b"\x08\0\1" + number.to_bytes(4, "big")


def _thrift_binary_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb"\A\x08\x00\x01\x00{3}\x07", _thrift_binary_number(number))


def _thrift_binary_repeated(raw: bytes, number: int) -> bytes:
    _thrift_binary_exchanged(raw, number)  # for its form
    return raw[:7] + _thrift_binary_number(number) + raw[7:]


def _thrift_compact_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb"\A\x15\x0e", b"\x15" + _varint(2 * number))


def _thrift_compact_repeated(raw: bytes, number: int) -> bytes:
    """The second says its number, 1, in full: the short form counts from the field before."""
    _thrift_compact_exchanged(raw, number)
    return raw[:2] + b"\x05\x02" + _varint(2 * number) + raw[2:]


def _text_ends(raw: bytes) -> range:
    """Blanks at the end of a text are no part of its value."""
    return range(len(raw.rstrip()), len(raw))


def _zigzag_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb"\x0e", _varint(2 * number))


def _boost_text_exchanged(raw: bytes, number: int) -> bytes:
    return _replaced(raw, rb" 7 ", b" %d " % number)


def _bincode_exchanged(raw: bytes, number: int) -> bytes:
    """A byte says how many follow, if it is not the number: 16, 32 or 64 bits of it."""
    zigzag = 2 * number
    size = next(size for size in (2, 4, 8) if zigzag < 1 << 8 * size)
    large = bytes([{2: 251, 4: 252, 8: 253}[size]]) + zigzag.to_bytes(size, "little")
    return _replaced(raw, rb"\x0e", bytes([zigzag]) if zigzag < 251 else large)


def _bilrost_varint(number: int) -> bytes:
    """Each number has one form: a byte more starts where those of fewer bytes end."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number = (number >> 7) - 1
    return bytes([*out, number])


def _bilrost_exchanged(raw: bytes, number: int) -> bytes:
    """The key of the first field is its number times four."""
    return _replaced(raw, rb"\A\x04\x0e", b"\x04" + _bilrost_varint(2 * number))


def _bilrost_repeated(raw: bytes, number: int) -> bytes:
    """Keys count from the field before, so that 0 is that field again."""
    _bilrost_exchanged(raw, number)  # for its form
    return raw[:2] + b"\0" + _bilrost_varint(2 * number) + raw[2:]


_PICKLED = b"\x8c" + bytes([len(_NAME)]) + _NAME


def _pickled(number: int) -> bytes:
    if number < 1 << 8:
        return b"K" + number.to_bytes(1, "little")
    if number < 1 << 31:
        return b"J" + number.to_bytes(4, "little")
    size = number.bit_length() // 8 + 1
    return b"\x8a" + bytes([size]) + number.to_bytes(size, "little")


def _framed(raw: bytes) -> bytes:
    """With the size of a pickle's one frame, which stands after the protocol's number."""
    if raw[2:3] != b"\x95":
        raise Untestable("the bytes do not start with a frame")
    return raw[:3] + (len(raw) - 11).to_bytes(8, "little") + raw[11:]


def _pickled_seven(raw: bytes) -> re.Match[bytes]:
    """The name, with the mark that puts it into the memo, if there is one, and the number."""
    pattern = re.escape(_PICKLED) + rb"(\x94?)K\x07"
    if not (match := re.search(pattern, raw)):
        raise Untestable(f"no field like {pattern!r}")
    return match


def _pickle_exchanged(raw: bytes, number: int) -> bytes:
    match = _pickled_seven(raw)
    return _framed(raw.replace(match[0], _PICKLED + match[1] + _pickled(number), 1))


def _pickle_repeated(raw: bytes, number: int) -> bytes:
    """The second name is not for the memo, whose places are counted."""
    end = _pickled_seven(raw).end()
    return _framed(raw[:end] + _PICKLED + _pickled(number) + raw[end:])


def _marshal_exchanged(raw: bytes, number: int) -> bytes:
    """32 bits after an `i`, or after an `l` how many digits of 15 bits follow."""
    if number < 1 << 31:
        changed = b"i" + number.to_bytes(4, "little")
    else:
        digits = [number >> at & 0x7FFF for at in range(0, number.bit_length(), 15)]
        changed = b"l" + len(digits).to_bytes(4, "little")
        changed += b"".join(digit.to_bytes(2, "little") for digit in digits)
    return _replaced(raw, rb"[i\xe9]\x07\x00{3}", changed)


def _v8_repeated(raw: bytes, number: int) -> bytes:
    """An object ends with how many properties it has."""
    name = b'"' + bytes([len(_NAME)]) + _NAME + b"I"
    changed = _replaced(
        raw, re.escape(name) + rb"\x0e", name + b"\x0e" + name + _varint(2 * number)
    )
    return _replaced(changed, rb"\{\x06\Z", b"{\x07")


_BITS = "they are bits"
_WORDS = "true and false are types or words, not numbers"
_ANY_NUMBER = "every number but 0 is true"
_NO_BLANK = b"\0\xffx"  # after text, blanks may follow

WIRES: dict[str, Wire] = {
    "json-gzip": Wire(_json_exchanged, _json_repeated, no_booleans=_WORDS),
    "yaml": Wire(
        _yaml_exchanged, _yaml_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS
    ),
    "toml": Wire(
        _toml_exchanged, _toml_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS
    ),
    "cereal-json": Wire(
        _json_exchanged, _json_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS
    ),
    "boost-xml": Wire(_xml_exchanged, _xml_repeated, _text_ends, trailing=_NO_BLANK),
    "xml": Wire(_xml_exchanged, _xml_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS),
    "boost-text": Wire(_boost_text_exchanged, ends=_text_ends, trailing=_NO_BLANK),
    "msgpack-arrays": Wire(_msgpack_array_exchanged, tells_fields=True, no_booleans=_WORDS),
    "msgpack": Wire(_msgpack_exchanged, _msgpack_repeated, no_booleans=_WORDS),
    "cbor": Wire(_cbor_exchanged, _cbor_repeated, no_booleans=_WORDS),
    "bson": Wire(_bson_exchanged, _bson_repeated),
    "beve": Wire(_beve_exchanged, _beve_repeated, no_booleans=_WORDS),
    "ubjson": Wire(_ubjson_exchanged, _ubjson_repeated, no_booleans=_WORDS),
    "bjdata": Wire(_bjdata_exchanged, _bjdata_repeated, no_booleans=_WORDS),
    "protobuf": Wire(
        _protobuf_exchanged,
        _protobuf_repeated,
        _protobuf_ends,
        # What follows a message is fields of it, if it can be: no blank, no letter.
        trailing=b"\0\xff",
        tells_fields=True,
        no_booleans=_ANY_NUMBER,
    ),
    "thrift-binary": Wire(
        _thrift_binary_exchanged, _thrift_binary_repeated, tells_fields=True, fixed_width=True
    ),
    "thrift-compact": Wire(
        _thrift_compact_exchanged, _thrift_compact_repeated, tells_fields=True, no_booleans=_WORDS
    ),
    "thrift-json": Wire(
        _thrift_json_exchanged,
        _thrift_json_repeated,
        _text_ends,
        trailing=_NO_BLANK,
        tells_fields=True,
    ),
    "bincode": Wire(_bincode_exchanged),
    "flatbuffers": Wire(tells_fields=True, fixed_width=True),
    "flatmessage": Wire(tells_fields=True, fixed_width=True),
    "capnproto": Wire(tells_fields=True, fixed_width=True, no_booleans=_BITS),
    "capnproto-packed": Wire(tells_fields=True, fixed_width=True, no_booleans=_BITS),
    "zserio": Wire(fixed_width=True, no_booleans=_BITS),
    "bilrost": Wire(_bilrost_exchanged, _bilrost_repeated, tells_fields=True),
    "ron": Wire(_ron_exchanged, _ron_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS),
    **dict.fromkeys(
        ("flatted", "json", "jsonpickle", "protobuf-json", "superjson"),
        Wire(_json_exchanged, _json_repeated, _text_ends, trailing=_NO_BLANK, no_booleans=_WORDS),
    ),
    "devalue": Wire(_devalue_exchanged, ends=_text_ends, trailing=_NO_BLANK, no_booleans=_WORDS),
    "seroval": Wire(_seroval_exchanged, ends=_text_ends, trailing=_NO_BLANK),
    "pickle": Wire(_pickle_exchanged, _pickle_repeated, no_booleans=_WORDS),
    "marshal": Wire(_marshal_exchanged, no_booleans=_WORDS),
    "v8": Wire(_zigzag_exchanged, _v8_repeated, no_booleans=_WORDS),
    **dict.fromkeys(
        (
            "bebop",
            "bincode-fixint",
            "boost-binary",
            "boost-binary-noheader",
            "borsh",
            "bytebuffer",
            "cdr",
            "cereal",
            "cereal-portable",
            "construct",
            "dataview",
            "handcoded",
            "inplace",
            "java-externalizable",
            "java-serialization",
            "kryo-unsafe",
            "nanoserde",
            "rkyv",
            "savefile",
            "sbe",
            "scale",
            "speedy",
            "struct",
        ),
        Wire(fixed_width=True),
    ),
}
# Many formats have zigzag varints; that this one has is shown before it counts. Nor is anything
# believed of its fields.
_OTHER = Wire(_zigzag_exchanged, tells_fields=None)
