"""What codecs add to a process of an interpreter: see `serbench.builders.footprint`.

`drivers/LANGUAGE/footprint/importing` runs in fresh processes: in each round once for every codec
of a group and once for `none`, in random order. It imports the codec's file, which imports its
library and what was generated, and has a value through both ways: many libraries import or make on
first use what others do when they are imported. What a second value takes is not counted.

Caches of bytecode are there, as users have them: the first process of each codec is not counted.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from serbench.builders.codec import Codec
from serbench.builders.footprint import OnCodec, added, none_of, processor_s
from serbench.builders.interpreted import Interpreted, InterpretedBuilder
from serbench.builders.packages import first_error
from serbench.footprint import Footprint
from serbench.machine import programs
from serbench.schema.model import Schema

ROUNDS = 21
# So many codecs are measured together, and are then known.
GROUP = 8


@dataclass(slots=True)
class _Process:
    """Of a codec: what starts it, and what came of each time but the first. One that has failed
    runs no more."""

    codec: Codec
    command: list[str] = field(default_factory=list)
    compile_s: float = 0.0
    dependencies: int = 0
    failure: str = ""
    ms: list[float] = field(default_factory=list)
    rss_bytes: list[int] = field(default_factory=list)

    def run(self) -> None:
        if self.failure:
            return
        done = programs.run(self.command, env=programs.measured())
        if done.returncode != 0:
            self.failure = _raised(done.stderr) or f"exit status {done.returncode}"
            return
        ns, rss_bytes = map(int, done.stdout.split())
        self.ms.append(ns / 1e6)
        self.rss_bytes.append(rss_bytes)

    def warm(self) -> None:
        """Runs it once, uncounted."""
        self.run()
        self.ms.clear()
        self.rss_bytes.clear()

    def footprint(self, base: _Process) -> Footprint:
        if failure := self.failure or base.failure:
            return Footprint(codec=self.codec.id, note=f"failed: {failure}")
        return Footprint(
            codec=self.codec.id,
            compile_s=self.compile_s,
            dependencies=self.dependencies,
            import_ms=added(median(self.ms), median(base.ms)),
            import_rss_bytes=int(added(median(self.rss_bytes), median(base.rss_bytes))),
        )


class InterpretedMeasurer(ABC):
    """A `serbench.builders.footprint.Measurer`."""

    builder: InterpretedBuilder
    # The file of the codec that does nothing.
    none: str

    @abstractmethod
    def command(self, schema: Schema, codec: Codec, work: Interpreted) -> list[str]:
        """What starts the process of a codec that `work` has prepared."""

    @abstractmethod
    def dependencies(self, codec: Codec, work: Interpreted) -> int:
        """How many packages it needs, those that others of them need included."""

    def footprints(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        folder: Path,
        on_codec: OnCodec,
        *,
        with_dependencies: bool,
    ) -> Iterator[Footprint]:
        """Packages come compiled: `with_dependencies` asks for nothing here."""
        why_not = self._why_not(schema, codecs)
        none = none_of(self.builder.language, self.none)
        for start in range(0, len(codecs), GROUP):
            group = codecs[start : start + GROUP]
            processes: list[_Process] = []
            for number, codec in enumerate(group, start):
                on_codec(number, codec.id)
                if not why_not[codec.id]:
                    processes.append(self._begun(schema, codec, folder / str(number)))
            if processes:
                processes.append(self._begun(schema, none, folder / f"none-{start}"))
            order = random.Random(start)
            for _ in range(ROUNDS):
                for process in order.sample(processes, len(processes)):
                    process.run()
            measured = iter(processes)
            for codec in group:
                if reason := why_not[codec.id]:
                    yield Footprint(codec=codec.id, note=reason)
                else:
                    yield next(measured).footprint(processes[-1])

    def _why_not(self, schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
        """For each codec's id, why it cannot be measured here; or ""."""
        missing = {codec.id: self.builder.availability(codec).reason for codec in codecs}
        there = [codec for codec in codecs if not missing[codec.id]]
        built = self.builder.build(schema, there, frozenset(), lambda *_: None)
        failures = {name: f"failed: {failure.reason}" for name, failure in built.failures.items()}
        return missing | failures | built.cannot_hold

    def _begun(self, schema: Schema, codec: Codec, home: Path) -> _Process:
        """Its code generated from clean, and run once."""
        work = self.builder.work(schema, [codec], frozenset())
        assert isinstance(work, Interpreted)
        work.home = home
        (home / "bin").mkdir(parents=True)
        work.write_sources()
        began = processor_s()
        if output := work.prepared(codec):
            return _Process(codec, failure=first_error(output))
        compile_s = processor_s() - began
        command = self.command(schema, codec, work)
        process = _Process(codec, command, compile_s, self.dependencies(codec, work))
        process.warm()
        return process


def _raised(output: str) -> str:
    """What Python and Node.js say last of an error, without the code that raised it."""
    errors = re.findall(r"^[\w.]*Error\b.*", output, re.MULTILINE)
    return [*output.strip().splitlines()[-1:], *errors[-1:]][-1] if output.strip() else ""
