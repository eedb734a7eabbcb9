"""Drivers that an interpreter runs: sources written from the schema, and packages, each codec's of
its own. Nothing is compiled that could fail, so that each driver is started once to see that it
begins.

build/<language>/<schema>/bin/<codec>  what the driver is told when it starts
build/<language>/<schema>/log/         what was said where a codec could not even begin
"""

from __future__ import annotations

import json
import os
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from serbench.builders import provenance, pypi
from serbench.builders.codec import Codec, FrontMatterError
from serbench.builders.driver import Availability, OnProgress
from serbench.builders.packages import InstallError, Packages, first_error
from serbench.builders.work import Work, WorkBuilder
from serbench.codegen import generator as codegen
from serbench.machine import cache, processors, programs
from serbench.schema.access import way_of


@dataclass(frozen=True, slots=True)
class Generator:
    """`module` makes sources; `program`, if any, which may import what the packages bring, makes
    more of them, run in their folder. The programs of `tools`, packages of PyPI, stand in its
    path."""

    module: codegen.Generator
    packages: Packages = ()
    program: Path | None = None
    tools: Packages = ()


def wanted(codec: Codec) -> Packages:
    return tuple(codec.facts.get("packages", ()))


def paths(codec: Codec) -> list[Path]:
    """Working copies of libraries, by paths relative to the codec's file."""
    return [codec.beside(name) for name in codec.facts.get("paths", ())]


def version(codec: Codec, runtime: str) -> str:
    """That of the codec's first package; the `runtime`'s own where it needs none."""
    if paths(codec):
        return "working copy"
    if needed := wanted(codec):
        return needed[0].replace("==", "@").rpartition("@")[2]
    return runtime


class InterpretedBuilder(WorkBuilder):
    # What the interpreter is called by people.
    runtime: str

    @abstractmethod
    def runtime_version(self) -> str:
        """The interpreter's, if nothing is missing."""

    @abstractmethod
    def locked(self, packages: Packages) -> str:
        """The text of the list's lock; empty if it has none."""

    def has_unlocked(self, codec: Codec) -> bool:
        return bool(wanted(codec)) and not self.locked(wanted(codec))

    def toolchain(self) -> Availability:
        if reason := self.missing():
            return Availability(False, reason=reason)
        return Availability(True, f"{self.runtime} {self.runtime_version()}")

    def availability(self, codec: Codec) -> Availability:
        """The installer fetches libraries itself; a generator may need a program of the system."""
        if not (toolchain := self.toolchain()).available:
            return toolchain
        program = codec.facts.get("program", "")
        if program and not programs.which(program):
            packages = tuple(codec.facts.get("system-packages", ()))
            reason = f"{program} is not installed (Debian: {', '.join(packages)})"
            return Availability(False, reason=reason, packages=packages)
        for path in paths(codec):
            if not path.exists():
                return Availability(False, reason=f"{path} is not there")
        return Availability(True, version(codec, self.runtime_version()))


class Interpreted(Work):
    """`generators` are those of the words of `generate` in front matter."""

    generators: Mapping[str, Generator]
    # The driver's own.
    packages: Packages

    @abstractmethod
    def home_of(self, packages: Packages) -> Path:
        """Where these are, or are to be."""

    @abstractmethod
    def locked(self, packages: Packages) -> str:
        """The text of the list's lock; empty if it has none."""

    @abstractmethod
    def install(self, packages: Packages, may_be_unlocked: bool = False) -> None:
        """Where they are not there. Raises `InstallError`, also for a list without a lock that is
        no user's own."""

    @abstractmethod
    def write_sources(self) -> None:
        """What all codecs share."""

    @abstractmethod
    def prepared(self, codec: Codec) -> str:
        """Writes all that its driver needs; what was said if that failed, else nothing."""

    @property
    @abstractmethod
    def runtime(self) -> list[str]:
        """How the interpreter is started."""

    @property
    @abstractmethod
    def made_of(self) -> tuple[list[Path], list[str]]:
        """What goes into every driver: files, and texts."""

    def generator(self, word: str) -> Generator:
        try:
            return self.generators[word]
        except KeyError:
            raise FrontMatterError(f"nothing is known to generate for {word!r}") from None

    def words(self, codec: Codec) -> list[str]:
        return list(codec.facts.get("generate", ()))

    def is_built(self, codec: Codec, made_of: Any) -> bool:
        return super().is_built(codec, made_of) and self.home_of(wanted(codec)).exists()

    def has_working_copy(self, codec: Codec) -> bool:
        return bool(paths(codec))

    def run(self, on_progress: OnProgress) -> None:
        used = [self.generator(word) for codec in self.codecs for word in self.words(codec)]
        own = [
            self.packages,
            *map(wanted, self.codecs),
            *(generator.packages for generator in used),
        ]
        brought = {wanted(codec) for codec in self.codecs if codec.is_own}
        lists = dict.fromkeys(
            [(self.install, package_list, package_list in brought) for package_list in own]
            + [(_install_tools, generator.tools, False) for generator in used]
        )
        steps = len(lists) + len(self.codecs)
        stamp = self.begin()
        self.write_sources()
        (self.home / "bin").mkdir(exist_ok=True)
        done = 0
        failed: dict[Packages, InstallError] = {}
        # One resolves while another unpacks.
        with ThreadPoolExecutor(len(processors.allowed())) as threads:
            for (_, package_list, _), error in zip(
                lists, threads.map(_installed, lists), strict=True
            ):
                on_progress(done, steps, f"package {package_list[0] if package_list else ''}")
                done += 1
                if error:
                    failed[package_list] = error
            good = []
            for codec in self.codecs:
                generators = [self.generator(word) for word in self.words(codec)]
                needed = [self.packages, wanted(codec)]
                needed += [
                    list_
                    for generator in generators
                    for list_ in (generator.packages, generator.tools)
                ]
                if errors := [failed[each] for each in needed if each in failed]:
                    self.fail(codec, str(errors[0]), errors[0].output)
                elif output := self.prepared(codec):
                    self.fail(codec, first_error(output), output)
                else:
                    good.append(codec)
            for codec, came in zip(good, threads.map(self._tried, good), strict=True):
                on_progress(done, steps, codec.id)
                done += 1
                if "describes" in came:
                    stamp[self.key(codec)] = self.fingerprints[codec.id]
                    self.result.drivers[codec.id] = self.command(codec, None)
                elif came["kind"] == "cannot-hold":
                    self.result.cannot_hold[codec.id] = came["reason"]
                else:
                    self.fail(codec, came["reason"], came["output"])
        self.write_stamp(stamp)
        on_progress(steps, steps, "drivers")

    def failure_output(self, program: Sequence[str], where: Path, tools: Packages = ()) -> str:
        """What the interpreter said if it failed, else nothing."""
        done = programs.run([*self.runtime, *program], cwd=where, env=_with_programs(tools))
        if done.returncode == 0:
            return ""
        return done.stderr + done.stdout or f"exit status {done.returncode}"

    def facts(self, codec: Codec, version: str) -> dict[str, Any]:
        """What every driver is told."""
        return {
            "codec": codec.id,
            "library": codec.library,
            "version": version,
            "limits": codec.limits,
            "schema": self.schema.fingerprint,
            "types_of_values": self.schema.to_dict(),
            "leaf": way_of(self.schema),
        }

    def _tried(self, codec: Codec) -> dict[str, str]:
        """What came of starting the driver."""
        request = '{"request":"describe"}\n'
        done = programs.run(self.command(codec, None), env=programs.measured(), text=request)
        try:
            reply = json.loads(done.stdout)
        except ValueError:
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            errors = [line for line in lines if "Error" in line]
            reason = [*lines, *errors[-1:]][-1] if lines else f"exit status {done.returncode}"
            return {"kind": "failed", "reason": reason, "output": done.stderr}
        if "error" in reply:
            return {"kind": reply["kind"], "reason": reply["error"], "output": reply["error"]}
        return {"describes": "it does"}

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        files, texts = self.made_of
        driver = (*self.packages, self.locked(self.packages))
        common = cache.fingerprint(files, self.schema.fingerprint, *texts, *driver)
        out = {}
        for codec in self.codecs:
            used = [self.generator(word) for word in self.words(codec)]
            own = provenance.modules(*(generator.module for generator in used))
            programs = [generator.program for generator in used if generator.program]
            lists = [wanted(codec), *(generator.packages for generator in used)]
            texts = [text for each in lists for text in (*each, self.locked(each))]
            texts += [
                text
                for generator in used
                for text in (*generator.tools, pypi.locked(generator.tools))
            ]
            out[codec.id] = cache.fingerprint(
                [codec.path, *own, *programs], common, codec.id, *texts
            )
        return out


def _install_tools(tools: Packages, may_be_unlocked: bool) -> None:
    pypi.install(tools, pypi.own(), may_be_unlocked)


def _installed(
    each: tuple[Callable[[Packages, bool], None], Packages, bool],
) -> InstallError | None:
    install, packages, may_be_unlocked = each
    try:
        install(packages, may_be_unlocked)
    except InstallError as error:
        return error
    return None


def _with_programs(tools: Packages) -> dict[str, str]:
    """The environment in which they are found; some are scripts, which import their package."""
    environment = programs.building()
    if tools:
        home = pypi.home(tools, pypi.own())
        environment["PATH"] = os.pathsep.join([str(home / "bin"), environment["PATH"]])
        environment["PYTHONPATH"] = str(home)
    return environment
