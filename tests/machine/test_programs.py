"""What programs that serbench starts see and where they begin."""

import ast
import json
import sys
from pathlib import Path

import pytest

import serbench
from serbench.builders.rust import cargo
from serbench.machine import programs

SOURCES = Path(serbench.__file__).parent
# `programs` itself; the witness, which the cache starts, on which `programs` rests: it begins in
# `/`, without a variable; and processes that are serbench again, which `PYTHONSAFEPATH` keeps from
# looking around.
STARTERS = {"machine/programs.py", "machine/watchdog.py", "proof/worker_pool.py"}
STARTING = {
    "asyncio": ("create_subprocess",),
    "os": ("exec", "popen", "posix_spawn", "spawn", "startfile", "system"),
    "subprocess": ("Popen", "call", "check_", "getoutput", "getstatusoutput", "run"),
}
SHOW = "import json, os; print(json.dumps([dict(os.environ), os.listdir()]))"


def seen(env=None):
    environment, files = json.loads(programs.run([sys.executable, "-c", SHOW], env=env).stdout)
    return environment, files


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


KINDS = {
    "measured": programs.measured,
    "building": programs.building,
    "installing": programs.installing,
}


@pytest.mark.parametrize(
    "name",
    [
        "AWS_SECRET_ACCESS_KEY",
        "CARGO_REGISTRY_TOKEN",
        "GH_TOKEN",
        "GITHUB_WORKSPACE",
        "GOOGLE_API_KEY",
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_of_no_registry_reaches_no_program(monkeypatch, kind, name):
    monkeypatch.setenv(name, "secret")
    environment, _ = seen(KINDS[kind]())
    assert name not in environment
    assert environment["PATH"]


@pytest.mark.parametrize(
    "name",
    [
        "CARGO_REGISTRIES_OURS_TOKEN",
        "GOPROXY",
        "HTTPS_PROXY",
        "NPM_TOKEN",
        "PIP_INDEX_URL",
        "UV_INDEX_OURS_PASSWORD",
        "npm_config__auth",
    ],
)
def test_registry_and_password_reach_only_installers(monkeypatch, name):
    monkeypatch.setenv(name, "secret")
    seeing = [kind for kind, environment in KINDS.items() if name in environment()]
    assert seeing == ["installing"]


@pytest.mark.parametrize("name", ["CARGO_HOME", "CXX", "GOROOT", "JAVA_HOME", "RUSTUP_TOOLCHAIN"])
def test_toolchain_variables_reach_builders_and_installers(monkeypatch, name):
    monkeypatch.setenv(name, "/somewhere")
    seeing = [kind for kind, environment in KINDS.items() if name in environment()]
    assert seeing == ["building", "installing"]


def test_variable_listed_by_the_user_reaches_builders_and_installers(monkeypatch):
    monkeypatch.setenv("NEXUS_PASSWORD", "secret")
    monkeypatch.setenv(programs.MORE, "NEXUS_USER, NEXUS_PASSWORD")
    seeing = [kind for kind, environment in KINDS.items() if "NEXUS_PASSWORD" in environment()]
    assert seeing == ["building", "installing"]


def test_started_program_begins_in_an_empty_folder(tmp_path, monkeypatch):
    (tmp_path / "pip.py").write_text("raise SystemExit('executed')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GH_TOKEN", "secret")
    with programs.popen([sys.executable, "-c", SHOW]) as process:
        environment, files = json.loads(process.stdout.read())
    assert files == []
    assert "GH_TOKEN" not in environment


def test_a_program_without_a_folder_begins_in_an_empty_one(tmp_path, monkeypatch):
    (tmp_path / "pip.py").write_text("raise SystemExit('executed')")
    monkeypatch.chdir(tmp_path)
    _, files = seen()
    assert files == []
    assert Path.cwd() == tmp_path


def starts_programs(source: str) -> list[str]:
    """What in a module starts a program by itself, as `subprocess.run` or `os.execv`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Attribute(ast.Name(module), name)):
                found += [f"{module}.{name}"] if name.startswith(STARTING.get(module, ())) else []
            case ast.ImportFrom(module, names) if module in STARTING:
                found += [n.name for n in names if n.name.startswith(STARTING[module])]
            case ast.Import(names):
                found += [n.name for n in names if n.name in ("multiprocessing", "pty")]
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.run(['x'])",
        "from subprocess import Popen",
        "import os\nos.execv('x', [])",
        "import os\nos.system('x')",
    ],
)
def test_direct_start_of_a_program_is_detected(source):
    assert starts_programs(source)


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted(SOURCES.rglob("*.py"))
        if path.relative_to(SOURCES).parts[0] != "drivers"
        and str(path.relative_to(SOURCES)) not in STARTERS
    ],
    ids=lambda path: str(path.relative_to(SOURCES)),
)
def test_other_modules_start_no_programs(path):
    assert starts_programs(path.read_text()) == []


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_program_in_relative_folder_of_path_is_not_found(tmp_path, monkeypatch):
    script(tmp_path / "node_modules" / ".bin" / "protoc", "echo executed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "node_modules/.bin::.")
    assert programs.which("protoc") is None
    with pytest.raises(FileNotFoundError):
        programs.run(["protoc"])


def test_program_named_by_relative_path_is_found(tmp_path, monkeypatch):
    script(tmp_path / "mine" / "cc", "echo mine")
    monkeypatch.chdir(tmp_path)
    assert programs.which("mine/cc") == str(tmp_path / "mine" / "cc")
    assert programs.run([programs.which("./mine/cc")]).stdout == "mine\n"


def test_files_left_in_the_empty_folder_are_removed():
    leave = "import os; open('pip.py', 'w'); os.mkdir('folder'); os.symlink('/tmp', 'link')"
    programs.run([sys.executable, "-c", leave])
    _, files = seen()
    assert files == []


def test_rustc_obeys_no_toolchain_file_beside_the_data(tmp_path, monkeypatch):
    """As rustup's proxy does: it hands on to what the folder's rust-toolchain.toml names."""
    proxy = "[ -f rust-toolchain.toml ] && touch executed; echo 'release: 1.95.0'; echo 'host: x'"
    script(tmp_path / "bin" / "rustc", proxy)
    data = tmp_path / "data"
    data.mkdir()
    (data / "rust-toolchain.toml").write_text("[toolchain]\npath = 'evil'\n")
    monkeypatch.chdir(data)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    cargo.toolchain.cache_clear()
    try:
        assert cargo.toolchain().version == "rustc 1.95.0"
    finally:
        cargo.toolchain.cache_clear()
    assert not (data / "executed").exists()


def test_python_m_does_not_import_modules_beside_the_data(tmp_path):
    for name in ("duckdb", "msgspec", "numpy", "platformdirs", "rich"):
        (tmp_path / f"{name}.py").write_text("open('executed', 'w')")
    path = str(SOURCES.parent)
    command = [sys.executable, "-m", "serbench", "list", "codecs", "--lang", "python"]
    done = programs.run(command, cwd=tmp_path, env=programs.building({"PYTHONPATH": path}))
    assert "python/orjson" in done.stdout, done.stderr
    assert not (tmp_path / "executed").exists()
