"""Files for C++ that lie in registries, not in packages that could be installed here: the source
distributions and wheels of PyPI, Debian's sources, and Debian packages that conflict with others we
need or are of another release.

Each comes through what the machine is set up with: pip's index, apt's mirrors.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import ssl
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.error import URLError
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from serbench.builders import pypi
from serbench.builders.packages import InstallError, Packages
from serbench.machine import programs

_APT_HELPER = "/usr/lib/apt/apt-helper"
_TIMEOUT_S = 60


class FetchError(Exception):
    """Why a file could not be had, in one line."""


@dataclass(frozen=True, slots=True)
class PypiSource:
    """A project's source distribution, from the index that pip is set up with."""

    project: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class PypiWheel:
    """A file of a project that is a wheel, from the same index."""

    project: str
    version: str
    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class PypiPackages:
    """What a locked list of packages brings, as pip or uv installs it for this machine; `version`
    is that of the library in it."""

    packages: Packages
    version: str


@dataclass(frozen=True, slots=True)
class DebianSource:
    """A file of a Debian source package, or a binary package (`.deb`) of any release, by its path
    on a mirror."""

    path: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class DebianPackage:
    """A binary package, downloaded and not installed. apt checks its signature."""

    name: str


Source = PypiSource | PypiWheel | PypiPackages | DebianSource | DebianPackage


def fetch(source: Source, below: str, into: Path) -> str:
    """Unpacks what lies below the folder `below` of the archive into the directory; returns the
    version. Raises `FetchError`."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            match source:
                case PypiSource(project, version, sha256):
                    archive = _from_pypi(project, f"{project}-{version}.tar.gz", Path(scratch))
                    _check(archive, sha256)
                case PypiWheel(project, version, file, sha256):
                    archive = _from_pypi(project, file, Path(scratch))
                    _check(archive, sha256)
                    with zipfile.ZipFile(archive) as wheel:
                        _unpack_wheel(wheel, PurePosixPath(below), into)
                    return version
                case PypiPackages(packages, version):
                    pypi.install(packages, pypi.own())
                    _copy(pypi.home(packages, pypi.own()) / below, into)
                    return version
                case DebianSource(path, version, sha256):
                    archive = _from_mirror(path, sha256, Path(scratch))
                    _check(archive, sha256)
                    if archive.suffix == ".deb":
                        archive = _tar_of(archive)
                case DebianPackage(name):
                    package = _from_apt(name, Path(scratch))
                    version = _version_of(package)
                    archive = _tar_of(package)
            with tarfile.open(archive) as tar:
                _unpack(tar, PurePosixPath(below), into)
        except (OSError, tarfile.TarError, zipfile.BadZipFile, InstallError) as error:
            raise FetchError(str(error)) from None
    return version


def _copy(folder: Path, into: Path) -> None:
    if not folder.is_dir():
        raise FetchError(f"the packages bring no {folder.name}")
    shutil.copytree(folder, into, dirs_exist_ok=True)


def _check(file: Path, sha256: str) -> None:
    with file.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != sha256:
        raise FetchError(f"{file.name} has the SHA-256 {found}, not {sha256}")


def _unpack(tar: tarfile.TarFile, below: PurePosixPath, into: Path) -> None:
    """Regular files only, and none beside the directory."""
    for member in tar:
        if member.isfile() and (to := _place(member.name, below, into)):
            content = tar.extractfile(member)
            assert content
            with to.open("wb") as file:
                shutil.copyfileobj(content, file)


def _unpack_wheel(wheel: zipfile.ZipFile, below: PurePosixPath, into: Path) -> None:
    for name in wheel.namelist():
        if not name.endswith("/") and (to := _place(name, below, into)):
            to.write_bytes(wheel.read(name))


def _place(name: str, below: PurePosixPath, into: Path) -> Path | None:
    """Where a member of an archive goes; None if it does not lie below that folder."""
    path = PurePosixPath(name)
    if not path.is_relative_to(below):
        return None
    inner = path.relative_to(below)
    if inner.is_absolute() or ".." in inner.parts:
        raise FetchError(f"{name!r} lies outside of the archive")
    to = into / inner
    to.parent.mkdir(parents=True, exist_ok=True)
    return to


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.targets += [value for name, value in attrs if tag == "a" and name == "href" and value]


def _from_pypi(project: str, name: str, scratch: Path) -> Path:
    """The project's file of that name. `pip download` would build what it fetches, with tools that
    we have no use for."""
    settings = _pip_settings()
    index = (settings.get("index-url") or _default_index()).rstrip("/")
    page_url = f"{index}/{project}/"
    links = _Links()
    with _open(page_url, settings) as page:
        links.feed(page.read().decode())
    for target in links.targets:
        url = urljoin(page_url, target)
        if unquote(PurePosixPath(urlsplit(url).path).name) == name:
            with _open(url, settings) as remote, (scratch / name).open("wb") as file:
                shutil.copyfileobj(remote, file)
            return scratch / name
    raise FetchError(f"the index of pip has no {name}")


def _pip_settings() -> dict[str, str]:
    """What pip is told by its files and its environment: `index-url`, `cert` and so on."""
    lines = [line.partition("=") for line in _pip("config", "list").splitlines()]
    # The environment's come first, and weigh most.
    settings = {key.rpartition(".")[2]: value.strip("'\"") for key, _, value in reversed(lines)}
    for variable, key in (("PIP_INDEX_URL", "index-url"), ("PIP_CERT", "cert")):
        if value := os.environ.get(variable):
            settings[key] = value
    return settings


def _default_index() -> str:
    """pip's own, which only its help tells."""
    told = re.search(r"--index-url.*?\(default\s+(\S+)\)", _pip("download", "--help"), re.DOTALL)
    if told is None:
        raise FetchError("pip names no index: set PIP_INDEX_URL")
    return told[1]


def _pip(*words: str) -> str:
    command = [sys.executable, "-I", "-m", "pip", *words]
    return programs.run(command, env=programs.installing()).stdout


def _open(url: str, settings: dict[str, str]) -> IO[bytes]:
    parts = urlsplit(url)
    account, _, host = parts.netloc.rpartition("@")
    request = Request(urlunsplit(parts._replace(netloc=host, fragment="")))
    if account:
        request.add_header(
            "Authorization", "Basic " + b64encode(unquote(account).encode()).decode()
        )
    context = ssl.create_default_context(cafile=settings.get("cert"))
    try:
        opened: IO[bytes] = urlopen(request, timeout=_TIMEOUT_S, context=context)
    except URLError as error:
        raise FetchError(f"{request.full_url}: {error.reason}") from None
    return opened


def _from_mirror(path: str, sha256: str, scratch: Path) -> Path:
    """By apt's own downloader: its mirrors, proxies and rules hold."""
    _need("apt-get")
    _need(_APT_HELPER)
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    mirrors = dict.fromkeys(_run(asked, scratch).split())
    file = scratch / PurePosixPath(path).name
    reason = "apt has no package lists: run `apt-get update`"
    for mirror in mirrors:
        url = f"{mirror.rstrip('/')}/{path}"
        try:
            _run([_APT_HELPER, "download-file", url, str(file), f"SHA256:{sha256}"], scratch)
        except FetchError as error:
            # The first mirror is the one that should have it.
            reason = str(error) if mirror == next(iter(mirrors)) else reason
        else:
            return file
    raise FetchError(reason)


def _from_apt(package: str, scratch: Path) -> Path:
    _need("apt-get")
    _run(["apt-get", "download", package], scratch)
    [file] = scratch.glob("*.deb")
    return file


def _version_of(package: Path) -> str:
    """As its authors count: without Debian's epoch and revision."""
    full = _run(["dpkg-deb", "-f", str(package), "Version"], package.parent).strip()
    upstream = full.rpartition(":")[2]
    return upstream.rpartition("-")[0] or upstream


def _tar_of(package: Path) -> Path:
    tar = package.with_suffix(".tar")
    with tar.open("wb") as file:
        programs.popen(["dpkg-deb", "--fsys-tarfile", package], stdout=file).wait()
    return tar


def _need(program: str) -> None:
    if programs.which(program) is None:
        raise FetchError(f"{program} is not here, which fetches it")


def _run(command: list[str], directory: Path) -> str:
    done = programs.run(command, cwd=directory, env=programs.installing())
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith("E: ")]
        raise FetchError((errors or done.stderr.splitlines() or ["it said nothing"])[0])
    return done.stdout
