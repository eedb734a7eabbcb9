"""The drivers of some codecs for one schema: what building them has in common in all languages.

build/<language>/<schema>/bin/<codec>           the finished drivers
build/<language>/<schema>/bin/<codec>+<extra>   those that were asked for more
build/<language>/<schema>/bin/<codec>@<number>  those of another layout
build/<language>/<schema>/stamp.json            what each was built from
build/<language>/<schema>/log/                  what the compiler said of codecs that failed
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from serbench.builders import instrumentation, layout, optimization
from serbench.builders.codec import Codec
from serbench.builders.driver import BuildFailure, BuildResult, OnProgress, apart, merged
from serbench.machine import cache
from serbench.schema.model import Schema


class Work(ABC):
    """`home` is the schema's directory; what another toolchain of the language compiles has one of
    its own. A language's own class says what drivers are made of and how they are built."""

    # Whether `serbench.builders.optimization` is something to the language's compiler.
    has_levels = False
    # Whether `serbench.builders.layout` is something to its linker.
    has_layouts = False
    # Whether `serbench.builders.instrumentation` has something for it.
    has_instruments = False

    def __init__(
        self,
        language: str,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        toolchain: str = "",
    ) -> None:
        self.schema = schema
        self.codecs = codecs
        self.extra = extra
        self.layout = layout.number() if self.has_layouts else 0
        is_usual = optimization.is_full() or not self.has_levels
        lower = "" if is_usual else f"-O{optimization.level()}"
        instrumented = "-instrumented" if self.has_instruments and instrumentation.is_on() else ""
        other = f"-{toolchain}" if toolchain else ""
        name = schema.fingerprint + lower + instrumented + other
        self.home = cache.directory("build", language, name)
        self.result = BuildResult()

    @property
    @abstractmethod
    def fingerprints(self) -> dict[str, str]:
        """For each codec's id, what its driver is made of. Spawns nothing."""

    @abstractmethod
    def run(self, on_progress: OnProgress) -> None:
        """Builds all drivers; `result` says what came of it."""

    def binary(self, codec: Codec) -> Path:
        """A driver that was asked for more is another executable beside the usual one: where its
        code lies would move what is measured."""
        return self.home / "bin" / self.name(codec)

    def name(self, codec: Codec) -> str:
        """The file's."""
        return codec.driver_name(self.extra) + layout.suffix(self.layout)

    def key(self, codec: Codec) -> str:
        """Names the codec's driver in the stamp."""
        return f"{codec.language}/{self.name(codec)}"

    def is_built(self, codec: Codec, made_of: Any) -> bool:
        """Whether the codec's driver is there and was made of what is there now; `made_of` is what
        the stamp says, None if it says nothing. What a working copy is made of, its build tool
        knows."""
        return (
            made_of == self.fingerprints[codec.id]
            and self.binary(codec).exists()
            and not self.has_working_copy(codec)
        )

    def has_working_copy(self, codec: Codec) -> bool:
        """Whether the codec is built from files beside it, which may change at any time."""
        return False

    def command(self, codec: Codec, made_of: Any) -> list[str]:
        """What starts the driver."""
        return [str(self.binary(codec))]

    def pending(self) -> list[Codec]:
        """Those whose drivers would have to be built."""
        stamp = self.stamp()
        return [c for c in self.codecs if not self.is_built(c, stamp.get(self.key(c)))]

    def done(self, missing: Callable[[], str], lock: Path, on_progress: OnProgress) -> BuildResult:
        """The result, after `run` where anything is not up to date. `missing` says why nothing
        can be built here, if so; `lock` is the directory that one process builds in at a time."""
        if self._is_up_to_date():
            return self.result
        if reason := missing():
            for codec in self.codecs:
                self.fail(codec, reason, reason + "\n")
            return self.result
        with cache.locked(lock):
            if not self._is_up_to_date():  # another process may have built it while this one waited
                cache.tidy(cache.builds(self.home.parent))
                self.run(on_progress)
        return self.result

    def _is_up_to_date(self) -> bool:
        """If nothing has to be built, `result` says where the drivers are."""
        if self.pending():
            return False
        stamp = self.stamp()
        self.result.drivers = {c.id: self.command(c, stamp[self.key(c)]) for c in self.codecs}
        with suppress(OSError):  # what is used is not tidied away
            os.utime(self.home / cache.STAMP)
        return True

    def fail(self, codec: Codec, reason: str, text: str) -> None:
        log = self.home / "log" / f"{codec.name}.log"
        log.parent.mkdir(exist_ok=True)
        log.write_text(text)
        self.result.failures[codec.id] = BuildFailure(reason, log)

    def stamp(self) -> dict[str, Any]:
        """What was built from what, by the drivers' keys."""
        try:
            stamp: dict[str, Any] = json.loads((self.home / "stamp.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return stamp

    def begin(self) -> dict[str, Any]:
        """The stamp, from now on without these codecs: an interrupted build is no build."""
        stamp = self.stamp()
        for codec in self.codecs:
            stamp.pop(self.key(codec), None)
        self.write_stamp(stamp)
        return stamp

    def write_stamp(self, stamp: dict[str, Any]) -> None:
        fresh = self.home / "stamp.json.new"
        fresh.write_text(json.dumps(stamp, indent=1))
        fresh.replace(self.home / "stamp.json")


class WorkBuilder(ABC):
    """What `serbench.builders.driver.Builder` asks of a language whose drivers share a directory
    that one process builds in at a time."""

    language: str

    @abstractmethod
    def missing(self) -> str:
        """Why nothing can be built here, with what to do about it; empty if it can."""

    @abstractmethod
    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> Work:
        """That of codecs which may share versions of libraries."""

    def pending(
        self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]
    ) -> list[Codec]:
        groups = (self.work(schema, group, extra) for group in apart(codecs))
        return [codec for work in groups for codec in work.pending()]

    def build(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        on_progress: OnProgress,
    ) -> BuildResult:
        lock = cache.directory("build", self.language)
        groups = (self.work(schema, group, extra) for group in apart(codecs))
        return merged(work.done(self.missing, lock, on_progress) for work in groups)
