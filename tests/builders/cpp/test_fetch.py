"""Fetching C++ libraries from an index and from packages of the test's own."""

import hashlib
import io
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from serbench.builders import instrumentation
from serbench.builders.codec import read_codec
from serbench.builders.cpp import fetch as cpp_fetch
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp import plan
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.builder import CppBuilder
from serbench.builders.cpp.fetch import (
    DebianPackage,
    DebianSource,
    FetchError,
    PypiPackages,
    PypiSource,
    PypiWheel,
    fetch,
)
from serbench.builders.cpp.probe import Library
from serbench.builders.cpp.recipes import RECIPES, Program, Recipe
from serbench.builders.driver import Availability
from serbench.builders.packages import InstallError

HELLO = b"int hello() { return 1; }\n"


def tar_gz(path, files):
    with tarfile.open(path, "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            if isinstance(content, str):
                member.type, member.linkname = tarfile.SYMTYPE, content
                tar.addfile(member)
            else:
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def index(tmp_path, monkeypatch):
    """An index as pip reads them; add files to `simple/hello`."""
    files = tmp_path / "simple" / "hello"
    files.mkdir(parents=True)
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "simple").as_uri())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    opened = cpp_fetch.urlopen

    def open_directory(request, **options):
        # A file system has no page for a directory.
        if request.full_url.endswith("/hello/"):
            request.full_url += "index.html"
        return opened(request, **options)

    monkeypatch.setattr(cpp_fetch, "urlopen", open_directory)
    return files


def publish(index, files, version="1.0"):
    name = f"hello-{version}.tar.gz"
    sha256 = tar_gz(index / name, files)
    page = index / "index.html"
    page.write_text(
        '<a href="hello-0.9.tar.gz">old</a>' + f'<a href="{name}#sha256={sha256}">{name}</a>'
    )
    return PypiSource("hello", version, sha256)


def test_source_distribution_is_fetched_from_pip_index(index, tmp_path):
    files = {"hello-1.0/src/hello.cpp": HELLO, "hello-1.0/README": b"", "other/x": b""}
    source = publish(index, files)
    assert fetch(source, "hello-1.0/src", tmp_path / "out") == "1.0"
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["hello.cpp"]
    assert (tmp_path / "out" / "hello.cpp").read_bytes() == HELLO


def test_an_archive_of_another_hash_is_refused(index, tmp_path):
    publish(index, {"hello-1.0/hello.cpp": HELLO})
    with pytest.raises(FetchError, match="has the SHA-256"):
        fetch(PypiSource("hello", "1.0", "0" * 64), "hello-1.0", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["hello-1.0/../../evil", "hello-1.0/a/../../../evil"])
def test_archive_path_outside_directory_is_rejected(index, tmp_path, name):
    source = publish(index, {name: HELLO})
    with pytest.raises(FetchError, match="lies outside"):
        fetch(source, "hello-1.0", tmp_path / "out")
    assert not list(tmp_path.rglob("evil"))


def test_links_are_not_unpacked(index, tmp_path):
    source = publish(index, {"hello-1.0/link": "/etc/passwd", "hello-1.0/hello.cpp": HELLO})
    fetch(source, "hello-1.0", tmp_path / "out")
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["hello.cpp"]


def publish_wheel(index, files):
    path = index / "hello-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
    (index / "index.html").write_text(f'<a href="{path.name}">{path.name}</a>')
    return PypiWheel("hello", "1.0", path.name, hashlib.sha256(path.read_bytes()).hexdigest())


def test_folder_of_a_wheel_is_fetched_from_pip_index(index, tmp_path):
    wheel = publish_wheel(index, {"hello/include/hello.hpp": HELLO, "hello-1.0.dist-info/x": b""})
    assert fetch(wheel, "hello", tmp_path / "out") == "1.0"
    assert (tmp_path / "out" / "include" / "hello.hpp").read_bytes() == HELLO
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["include"]


def test_wheel_path_outside_directory_is_rejected(index, tmp_path):
    wheel = publish_wheel(index, {"hello/../../evil": HELLO})
    with pytest.raises(FetchError, match="lies outside"):
        fetch(wheel, "hello", tmp_path / "out")
    assert not list(tmp_path.rglob("evil"))


def test_version_missing_in_index_is_named(index, tmp_path):
    publish(index, {"hello-1.0/hello.cpp": HELLO})
    with pytest.raises(FetchError, match=r"no hello-2\.0\.tar\.gz"):
        fetch(PypiSource("hello", "2.0", "0" * 64), "hello-2.0", tmp_path / "out")


def debian_package(tmp_path):
    tree = tmp_path / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "usr/include").mkdir(parents=True)
    (tree / "usr/include/hello.hpp").write_bytes(HELLO)
    (tree / "DEBIAN/control").write_text(
        "Package: hello\nVersion: 2:1.5-3\nArchitecture: all\nMaintainer: x\nDescription: x\n"
    )
    package = tmp_path / "hello.deb"
    subprocess.run(["dpkg-deb", "-b", tree, package], check=True, capture_output=True)
    return package


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg")
def test_a_package_is_unpacked_and_not_installed(tmp_path, monkeypatch):
    package = debian_package(tmp_path)
    monkeypatch.setattr(cpp_fetch, "_from_apt", lambda name, scratch: package)
    assert fetch(DebianPackage("hello"), "./usr/include", tmp_path / "out") == "1.5"
    assert (tmp_path / "out" / "hello.hpp").read_bytes() == HELLO


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg")
def test_a_package_of_another_release_is_unpacked_from_the_mirror(tmp_path, monkeypatch):
    package = debian_package(tmp_path)
    sha256 = hashlib.sha256(package.read_bytes()).hexdigest()
    monkeypatch.setattr(cpp_fetch, "_from_mirror", lambda path, sha256, scratch: package)
    source = DebianSource("pool/main/h/hello/hello_1.5-3_all.deb", "1.5", sha256)
    assert fetch(source, "./usr/include", tmp_path / "out") == "1.5"
    assert (tmp_path / "out" / "hello.hpp").read_bytes() == HELLO


def test_missing_apt_error_names_apt_get(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for source in (DebianPackage("hello"), DebianSource("pool/hello.tar.xz", "1", "0" * 64)):
        with pytest.raises(FetchError, match="apt-get is not here"):
            fetch(source, "hello", tmp_path / "out")


def test_unfetched_library_has_reason_until_fetched(index, monkeypatch):
    good = publish(index, {"hello-1.0/hello.cpp": HELLO})
    recipe = Recipe(good, "hello-1.0", includes=(".",), sources=("*.cpp",))
    monkeypatch.setitem(RECIPES, "hello", recipe)
    assert cpp_libraries.missing(["hello"]) == ("hello was not fetched yet (run `serbench setup`)",)
    (index / "index.html").rename(index / "gone")
    assert cpp_libraries.fetch_all(["hello"], lambda name: None)
    [reason] = cpp_libraries.missing(["hello"])
    assert "hello could not be fetched: file:" in reason
    assert "serbench setup" in reason
    (index / "gone").rename(index / "index.html")
    assert not cpp_libraries.fetch_all(["hello"], lambda name: None)
    assert not cpp_libraries.missing(["hello"])
    assert cpp_libraries.version("hello") == "1.0"


@pytest.mark.compiled
def test_a_library_is_compiled_once(index, monkeypatch):
    good = publish(index, {"hello-1.0/a/hello.cpp": HELLO, "hello-1.0/a/out.cpp": b"#error no\n"})
    recipe = Recipe(good, "hello-1.0", (".",), ("a/*.cpp",), left_out=("a/out.cpp",))
    monkeypatch.setitem(RECIPES, "hello", recipe)
    cpp_libraries.fetch_all(["hello"], lambda name: None)

    def build():
        return cpp_libraries.build("hello", ["g++"], "some", 1, lambda done, total, doing: None)

    outcome, _ = build()
    assert outcome
    assert outcome.succeeded, outcome.output
    [archive] = cpp_libraries.archives(["hello"], "some")
    assert Path(archive).exists()
    assert build()[0] is None


@pytest.mark.compiled
def test_sources_of_a_group_are_compiled_as_one(index, monkeypatch):
    second = b"int again() { return HELLO; }\n"
    good = publish(
        index,
        {
            "hello-1.0/hello.cpp": b"#define HELLO 1\nint hello() { return HELLO; }\n",
            "hello-1.0/a/again.cpp": second,
            "hello-1.0/alone.cpp": b"#ifdef HELLO\n#error no\n#endif\nint alone() { return 2; }\n",
        },
    )
    recipe = Recipe(
        good, "hello-1.0", (".",), ("alone.cpp",), together=(("hello.cpp", "a/again.cpp"),)
    )
    monkeypatch.setitem(RECIPES, "hello", recipe)
    cpp_libraries.fetch_all(["hello"], lambda name: None)
    outcome, _ = cpp_libraries.build("hello", ["g++"], "some", 1, lambda *_: None)
    assert outcome
    assert outcome.succeeded, outcome.output
    [archive] = cpp_libraries.archives(["hello"], "some")
    members = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True)
    assert members.stdout.split() == ["alone.cpp.o", "0.cc.o"]


def test_what_packages_bring_is_copied(tmp_path, monkeypatch):
    packages = PypiPackages(("hello==1.0",), "1.0")
    installed = tmp_path / "installed"
    monkeypatch.setattr(cpp_fetch.pypi, "home", lambda packages, python: installed)
    monkeypatch.setattr(cpp_fetch.pypi, "install", lambda packages, python: None)
    (installed / "include").mkdir(parents=True)
    (installed / "include" / "hello.h").write_bytes(HELLO)
    (tmp_path / "out").mkdir()
    assert fetch(packages, "include", tmp_path / "out") == "1.0"
    assert (tmp_path / "out" / "hello.h").read_bytes() == HELLO
    with pytest.raises(FetchError, match="the packages bring no share"):
        fetch(packages, "share", tmp_path / "out")


def test_packages_that_cannot_be_installed_are_an_error(tmp_path, monkeypatch):
    def install(packages, python):
        raise InstallError("error: no such package")

    monkeypatch.setattr(cpp_fetch.pypi, "install", install)
    with pytest.raises(FetchError, match="error: no such package"):
        fetch(PypiPackages(("hello==1.0",), "1.0"), ".", tmp_path)


@pytest.mark.compiled
def test_programs_of_a_library_are_linked_with_it(index, monkeypatch):
    main = b"int hello(); int main() { return hello(); }\n"
    good = publish(index, {"hello-1.0/hello.cpp": HELLO, "hello-1.0/main/main.cpp": main})
    programs = (Program("generate", ("main/*.cpp",)), Program("again", ("main/*.cpp",)))
    recipe = Recipe(good, "hello-1.0", (".",), ("*.cpp",), programs=programs)
    monkeypatch.setitem(RECIPES, "hello", recipe)
    cpp_libraries.fetch_all(["hello"], lambda name: None)

    def build(**options):
        return cpp_libraries.build("hello", ["g++"], "some", 1, lambda *_: None, **options)

    outcome, _ = build(programs=False)
    assert outcome
    folder = cpp_libraries.program_folder("hello", "some")
    assert sorted(path.name for path in folder.glob("[!b.]*")) == ["compile", "lib.a"]
    outcome, _ = build()
    assert outcome
    assert outcome.succeeded, outcome.output
    for program in programs:
        assert subprocess.run([folder / program.name], check=False).returncode == 1
    assert build()[0] is None


@pytest.mark.compiled
def test_programs_of_an_instrumented_library_are_not_instrumented(index, monkeypatch):
    main = b"int hello(); int main() { return hello(); }\n"
    good = publish(index, {"hello-1.0/hello.cpp": HELLO, "hello-1.0/main/main.cpp": main})
    programs = (Program("generate", ("main/*.cpp",)),)
    recipe = Recipe(good, "hello-1.0", (".",), ("*.cpp",), programs=programs)
    monkeypatch.setitem(RECIPES, "hello", recipe)
    cpp_libraries.fetch_all(["hello"], lambda name: None)
    compiler = cpp_probe.probe([]).compiler
    with instrumentation.chosen():
        outcome, _ = plan.fetched_library("hello", compiler, lambda *_: None)
        instrumented = plan.compiler_key(compiler)
    assert outcome
    assert outcome.succeeded, outcome.output
    folder = cpp_libraries.program_folder("hello", plan.compiler_key(compiler))
    assert subprocess.run([folder / "generate"], check=False).returncode == 1
    beside = cpp_libraries.program_folder("hello", instrumented)
    assert (beside / "lib.a").exists()
    assert not (beside / "generate").exists()


@pytest.mark.compiled
def test_cxx_program_of_a_c_library_is_linked_with_the_library_it_needs(index, monkeypatch):
    main = b"""#include "said.h"
    extern "C" int hello(); int main() { return said() + hello(); }\n"""
    files = {
        "hello-1.0/c/hello.c": b"int hello(void) { int class = 1; return class; }\n",
        "hello-1.0/c/main.cc": main,
        "hello-1.0/said/said.h": b"int said();\n",
        "hello-1.0/said/said.cc": b"int said() { return 2; }\n",
    }
    source = publish(index, files)
    recipe = Recipe(
        source,
        "hello-1.0/c",
        (".",),
        ("*.c",),
        language="c",
        programs=(Program("generate", ("main.cc",)),),
        needed=("said",),
    )
    needed = Recipe(source, "hello-1.0/said", (".",), ("*.cc",))
    monkeypatch.setitem(RECIPES, "hello", recipe)
    monkeypatch.setitem(RECIPES, "said", needed)
    assert len(cpp_libraries.missing(["hello"])) == 2
    assert cpp_libraries.fetch_all(["hello"], lambda name: None) == {}
    outcome, _ = cpp_libraries.build("hello", ["g++"], "some", 1, lambda *_: None)
    assert outcome
    assert outcome.succeeded, outcome.output
    program = cpp_libraries.program_folder("hello", "some") / "generate"
    assert subprocess.run([program], check=False).returncode == 3


@pytest.mark.compiled
def test_c_library_is_compiled_without_configuring(index, monkeypatch):
    files = {
        "hello-1.0/hello.c": b'#include "config.h"\nint *hello(void *class) { return class; }\n',
        "hello-1.0/hello_test.c": b"#error no\n",
    }
    recipe = Recipe(
        publish(index, files), "hello-1.0", (".",), ("*.c",), left_out=("*_test.c",), language="c",
        empty=("config.h",),
    )  # fmt: skip
    monkeypatch.setitem(RECIPES, "hello", recipe)
    cpp_libraries.fetch_all(["hello"], lambda name: None)
    command = ["g++", cpp_probe.STANDARD]
    outcome, _ = cpp_libraries.build("hello", command, "some", 1, lambda done, total, doing: None)
    assert outcome
    assert outcome.succeeded, outcome.output


def test_an_installed_library_is_replaced_by_the_same_version_alone(index, tmp_path, monkeypatch):
    good = publish(index, {"hello-1.0/hello.c": HELLO})
    recipe = Recipe(
        good, "hello-1.0", (".",), ("*.c",), replaces=("hello", "hello2"), linked=("m",)
    )
    monkeypatch.setitem(RECIPES, "hello", recipe)
    path = tmp_path / "hello.cpp"
    facts = ['library = "hello"', 'format = "x"', "traits = []", 'page = ""', 'version = "HELLO"']
    facts += ['link = ["hello"]', 'compile = ["hello"]']
    path.write_text("".join(f"// {line}\n" for line in ("---", *facts, "---")))
    codec = read_codec("cpp", path)
    same_version, another = (
        Library(version=v, libs=("/usr/lib/libhello.a", "-lhello2", "-lz"), compiled_by="d")
        for v in ("1.0", "1.1")
    )
    assert plan.to_compile(codec, another) == ()
    assert plan.to_compile(codec, same_version) == ("hello",)
    assert plan.version_of(codec, same_version) == "1.0 (distribution)"
    assert plan.compiled_here(codec, same_version) == ()
    assert cpp_libraries.linked_in_place((), same_version.libs) == [*same_version.libs]
    assert not cpp_libraries.fetch_all(["hello"], lambda name: None)
    assert plan.version_of(codec, another) == "1.1 (distribution)"
    assert plan.version_of(codec, same_version) == "1.0"
    assert plan.compiled_by(codec, same_version) == "serbench"
    assert plan.compiled_here(codec, same_version) == ("hello",)
    assert cpp_libraries.linked_in_place(["hello"], same_version.libs) == ["-lz", "-lm"]


@pytest.mark.compiled
def test_codec_with_unfetched_library_advises_setup(index, tmp_path, monkeypatch):
    good = publish(index, {"hello-1.0/hello.cpp": HELLO})
    monkeypatch.setitem(RECIPES, "hello", Recipe(good, "hello-1.0", includes=(".",)))
    path = tmp_path / "hello.cpp"
    facts = ('library = "hello"', 'format = "x"', "traits = []", 'page = ""', 'fetch = ["hello"]')
    path.write_text("".join(f"// {line}\n" for line in ("---", *facts, "---")))
    builder, codec = CppBuilder(), read_codec("cpp", path)
    found = builder.availability(codec)
    assert not found.available
    assert found.reason == "hello was not fetched yet (run `serbench setup`)"
    assert not found.packages
    cpp_libraries.fetch_all(["hello"], lambda name: None)
    assert builder.availability(codec) == Availability(True, "1.0", compiled_by="serbench")
