"""The first reading of files by the workers of a cluster: what the files are, which parts they
have, and of each part how many lines and values, and their checksum.

A part of lines does not know how many are before it. So what is wrong in it is told by a second
attempt at this part, once all before it were counted.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from serbench.cluster.connection import Connection
from serbench.cluster.handing_out import Refused, Task, handed_out
from serbench.errors import UserError
from serbench.preparation.file_facts import FileFacts, check_unchanged, facts_of
from serbench.preparation.readings import Reading
from serbench.quoting import shown_file
from serbench.schema.file_parts import FilePart
from serbench.schema.folding import OnProgress, PartRead
from serbench.schema.remote_files import named
from serbench.schema.splitting import PART_BYTES, split

_T = TypeVar("_T")


class SourceParts(msgspec.Struct, frozen=True):
    """A file of the data set, and the parts that it is read in."""

    facts: FileFacts
    parts: list[FilePart]


class SourcePart(msgspec.Struct, frozen=True):
    """The part of this `number` of a data set: one of a file, which is the source of the number
    `source`."""

    number: int
    source: int
    facts: FileFacts
    part: FilePart

    @property
    def file_bytes(self) -> int:
        """Those that it takes of the file."""
        if self.part.lines:
            return self.part.lines.end - self.part.lines.begin
        if self.part.groups:
            return sum(end - begin for begin, end in self.part.groups.ranges[:-1])
        return self.facts.size


class CountedPart(msgspec.Struct, frozen=True):
    """A part that knows how many lines and elements are before it, and what is in it."""

    place: SourcePart
    values: int
    line_bytes: int
    checksum: int


# What a worker does with a part. Raises `UserError`.
ReadPart = Callable[..., PartRead]


def look_at(
    connection: Connection,
    files: Sequence[str],
    reading: Reading,
    part_bytes: int = PART_BYTES,
) -> list[SourceParts]:
    """What the files are, as workers see them. Raises `UserError`."""
    tasks = [Task(number, shown_file(file), file) for number, file in enumerate(files)]
    try:
        found = {
            task.number: source
            for task, source in handed_out(connection, _looked_at, (reading, part_bytes), tasks)
        }
    except Refused as refused:
        raise UserError(refused.refusal.text) from None
    return [source for _, source in sorted(found.items())]


def _looked_at(reading: Reading, part_bytes: int, file: str) -> SourceParts:
    with _seen_from_here():
        facts = facts_of(file, reading)
    return SourceParts(facts, split(named(file), part_bytes))


def read_parts(
    connection: Connection,
    sources: Sequence[SourceParts],
    read: ReadPart,
    shared: tuple[Any, ...],
    on_read: Callable[[int, PartRead], None] = lambda number, found: None,
    on_progress: OnProgress | None = None,
) -> list[CountedPart]:
    """All parts of all files, each read by `read(*shared, part)` on a worker. `on_read` is told the
    part's number and what was found, in any order. Raises `UserError`, that of the first part that
    something is wrong in."""
    places = places_of(sources)
    found: dict[int, PartRead] = {}
    done, total = 0, sum(place.file_bytes for place in places)
    try:
        for task, answer in handed_out(connection, read, shared, tasks_of(places)):
            on_read(task.number, answer)
            found[task.number] = msgspec.structs.replace(answer, shape=b"", longest=None)
            done += places[task.number].file_bytes
            if on_progress:
                on_progress(done, total)
    except Refused as refused:
        place = _numbered(places, found)[refused.task.number]
        _tell(connection, read, shared, place)
        raise UserError(refused.refusal.text) from None
    numbered = _numbered(places, found)
    for _, of_source in groupby(places, lambda place: place.source):
        first, *others = of_source
        if not any(found[place.number].values for place in (first, *others)):
            _tell(connection, read, shared, _whole(first))  # whose reader says what that means
    return [
        CountedPart(place, found[n].values, found[n].line_bytes, found[n].checksum)
        for n, place in enumerate(numbered)
    ]


def places_of(sources: Sequence[SourceParts]) -> list[SourcePart]:
    """All parts of all files, in their order."""
    parts = ((n, source.facts, part) for n, source in enumerate(sources) for part in source.parts)
    return [SourcePart(number, *part) for number, part in enumerate(parts)]


def tasks_of(places: Iterable[SourcePart]) -> list[Task]:
    return [
        Task(place.number, shown_file(str(place.part)), place, float(place.file_bytes or 1))
        for place in places
    ]


def _tell(
    connection: Connection, read: ReadPart, shared: tuple[Any, ...], place: SourcePart
) -> None:
    """Raises as `UserError` what is wrong with a part."""
    try:
        list(handed_out(connection, read, shared, tasks_of([place])))
    except Refused as refused:
        raise UserError(refused.refusal.text) from None


def _whole(place: SourcePart) -> SourcePart:
    return msgspec.structs.replace(place, part=FilePart(place.part.file))


def _numbered(places: Sequence[SourcePart], found: dict[int, PartRead]) -> list[SourcePart]:
    """Up to the first part that was not read: with how many lines and elements are before each."""
    numbered = []
    lines = values = 0
    for number, place in enumerate(places):
        part = place.part
        if not number or place.source != places[number - 1].source:
            lines = values = 0
        span = part.lines and msgspec.structs.replace(part.lines, before=lines)
        part = msgspec.structs.replace(part, lines=span, elements_before=values)
        numbered.append(msgspec.structs.replace(place, part=part))
        if number not in found:
            break
        lines += found[number].lines
        values += found[number].values
    return numbered


def checked_reading(place: SourcePart, read: Callable[[], _T]) -> _T:
    """On a worker: what is read of a file that does not change meanwhile. Raises `UserError`."""
    _check(place)
    try:
        found = read()
    except UserError:
        _check(place)  # which explains whatever it was
        raise
    _check(place)
    return found


def _check(place: SourcePart) -> None:
    with _seen_from_here():
        check_unchanged(place.facts)


@contextmanager
def _seen_from_here() -> Iterator[None]:
    """What is wrong with a file as a whole may be so on this host alone."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{error} (on the host {socket.gethostname()})") from None
