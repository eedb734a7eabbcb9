"""The locks of serbench's own lists: each is there and says what the list says."""

import json
import re

import pytest

from serbench.builders import locking, pypi
from serbench.builders.javascript import packages as npm
from serbench.builders.javascript.locking import npm_lists

TO_DO = "run `make lock`"


@pytest.mark.parametrize("packages", sorted(locking.pypi_lists()), ids=" ".join)
def test_every_pypi_list_is_locked(packages):
    text = pypi.locked(packages)
    assert text, f"no lock for {packages}: {TO_DO}"
    pinned = [_canonical(name) for name in re.findall(r"^\S+==\S+", text, re.MULTILINE)]
    assert {*map(_canonical, packages)} <= {*pinned}, TO_DO
    # Every package has hashes, and none is built from its sources.
    assert len(pinned) == len(re.findall(r"==.* \\\n    --hash=sha256:[0-9a-f]{64}", text))
    assert text.splitlines()[1] == "--only-binary :all:"


@pytest.mark.parametrize("packages", sorted(npm_lists()), ids=" ".join)
def test_every_npm_list_is_locked(packages):
    text = npm.locked(packages)
    assert text, f"no lock for {packages}: {TO_DO}"
    lock = json.loads(text)
    assert lock["lockfileVersion"] == 3
    inner = {name: entry for name, entry in lock["packages"].items() if name}
    assert all(entry["integrity"].startswith("sha512-") for entry in inner.values())
    for entry in inner.values():
        for name in entry.get("optionalDependencies", ()):
            assert any(path.endswith(f"node_modules/{name}") for path in inner), TO_DO
    for package in packages:
        name, _, version = package.rpartition("@")
        assert inner[f"node_modules/{name}"]["version"] == version, TO_DO


def test_locks_hold_no_urls():
    """They come from where the machine is set up to fetch them."""
    for path in (*pypi.LOCKS.iterdir(), *npm.LOCKS.iterdir()):
        assert "://" not in path.read_text(), path


def test_every_lock_belongs_to_existing_list():
    assert {*pypi.LOCKS.iterdir()} == {*map(pypi.lock_of, locking.pypi_lists())}, TO_DO
    assert {*npm.LOCKS.iterdir()} == {*map(npm.lock_of, npm_lists())}, TO_DO


def _canonical(pin):
    """Without the extras that it is installed with."""
    name, _, version = re.sub(r"\[.*\]", "", pin).partition("==")
    return re.sub(r"[-_.]+", "-", name).lower() + version
