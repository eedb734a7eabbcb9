"""What is kept between runs, and what makes it stale."""

from __future__ import annotations

import os

import pytest

from serbench.errors import UserError
from serbench.schema import cached


@pytest.fixture(autouse=True)
def cache_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_facts_change_with_any_of_the_files(tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_text("1")
    b.write_text("2")
    facts = cached.file_facts([a, b])
    assert facts is not None
    assert facts == cached.file_facts([a, b])
    assert facts != cached.file_facts([b, a])
    b.write_text("22")
    os.utime(b, ns=(0, 0))
    assert cached.file_facts([a, b]) != facts
    a.rename(tmp_path / "c")
    assert cached.file_facts([a, b]) is None
    assert cached.file_facts([tmp_path]) is None


def test_entries_differ_by_kind_facts_and_code(cache_home, monkeypatch):
    entry = cached.entry("values", "a", "b")
    assert entry == cached.entry("values", "a", "b")
    assert entry.is_relative_to(cache_home)
    others = [
        cached.entry("schemas", "a", "b"),
        cached.entry("values", "ab"),
        cached.entry("values"),
    ]
    monkeypatch.setattr(cached, "_code", lambda: "another version")
    others.append(cached.entry("values", "a", "b"))
    assert len({entry, *others}) == 5


def test_cache_file_appears_only_when_complete(tmp_path):
    path = tmp_path / "x"
    with cached.written(path) as file:
        file.write(b"1")
        assert not path.exists()
    assert cached.read(path) == b"1"
    with pytest.raises(ZeroDivisionError), cached.written(path) as file:
        file.write(b"2" * (1 // 0))
    assert cached.read(path) == b"1"
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["x"]


def test_missing_cache_file_returns_none(tmp_path):
    assert cached.read(tmp_path / "x") is None


def test_full_disk_raises_clear_error(tmp_path):
    with (
        pytest.raises(UserError, match=r"x: it cannot be written: No space left.*df -h"),
        cached.written(tmp_path / "x"),
    ):
        raise OSError(28, "No space left on device")
