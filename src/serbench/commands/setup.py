"""`serbench setup`: what codecs need is installed, and their drivers are built."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from serbench.builders.codec import Codec
from serbench.catalog import choose_core
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.doctor import examine
from serbench.errors import UserError
from serbench.machine import programs
from serbench.machine.system_packages import advice, install_command
from serbench.preparation import drivers
from serbench.preparation.readings import Reading, Target
from serbench.terminal.progress import plan, say, waiting

# Seconds by the rule of thumb of fetching what is compiled here, most often nothing any more.
_FETCHING_S = 1.0


@arguments.reads()
def command(
    read: Reading,
    workload: Annotated[
        str, typer.Argument(help="Build drivers for this workload or data file."), Reach.TARGETS
    ] = "log",
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    all_: arguments.AllCodecs = False,
    _codec_dir: arguments.CodecDir = None,
    _quiet: arguments.Quiet = False,
) -> None:
    arguments.check_all(all_, codec)
    set_up(read.of(workload), choose_core(arguments.words(lang), tuple(codec or ()), all_))


def set_up(target: Target, codecs: Sequence[Codec]) -> None:
    """For these codecs: installs missing system packages where that is allowed, fetches libraries
    that no package brings, then builds the drivers.

    Whatever stays missing is named with the command that brings it, and takes no other
    codec with it. Raises `UserError` if not one driver could be built.
    """
    from serbench.operations import BY_DEFAULT
    from serbench.preparation.targets import resolve_all

    with plan("setup") as whole:
        drivers.expect_builds(whole, [target.text], codecs, fetches=True)
        whole.expect("fetching", _FETCHING_S, "fetching")
        install(codecs)
        [resolved] = resolve_all([target], None, 0)
        built = drivers.build_drivers(resolved, codecs, BY_DEFAULT)
    for name, failure in built.failures.items():
        say(f"did not build: {name}: {failure.reason} (see {failure.log})")
    if not built.drivers:
        raise UserError("no driver could be built; `serbench doctor` says what is missing")
    say(f"{len(built.drivers)} drivers are ready for {target.text}")


def install(codecs: Sequence[Codec]) -> None:
    """All but the drivers: system packages, where that is allowed, and libraries that no package
    brings. What stays missing is named."""
    with waiting("looking for compilers and libraries", "looking"):
        found = examine(codecs)
    if found.missing_packages:
        with waiting("installing system packages"):
            _install_packages(found.missing_packages)
            drivers.forget()
    with waiting("fetching libraries", "fetching"):
        _fetch_libraries(codecs)
    for reason, names in examine(codecs).missing.items():
        say(f"unavailable: {', '.join(names)}: {reason}")


def _fetch_libraries(codecs: Iterable[Codec]) -> None:
    """Those that are compiled here: no system package brings them, or one for any processor."""
    from serbench.builders.cpp import libraries as cpp_libraries
    from serbench.builders.cpp.builder import BUILDER

    in_cpp = [codec for codec in codecs if codec.language == BUILDER.language]
    failures = cpp_libraries.fetch_all(
        BUILDER.to_fetch(in_cpp), lambda name: say(f"fetching the library {name}")
    )
    for name, reason in failures.items():
        if cpp_libraries.recipe(name).replaces:
            say(f"{name} is linked as the distribution compiled it: {reason}")


def _install_packages(packages: list[str]) -> None:
    if os.geteuid() != 0 or programs.which("apt-get") is None:
        say(f"missing system packages; to get them: {advice(packages)}")
        return
    say(f"installing system packages: {' '.join(packages)}")
    quiet = programs.installing({"DEBIAN_FRONTEND": "noninteractive"})
    install = install_command(packages)
    # A new machine may have no package lists yet, or old ones.
    for command in (["apt-get", "update", "-q"], install):
        done = programs.run(command, env=quiet)
        if done.returncode != 0:
            message = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            say(f"`{' '.join(command)}` failed: {message}")
            if command is install:
                _install_one_by_one(packages, quiet)


def _install_one_by_one(packages: list[str], environment: dict[str, str]) -> None:
    """One package that does not exist here makes apt refuse all; the others are still wanted."""
    for package in packages:
        programs.run(install_command([package]), env=environment)
