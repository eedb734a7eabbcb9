"""Any bytes given to a decoder, which may die of them.

    with SandboxedDecoder(partial(start, command, sandbox=sandbox)) as decoder:
        decoder.load(bytes_).kind      # "accepted", "refused", "crashed" or "hung"

The decoder is a driver of its own. If it dies or hangs, the next bytes meet a new one. In a sandbox
it reads what is in a scratch folder and writes to `answers` in that alone: it could replace any
other file there by a link, through which serbench would then write.
"""

from __future__ import annotations

import os
import shutil
import stat
import struct
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, Self

from serbench.measure.client import Driver, Patience
from serbench.measure.load_outcomes import NO_VALUE, Outcome, outcomes_in
from serbench.measure.protocol import DriverDeath, DriverError, DriverHung, Loaded
from serbench.measure.sandbox import Sandbox

# A value of some kilobytes is decoded in microseconds; a virtual machine starts in a second, and
# on a busy machine in ten.
PATIENCE = Patience(ordinary_s=30.0, heavy_s=30.0)
# Java's heap has 1 GB from its start.
MEMORY_BYTES = 4 << 30

Kind = Literal["accepted", "refused", "crashed", "hung"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a decoder made of some bytes: the digest of the value that it accepted, none if that
    is no value of the schema, or what was said."""

    kind: Kind
    digest: str = ""
    said: str = ""


def start(
    command: Sequence[str],
    scratch: Path,
    sandbox: Sandbox | None = None,
    patience: Patience = PATIENCE,
    memory_bytes: int | None = MEMORY_BYTES,
) -> Driver:
    """Starts a driver, in the sandbox if there is one: there it reads `scratch`, and writes to the
    folder for its answers."""
    inside = sandbox and sandbox.reading(scratch).writing(answers(scratch))
    return Driver(command, patience=patience, memory_bytes=memory_bytes, sandbox=inside)


def answers(scratch: Path) -> Path:
    """The folder in which a driver writes."""
    folder = scratch / "answers"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def fresh(scratch: Path, name: str) -> Path:
    """Where a driver is to write a file: nothing is there, whatever it left there."""
    path = answers(scratch) / name
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    return path


def _opened(path: Path) -> BinaryIO | None:
    """What a driver wrote there; None if it is no file, but a link to one of the user's, say, or a
    pipe that nobody writes to."""
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb")
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    return None


def outcomes(path: Path) -> Iterator[Outcome]:
    """As `measure.outcomes` reads them; none if it is no file."""
    if file := _opened(path):
        with file:
            yield from outcomes_in(file)


class SandboxedDecoder:
    """Use it as a context manager. `launch` starts a driver that reads files of a folder."""

    def __init__(self, launch: Callable[[Path], Driver]) -> None:
        self._launch = launch
        self._driver: Driver | None = None
        self._scratch = tempfile.TemporaryDirectory()
        self._path = Path(self._scratch.name) / "bytes"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._scratch.cleanup()

    def load(self, data: bytes) -> Answer:
        """Lets the driver decode one value. Raises `OSError` if no driver can be started, and
        `DriverError` if it is not the bytes that it refuses."""
        self._path.write_bytes(struct.pack("<I", len(data)) + data)
        try:
            return Answer("accepted", self._load().digest)
        except DriverError as error:
            if error.kind not in ("failed", "cannot-hold"):
                raise
            message = str(error).removeprefix(f"{self._path}: value 0: ")
            kind: Kind = "accepted" if message.startswith(NO_VALUE) else "refused"
            return Answer(kind, said=message)
        except DriverHung as hung:
            self._end()
            return Answer("hung", said=str(hung))
        except DriverDeath as death:
            self._end()
            return Answer("crashed", said=str(death))

    def _load(self) -> Loaded:
        self._driver = self._driver or self._launch(self._path.parent)
        return self._driver.load(self._path)

    def _end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None


def encoded(driver: Driver, path: Path) -> list[bytes]:
    """What a driver that has verified its values wrote of each, read by way of a file. Raises
    `DriverDeath` if it wrote none."""
    driver.dump(path)
    file = _opened(path)
    if file is None:
        raise DriverDeath("it wrote no file of values")
    with file:
        raw, found, at = file.read(), [], 0
    while at < len(raw):
        if len(raw) - at < 4:
            raise DriverDeath("its file of values ends within a length")
        [size] = struct.unpack_from("<I", raw, at)
        found.append(raw[at + 4 : at + 4 + size])
        at += 4 + size
    return found
