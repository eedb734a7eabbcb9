"""What leaves the repository: the package and its README, and what a release says."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
# What the package is built of beside `src`.
SOURCES = ("LICENSE", "README.md", "hatch_build.py", "pyproject.toml")
PYPROJECT = (ROOT / "pyproject.toml").read_text()
CHANGELOG = """# Changelog
## [Unreleased]

- later

## [1.2.3] - 2026-01-02

### Added

- this

## [1.2.30] - 2026-01-01

- not this
"""


def call(*words, cwd, **environment):
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def built(folder: Path, pyproject: str) -> Path:
    """The wheel of the sources as they are, with another pyproject.toml."""
    for name in SOURCES:
        shutil.copy(ROOT / name, folder)
    (folder / "src").symlink_to(ROOT / "src")
    (folder / "pyproject.toml").write_text(pyproject)
    done = call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=folder)
    assert done.returncode == 0, done.stderr
    [wheel] = (folder / "dist").glob("*.whl")
    return wheel


def metadata(wheel: Path):
    with zipfile.ZipFile(wheel) as files:
        [name] = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_string(files.read(name).decode())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"), (ROOT / "pyproject.toml").read_text())


def test_package_has_every_file_needed_to_build_drivers(wheel):
    with zipfile.ZipFile(wheel) as files:
        inside = {name for name in files.namelist() if name.startswith("serbench/")}
    package = ROOT / "src" / "serbench"
    known = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", ".")
    names = call(*known, cwd=package).stdout.split("\0")
    assert inside == {f"serbench/{name}" for name in names if name}


def test_readme_on_an_index_has_no_relative_links(wheel):
    readme = metadata(wheel).get_payload()
    assert "](docs/" not in readme
    assert ".svg" not in readme
    assert "# serbench" in readme


def test_links_lead_to_the_release_in_the_repository(tmp_path):
    text = (ROOT / "pyproject.toml").read_text()
    urls = '[project.urls]\nRepository = "https://example.com/its"\n\n[project.scripts]'
    message = metadata(built(tmp_path, text.replace("[project.scripts]", urls)))
    tag = f"v{message['Version']}"
    assert f"](https://example.com/its/blob/{tag}/docs/method.md)" in message.get_payload()
    assert f"](https://example.com/its/raw/{tag}/docs/result.svg)" in message.get_payload()
    assert "](docs/" not in message.get_payload()
    assert message["Project-URL"] == "Repository, https://example.com/its"


def test_release_notes_equal_section_of_changelog(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    make = ("make", "-s", "-f", ROOT / "Makefile", "release-notes")
    assert call(*make, "TAG=v1.2.3", cwd=tmp_path).stdout.strip() == "### Added\n\n- this"
    assert call(*make, cwd=tmp_path).stdout.strip() == "- later"
    unknown = call(*make, "TAG=v1.2", cwd=tmp_path)
    assert unknown.returncode != 0
    assert "no section [1.2]" in unknown.stderr
    assert call(*make, cwd=ROOT).stdout.strip()


def test_container_gets_exactly_the_sources_of_the_package(tmp_path):
    """And nothing that its context leaves out."""
    copied = re.findall(
        r"^COPY (?!--)(.*) /src/\S*$", (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )
    names = [name for line in copied for name in line.split()]
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert ignored[0] == "*"
    assert sorted(names) == sorted(n[1:] for n in ignored if n.startswith("!"))
    assert sorted(names) == sorted([*SOURCES, "locks", "src"])


@pytest.mark.compiled
def test_an_empty_folder_is_enough(wheel, tmp_path):
    """As `pipx install` has it: nothing of this repository, its environment or its home."""
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    # What was fetched and compiled before is not fetched and compiled again.
    kept = {
        "PIP_CACHE_DIR": call(sys.executable, "-m", "pip", "cache", "dir", cwd=folder).stdout,
        "GOCACHE": call("go", "env", "GOCACHE", cwd=folder).stdout,
        "GOMODCACHE": call("go", "env", "GOMODCACHE", cwd=folder).stdout,
    }
    environment = {name: path.strip() for name, path in kept.items()} | {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "PYTHONPATH": "",
    }
    done = call(sys.executable, "-m", "venv", home / "venv", cwd=folder, **environment)
    assert done.returncode == 0, done.stderr
    pip = (home / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
    done = call(*pip, cwd=folder, **environment)
    assert done.returncode == 0, done.stderr
    (folder / "events.jsonl").write_text('{"name": "a", "n": 1}\n{"name": "b", "n": null}\n')

    def serbench(*words):
        done = call(home / "venv" / "bin" / "serbench", *words, cwd=folder, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert serbench("--version") == f"serbench {metadata(wheel)['Version']}\n"
    assert "go/encoding-json" in serbench("list", "codecs", "--format", "json")
    assert "ROOT = " in serbench("infer", "events.jsonl")
    assert "proven" in serbench("verify", "events.jsonl", "--codec", "go/encoding-json")


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("run", ()),
        ("container", ("formats",)),
        ("dev", ("formats", "dev")),
        ("docs", ("formats", "dev", "docs")),
    ],
)
def test_a_new_dependency_of_serbench_without_a_lock_is_told(lock, extras):
    project = tomllib.loads(PYPROJECT)["project"]
    asked = [Requirement(line) for line in project["dependencies"]]
    for extra in extras:
        asked += map(Requirement, project["optional-dependencies"][extra])
    asked += [Requirement(line) for line in tomllib.loads(PYPROJECT)["build-system"]["requires"]]
    text = (ROOT / "locks" / f"{lock}.txt").read_text()
    pins = re.findall(r"^(\S+)==(\S+)(?: ; .*)? \\\n    --hash=sha256:", text, re.MULTILINE)
    versions = {canonicalize_name(name): version for name, version in pins}
    for one in asked:
        if one.name != "serbench":
            version = versions.get(canonicalize_name(one.name), "")
            assert version, f"{one}: run `make lock`"
            assert one.specifier.contains(version), f"{one}: run `make lock`"


def steps_of_the_action():
    """The text of each step, by its name."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / "action.yml").read_text(), flags=re.MULTILINE)
    parts = re.split(r"^    - name: (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_action_steps_running_foreign_code_have_no_token():
    steps = steps_of_the_action()
    having = [name for name, text in steps.items() if "token" in text.lower()]
    assert having == ["Comment"]
    assert not re.search(r"^\s*(serbench|python) ", steps["Comment"], re.MULTILINE)


def test_the_action_installs_without_looking_into_the_folder_of_the_pull_request():
    install = steps_of_the_action()["Install"]
    assert "working-directory: ${{ runner.temp }}" in install
    assert re.findall(r"python .*", install)[-1].startswith("python -P -m pip install ")


def test_a_lock_of_serbench_holds_hashes_of_wheels_alone():
    for path in (ROOT / "locks").iterdir():
        text = path.read_text()
        assert text.startswith("--only-binary :all:\n")
        assert "://" not in text
        pins = re.findall(r"^\S+==.*", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"==.* \\\n    --hash=sha256:", text)) > 30


def test_actions_are_pinned_to_commits():
    """A tag can be moved to other code."""
    used = [
        line
        for path in (ROOT / "action.yml", *(ROOT / ".github" / "workflows").glob("*.yml"))
        for line in re.findall(r"uses: (.*)", path.read_text())
    ]
    assert len(used) >= 5
    for line in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", line), line
