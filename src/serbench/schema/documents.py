"""MessagePack, CBOR, BSON and Avro files as lines of JSON, each by its library for Python."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from serbench.errors import UserError
from serbench.schema.errors import ValueProblem, field_step, item_step
from serbench.schema.lines import Lines


def _known(value: Any) -> Any:
    """What JSON has for a value of the library's own: a number, or what it says of itself."""
    return int(value) if isinstance(value, int) else str(value)


_ENCODE = msgspec.json.Encoder(enc_hook=_known).encode


class Documents(Lines):
    """See `serbench.schema.lines`; the values count as elements."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.unit = "element"
        self._read = 0

    def look(self, number: int | None = None) -> str:
        return f"file {self.path}"

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        read = _READERS[self.path.suffix.lower()]
        self._read = 0
        with self.reading() as file:
            for self._read, value in enumerate(read(file), 1):
                yield self._read, self._line(value)
        if not self._read:
            raise self.fail("it is empty", "give a file with some values")

    def _line(self, value: Any) -> bytes:
        try:
            return _ENCODE(_checked(value, "$"))
        except ValueProblem as problem:
            raise self.error(self._read, problem) from None
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise self.error(self._read, ValueProblem("$", str(error))) from None

    @contextmanager
    def reading(self) -> Iterator[IO[bytes]]:
        """The file; what goes wrong in it is told as the user's to mend."""
        try:
            with self.path.open("rb") as file:
                self._raw = file
                self._size = self.path.stat().st_size
                yield file
        except OSError as error:
            raise self.fail(
                f"it cannot be read: {error.strerror}", "see it: ls -l {file}"
            ) from None
        except ImportError as error:
            raise UserError(
                f"{self.path}: reading it takes {error.name}: pip install 'serbench[formats]'"
            ) from None
        except UserError:
            raise
        except Exception as error:  # libraries have errors of many kinds
            said = str(error) or type(error).__name__
            raise self.error(self._read + 1, ValueProblem("", f"it is damaged: {said}")) from None


def is_document(path: Path) -> bool:
    return path.suffix.lower() in _READERS


def is_avro(path: Path) -> bool:
    return path.suffix.lower() == ".avro"


def _checked(value: Any, at: str) -> Any:
    """The value, if JSON has all that is in it. Raises `ValueProblem` for what it has not."""
    match value:
        case float() if not math.isfinite(value):
            raise ValueProblem(at, "it is NaN or infinite, for which JSON has no number")
        case dict():
            return {
                _key(key, at): _checked(its, at + field_step(str(key)))
                for key, its in value.items()
            }
        case list() | tuple():
            return [_checked(its, at + item_step(index)) for index, its in enumerate(value)]
        case _:
            return value


def _key(key: Any, at: str) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise ValueProblem(at, f"a key is {type(key).__name__}, and JSON has texts")


def _msgpack(file: IO[bytes]) -> Iterator[Any]:
    import msgpack

    unpacker = msgpack.Unpacker(file, raw=False, strict_map_key=False, timestamp=3)
    whole = 0
    for value in unpacker:
        whole = unpacker.tell()
        yield value
    if whole < file.seek(0, os.SEEK_END):  # the library takes a part for nothing
        raise EOFError("it ends in the midst of a value")


def _cbor(file: IO[bytes]) -> Iterator[Any]:
    import cbor2

    decoder = cbor2.CBORDecoder(file)
    while file.peek(1):  # type: ignore[attr-defined]
        yield decoder.decode()


def _bson(file: IO[bytes]) -> Iterator[Any]:
    import bson

    yield from bson.decode_file_iter(file)


def _avro(file: IO[bytes]) -> Iterator[Any]:
    import fastavro

    # As the types below the logical ones have them, and not as objects of Python's.
    fastavro.read.LOGICAL_READERS.clear()
    yield from fastavro.reader(file)


def avro_schema(path: Path) -> Any:
    """What an Avro file says of its values. Raises `UserError`."""
    documents = Documents(path)
    with documents.reading() as file:
        return _avro_schema(file)


def _avro_schema(file: IO[bytes]) -> Any:
    import fastavro

    found = fastavro.reader(file).writer_schema
    file.seek(0)
    return found


_READERS: dict[str, Callable[[IO[bytes]], Iterator[Any]]] = {
    ".msgpack": _msgpack,
    ".mpk": _msgpack,
    ".cbor": _cbor,
    ".bson": _bson,
    ".avro": _avro,
}
