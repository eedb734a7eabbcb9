"""Every program that serbench starts: which variables it sees, and where it begins.

The folder that a command runs in may be a stranger's. Installers, compilers and interpreters look
around in their current folder and obey what they find there (`pip.py`, `uv.toml`, `.npmrc`,
`rust-toolchain.toml`), so none begins there. Variables hold secrets (`GH_TOKEN`), so each program
gets those of a list: what is measured, what builds it, and what fetches libraries.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from serbench.machine import cache

STDOUT = subprocess.STDOUT
_SAFE_PATH = "PYTHONSAFEPATH"
# What any program may need to run at all. `SERBENCH_` holds settings of ours, among them the mark
# by which `serbench.machine.watchdog` knows descendants, and what the user's own codecs are to see.
_RUNNING = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM"}
    | {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"}
)
_RUNNING_PREFIXES = ("LC_", "XDG_", "SERBENCH_")
# Where compilers and generators are told which toolchain to use. Flags of the user's (`CFLAGS`,
# `RUSTFLAGS`) are none of it: they would make other programs than the results say.
_BUILDING = frozenset(
    {"CC", "CXX", "AR", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"}
    | {"COMPILER_PATH", "GCC_EXEC_PREFIX", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"}
    | {"SDKROOT", "DEVELOPER_DIR", "MACOSX_DEPLOYMENT_TARGET", "RUSTC_WRAPPER", "JAVA_HOME"}
    | {"VOLTA_HOME", "SDKMAN_DIR", "CONDA_PREFIX"}
    # Each by its name: `GOOGLE_APPLICATION_CREDENTIALS` begins like them.
    | {"GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOTOOLCHAIN", "GOENV", "GOBIN", "GOTMPDIR"}
)
_BUILDING_PREFIXES = (
    *("CARGO_", "RUSTUP_", "CCACHE_", "NIX_"),
    *("ASDF_", "MISE_", "RTX_", "NVM_", "FNM_", "NODENV_", "PYENV_", "JENV_", "GOENV_"),
)
# Where installers are told of registries, proxies and certificates, often with a password.
_INSTALLING = frozenset(
    {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
    | {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}
    | {"CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS"}
    | {"JAVA_TOOL_OPTIONS", "NPM_TOKEN", "NODE_AUTH_TOKEN", "NETRC", "SSH_AUTH_SOCK", "APT_CONFIG"}
    | {"GOPROXY", "GOAUTH", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB", "GOINSECURE", "GOVCS"}
    | {"GIT_ASKPASS", "GIT_TERMINAL_PROMPT", "GIT_PROXY_COMMAND", "GIT_CONFIG_GLOBAL"}
)
_INSTALLING_PREFIXES = (
    *("PIP_", "UV_", "npm_config_", "NPM_CONFIG_", "MAVEN_", "M2_", "SSL_CERT_"),
    *("GIT_SSL_", "GIT_SSH", "GIT_HTTP_", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_"),
    *("GIT_CONFIG_VALUE_",),
)
# Of those above that compilers are told by, what installers alone may see.
_SECRET = ("_TOKEN", "_PASSWORD", "_SECRET_KEY", "CARGO_HTTP_PROXY")
# What a library is published with fetches none.
_NEVER = ("CARGO_REGISTRY_TOKEN", "UV_PUBLISH_")
# For what no list can know, as `${env.NEXUS_PASSWORD}` in a settings.xml.
MORE = "SERBENCH_BUILD_VARIABLES"


def measured(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of code that is measured: what it needs to run, and `own` variables."""
    return _listed(_RUNNING, _RUNNING_PREFIXES) | dict(own or {})


def building(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of compilers and generators, with `own` variables: no secrets."""
    listed = _listed(_RUNNING | _BUILDING, _RUNNING_PREFIXES + _BUILDING_PREFIXES)
    told = {name: text for name, text in listed.items() if not name.endswith(_SECRET)}
    return told | {name: os.environ[name] for name in _more() & os.environ.keys()} | dict(own or {})


def installing(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of what fetches libraries, with `own` variables: registries, proxies and
    their passwords, and what builds what is fetched."""
    names = _RUNNING | _BUILDING | _INSTALLING | _more()
    prefixes = _RUNNING_PREFIXES + _BUILDING_PREFIXES + _INSTALLING_PREFIXES
    return _listed(names, prefixes) | dict(own or {})


def _more() -> frozenset[str]:
    return frozenset(os.environ.get(MORE, "").replace(",", " ").split())


def _listed(names: frozenset[str], prefixes: tuple[str, ...]) -> dict[str, str]:
    told = {
        name: text
        for name, text in os.environ.items()
        if (name in names or name.startswith(prefixes)) and not name.startswith(_NEVER)
    }
    return told | {"PATH": _path()}


def _path(told: str | None = None) -> str:
    """The absolute folders of PATH. Others are those of whatever folder a command runs in, where
    `node_modules/.bin` may be a stranger's."""
    folders = os.environ.get("PATH", os.defpath) if told is None else told
    return os.pathsep.join(filter(os.path.isabs, folders.split(os.pathsep)))


def which(name: str, path: str | None = None) -> str | None:
    """Where the program of this name is, as an absolute path; None if it is nowhere. Looks in the
    absolute folders of `path`, else of PATH."""
    found = shutil.which(name, path=_path(path))
    return str(Path(found).absolute()) if found else None


@contextmanager
def safe_path() -> Iterator[None]:
    """What is started within, by `python -c`, imports no module that lies beside the data."""
    told = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if told is not None:
            os.environ[_SAFE_PATH] = told


def empty_folder() -> Path:
    """Where a program begins that needs no folder: nothing in it can be obeyed. What another left
    there, a crashed virtual machine's report for one, goes."""
    folder = cache.directory("empty")
    for left in folder.iterdir():
        cache.remove(left)
    return folder


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    text: str | None = None,
    timeout_s: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, with `text` as standard input, and returns what it printed. It
    begins in `cwd`, else in an empty folder, and sees `env`, else what `building` lists. Raises
    `OSError` if it cannot be started, and `TimeoutError` if it had to be ended after `timeout_s`
    seconds; its exit status is the caller's to look at."""
    try:
        return subprocess.run(
            command,
            cwd=cwd or empty_folder(),
            env=dict(env) if env is not None else building(),
            input=text,
            stdin=None if text is not None else subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{command[0]} did not end in {timeout_s} s") from None


def popen(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] | None = None,
    session: bool = False,
    buffered: bool = True,
) -> subprocess.Popen[bytes]:
    """Starts a program as `run` does, and returns while it runs. A `session` of its own keeps
    Ctrl-C from it; what is not `buffered` is there as soon as it was written."""
    return subprocess.Popen(
        command,
        cwd=cwd or empty_folder(),
        env=dict(env) if env is not None else building(),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=session,
        bufsize=-1 if buffered else 0,
    )
