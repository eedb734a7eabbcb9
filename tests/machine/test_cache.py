import os
import subprocess
import sys
import time

import pytest

from serbench.errors import UserError
from serbench.machine import cache


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "serbench" / "scratch"


def test_scratch_folder_is_removed_on_exit(home):
    with cache.scratch() as path:
        (path / "file").touch()
        assert list(home.iterdir()) == [path]
    assert not list(home.iterdir())


def test_scratch_folder_in_use_is_kept():
    with cache.scratch() as one, cache.scratch() as other:
        assert one.exists()
        assert other.exists()


def test_scratch_folder_of_killed_process_is_removed(home):
    code = """
import os, signal
from serbench.machine import cache
with cache.scratch() as path:
    (path / "copy").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code], env=dict(os.environ), check=False)
    assert len(list(home.iterdir())) == 1
    with cache.scratch() as path:
        assert list(home.iterdir()) == [path]


def test_builds_unused_for_a_month_are_removed(tmp_path):
    language = tmp_path / "build" / "rust"
    for name, days in (("a" * 32, 1), ("b" * 32, 31), ("c" * 32 + "-O1", 31), ("target", 31)):
        stamp = language / name / cache.STAMP
        stamp.parent.mkdir(parents=True)
        stamp.touch()
        then = time.time() - days * 86400
        os.utime(stamp, (then, then))
    cache.tidy(cache.builds(language))
    assert sorted(path.name for path in language.iterdir()) == ["a" * 32, "target"]


def test_copies_of_standard_input_are_listed_and_removed_after_a_month():
    for name, days in (("a" * 32, 1), ("b" * 32, 31)):
        copy = cache.directory("stdin", name) / "stdin.jsonl"
        copy.write_text("{}\n")
        then = time.time() - days * 86400
        os.utime(copy.parent, (then, then))
    assert [(entry.kind, entry.bytes) for entry in cache.entries()] == [(cache.VALUES, 3)] * 2
    cache.tidy(cache.standard_input())
    [kept] = cache.entries()
    assert kept.path.name == "a" * 32
    kept.remove()
    assert list(cache.entries()) == []


def mode_of(path):
    return path.stat().st_mode & 0o777


def as_another_user_sees(monkeypatch):
    """Who runs the tests may not make files of another's."""
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)


def test_new_cache_is_private():
    assert mode_of(cache.directory("build").parent) == 0o700


def test_cache_readable_by_others_becomes_private(tmp_path):
    (tmp_path / "serbench").mkdir(mode=0o755)
    assert mode_of(cache.directory()) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o1777])
@pytest.mark.parametrize("where", ["serbench", "serbench/builders/python"])
def test_cache_writable_by_others_is_rejected(tmp_path, mode, where):
    folder = tmp_path / where
    folder.mkdir(parents=True)
    (tmp_path / "serbench").chmod(0o755)
    folder.chmod(mode)
    with pytest.raises(UserError, match=f"mode {mode:04o}.*chmod -R go-w {folder}") as caught:
        cache.directory()
    assert str(caught.value).startswith(f"{folder}: ")


def test_a_cache_of_another_user_is_refused(tmp_path, monkeypatch):
    (tmp_path / "serbench").mkdir()
    as_another_user_sees(monkeypatch)
    with pytest.raises(UserError, match=r"it belongs to .*chown -R"):
        cache.home()


def test_a_link_to_a_folder_of_the_users_is_a_cache(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (tmp_path / "serbench").symlink_to(tmp_path / "elsewhere")
    assert mode_of(cache.directory()) == 0o700


def test_deliberately_shared_cache_is_used_unchanged(tmp_path, monkeypatch):
    (tmp_path / "serbench").mkdir()
    (tmp_path / "serbench").chmod(0o777)
    monkeypatch.setenv(cache.SHARED_CACHE, "1")
    as_another_user_sees(monkeypatch)
    assert mode_of(cache.directory()) == 0o777


def test_names_of_invalid_utf8_have_distinct_fingerprints(tmp_path):
    """As `os.fsdecode` has them; and what JSON may escape."""
    path = tmp_path / "\udcff"
    path.write_text("x")
    facts = ("\udcff", "\ud800")
    found = {cache.fingerprint([path]), *(cache.fingerprint((), fact) for fact in facts)}
    assert len(found) == 3


def test_kept_text_is_made_once_for_equal_facts():
    made = []

    def make():
        made.append(1)
        return f"µ {len(made)}\r\n"

    assert cache.kept_text("charts", ["a", "b"], make) == "µ 1\r\n"
    assert cache.kept_text("charts", ["a", "b"], make) == "µ 1\r\n"
    assert cache.kept_text("charts", ["ab"], make) == "µ 2\r\n"
    assert [entry.kind for entry in cache.entries()] == ["charts", "charts"]


def test_kept_text_is_made_each_time_without_usable_cache(tmp_path):
    (tmp_path / "serbench").touch()
    texts = iter("ab")
    assert [cache.kept_text("charts", ["x"], lambda: next(texts)) for _ in "ab"] == ["a", "b"]


def test_kept_text_unused_for_a_month_is_removed_with_the_next():
    cache.kept_text("charts", ["old"], lambda: "old")
    [entry] = cache.entries()
    then = time.time() - 31 * 86400
    os.utime(entry.path, (then, then))
    cache.kept_text("charts", ["new"], lambda: "new")
    assert [one.path.read_text() for one in cache.entries()] == ["new"]
