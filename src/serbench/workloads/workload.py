"""What a workload is: a schema and values for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from serbench.errors import UserError
from serbench.schema.annotations import schema_of
from serbench.schema.model import Schema
from serbench.schema.remote_files import Location


class WorkloadError(UserError):
    """A workload that cannot be used. The text names the place, the cause and the next step."""


@dataclass(frozen=True)
class Workload:
    """Record types and where values of them come from.

    `generate(seed)` yields values, endlessly for the built-in workloads; the first n of a
    seed are the same however many are asked for. A user's own workload may have a file of
    canonical values instead (`values`, which stand at the path `at` in those of the file if it is
    not ""), or neither and be a schema alone.
    `default_count` is how many values a run generates if it is not told. `study` names the
    published study the workload comes from.
    """

    name: str
    title: str
    root: type[msgspec.Struct]
    default_count: int
    study: str | None
    generate: Callable[[int], Iterator[msgspec.Struct]] | None
    values: Location | None = None
    at: str = ""

    @cached_property
    def schema(self) -> Schema:
        """Raises `SchemaError` when the record types have no place in the type model."""
        return schema_of(self.root, self.name)
