"""Files that are written in a folder that may be a stranger's."""

import os
import threading

import pytest

from serbench.machine import output_paths


@pytest.fixture(autouse=True)
def umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode_of(path):
    return path.stat().st_mode & 0o777


def test_replaced_file_appears_only_when_complete(tmp_path):
    path = tmp_path / "report.html"
    path.write_bytes(b"old")
    with output_paths.replaced(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert mode_of(path) == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_failed_write_keeps_old_file(tmp_path):
    path = tmp_path / "report.html"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), output_paths.replaced(path):
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_replaced_and_not_followed(tmp_path):
    (tmp_path / "precious").write_bytes(b"mine")
    path = tmp_path / "report.html"
    path.symlink_to(tmp_path / "precious")
    with output_paths.replaced(path) as file:
        file.write(b"page")
    assert (tmp_path / "precious").read_bytes() == b"mine"
    assert path.read_bytes() == b"page"


def test_link_at_a_predictable_name_is_not_followed(tmp_path):
    (tmp_path / "precious").write_bytes(b"mine")
    path = tmp_path / "report.html"
    for name in (f".report.html.{os.getpid()}", f".report.html.{os.getpid()}.partial"):
        (tmp_path / name).symlink_to(tmp_path / "precious")
    with output_paths.replaced(path) as file:
        file.write(b"page")
    assert (tmp_path / "precious").read_bytes() == b"mine"


def test_a_name_as_long_as_names_can_be_is_written(tmp_path):
    path = tmp_path / ("x" * 255)
    with output_paths.replaced(path) as file:
        file.write(b"page")
    assert path.read_bytes() == b"page"


def test_private_files_and_folders_have_private_modes(tmp_path):
    with output_paths.private_files():
        (tmp_path / "folder").mkdir()
        (tmp_path / "file").touch()
    (tmp_path / "open").touch()
    modes = {path.name: mode_of(path) for path in tmp_path.iterdir()}
    assert modes == {"folder": 0o700, "file": 0o600, "open": 0o644}


def test_two_threads_keep_the_umask():
    def work():
        for _ in range(2000):
            with output_paths.private_files():
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert os.umask(0o022) == 0o022
