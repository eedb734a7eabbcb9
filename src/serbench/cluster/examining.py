"""What a worker does of `serbench verify --all`: it reads a part of a file and has every value go
through every codec (`serbench.proof.worker`). Drivers are kept from part to part."""

from __future__ import annotations

import atexit
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.cluster.first_reading import SourcePart, checked_reading
from serbench.cluster.own_codecs import SentCodec, received
from serbench.errors import UserError
from serbench.machine import cache
from serbench.measure.verification import Verdict
from serbench.preparation.dataset import generated_misfit
from serbench.preparation.drivers import Drivers, availability, drivers_of
from serbench.preparation.readings import Reading
from serbench.preparation.targets import Described, described, read_as
from serbench.proof.chunks import chunks_of_part
from serbench.proof.full_dataset import Chunk, Examined, ExaminedCodec, Misfit, joined, problem_of
from serbench.proof.worker import ChunkWorker
from serbench.proof.worker_pool import PATIENCE_S, WAITING_BYTES
from serbench.quoting import shown_file
from serbench.schema import folding, protobuf
from serbench.schema.folding import PartRead
from serbench.schema.lines import Lines
from serbench.schema.model import Schema
from serbench.terminal import progress

# What nobody has used for so long belongs to a client that is gone.
_FORGOTTEN_S = 3600.0


class ReadAs(msgspec.Struct, frozen=True):
    """How files are read whose schema is known. `first` is the first of them; `facts` are those of
    `Described`."""

    schema: dict[str, Any]
    reading: Reading
    first: str
    facts: str

    def described(self) -> Described:
        """Raises `UserError`."""
        schema_file = self.reading.schema
        if not (schema_file and protobuf.is_proto(Path(schema_file))):
            return read_as(Schema.from_dict(self.schema), (), self.reading)
        found = described(Path(self.first), self.reading)
        if found.facts != self.facts:
            raise UserError(
                f"{shown_file(schema_file)}: a worker finds another file of this name; put it "
                "where all hosts find the same"
            )
        return found


class Examination(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker has to know. `codecs` are ids, also of the user's own, which were sent;
    `commands` those of drivers that are there already, by codec, if the client has built them."""

    id: str
    read_as: ReadAs
    name: str
    codecs: tuple[str, ...]
    own_codecs: tuple[SentCodec, ...]
    operations: tuple[str, ...]
    commands: dict[str, tuple[str, ...]] | None
    most_bytes: int


def count(read: ReadAs, place: SourcePart) -> PartRead:
    """The lines and values of a part."""
    values = read.described().values(place.part)
    return checked_reading(place, lambda: folding.count_part(values, place.source))


def versions(codecs: tuple[str, ...], own_codecs: tuple[SentCodec, ...]) -> dict[str, str]:
    """Of the codecs' libraries, by the codecs' ids."""
    return {codec.id: availability(codec).version for codec in _codecs(codecs, own_codecs)}


def make_ready(examination: Examination) -> dict[str, Verdict]:
    """Builds the drivers, which are kept in this host's cache; says why some cannot be."""
    progress.be_quiet(True)  # there is nobody to look at it
    return _built(examination).verdicts


def _built(examination: Examination) -> Drivers:
    codecs = _codecs(examination.codecs, examination.own_codecs)
    schema = examination.read_as.described().schema
    return drivers_of(schema, examination.name, codecs, examination.operations)


def examine(examination: Examination, piece: SourcePart | Chunk) -> Examined:
    """All values of a part of a file, or of a chunk that was sent. Raises `UserError`."""
    bench = _bench(examination)
    with bench.worker() as worker:
        if isinstance(piece, Chunk):
            return _examined(worker, piece, None)
        values = examination.read_as.described().values(piece.part)
        return checked_reading(piece, lambda: _examined_part(worker, examination, piece, values))


def _examined_part(
    worker: ChunkWorker, examination: Examination, piece: SourcePart, values: Lines
) -> Examined:
    chunks = chunks_of_part(
        piece.number, piece.source, piece.part.file, values, examination.most_bytes
    )
    found = [_examined(worker, chunk, values) for chunk in chunks]
    return joined(piece.number, piece.file_bytes, found)


def _examined(worker: ChunkWorker, chunk: Chunk, values: Lines | None) -> Examined:
    found = worker.examine(chunk)
    if not isinstance(found, Misfit):
        return found
    problem = problem_of(found, chunk.file)
    if values is None:
        raise generated_misfit(chunk.file, found.number, problem)
    raise values.error(found.number, problem)


def end(examination: str) -> None:
    """Ends what is kept for the examination of this id."""
    with _lock:
        bench = _benches.pop(examination, None)
    if bench:
        bench.end()


class _Bench:
    """What is kept for an examination from part to part: drivers, for each thread of this worker
    one of each codec."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination
        self._stack = ExitStack()
        self._folder = self._stack.enter_context(cache.scratch())
        self._building = Lock()
        self._workers: list[ChunkWorker] = []
        self._idle: list[ChunkWorker] = []
        self._drivers: Drivers | None = None
        self.used_s = time.monotonic()

    @property
    def drivers(self) -> Drivers:
        """Built by whoever asks first."""
        with self._building:
            if self._drivers is None and self._examination.commands is not None:
                self._drivers = Drivers(self._examination.commands, {})
            elif self._drivers is None:
                self._drivers = _built(self._examination)
            return self._drivers

    @contextmanager
    def worker(self) -> Iterator[ChunkWorker]:
        """One that nobody else uses meanwhile. Raises `UserError` where a driver is missing."""
        subjects = [
            ExaminedCodec(codec, self._command(codec)) for codec in self._examination.codecs
        ]
        with _lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None:
            folder = self._folder / str(len(self._workers))
            folder.mkdir()
            schema = self._examination.read_as.described().schema
            worker = ChunkWorker(schema, subjects, folder, WAITING_BYTES, PATIENCE_S)
            self._workers.append(worker)
        try:
            yield worker
        finally:
            self.used_s = time.monotonic()
            self._idle.append(worker)

    def _command(self, codec: str) -> tuple[str, ...]:
        if verdict := self.drivers.verdicts.get(codec):
            raise LackingHostError(
                f"{socket.gethostname()}: {codec}: {verdict.note}; other hosts have it: install it "
                "here as well, or leave the host out"
            )
        return self.drivers.commands[codec]

    @property
    def is_idle(self) -> bool:
        return len(self._idle) == len(self._workers)

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()
            worker.end()
        self._stack.close()


class LackingHostError(UserError):
    """A host that came later cannot do what others do, who may do it in its place."""

    may_pass = True


_lock = Lock()
_benches: dict[str, _Bench] = {}


def _bench(examination: Examination) -> _Bench:
    progress.be_quiet(True)  # there is nobody to look at it
    now_s = time.monotonic()
    with _lock:
        for id_, bench in list(_benches.items()):
            if bench.is_idle and now_s - bench.used_s > _FORGOTTEN_S:
                _benches.pop(id_).end()
        if examination.id not in _benches:
            _benches[examination.id] = _Bench(examination)
        return _benches[examination.id]


@atexit.register
def _end_all() -> None:
    for id_ in list(_benches):
        end(id_)


def _codecs(codecs: Sequence[str], own_codecs: Sequence[SentCodec]) -> list[Codec]:
    """In the order of their ids in `codecs`."""
    found = {codec.id: codec for codec in (*all_codecs(), *received(own_codecs))}
    return [found[codec] for codec in codecs]
