"""Class paths by Maven: what a codec depends on, resolved once and kept.

One Maven project is made with a module for each set of dependencies, all of them children of
drivers/java/pom.xml, of libraries without what that says is provided; Maven writes the class path
of each into a file. A module that cannot be resolved takes no other with it. What Maven fetched is
compared with the lock (see `maven_artifacts`) before anything of it runs. Maven's own plugin is not
in the lock: its version is that of pom.xml, and its files have the checksums that the repository
tells.

    build/java/maven/pom.xml, driver.xml, library.xml, <module>/pom.xml
    build/java/classpath/<contents>     the class path of a module
    build/java/programs/<name>          a code generator that a library comes with
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from serbench.builders import maven_artifacts as artifacts
from serbench.builders.codec import DRIVERS
from serbench.machine import cache, programs

PARENT = DRIVERS / "java" / "pom.xml"
# The module of the driver itself, whose class path has also what is needed to compile alone.
DRIVER = "serbench-driver"

# What Maven's publishers call processors (https://github.com/trustin/os-maven-plugin).
_PROCESSORS = {"x86_64": "x86_64", "aarch64": "aarch_64", "ppc64le": "ppcle_64", "s390x": "s390_64"}

_PLUGIN = re.compile(
    r"<artifactId>(maven-dependency-plugin)</artifactId>\s*<version>(.*?)</version>"
)

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
{parent}
  <artifactId>{name}</artifactId>
  <packaging>pom</packaging>
  {body}
</project>
"""
_PARENT = """\
  <parent>
    <groupId>serbench</groupId>
    <artifactId>{0}</artifactId>
    <version>0</version>
    <relativePath>../{0}.xml</relativePath>
  </parent>"""
_PROVIDED = re.compile(
    r"\s*<dependency>(?:(?!</dependency>).)*<scope>provided</scope>.*?</dependency>", re.DOTALL
)
_DEPENDENCY = """\
    <dependency>
      <groupId>{}</groupId>
      <artifactId>{}</artifactId>
      <version>{}</version>
      {}
      <scope>compile</scope>
    </dependency>
"""


class MavenError(Exception):
    """Maven could not resolve a module. The text is one line; `output` all that it said."""

    def __init__(self, reason: str, output: str) -> None:
        super().__init__(reason)
        self.output = output


def missing() -> str:
    """Why no library can be had here; empty if all can."""
    if programs.which("mvn"):
        return ""
    return "mvn is not installed, which fetches the libraries"


def identity(dependencies: Sequence[str], parent: Path | None = None) -> str:
    """Names the class path of these dependencies; spawns nothing."""
    return cache.fingerprint([parent or PARENT, artifacts.LOCK, Path(__file__)], *dependencies)


def class_paths(
    modules: Mapping[str, Sequence[str]],
    may_be_unlocked: Collection[str] = (),
    parent: Path | None = None,
) -> tuple[dict[str, list[Path]], dict[str, MavenError]]:
    """The class path of each module, or why it has none. `modules` maps names to Maven
    coordinates, as in "com.esotericsoftware:kryo:5.6.2"; for what is no library, in
    "group:artifact:type:classifier:version". What `parent` depends on, by default the driver, is on
    all class paths. A file that is not in the lock is an error, but in the modules that may be
    unlocked."""
    found, failed = _resolved(modules, parent or PARENT)
    for name, paths in list(found.items()):
        if fault := artifacts.fault(paths, name in may_be_unlocked):
            failed[name] = MavenError(fault, fault)
            del found[name]
    return found, failed


def _resolved(
    modules: Mapping[str, Sequence[str]], parent: Path
) -> tuple[dict[str, list[Path]], dict[str, MavenError]]:
    found: dict[str, list[Path]] = {}
    failed: dict[str, MavenError] = {}
    wanted = {}
    for name, dependencies in modules.items():
        paths = _remembered(_kept(name, dependencies, parent))
        if paths is None:
            wanted[name] = dependencies
        else:
            found[name] = paths
    if not wanted:
        return found, failed
    home = cache.directory("build", "java", "maven")
    with cache.locked(home):  # drivers of several languages build at once
        output = _run(home, wanted, parent)
        for name, dependencies in wanted.items():
            written = home / name / "classpath"
            if written.exists():
                shutil.copyfile(written, _kept(name, dependencies, parent))
                found[name] = _paths(written.read_text())
            else:
                failed[name] = MavenError(_reason(output, name), output)
    return found, failed


def _run(home: Path, modules: Mapping[str, Sequence[str]], parent: Path) -> str:
    """Resolves the modules; returns what Maven said."""
    text = parent.read_text()
    (home / "driver.xml").write_text(text)
    (home / "library.xml").write_text(_as_parent_of_libraries(text))
    for name, dependencies in modules.items():
        (home / name).mkdir(exist_ok=True)
        (home / name / "classpath").unlink(missing_ok=True)
        scope = "compile" if name == DRIVER else "runtime"
        body = f"<properties><includeScope>{scope}</includeScope></properties>\n  <dependencies>\n"
        for coordinates in dependencies:
            body += _dependency(coordinates) or ""
        body += "  </dependencies>"
        if not all(map(_dependency, dependencies)):
            body = "<not-coordinates/>"  # said by `_reason`: the module has no class path then
        kind = _PARENT.format("driver" if name == DRIVER else "library")
        pom = _POM.format(parent=kind, name=escape(name), body=body)
        (home / name / "pom.xml").write_text(pom)
    names = "".join(f"<module>{escape(name)}</module>" for name in modules)
    top = "<groupId>serbench</groupId><version>0</version>"
    root = _POM.format(parent=top, name="all", body=f"<modules>{names}</modules>")
    (home / "pom.xml").write_text(root)
    plugin = _PLUGIN.search(PARENT.read_text())
    assert plugin
    goal = f"org.apache.maven.plugins:{plugin[1]}:{plugin[2]}:build-classpath"
    command = ["mvn", "--batch-mode", "--fail-at-end", "--no-transfer-progress"]
    command += ["--strict-checksums", goal, "-Dmdep.outputFile=classpath", "-Dstyle.color=never"]
    done = programs.run(command, cwd=home, env=programs.installing())
    return done.stdout + done.stderr


def _as_parent_of_libraries(driver: str) -> str:
    """The driver's project without its provided dependencies, which it needs to compile alone:
    Maven would leave them out of the class path of a library that needs them to run."""
    named = driver.replace("<artifactId>driver<", "<artifactId>library<", 1)
    return _PROVIDED.sub("", named)


def _dependency(coordinates: str) -> str | None:
    """None if these are no coordinates."""
    match [escape(part) for part in coordinates.split(":")]:
        case [group, artifact, version]:
            return _DEPENDENCY.format(group, artifact, version, "")
        case [group, artifact, type_, classifier, version]:
            other = f"<type>{type_}</type><classifier>{classifier}</classifier>"
            return _DEPENDENCY.format(group, artifact, version, other)
    return None


def jars(coordinates: str) -> list[Path]:
    """The class path of a program that Java runs. Raises `MavenError`."""
    name = coordinates.split(":")[1]
    found, failed = class_paths({name: [coordinates]})
    if error := failed.get(name):
        raise error
    return found[name]


def program(coordinates: str) -> Path:
    """The executable that is published for this kind of machine: coordinates as for a library.
    Raises `MavenError`."""
    artifact = coordinates.split(":")[1]
    system = f"{platform.system().lower()}-{_PROCESSORS.get(platform.machine(), '')}"
    files = dict(files_of(coordinates))
    if system not in files:
        reason = f"{coordinates} is not published for {system}"
        raise MavenError(reason, reason)
    found, failed = class_paths({artifact: [files[system]]})
    if error := failed.get(artifact):
        raise error
    published = next(path for path in found[artifact] if path.suffix == ".exe")
    executable = cache.directory("build", "java", "programs") / published.stem
    if not executable.exists():  # Maven's own copy is not executable
        copy = executable.with_suffix(".new")
        shutil.copyfile(published, copy)
        copy.chmod(0o755)
        copy.rename(executable)
    return executable


def files_of(coordinates: str) -> Iterator[tuple[str, str]]:
    """The executables of a program: each system, and the file's coordinates."""
    group, artifact, version = coordinates.split(":")
    for processor in _PROCESSORS.values():
        system = f"linux-{processor}"
        yield system, f"{group}:{artifact}:exe:{system}:{version}"


def _kept(name: str, dependencies: Sequence[str], parent: Path) -> Path:
    scope = "compile" if name == DRIVER else "runtime"
    return (
        cache.directory("build", "java", "classpath") / f"{identity(dependencies, parent)}-{scope}"
    )


def _remembered(kept: Path) -> list[Path] | None:
    try:
        paths = _paths(kept.read_text())
    except FileNotFoundError:
        return None
    return paths if all(path.exists() for path in paths) else None


def _paths(text: str) -> list[Path]:
    return [Path(part) for part in text.strip().split(os.pathsep) if part]


def _reason(output: str, name: str) -> str:
    """The line that speaks of the module, else the first error."""
    errors = [
        line.removeprefix("[ERROR]").strip()
        for line in output.splitlines()
        if line.startswith("[ERROR]")
    ]
    own = [line for line in errors if f"project {name}:" in line or f":{name}:" in line]
    return next(iter([*own, *filter(None, errors)]), "mvn said nothing")
