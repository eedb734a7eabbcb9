"""Files elsewhere than on this machine's disks, by URL, through fsspec.

What may be read there is a matter of this process' environment: credentials come from it as each
kind of storage has it (`AWS_PROFILE`, `GOOGLE_APPLICATION_CREDENTIALS`), and are never part of a
name.
"""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from serbench.errors import UserError
from serbench.quoting import clipped, shown_file

# By the beginning of a URL, the package that reads it.
PACKAGES = {
    **dict.fromkeys(("http", "https"), "aiohttp"),
    **dict.fromkeys(("s3", "s3a"), "s3fs"),
    **dict.fromkeys(("gs", "gcs"), "gcsfs"),
    **dict.fromkeys(("abfs", "abfss", "az"), "adlfs"),
    "hdfs": "pyarrow",
    "webhdfs": "requests",
}
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
# What tells one state of a file from another, as kinds of storage call it.
_STATES = (
    *("ETag", "etag", "md5Hash", "crc32c", "generation", "VersionId", "Content-MD5", "Digest"),
    *("LastModified", "last_modified", "Last-Modified", "updated", "mtime", "modificationTime"),
)
_SECRET = re.compile(r"sig|token|key|secret|passw|credential|auth", re.IGNORECASE)
_BLOCK_BYTES = 8 << 20


class Url(str):
    """The name of a file elsewhere; it has those parts that a `Path` has which is read."""

    __slots__ = ()

    @property
    def _path(self) -> PurePosixPath:
        return PurePosixPath(urlsplit(self).path)

    @property
    def name(self) -> str:
        return self._path.name

    @property
    def suffix(self) -> str:
        return self._path.suffix

    @property
    def suffixes(self) -> list[str]:
        return self._path.suffixes


Location = Path | Url


@dataclass(frozen=True, slots=True)
class RemoteFacts:
    """What a file was when it was looked at: its bytes, None if nobody knows, what its storage says
    of its state, and whether parts of it can be read alone."""

    size: int | None
    state: str
    has_ranges: bool


def is_url(text: str) -> bool:
    return _URL.match(text) is not None


def named(text: str) -> Location:
    """What a text names that was looked at before."""
    return Url(text) if is_url(text) else Path(text)


def location(text: str | Path) -> Location:
    """What a text names. Raises `UserError` for a URL that nothing reads, or that holds a
    secret."""
    if not isinstance(text, str) or not is_url(text):
        return Path(text)
    url = urlsplit(text)
    if "::" in text or url.scheme.lower() not in PACKAGES:
        raise UserError(
            f"{shown_file(clipped(text, 200))}: no such storage; there are: {', '.join(PACKAGES)}"
        )
    secrets = [name for name, _ in parse_qsl(url.query) if _SECRET.search(name)]
    if url.password or secrets:
        raise UserError(
            f"{url.scheme}://{url.hostname}{url.path}: the URL holds a secret, and runs keep names "
            "of files; leave it out, and give it to the workers by their environment"
        )
    return Url(text)


def facts(url: Url) -> RemoteFacts:
    """Of a file as it is now. Raises `OSError`, and `UserError` if a package is missing."""
    with _told(url):
        system, path = _system(url)
        info = system.info(path)
        if info.get("type") == "directory":
            raise IsADirectoryError(errno.EISDIR, "it is a directory")
        size = info.get("size")
        state = " ".join(f"{name}={info[name]}" for name in _STATES if info.get(name))
        return RemoteFacts(size, state, bool(size) and _has_ranges(system, path))


def _has_ranges(system: Any, path: str) -> bool:
    """Not every web server sends parts of files, and some send all in place of a part."""
    if "http" not in system.protocol:
        return True
    with system.open(path, "rb", cache_type="none") as file:
        try:
            file.seek(1)
            file.read(1)
        except ValueError:
            return False
    return True


def opened(where: Location) -> tuple[io.RawIOBase, int]:
    """A file to be read from its beginning to its end, and its size, 0 if that is not known. Raises
    `OSError`."""
    if isinstance(where, Path):
        file = io.FileIO(where)
        return file, os.fstat(file.fileno()).st_size if file.seekable() else 0
    with _told(where):
        system, path = _system(where)
        if "http" in system.protocol:
            return _Raw(where, system.open(path, "rb", block_size=0)), facts(where).size or 0
        remote = system.open(path, "rb", block_size=_BLOCK_BYTES, cache_type="readahead")
        return _Raw(where, remote), remote.size


def opened_at(where: Location, begin: int) -> io.RawIOBase:
    """A file to be read from there on. Raises `OSError`."""
    if isinstance(where, Path):
        file = io.FileIO(where)
        file.seek(begin)
        return file
    with _told(where):
        system, path = _system(where)
        remote = system.open(path, "rb", block_size=_BLOCK_BYTES, cache_type="readahead")
        remote.seek(begin)
        return _Raw(where, remote, begin)


def fetch(url: Url, to: Path) -> None:
    """Writes a copy. Raises `OSError`."""
    source, _ = opened(url)
    with source, to.open("wb") as file:
        shutil.copyfileobj(source, file, _BLOCK_BYTES)


def fetch_ranges(url: Url, to: Path, ranges: Iterable[tuple[int, int]]) -> None:
    """Writes a copy that has these bytes of the file where they stand, up to the last, and holes
    elsewhere. Raises `OSError`."""
    with to.open("wb") as file, _told(url):
        system, path = _system(url)
        for begin, end in ranges:
            file.seek(begin)
            file.write(system.cat_file(path, start=begin, end=end))


class _Raw(io.RawIOBase):
    """Tells what goes wrong as `OSError`, whatever the kind of storage raises."""

    def __init__(self, url: Url, file: Any, at: int = 0) -> None:
        self._url = url
        self._file = file
        self._at = at

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def readinto(self, target: Any) -> int:
        with _told(self._url):
            data = self._file.read(len(target))
        target[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def _system(url: Url) -> tuple[Any, str]:
    """Its file system, and the file's path there."""
    try:
        import fsspec
    except ImportError:
        raise UserError(
            f"{shown_file(url)}: reading it takes fsspec: pip install 'serbench[cluster]'"
        ) from None
    try:
        return fsspec.core.url_to_fs(url, use_listings_cache=False)  # type: ignore[no-any-return]
    except ImportError:
        package = PACKAGES[urlsplit(url).scheme.lower()]
        raise UserError(
            f"{shown_file(url)}: reading it takes {package}, on each host that works: pip install "
            f"{package}"
        ) from None


@contextmanager
def _told(url: Url) -> Iterator[None]:
    """Kinds of storage have errors of their own, which are none of the system's."""
    try:
        yield
    except (UserError, MemoryError):
        raise
    except Exception as error:
        number = error.errno if isinstance(error, OSError) else None
        if isinstance(error, FileNotFoundError):
            number = errno.ENOENT
        elif isinstance(error, PermissionError):
            number = errno.EACCES
        text = clipped(" ".join(str(error).split()) or type(error).__name__, 200)
        raise OSError(number or errno.EIO, text, str(url)) from None
