"""Lines of JSON from files: plain, gzip, bzip2 and zstd, told apart by their first bytes.

Other forms are taken too, told by how the text begins, whatever the file is called: a list, whose
elements stand for lines; values over several lines, or several on one; and text sequences, where
each value begins with the byte 0x1E (RFC 7464).
"""

from __future__ import annotations

import bz2
import difflib
import functools
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from serbench.quoting import shell
from serbench.schema.errors import InputError, Unit, ValueProblem
from serbench.schema.parse import diagnosis, encoding_problem, problem_in_list
from serbench.schema.remote_files import Location, Url, location, opened

if TYPE_CHECKING:
    import zstandard

# One line, or one document, must fit in memory several times over.
MAX_LINE_BYTES = 512 * 2**20
# Of a packed file it may be less: a line of 2 GB is 2 MB of gzip. Real ones are packed 20:1.
_PACKED_LINE_BYTES, _PACKED_LINE_PER_BYTE = 64 * 2**20, 10
# What a frame of zstd says to look back at, which is memory: what `zstd --long` writes, and as much
# more as the file is large.
_WINDOW_BYTES, _WINDOW_PER_BYTE, _MOST_WINDOW_BYTES = 2**27, 10, 2**31
BUFFER_BYTES = 2**20
_HEAD_BYTES = 4096
_ZSTD_INPUT_BYTES = 4096  # little at a time, for what it unpacks to is held in memory
BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff", b"\xff\xfe", b"\xfe\xff")
# JSON's, and what stands before each text of a sequence.
_SPACE = re.compile("[ \t\r\n\x1e]*")
_ZSTD = b"\x28\xb5\x2f\xfd"

_FOREIGN = (
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it: xz -dk {file}"),
    (b"PK\x03\x04", "a zip archive", "unpack it: unzip {file}"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it: 7z x {file}"),
    (b"\x04\x22\x4d\x18", "an lz4 archive", "unpack it: lz4 -d {file}"),
    (
        b"PAR1",
        "a Parquet file",
        "call it so that its name ends with .parquet",
    ),
    (b"ARROW1", "an Arrow file", "write it as JSON Lines first"),
    (b"Obj\x01", "an Avro file", "write it as JSON Lines: avro-tools tojson {file} > x.jsonl"),
    (b"SQLite format 3\x00", "an SQLite database", "write a table of it as JSON Lines first"),
)


def iter_lines(path: str | Path) -> Lines:
    """The lines of a file, to iterate over as (number from 1, bytes).

    Blank lines are left out but counted. The bytes keep their line feed, which JSON ignores.
    Iterating raises `InputError` for a file that is missing, a directory, empty, not text,
    truncated or damaged, and for a line beyond `MAX_LINE_BYTES`. Whether a line is JSON is
    for `serbench.schema.parse` to say.
    """
    return Lines(location(path))


class Lines:
    """See `iter_lines`. `unit` says what the numbers count, and `is_list` whether the file is one
    list, once iteration has begun. `at` is the path of the values within those of the file, ""
    where they are those (see `serbench.schema.at`); `cat` unpacks a packed file. Lines may hold
    the words of `serbench.schema.nonfinite` if `with_nonfinite`. `has_logical` says whether values
    were read that have logical types of their own."""

    with_nonfinite = False
    has_logical = False

    def __init__(self, path: Location) -> None:
        self.path = path
        self.unit: Unit = "line"
        self.is_list = False
        self.at = ""
        self.cat = ""
        self._raw: IO[bytes] | None = None
        self._size = 0
        self._most_bytes = MAX_LINE_BYTES
        self._jq = "jq"

    def progress(self) -> tuple[int, int]:
        """Bytes read and bytes in all, of the file as it lies on disk (0, 0 for a pipe)."""
        if self._raw is None or not self._size:
            return 0, 0
        return (self._size if self._raw.closed else self._raw.tell()), self._size

    @property
    def lines_read(self) -> int:
        """Blank ones too. Only a part of a file counts them."""
        return 0

    def words_of_types(self, detect: bool) -> Lines | None:
        """The same values, in which the words of logical types stand in place of all texts (see
        `serbench.schema.documents`): also those that texts are of, if `detect`. None of files whose
        texts are texts."""
        return None

    def error(self, number: int | None, problem: ValueProblem) -> InputError:
        """The problem of a value as an error that names the file and the line."""
        return InputError(
            self.path,
            problem.cause,
            problem.next_step or f"see it: {self.look(number)}",
            line=number,
            unit=self.unit,
            path=problem.path,
        )

    def look(self, number: int | None) -> str:
        """The command that shows a value, or says what the file is."""
        file = shell(self.path)
        if number is None:
            return f"file {file}"
        tool = f"sed -n {number}p"
        if self.unit != "line":
            tool = f"{self._jq} '.[{number - 1}]'" if self.unit == "element" else "jq ."
        return f"{self.cat} {file} | {tool}" if self.cat else f"{tool} {file}"

    def fail(self, cause: str, next_step: str) -> InputError:
        """What is wrong with the file as a whole."""
        return InputError(self.path, cause, next_step.replace("{file}", shell(self.path)))

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        try:
            with closing(self._opened()) as stream:
                self._check_head(stream)
                yield from self._json_values(stream)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise self._damaged(error) from None
        except OSError as error:
            # bz2 has no error class of its own.
            if error.errno is None:
                raise self._damaged(error) from None
            raise self._unreadable(error) from None
        finally:
            if self._raw is not None:
                self._raw.close()

    def are_plain(self, most_bytes: int) -> bool:
        """Whether it is JSON Lines and not packed, so that a part of it can be read alone; its
        first value has `most_bytes` at most. Raises `InputError` for what is no JSON."""
        try:
            with closing(self._opened()) as stream:
                if self.cat:
                    return False
                self._check_head(stream)
                left = most_bytes
                while left > 0 and (line := stream.readline(left)).isspace():
                    left -= len(line)
                return line.endswith(b"\n") and not line.isspace() and _is_line(line)
        except OSError as error:
            raise self._unreadable(error) from None

    def _opened(self) -> io.BufferedReader[Any]:
        """The file's text, unpacked if it is packed."""
        file, self._size = opened(self.path)
        self._raw = raw = io.BufferedReader(file, BUFFER_BYTES)
        head = raw.peek(_HEAD_BYTES)
        unpacked = self._unpacked(raw, head)
        if unpacked is not None:
            most_bytes = _PACKED_LINE_BYTES + _PACKED_LINE_PER_BYTE * self._size
            self._most_bytes = min(MAX_LINE_BYTES, most_bytes) if self._size else MAX_LINE_BYTES
            return io.BufferedReader(unpacked, BUFFER_BYTES)
        for magic, kind, next_step in _FOREIGN:
            if head.startswith(magic):
                raise self.fail(f"it is {kind}, not JSON Lines", next_step)
        return raw

    def _unpacked(self, raw: io.BufferedReader[Any], head: bytes) -> io.RawIOBase | Any:
        """None if the file is not packed."""
        if head.startswith(b"\x1f\x8b"):
            self.cat = "zcat"
            return gzip.GzipFile(fileobj=raw)
        if head.startswith(b"BZh"):
            self.cat = "bzcat"
            return bz2.BZ2File(raw)
        if head.startswith(_ZSTD):
            self.cat = "zstdcat"
            window_bytes = max(_WINDOW_BYTES, _WINDOW_PER_BYTE * self._size)
            return _ZstdReader(raw, min(window_bytes, _MOST_WINDOW_BYTES))
        return None

    def _check_head(self, stream: io.BufferedReader[Any]) -> None:
        """That what begins so may be JSON; a byte order mark is skipped."""
        head = stream.peek(_HEAD_BYTES)[:_HEAD_BYTES]
        if head.startswith(_WIDE_BOMS) or (len(head) > 1 and 0 in head[:2] and any(head[:2])):
            raise self.fail(
                "it is UTF-16 or UTF-32, and JSON is read as UTF-8",
                "convert it: iconv -f utf-16 -t utf-8 {file} > x.jsonl",
            )
        if head[257:262] == b"ustar":
            raise self.fail("it holds a tar archive", "unpack it: tar -xf {file}")
        if b"\0" in head:
            raise self.fail("it is a binary file", "give JSON Lines; see what it is: file {file}")
        if head.startswith(BOM):
            stream.read(len(BOM))

    def _json_values(self, stream: io.BufferedReader[Any]) -> Iterator[tuple[int, bytes]]:
        lines = iter(functools.partial(stream.readline, self._most_bytes + 1), b"")
        begun: list[bytes] = []
        for line in lines:
            begun.append(line)
            if not line.isspace():
                break
        first = b"".join(begun[-1:])
        if len(first) > self._most_bytes or _is_line(first):
            yield from self._lines(chain(begun, lines))
        else:
            yield from self._document(b"".join(begun), stream)

    def _lines(self, lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
        number = found = 0
        for number, line in enumerate(lines, 1):
            if len(line) > self._most_bytes:
                raise self.error(number, self._too_long("a line"))
            if not line.isspace():
                found += 1
                yield number, line
        if not found:
            cause = "it has only blank lines" if number else "it is empty"
            raise self.fail(cause, "give a file with one JSON object on each line")

    def _document(self, data: bytes, stream: io.BufferedReader[Any]) -> Iterator[tuple[int, bytes]]:
        """The values of a text that is no JSON Lines, of which `data` is read already."""
        data += stream.read(self._most_bytes + 1 - len(data))
        if len(data) > self._most_bytes:
            raise self.error(None, self._too_long("a file that is not JSON Lines"))
        is_list = data.lstrip().startswith(b"[")
        values = self._elements(data) if is_list else self._separate_values(data)
        if is_list and values is None:  # lists one after another
            values = self._separate_values(data)
        if values is None:  # a line that is wrong, and others that may be right
            yield from self._lines(io.BytesIO(data))
        else:
            yield from enumerate(values, 1)

    def _elements(self, data: bytes) -> list[bytes] | None:
        """None if more follows after the list."""
        self.unit = "element"
        try:
            found = msgspec.json.decode(data, type=list[msgspec.Raw])
        except RecursionError:
            raise self.error(None, diagnosis(data)) from None
        except (msgspec.MsgspecError, UnicodeError) as error:
            if "trailing characters" in str(error):
                return None
            raise self._not_a_list(data) from None
        self.is_list = True
        if not found:
            raise self.fail("its list is empty", "give a file with one JSON object on each line")
        return list(map(bytes, found))

    def _separate_values(self, data: bytes) -> list[bytes] | None:
        """Values one after another, whatever is between them. None for JSON Lines whose first line,
        or only one, is wrong."""
        problem = encoding_problem(data)
        if problem is not None:
            raise self.error(None, problem)
        if _is_value(data):  # soon, and without an object for each value in it
            self.unit = "value"
            self._jq = "jq -s"
            return [data]
        text = data.decode()
        # Only where a value ends matters here; `int` refuses numbers of more than 4,300 digits.
        scan = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode
        values: list[bytes] = []
        begin = _after_space(text, 0)
        try:
            while begin < len(text):
                _, end = scan(text, begin)
                values.append(text[begin:end].encode())
                begin = _after_space(text, end)
        except (json.JSONDecodeError, RecursionError) as error:
            second = data.lstrip().partition(b"\n")[2].lstrip().partition(b"\n")[0]
            if (not second and not values) or (second.startswith(b"{") and _is_value(second)):
                return None
            if isinstance(error, RecursionError):
                raise self.error(None, diagnosis(data)) from None
            raise self._no_json(error) from None
        self.unit = "element" if len(values) > 1 else "value"
        self._jq = "jq -s"
        return values

    def _no_json(self, error: json.JSONDecodeError) -> InputError:
        where = f"line {error.lineno}, column {error.colno}"
        cause = f"{error.msg[0].lower()}{error.msg[1:]} at {where}"
        if error.pos >= len(error.doc.rstrip()):
            cause = f"it ends in the middle of a value, at {where}"
        return self.fail(f"not JSON: {cause}", "see what is there: jq . {file}")

    def _too_long(self, unit: str) -> ValueProblem:
        cause = (
            f"{unit} is longer than {self._most_bytes // 2**20} MiB, the most that is read as one"
        )
        if self._most_bytes < MAX_LINE_BYTES:
            file = shell(self.path)
            return ValueProblem(
                "",
                f"{cause} of a packed file of {self._size:,} bytes",
                f"if you trust it, unpack it: {self.cat} {file} > x.jsonl",
            )
        advice = "if it is one list, write each element on a line: jq -c '.[]'"
        return ValueProblem("", cause, advice)

    def _not_a_list(self, data: bytes) -> InputError:
        problem = encoding_problem(data)
        if problem is not None:
            return self.error(None, problem)
        try:
            number, problem = problem_in_list(data)
            if problem is not None:
                return self.error(number, problem)
        except json.JSONDecodeError as error:
            return self._no_json(error)
        except RecursionError:
            pass
        return self.fail("not JSON", "see what is there: jq . {file}")

    def _damaged(self, error: Exception) -> InputError:
        cause = "it is damaged: the compressed data make no sense"
        if isinstance(error, EOFError):
            cause = "it is truncated: the compressed data end too early"
        if isinstance(error, _WindowError):
            return self.fail(
                f"unpacking it takes a window of more than {error.window_bytes // 2**20} MiB, too "
                f"much for a file of {self._size:,} bytes",
                "if you trust it, unpack it: zstd -d --long=31 {file}",
            )
        return self.fail(cause, "fetch or compress the file again")

    def _unreadable(self, error: OSError) -> InputError:
        if isinstance(self.path, Url):
            return self.fail(
                f"it cannot be read: {error.strerror}",
                "see that it is there, and that this environment may read it",
            )
        if isinstance(error, FileNotFoundError):
            return self.fail("no such file", self._nearest())
        if isinstance(error, IsADirectoryError):
            return self.fail("it is a directory", "name a file in it: ls {file}")
        if isinstance(error, PermissionError):
            return self.fail("it may not be read", "see who may: ls -l {file}")
        return self.fail(f"it cannot be read: {error.strerror}", "see it: ls -l {file}")

    def _nearest(self) -> str:
        assert isinstance(self.path, Path)
        folder = self.path.parent
        try:
            names = [entry.name for entry in folder.iterdir()]
        except OSError:
            names = []
        close = difflib.get_close_matches(self.path.name, names, 1)
        return f"did you mean {shell(folder / close[0])}?" if close else f"see: ls {shell(folder)}"


def _is_value(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return True


def _is_line(line: bytes) -> bool:
    """Whether a file that begins with this line is JSON Lines. One that is wrong otherwise than by
    where it ends is a line as well, which whoever parses it tells."""
    if line.lstrip().startswith((b"[", b"\x1e")):
        return False
    if _is_value(line) or not line.lstrip().startswith(b"{"):
        return True
    try:
        json.loads(line)  # which takes NaN
    except json.JSONDecodeError:
        return False
    except (RecursionError, ValueError):
        pass
    return True


def _after_space(text: str, begin: int) -> int:
    """The place of what is neither white space nor the mark of a text sequence."""
    found = _SPACE.match(text, begin)
    return found.end() if found else begin


class _WindowError(zlib.error):
    """A frame of zstd that asks for a larger window than `window_bytes`."""

    def __init__(self, window_bytes: int) -> None:
        super().__init__()
        self.window_bytes = window_bytes


class _ZstdReader(io.RawIOBase):
    """Unpacks frame after frame. The reader of the library takes a truncated file for
    a whole one; this one raises EOFError."""

    def __init__(self, raw: IO[bytes], window_bytes: int) -> None:
        self._raw = raw
        self._window_bytes = window_bytes
        self._input = b""
        self._output = memoryview(b"")
        self._frame: zstandard.ZstdDecompressionObj | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._raw.close()
        super().close()

    def readinto(self, target: Any) -> int:
        import zstandard

        try:
            while not self._output:
                if not self._fill():
                    return 0
        except zstandard.ZstdError as error:
            if "too much memory" in str(error):
                raise _WindowError(self._window_bytes) from None
            raise zlib.error(str(error)) from None
        size = min(len(target), len(self._output))
        target[:size] = self._output[:size]
        self._output = self._output[size:]
        return size

    def _fill(self) -> bool:
        """Unpacks the next input. False at the end of the last frame."""
        import zstandard

        data = self._input or self._raw.read(_ZSTD_INPUT_BYTES)
        self._input = b""
        if not data:
            if self._frame is not None:
                raise EOFError
            return False
        if self._frame is None:
            self._frame = zstandard.ZstdDecompressor(
                max_window_size=self._window_bytes
            ).decompressobj()
        self._output = memoryview(self._frame.decompress(data))
        if self._frame.eof:
            self._input = self._frame.unused_data
            self._frame = None
        return True
