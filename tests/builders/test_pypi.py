"""Packages of PyPI: only those whose hashes are locked are installed."""

import re
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from serbench.builders import pypi
from serbench.builders.packages import InstallError

# A small one without dependencies.
PACKAGES = ("tomli-w==1.2.0",)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def with_lock(tmp_path, monkeypatch, text):
    folder = tmp_path / "locks"
    folder.mkdir(exist_ok=True)
    (folder / pypi.lock_of(PACKAGES).name).write_text(text)
    monkeypatch.setattr(pypi, "LOCKS", folder)


def test_own_package_list_without_lock_is_rejected():
    with pytest.raises(InstallError, match=r"no \S*tomli-w-9\.txt; to write it: make lock"):
        pypi.install(("tomli-w==9",), pypi.own())


def test_lock_of_another_list_is_ignored(tmp_path, monkeypatch):
    text = pypi.locked(PACKAGES)
    with_lock(tmp_path, monkeypatch, text.replace("# tomli-w", "# tomli_w"))
    assert text
    assert not pypi.locked(PACKAGES)


def test_changed_lock_changes_folder(tmp_path, monkeypatch):
    home = pypi.home(PACKAGES, pypi.own())
    with_lock(tmp_path, monkeypatch, pypi.locked(PACKAGES) + "# another\n")
    assert pypi.home(PACKAGES, pypi.own()) != home


def test_user_package_list_is_installed_without_lock(monkeypatch):
    ran = []

    class Done:
        returncode, stdout, stderr = 1, "", "error: as far as this"

    pypi.installer(pypi.own())  # which asks the interpreter, once
    monkeypatch.setattr(pypi.programs, "run", lambda command, env: ran.append(command) or Done)
    for packages in (("mine==1",), PACKAGES):
        with pytest.raises(InstallError, match="as far as this"):
            pypi.install(packages, pypi.own(), may_be_unlocked=True)
    assert ran[0][-1] == "mine==1"
    assert ran[1][-3:] == ["--require-hashes", "-r", str(pypi.lock_of(PACKAGES))]


@pytest.mark.compiled
def test_a_file_with_another_hash_is_refused(tmp_path, monkeypatch):
    text = pypi.locked(PACKAGES)
    pypi.install(PACKAGES, pypi.own())
    assert (pypi.home(PACKAGES, pypi.own()) / "tomli_w").is_dir()
    with_lock(tmp_path, monkeypatch, re.sub("sha256:....", "sha256:0000", text))
    with pytest.raises(InstallError) as refused:
        pypi.install(PACKAGES, pypi.own())
    assert re.search("(?i)hash", refused.value.output)
    assert not pypi.home(PACKAGES, pypi.own()).exists()


def installed_side_by_side(monkeypatch, meanwhile, *lists):
    """The commands by which two threads install a list each; `meanwhile` is called in each."""
    commands = []
    monkeypatch.setattr(pypi, "installer", lambda python: ("install",))
    both = threading.Barrier(2)

    def install(wanted):
        both.wait()
        pypi.install(wanted, pypi.own(), may_be_unlocked=True)

    def run(command, **rest):
        commands.append(command)
        meanwhile()
        Path(command[command.index("--target") + 1]).mkdir()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(pypi.programs, "run", run)
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(install, wanted) for wanted in lists]:
            done.result()
    assert all(pypi.home(wanted, pypi.own()).exists() for wanted in lists)
    return commands


def test_packages_wanted_by_two_threads_are_installed_once(monkeypatch):
    wanted = ("a-tool==1",)
    commands = installed_side_by_side(monkeypatch, lambda: time.sleep(0.2), wanted, wanted)
    assert len(commands) == 1


def test_two_lists_are_installed_side_by_side(monkeypatch):
    within_both = threading.Barrier(2, timeout=10)
    lists = ("a-tool==1",), ("b-tool==1",)
    assert len(installed_side_by_side(monkeypatch, within_both.wait, *lists)) == 2
