"""Builds Go drivers: one executable per codec, each from one file.

For every schema a Go module is written into the cache (see `module`); what compiles for
another schema too is in Go's own cache.

    build/go/tools/<...>/               the programs of libraries' code generators
    build/go/<schema>/bin/<codec>       the finished drivers
    build/go/<schema>/stamp.json        what each was built from
    build/go/<schema>/log/              what the compiler said of codecs that failed
    build/go/<schema>/module/           the module

Versions are those of drivers/go/go.mod.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from serbench.builders import provenance
from serbench.builders.codec import Codec
from serbench.builders.driver import Availability, OnProgress
from serbench.builders.go import module as go_module
from serbench.builders.go import tool as go_tool
from serbench.builders.go.generators import GENERATORS
from serbench.builders.go.module import Module, generators
from serbench.builders.work import Work, WorkBuilder
from serbench.machine import cache as build_cache
from serbench.schema.model import Schema


class GoBuilder(WorkBuilder):
    """A `serbench.builders.driver.Builder`."""

    language = "go"
    # They run with GOMAXPROCS=1: what the collector costs shows where the garbage was made.
    single_threaded = True

    def toolchain(self) -> Availability:
        """Debian's Go is older than the libraries accept, hence no package."""
        if reason := go_tool.missing():
            return Availability(False, reason=reason)
        return Availability(True, go_tool.version())

    def availability(self, codec: Codec) -> Availability:
        """The go command fetches libraries itself; some of their generators need a compiler."""
        found = self.toolchain()
        if not found.available:
            return found
        for name in generators(codec):
            if name not in GENERATORS:
                return Availability(False, reason=f"{codec.path}: no generator is called {name!r}")
            if missing := GENERATORS[name].missing():
                program, package = missing
                reason = f"{program} is not installed (Debian: {package})"
                return Availability(False, reason=reason, packages=(package,))
        return Availability(True, go_module.version(codec))

    def has_unlocked(self, codec: Codec) -> bool:
        return bool(codec.facts.get("require"))

    def forget(self) -> None:
        go_tool.version.cache_clear()

    def missing(self) -> str:
        return go_tool.missing()

    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> Work:
        return _Build(schema, codecs, extra)


BUILDER = GoBuilder()


class _Build(Work):
    has_layouts = True
    has_instruments = True

    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("go", schema, codecs, extra)
        brought = codecs[0].name if codecs and codecs[0].is_own else ""
        path = self.home / "-".join(filter(None, ["module", brought]))
        self.module = Module(path, schema)

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        return fingerprints(self.schema, self.codecs)

    def has_working_copy(self, codec: Codec) -> bool:
        return bool(codec.facts.get("replace"))

    def run(self, on_progress: OnProgress) -> None:
        wanted = list(dict.fromkeys(name for codec in self.codecs for name in generators(codec)))
        # Compiling all takes about as long as two generators.
        steps = len(wanted) + 2
        stamp = self.begin()
        self.module.write(self.codecs)
        failed: dict[str, go_tool.GoError] = {}
        for step, name in enumerate(wanted):
            on_progress(step, steps, f"Go code by {name}")
            try:
                self.module.generate(name)
            except go_tool.GoError as error:
                failed[name] = error
        on_progress(len(wanted), steps, "Go drivers")
        good = []
        for codec in self.codecs:
            if errors := [failed[name] for name in generators(codec) if name in failed]:
                self.fail(codec, str(errors[0]), errors[0].output)
            else:
                good.append(codec)
        for codec in self._compiled(good):
            stamp[codec.id] = self.fingerprints[codec.id]
            self.result.drivers[codec.id] = [str(self.binary(codec))]
        on_progress(steps, steps, "Go drivers")
        self.write_stamp(stamp)

    def _compiled(self, codecs: list[Codec]) -> list[Codec]:
        """Those that build: all at once, which is fastest, and if one of them does not, each
        by itself, since go tries none when a single import cannot be resolved."""
        try:
            if codecs:
                self._compile(codecs)
            return codecs
        except go_tool.GoError:
            good = []
            for codec in codecs:
                try:
                    self._compile([codec])
                    good.append(codec)
                except go_tool.GoError as error:
                    self.fail(codec, str(error), error.output)
            return good

    def _compile(self, codecs: list[Codec]) -> None:
        fresh = self.home / "fresh"
        packages = [self.module.package(codec) for codec in codecs]
        brings = any(go_module.brings_modules(codec) for codec in codecs)
        go_tool.build(self.module.path, packages, fresh, self.layout, may_add=brings)
        for codec in codecs:
            binary = self.binary(codec)
            binary.parent.mkdir(exist_ok=True)
            # A driver of the last build may still be running: its file is replaced, not changed.
            (fresh / codec.name).replace(binary)

    def fail(self, codec: Codec, reason: str, text: str) -> None:
        # go knows the copy; people edit the original.
        super().fail(codec, reason.replace(f"codec/{codec.name}/main.go", str(codec.path)), text)


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver is made of. Spawns nothing."""
    sources = [
        *provenance.modules(__name__, without=[g.module for g in GENERATORS.values()]),
        *provenance.tree(
            *(go_module.GO_MOD, go_module.GO_SUM),
            *(*go_module.driver_sources(), *go_module.logical_sources()),
        ),
    ]
    identity = f"{go_tool.identity()} {go_tool.flags()} {go_tool.said_flags()}"
    common = build_cache.fingerprint(sources, schema.fingerprint, identity)
    out = {}
    for codec in codecs:
        used = [GENERATORS[name] for name in generators(codec) if name in GENERATORS]
        own = {path for generator in used for path in generator.sources()}
        shared = go_module.shared_sources(codec)
        out[codec.id] = build_cache.fingerprint(
            [codec.path, *shared, *own], common, *(generator.identity() for generator in used)
        )
    return out
