"""MessagePack, CBOR, BSON and Avro files as lines of JSON, each by its library for Python.

They are read here, in this process; `serbench.schema.guarded` has a process apart do it.

Values of BSON, CBOR and MessagePack may have logical types, a date one, a decimal another. In JSON
they are text of these, or lowered. A second reading says which they are: it has the types' words in
place of texts, and "" for what is merely text.
"""

from __future__ import annotations

import base64
import datetime as dt
import importlib
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import msgspec

from serbench.errors import UserError
from serbench.quoting import shell, shown_file
from serbench.schema.avro import LOGICAL_READERS, READER_OPTIONS, Branches
from serbench.schema.detection import decimal_of, logical_type_of
from serbench.schema.errors import ValueProblem, field_step, item_step
from serbench.schema.limits import MB
from serbench.schema.lines import Lines
from serbench.schema.logical import MOST_DIGITS, Date, Logical, Timestamp, Unit, Uuid, Zone
from serbench.schema.logical_values import text_of
from serbench.schema.model import MAX_DEPTH
from serbench.schema.nonfinite import line_with_words
from serbench.schema.remote_files import Location
from serbench.terminal.plain_text import plain

# Of a value that is read where nothing limits it.
_MOST_BYTES = 2**63
_READ_BYTES = 1 << 16
# What a number, a list or a map counts as: it takes more than its JSON in whoever reads that.
_PART_BYTES = 8
# What fastavro says of a codec whose package is not there.
_MISSING_CODEC = re.compile(r"(\w+) codec is supported but you need to install")
# BSON's subtype.
_UUID = 4
_BSON_DATE = Timestamp(Unit.MS, Zone.UTC)
_MSGPACK_TIME = Timestamp(Unit.NS, Zone.UTC)
_CBOR_TIME = Timestamp(Unit.S, Zone.UTC)
_NS_PER_S = 10**9


def _known(value: Any) -> Any:
    """What JSON has for a value of the library's own: an object, a number, or what it says of
    itself. Raises `ValueError` for what none of them tells."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, int):
        return int(value)
    match f"{type(value).__module__}.{type(value).__name__}":
        case "msgpack.ext.Timestamp":
            return _moment(value.seconds, value.nanoseconds)
        case "bson.binary.Binary":
            return _binary(value)
        case "bson.code.Code" if value.scope is not None:
            raise ValueError("it holds JavaScript with a scope, for which JSON has nothing")
        case "bson.datetime_ms.DatetimeMS":
            return text_of(_BSON_DATE, int(value))
        case "bson.decimal128.Decimal128":
            return _digits(value.to_decimal())
    return str(value)


def _digits(number: Decimal) -> str:
    """With all places, also where Python writes an exponent: as 0.00000000, not 0E-8."""
    _, _, exponent = number.as_tuple()
    is_short = isinstance(exponent, int) and -MOST_DIGITS <= exponent <= 0
    return format(number, "f" if is_short else "")


class _Digits(str):
    """A decimal of CBOR."""

    __slots__ = ()


class _Moment(str):
    """A text that CBOR says is a point in time."""

    __slots__ = ()


class _Seconds(int):
    """A number that CBOR says is a point in time."""

    __slots__ = ()


_MARKED = frozenset({_Digits, _Moment, _Seconds})


def _logical(value: Any) -> Logical | None:
    """Of a value that says its type, which reads what JSON has for the value."""
    match f"{type(value).__module__}.{type(value).__name__}":
        case "bson.datetime_ms.DatetimeMS":
            return _BSON_DATE
        case "bson.decimal128.Decimal128":
            return decimal_of(_known(value))
        case "bson.binary.Binary" if _is_uuid(value):
            return Uuid()
        case "uuid.UUID":
            return Uuid()
        case "datetime.date":
            return Date()
        case "msgpack.ext.Timestamp":
            nanoseconds = value.seconds * _NS_PER_S + value.nanoseconds
            return _MSGPACK_TIME if -(2**63) <= nanoseconds < 2**63 else None
    if isinstance(value, _Digits):
        return decimal_of(str(value))
    if isinstance(value, _Moment):
        found = logical_type_of(str(value))
        return found if isinstance(found, Timestamp) and found.zone != Zone.LOCAL else None
    return _CBOR_TIME if isinstance(value, _Seconds) and -(2**63) <= value < 2**63 else None


def no_word_of(text: str) -> str:
    """Of texts that are texts."""
    return ""


def word_of(text: str) -> str:
    """Of the logical type that a text is of, if it is of one."""
    return str(logical_type_of(text) or "")


def _words(value: Any, word_of_text: Callable[[str], str]) -> Any:
    """A value of the same shape, with words of logical types in place of texts."""
    if type(value) in _MARKED:
        return str(_logical(value) or "")
    if isinstance(value, str):
        return word_of_text(value)
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, (dict, Mapping)):
        return {_key(key): _words(inner, word_of_text) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_words(inner, word_of_text) for inner in value]
    if logical := _logical(value):
        return str(logical)
    known = _known(value)
    return "" if isinstance(known, str | bytes) else _words(known, word_of_text)


def _moment(seconds: int, nanoseconds: int) -> str:
    """In UTC, as RFC 3339 has it, where the year has four digits."""
    part = f".{nanoseconds:09d}".rstrip("0") if nanoseconds else ""
    try:
        day = dt.datetime(1970, 1, 1) + dt.timedelta(seconds=seconds)
    except OverflowError:
        return f"{seconds} s and {nanoseconds} ns since 1970-01-01"
    return f"{day.isoformat()}{part}Z"


def _binary(value: Any) -> Any:
    """Bytes, a UUID's text, or what MongoDB's Extended JSON has for bytes of another subtype."""
    if _is_uuid(value):
        return str(UUID(bytes=bytes(value)))
    if value.subtype:
        text = base64.b64encode(value).decode()
        return {"$binary": {"base64": text, "subType": f"{value.subtype:02x}"}}
    return bytes(value)


def _is_uuid(binary: Any) -> bool:
    return bool(binary.subtype == _UUID and len(binary) == 16)


_ENCODE = msgspec.json.Encoder(enc_hook=_known).encode


class Documents(Lines):
    """See `serbench.schema.lines`; the values count as elements. `file` is the opened file, if no
    other may be read; `most_bytes` is how much JSON a value may be. With `word_of_text`, words of
    logical types stand in place of texts; `has_logical` says whether values had any."""

    with_nonfinite = True

    def __init__(
        self,
        path: Location,
        file: IO[bytes] | None = None,
        most_bytes: int = _MOST_BYTES,
        word_of_text: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(path)
        self.unit = "element"
        self.name = path.name.split(".")[0] or "data"
        self._file = file
        self._most_bytes = most_bytes
        self._word_of_text = word_of_text
        self._read = 0

    def look(self, number: int | None = None) -> str:
        return f"file {shell(self.path)}"

    def without_limits(self) -> str:
        """How to read it for all that, as the end of a sentence."""
        return "write its values as JSON Lines, by a program of yours, and give that"

    def prepare(self) -> None:
        """Loads what reads it. Raises `UserError`."""
        with self._told():
            importlib.import_module(_LIBRARIES[self.path.suffix.lower()])

    def close(self) -> None:
        """Nothing is held between two readings."""

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        self._read = 0
        for value in self._values():
            self._read += 1
            yield self._read, self._line(value)
        if not self._read:
            raise self.fail("it is empty", "give a file with some values")

    def _values(self) -> Iterator[Any]:
        with self.reading() as file:
            yield from _READERS[self.path.suffix.lower()](file)

    def _line(self, value: Any) -> bytes:
        try:
            check = _Check(self._most_bytes)
            check.check(value)
            self.has_logical |= check.has_logical
            if self._word_of_text is not None:
                value = _words(value, self._word_of_text)
            return line_with_words(value, _known) if check.has_nonfinite else _ENCODE(value)
        except ValueProblem as problem:
            if not isinstance(problem, _WholeProblem):
                problem.path = "$" + problem.path
            raise self.error(self._read, problem) from None
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
            raise self.error(self._read, ValueProblem("$", str(error))) from None

    @contextmanager
    def reading(self) -> Iterator[IO[bytes]]:
        """The file, at its beginning; what goes wrong in it is told as the user's to mend."""
        with self._told():
            if self._file is not None:
                self._begun(self._file)
                yield self._file
                return
            with Path(self.path).open("rb") as file:
                self._begun(file)
                yield file

    def _begun(self, file: IO[bytes]) -> None:
        file.seek(0)
        self._raw = file
        self._size = os.fstat(file.fileno()).st_size

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._unreadable(error) from None
        except ImportError as error:
            raise UserError(
                f"{shown_file(self.path)}: reading it takes {error.name}: "
                "pip install 'serbench[formats]'"
            ) from None
        except (UserError, MemoryError, GeneratorExit, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # errors of many kinds, of Rust's ones none is an Exception
            if missing := _MISSING_CODEC.search(str(error)):
                codec = missing.group(1)
                packages = "lz4" if codec == "lz4" else "'serbench[formats]'"
                raise UserError(
                    f"{shown_file(self.path)}: its blocks are packed by {codec}, and a package "
                    f"that unpacks them is missing: pip install {packages}"
                ) from None
            message = plain(str(error)) or type(error).__name__  # it may quote the file
            raise self.error(
                self._read + 1, ValueProblem("", f"it is damaged: {message}")
            ) from None


def is_document(path: Location) -> bool:
    return path.suffix.lower() in _READERS


def is_avro(path: Location) -> bool:
    return path.suffix.lower() == ".avro"


def have_types_in_values(path: Location) -> bool:
    """Whether not the file says of what types its values are, but single values may."""
    return is_document(path) and not is_avro(path)


class _Check:
    """Whether JSON has all that is in a value: keys that are text, an end. Of few bytes a library
    can make a value that holds itself, or one part of it many times. `has_nonfinite` says whether
    a number is NaN or infinite, `has_logical` whether a value has a logical type of its own."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = self._left = most_bytes
        self._around: list[int] = []
        self.has_nonfinite = False
        self.has_logical = False

    def check(self, value: Any) -> None:
        """Raises `ValueProblem`; its path begins at the value."""
        self._left -= len(value) if isinstance(value, str | bytes) else _PART_BYTES
        if self._left < 0:
            raise _WholeProblem(
                "",
                f"the value holds more than {self._most_bytes / MB:,.0f} MB, too much for a file "
                "of this size",
                "if you trust it, write it as JSON Lines, by a program of yours, and give that",
            )
        # Most values first: to ask for a mapping of any class takes longer than all else here.
        if value is None or isinstance(value, str | int) or type(value) is bytes:
            if type(value) in _MARKED:
                self.has_logical = True
            return
        if isinstance(value, (dict, Mapping)):
            self._enter(value)
            texts = set()
            for key, inner in value.items():
                self._left -= len(text := _key(key))
                if text in texts:
                    cause = f"the keys {text} and {text!r} are one key in JSON"
                    raise ValueProblem("", cause, "give all keys of a map one type")
                texts.add(text)
                try:
                    self.check(inner)
                except ValueProblem as problem:
                    raise _inside(problem, field_step(str(key))) from None
            self._around.pop()
        elif isinstance(value, list | tuple | set | frozenset):
            self._enter(value)
            for index, inner in enumerate(value):
                try:
                    self.check(inner)
                except ValueProblem as problem:
                    raise _inside(problem, item_step(index)) from None
            self._around.pop()
        elif isinstance(value, float):
            self.has_nonfinite = self.has_nonfinite or not math.isfinite(value)
        else:
            self.has_logical = self.has_logical or _logical(value) is not None

    def _enter(self, value: Any) -> None:
        self._around.append(id(value))
        if len(self._around) <= MAX_DEPTH:
            return
        if len(set(self._around)) < len(self._around):
            raise _WholeProblem(
                "", "the value holds itself, so that its JSON has no end", "write it as a tree"
            )
        raise _WholeProblem(
            "",
            f"it is nested more than {MAX_DEPTH} levels deep, which is the limit here since many "
            "libraries stop there",
            "flatten the value, or keep its inner part as a string",
        )


class _WholeProblem(ValueProblem):
    """Of a value as a whole, wherever in it that was noticed."""


def _inside(problem: ValueProblem, step: str) -> ValueProblem:
    """What is wrong with a part as what is wrong with what holds it."""
    if not isinstance(problem, _WholeProblem):
        problem.path = step + problem.path
    return problem


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise ValueProblem("", f"a key is {type(key).__name__}, and JSON has texts")


def _msgpack(file: IO[bytes]) -> Iterator[Any]:
    import msgpack

    size = os.fstat(file.fileno()).st_size
    # The library makes room for as many items as a list claims to have.
    unpacker = msgpack.Unpacker(
        file,
        raw=False,
        strict_map_key=False,
        timestamp=0,  # any other loses nanoseconds
        object_pairs_hook=_once_each,
        ext_hook=lambda code, data: {"type": code, "data": data},
        max_buffer_size=max(size, _READ_BYTES),
        max_array_len=size,
        max_map_len=size,
        read_size=_READ_BYTES,
    )
    whole = 0
    for value in unpacker:
        whole = unpacker.tell()
        yield value
    if whole < size:  # the library takes a part for nothing
        raise EOFError("it ends in the midst of a value")


def _once_each(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is twice in a map")
    return found


# Tags of which the library would make less than there is: parts of a microsecond are cut off, a set
# has no order, a number is rounded.
_CBOR_SET = 258
_CBOR_TIMES = (0, 1)  # as text and as numbers
_CBOR_DECIMAL = 4
_CBOR_TAGGED = (5, 35, 36)  # binary fractions, patterns, mail


def _cbor_time(value: Any, is_key: bool) -> Any:
    if is_key:
        return value
    if type(value) is str:
        return _Moment(value)
    return _Seconds(value) if type(value) is int else value


def _cbor_decimal(value: Any, is_key: bool) -> Any:
    if not isinstance(value, list | tuple) or [type(part) for part in value] != [int, int]:
        raise ValueError("a decimal fraction is no list of two integers")
    exponent, whole = value
    sign, digits, _ = Decimal(whole).as_tuple()
    number = Decimal((sign, digits, exponent))
    return number if is_key else _Digits(_digits(number))


def _cbor(file: IO[bytes]) -> Iterator[Any]:
    import cbor2

    def tagged(number: int) -> Callable[[Any, bool], Any]:
        return lambda value, _: {"tag": number, "value": value}

    decoder = cbor2.CBORDecoder(
        file,
        tag_hook=lambda tag, _: {"tag": tag.tag, "value": tag.value},
        semantic_decoders={
            _CBOR_SET: lambda value, _: value,
            **dict.fromkeys(_CBOR_TIMES, _cbor_time),
            _CBOR_DECIMAL: _cbor_decimal,
            **{number: tagged(number) for number in _CBOR_TAGGED},
        },
        allow_duplicate_keys=False,
    )
    while file.peek(1):  # type: ignore[attr-defined]
        yield decoder.decode()


def _bson(file: IO[bytes]) -> Iterator[Any]:
    import bson
    from bson.codec_options import CodecOptions, DatetimeConversion

    options = CodecOptions(document_class=_Once, datetime_conversion=DatetimeConversion.DATETIME_MS)
    yield from bson.decode_file_iter(_Rest(file), options)


class _Once(dict[str, Any]):
    """A document, no key of which is set twice."""

    def __setitem__(self, key: str, value: Any) -> None:
        if key in self:
            raise ValueError(f"the key {key!r} is twice in a document")
        super().__setitem__(key, value)


def _avro(file: IO[bytes]) -> Iterator[Any]:
    import fastavro

    # Not as objects of Python's.
    fastavro.read.LOGICAL_READERS.clear()
    fastavro.read.LOGICAL_READERS.update(LOGICAL_READERS)
    found = fastavro.reader(_Rest(file))
    branches = Branches(found.writer_schema)
    if not branches.are_needed:
        yield from found
        return
    file.seek(0)
    for value in fastavro.reader(_Rest(file), **READER_OPTIONS):
        yield branches.canonical(found.writer_schema, value)


class _Rest:
    """What a file still holds: asked for 2 GB, as a file of 24 bytes can, Python's own makes room
    for them first."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._left = os.fstat(file.fileno()).st_size

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data


def avro_schema(documents: Documents) -> Any:
    """What an Avro file says of its values. Raises `UserError`."""
    with documents.reading() as file:
        import fastavro

        return fastavro.reader(_Rest(file)).writer_schema


_READERS: dict[str, Callable[[IO[bytes]], Iterator[Any]]] = {
    ".msgpack": _msgpack,
    ".mpk": _msgpack,
    ".cbor": _cbor,
    ".bson": _bson,
    ".avro": _avro,
}
_LIBRARIES = {
    ".msgpack": "msgpack",
    ".mpk": "msgpack",
    ".cbor": "cbor2",
    ".bson": "bson",
    ".avro": "fastavro",
}
