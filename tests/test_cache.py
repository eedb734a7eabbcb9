import os
import subprocess
import sys

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
