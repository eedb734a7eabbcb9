import os
import subprocess
import sys
import time

import pytest

from serbench import cache


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "serbench" / "scratch"


def test_scratch_is_gone_when_it_is_left(home):
    with cache.scratch() as path:
        (path / "file").touch()
        assert list(home.iterdir()) == [path]
    assert not list(home.iterdir())


def test_what_others_use_stays():
    with cache.scratch() as one, cache.scratch() as other:
        assert one.exists()
        assert other.exists()


def test_what_a_killed_process_left_goes(home):
    code = """
import os, signal
from serbench import cache
with cache.scratch() as path:
    (path / "copy").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code], env=dict(os.environ), check=False)
    assert len(list(home.iterdir())) == 1
    with cache.scratch() as path:
        assert list(home.iterdir()) == [path]


def test_builds_that_nobody_used_for_a_month_are_tidied_away(tmp_path):
    language = tmp_path / "build" / "rust"
    for name, days in (("a" * 32, 1), ("b" * 32, 31), ("c" * 32 + "-O1", 31), ("target", 31)):
        stamp = language / name / cache.STAMP
        stamp.parent.mkdir(parents=True)
        stamp.touch()
        then = time.time() - days * 86400
        os.utime(stamp, (then, then))
    cache.tidy(language)
    assert sorted(path.name for path in language.iterdir()) == ["a" * 32, "target"]


def test_names_that_are_no_utf8_have_fingerprints_of_their_own(tmp_path):
    """As `os.fsdecode` has them; and what JSON may escape."""
    path = tmp_path / "\udcff"
    path.write_text("x")
    facts = ("\udcff", "\ud800")
    found = {cache.fingerprint([path]), *(cache.fingerprint((), fact) for fact in facts)}
    assert len(found) == 3
