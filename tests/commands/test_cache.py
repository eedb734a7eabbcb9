"""`serbench cache`: what is kept, and what goes."""

import json
import os
import time

import pytest

DAY_S = 86400


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Something of each kind: one of today, one of 40 days ago."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home = tmp_path / "serbench"
    old = time.time() - 40 * DAY_S
    for name, at in (("new", None), ("old", old)):
        schema = ("a" if name == "new" else "b") * 32
        for path in (
            home / "values" / f"{name}.jsonl",
            home / "schemas" / name,
            home / "charts" / name,
            home / "build" / "rust" / schema / "stamp.json",
            home / "build" / "rust" / f"target-{name}" / "lib",
            home / "fetched" / "cpp" / name,
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("12345")
            if at:
                os.utime(path, (at, at))
    return home


def kinds(serbench):
    found = json.loads(serbench("cache", "--format", "json").out)
    return {group["kind"]: (group["entries"], group["bytes"]) for group in found["kinds"]}


def test_cache_lists_entries_and_location(serbench, kept):
    assert kinds(serbench) == {
        "values": (2, 10),
        "schemas": (2, 10),
        "charts": (2, 10),
        "builds": (2, 10),
        "dependencies": (3, 20),
    }
    said = serbench("cache").out
    assert str(kept) in said.splitlines()[0]
    assert "mode 0600" in said


def test_clean_removes_unused_entries_and_keeps_shared_ones(serbench, kept):
    done = serbench("cache", "clean")
    assert done.status == 0
    assert "removing builds: 1" in done.err
    assert kinds(serbench) == {
        "values": (1, 5),
        "schemas": (1, 5),
        "charts": (1, 5),
        "builds": (1, 5),
        "dependencies": (3, 20),
    }
    assert "unused for 30 days" in serbench("cache", "clean").err


def test_clean_all_removes_every_entry(serbench, kept):
    assert serbench("cache", "clean", "--all").status == 0
    assert {entries for entries, _ in kinds(serbench).values()} == {0}
