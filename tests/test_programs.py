"""What programs that serbench starts see and where they begin."""

import json
import sys
from pathlib import Path

import pytest

from serbench import programs

SHOW = "import json, os; print(json.dumps([dict(os.environ), os.listdir()]))"


def seen(env=None):
    environment, files = json.loads(programs.run([sys.executable, "-c", SHOW], env=env).stdout)
    return environment, files


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
def test_a_registry_and_its_password_reach_installers_alone(monkeypatch, name):
    monkeypatch.setenv(name, "secret")
    seeing = [kind for kind, environment in KINDS.items() if name in environment()]
    assert seeing == ["installing"]


@pytest.mark.parametrize("name", ["CARGO_HOME", "CXX", "GOROOT", "JAVA_HOME", "RUSTUP_TOOLCHAIN"])
def test_a_toolchain_is_told_to_what_builds(monkeypatch, name):
    monkeypatch.setenv(name, "/somewhere")
    seeing = [kind for kind, environment in KINDS.items() if name in environment()]
    assert seeing == ["building", "installing"]


def test_a_variable_that_the_user_lists_reaches_what_builds(monkeypatch):
    monkeypatch.setenv("NEXUS_PASSWORD", "secret")
    monkeypatch.setenv(programs.MORE, "NEXUS_USER, NEXUS_PASSWORD")
    seeing = [kind for kind, environment in KINDS.items() if "NEXUS_PASSWORD" in environment()]
    assert seeing == ["building", "installing"]


def test_a_program_that_was_started_begins_in_an_empty_folder(tmp_path, monkeypatch):
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
