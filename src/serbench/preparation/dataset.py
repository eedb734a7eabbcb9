"""Whole data sets: files with one schema for all of them, or what a workload generates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from serbench.errors import UserError
from serbench.preparation.file_facts import FileFacts, check_unchanged, facts_of
from serbench.preparation.readings import Reading, Target, looks_like_a_file
from serbench.preparation.targets import Described, code_of, described, of_workload, read_as
from serbench.quoting import shown_file
from serbench.schema.errors import InputError, Unit, ValueProblem
from serbench.schema.lines import Lines
from serbench.schema.model import Schema
from serbench.schema.nonfinite import line_of
from serbench.terminal.progress import bar, say
from serbench.workloads import registry
from serbench.workloads.workload import Workload

if TYPE_CHECKING:
    from serbench.schema.infer import Inference


@dataclass(slots=True)
class Files:
    """`facts` are those of the files when all began; `described` is what is known of their values:
    by the workload or the schema that was named, else once it is inferred."""

    facts: tuple[FileFacts, ...]
    described: Described | None = None
    sources: list[Lines] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [file.path for file in self.facts]

    @property
    def reading(self) -> Reading:
        """That of the first file, which is all of theirs."""
        return self.facts[0].reading

    @property
    def identity(self) -> list[str]:
        of_files = [msgspec.json.encode(file).decode() for file in self.facts]
        if self.described and self.reading.schema:
            return [*of_files, self.described.facts]
        return of_files

    def read(self) -> Iterator[tuple[int, int, bytes]]:
        """Raises `InputError`, and `UserError` for a file that has changed meanwhile."""
        for index, file in enumerate(self.facts):
            assert self.described
            self.sources.append(self.described.values(Path(file.path)))
            try:
                for number, line in self.sources[index]:
                    yield index, number, line
            except InputError:
                check_unchanged(file)
                raise
            check_unchanged(file)

    def progress(self) -> tuple[int, int]:
        """Bytes as they lie on disk."""
        return sum(s.progress()[0] for s in self.sources), sum(file.size for file in self.facts)

    def unit(self, source: int) -> Unit:
        return self.sources[source].unit

    def with_nonfinite(self, source: int) -> bool:
        return self.sources[source].with_nonfinite

    def error(self, source: int, number: int, problem: ValueProblem) -> InputError:
        return self.sources[source].error(number, problem)

    def changed(self, identity: Sequence[str]) -> str:
        """What is not as it was when `identity` was taken, in words."""
        names = [*map(shown_file, self.names), "the schema"]
        for name, before, now in zip(names, identity, self.identity, strict=False):
            if before != now:
                return f"{name} has changed"
        return ""

    def check(self) -> None:
        """Raises `UserError` if a file is not what it was."""
        for file in self.facts:
            check_unchanged(file)


@dataclass(slots=True)
class Generated:
    """The first `count` values that a workload generates from a seed."""

    workload: Workload
    source: str
    seed: int
    count: int
    _done: int = 0

    @property
    def names(self) -> list[str]:
        return [self.workload.name]

    @property
    def identity(self) -> list[str]:
        return [self.workload.name, code_of(self.source), str(self.seed), str(self.count)]

    def read(self) -> Iterator[tuple[int, int, bytes]]:
        assert self.workload.generate is not None
        for value in islice(self.workload.generate(self.seed), self.count):
            self._done += 1
            yield 0, self._done, line_of(value)

    def progress(self) -> tuple[int, int]:
        """Values."""
        return self._done, self.count

    def unit(self, _source: int) -> Unit:
        return "value"

    def with_nonfinite(self, _source: int) -> bool:
        return True

    def error(self, _source: int, number: int, problem: ValueProblem) -> InputError:
        return generated_misfit(self.workload.name, number, problem)

    def changed(self, identity: Sequence[str]) -> str:
        """As `Files.changed`."""
        return "" if list(identity) == self.identity else "the workload's code has changed"

    def check(self) -> None:
        """What is generated does not change."""


def generated_misfit(workload: str, number: int, problem: ValueProblem) -> InputError:
    """Of the value of this number that a workload generated."""
    return InputError(
        workload,
        problem.cause,
        "its generator and its record types have to agree",
        line=number,
        unit="element",
        path=problem.path,
    )


@dataclass(frozen=True, slots=True)
class DataSet:
    """`values` and `json_bytes`, of a mean value as it stands there, are 0 where nobody has
    counted, and `checksum`, of all lines (`serbench.schema.folding`), is "" then."""

    name: str
    schema: Schema
    data: Files | Generated
    values: int = 0
    json_bytes: float = 0.0
    checksum: str = ""


# Of files, what they are. Raises `UserError`.
Look = Callable[[Sequence[str], Reading], Sequence[FileFacts]]


def look_here(files: Sequence[str], reading: Reading) -> list[FileFacts]:
    """As this machine sees them."""
    return [facts_of(file, reading) for file in files]


def data_of(
    targets: Sequence[Target], count: int | None, seed: int, look: Look = look_here
) -> Files | Generated:
    """What the command line names: data files, with a schema of the user's or without, one workload
    that generates `count` values, or one module that says where its values are. Raises
    `UserError`."""
    first = targets[0]
    if all(looks_like_a_file(t.text) and Path(t.text).suffix != ".py" for t in targets):
        if first.reading.sample_mib:
            raise UserError("--sample: --all takes every value of a file; leave out one of them")
        _check_count(count)
        files = Files(tuple(look([target.text for target in targets], first.reading)))
        if files.reading.schema:
            files.described = described(Path(files.names[0]), files.reading)
        return files
    if len(targets) > 1:
        raise UserError("--all takes data files, whose schema is then one, or one workload alone")
    text = first.text
    is_module = Path(text).suffix == ".py"
    workload = registry.load_module(Path(text)) if is_module else registry.find(text)
    if workload.generate is None and workload.values is not None:
        _check_count(count)
        facts = look([str(workload.values)], first.reading)
        return Files(tuple(facts), of_workload(workload, first.reading))
    if workload.generate is None:
        raise UserError(f"{text}: it says neither where its values are nor how to make them")
    if count is None:
        raise UserError(
            f"{text}: it generates as many values as are asked for: --count N; or data files"
        )
    return Generated(workload, text if is_module else "built-in", seed, count)


def data_set(data: Files | Generated, infer: Callable[[Files], Inference]) -> DataSet:
    """The data with their schema: the workload's, or one inferred from all files. Raises
    `UserError`."""
    if isinstance(data, Generated):
        return DataSet(data.workload.name, data.workload.schema, data, data.count)
    if not data.described:
        return _inferred(data, infer(data))
    for remark in data.described.remarks:
        say(str(remark))
    return DataSet(data.described.schema.name, data.described.schema, data)


def _check_count(count: int | None) -> None:
    if count is not None:
        raise UserError("--count: --all takes every value of a file; leave out one of them")


def infer_here(files: Files, narrow: bool) -> Inference:
    """By this process. Raises `UserError`."""
    from serbench.schema.cached_inference import infer_cached

    shown = ", ".join(Path(name).name for name in files.names)
    with bar(f"inferring the schema of {shown}") as progress:
        inference = infer_cached(
            files.names,
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            at=files.reading.at,
            csv=files.reading.csv,
            detect=files.reading.detect_types,
            plain=files.reading.plain_types,
        )
    files.check()
    return inference


def _inferred(files: Files, inference: Inference) -> DataSet:
    files.described = read_as(inference.schema, inference.remarks, files.reading, is_inferred=True)
    for remark in inference.remarks:
        say(str(remark))
    return DataSet(
        inference.schema.name,
        inference.schema,
        files,
        inference.values,
        inference.bytes / inference.values,
        inference.checksum,
    )
