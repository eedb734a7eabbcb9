"""Every program that serbench starts: which variables it sees, and where it looks around.

The folder that a command runs in may be a stranger's. Installers, compilers and interpreters look
around in their current folder and obey what they find there (`pip.py`, `uv.toml`, `.npmrc`,
`rust-toolchain.toml`), so none begins there. Variables hold secrets (`GH_TOKEN`), so each program
gets those of a list.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench import cache

# What any program may need to run at all. `SERBENCH_` holds settings of ours, and the mark by which
# `serbench.aftermath` knows descendants.
_RUNNING = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM"}
    | {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"}
)
_RUNNING_PREFIXES = ("LC_", "XDG_", "SERBENCH_")
# Where compilers and installers are told which toolchain, registry, certificate or proxy to use.
_BUILDING = frozenset(
    {"CC", "CXX", "AR", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"}
    | {"PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET"}
    | {"JAVA_HOME", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"}
    | {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
    | {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}
)
_BUILDING_PREFIXES = (
    *("CARGO_", "RUSTUP_", "GO", "MAVEN_", "M2_", "npm_config_", "NPM_CONFIG_", "NVM_"),
    *("PIP_", "UV_", "PYENV_", "SSL_CERT_"),
)


def measured(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of code that is measured: what it needs to run, and `own` variables."""
    return _listed(_RUNNING, _RUNNING_PREFIXES) | dict(own or {})


def building(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of compilers, generators and installers, with `own` variables."""
    names, prefixes = _RUNNING | _BUILDING, _RUNNING_PREFIXES + _BUILDING_PREFIXES
    return _listed(names, prefixes) | dict(own or {})


def _listed(names: frozenset[str], prefixes: tuple[str, ...]) -> dict[str, str]:
    return {
        name: text
        for name, text in os.environ.items()
        if name in names or name.startswith(prefixes)
    }


def empty_folder() -> Path:
    """Where a program begins that needs no folder: nothing in it can be obeyed."""
    return cache.directory("empty")


def run(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    text: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, with `text` as standard input, and returns what it printed. It
    begins in `cwd`, else in an empty folder, and sees `env`, else what `building` lists. Raises
    `OSError` if it cannot be started; its exit status is the caller's to look at."""
    return subprocess.run(
        command,
        cwd=cwd or empty_folder(),
        env=dict(env) if env is not None else building(),
        input=text,
        stdin=None if text is not None else subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
