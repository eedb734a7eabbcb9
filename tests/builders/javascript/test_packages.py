"""npm's packages: only those whose hashes are locked are installed."""

import re
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from serbench.builders.javascript import node, packages
from serbench.builders.packages import InstallError

PACKAGES = packages.DRIVER


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def with_lock(tmp_path, monkeypatch, text):
    folder = tmp_path / "locks"
    folder.mkdir(exist_ok=True)
    (folder / packages.lock_of(PACKAGES).name).write_text(text)
    monkeypatch.setattr(packages, "LOCKS", folder)


def test_own_package_list_without_lock_is_rejected():
    with pytest.raises(InstallError, match=r"no \S*avsc-9\.json; to write it: make lock"):
        packages.install(("avsc@9",))


def test_lock_of_another_list_is_ignored(tmp_path, monkeypatch):
    text = packages.locked(PACKAGES)
    with_lock(tmp_path, monkeypatch, text.replace('"xxhash-wasm": "1.1.0"', '"xxhash-wasm": "1"'))
    assert text
    assert not packages.locked(PACKAGES)


def test_changed_lock_changes_folder(tmp_path, monkeypatch):
    home = packages.home(PACKAGES)
    with_lock(tmp_path, monkeypatch, packages.locked(PACKAGES) + "\n")
    assert packages.home(PACKAGES) != home


@pytest.mark.compiled
def test_packages_wanted_by_two_at_a_time_are_installed_once(monkeypatch):
    commands = []
    both = threading.Barrier(2)

    def run(command, **rest):
        commands.append(command)
        time.sleep(0.2)
        return subprocess.CompletedProcess(command, 0, "", "")

    def install():
        both.wait()
        packages.install(("a-tool@1",), may_be_unlocked=True)

    assert node.node()  # before nothing is run any more
    monkeypatch.setattr(packages.programs, "run", run)
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(install) for _ in range(2)]:
            done.result()
    assert len(commands) == 1
    assert packages.home(("a-tool@1",)).exists()


def test_a_package_with_another_hash_is_refused(tmp_path, monkeypatch):
    if reason := node.missing():
        pytest.skip(reason)
    text = packages.locked(PACKAGES)
    packages.install(PACKAGES)
    assert (packages.home(PACKAGES) / "node_modules" / "xxhash-wasm").is_dir()
    with_lock(tmp_path, monkeypatch, re.sub("sha512-....", "sha512-0000", text))
    with pytest.raises(InstallError) as refused:
        packages.install(PACKAGES)
    assert "EINTEGRITY" in refused.value.output
    assert not packages.home(PACKAGES).exists()
