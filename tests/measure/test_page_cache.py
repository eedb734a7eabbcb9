import os
from pathlib import Path

import pytest

from serbench.measure import page_cache


def test_a_file_just_written_is_resident_and_can_be_dropped(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(os.urandom(1 << 20))
    assert page_cache.resident_share(path) == 1.0
    if not page_cache.drop(path):
        pytest.skip("this file system keeps its pages")
    assert page_cache.resident_share(path) < page_cache.COLD_SHARE
    path.read_bytes()
    assert page_cache.resident_share(path) == 1.0


def test_an_empty_file_is_cold(tmp_path):
    path = tmp_path / "file"
    path.touch()
    assert page_cache.resident_share(path) == 0.0
    assert page_cache.drop(path)


def test_undroppable_file_is_not_reported_cold():
    if not Path("/dev/shm").is_dir():
        pytest.skip("no file system in memory here")
    path = Path("/dev/shm") / f"serbench-test-{os.getpid()}"
    try:
        path.write_bytes(bytes(1 << 20))
        assert not page_cache.drop(path)
    finally:
        path.unlink()
