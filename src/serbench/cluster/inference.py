"""Inference by the workers of a cluster: each folds parts of files, and the schema is that of one
process, whatever the parts and the order in which they are finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.cluster.connection import Connection
from serbench.cluster.first_reading import (
    CountedPart,
    SourcePart,
    SourceParts,
    checked_reading,
    read_parts,
)
from serbench.cluster.handing_out import Refused, Task, handed_out
from serbench.errors import UserError
from serbench.preparation.readings import Reading
from serbench.schema.folding import FEW_VALUES, Folded, OnProgress, PartRead, combine, fold_part
from serbench.schema.guarded import Brought
from serbench.schema.infer import (
    Inference,
    check_alone,
    inferred,
    no_record,
    told_by,
    workload_name,
)
from serbench.schema.remote_files import named
from serbench.schema.shape import TooManyFieldsError
from serbench.schema.sources import brings_schema, brought, values_of


@dataclass(frozen=True, slots=True)
class ClusterInference:
    """What `serbench.schema.infer` finds, and the parts that it was found of: none if the file
    brings its types."""

    inference: Inference
    parts: list[CountedPart]


def infer_on(
    connection: Connection,
    sources: Sequence[SourceParts],
    reading: Reading,
    name: str | None = None,
    on_progress: OnProgress | None = None,
    *,
    narrow: bool = False,
) -> ClusterInference:
    """The schema of all values of the files. Raises `UserError` as `serbench.schema.infer`."""
    files = [named(source.facts.path) for source in sources]
    if any(map(brings_schema, files)) and not reading.at:
        check_alone(files)
        content = _told(connection, sources[0], reading, name)
        return ClusterInference(told_by(files[0], content, sources[0].facts.size), [])
    folded = Folded()
    # Of the last values, by part.
    longest: dict[int, tuple[str, int] | None] = {}

    def add(number: int, found: PartRead) -> None:
        try:
            combine(folded, found, number)
        except TooManyFieldsError:
            raise no_record(files[0]) from None
        if 0 < found.values <= FEW_VALUES:
            longest[number] = found.longest

    shared = (reading, str(files[0]))
    parts = read_parts(connection, sources, folded_part, shared, add, on_progress)
    if longest and folded.values <= FEW_VALUES:
        folded.longest = longest[max(longest)]
    inference = inferred(files, folded, name, narrow=narrow, unions=reading.unions, at=reading.at)
    return ClusterInference(inference, parts)


def folded_part(reading: Reading, first: str, place: SourcePart) -> PartRead:
    """On a worker. `first` is the data set's first file."""

    def read() -> PartRead:
        try:
            return fold_part(values_of(place.part, reading.at, reading.csv), place.source)
        except TooManyFieldsError:
            raise no_record(named(first)) from None

    return checked_reading(place, read)


def _told(
    connection: Connection, source: SourceParts, reading: Reading, name: str | None
) -> Brought:
    """What a file says of its types."""
    file = source.facts.path
    shared = (reading, name or workload_name(file))
    try:
        [(_, content)] = handed_out(connection, _brought, shared, [Task(0, file, file)])
    except Refused as refused:
        raise UserError(refused.refusal.text) from None
    return content


def _brought(reading: Reading, name: str, file: str) -> Brought:
    """On a worker."""
    return brought(named(file), name, reading.unions, reading.csv)
