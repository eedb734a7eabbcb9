"""A worker's part, without a cluster: the process that measures is a stand-in."""

import os
import sys
import threading
import time
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
import zstandard

from serbench.cluster import calm, on_worker
from serbench.cluster.on_worker import JOB, Piece, forget, hand_out, measure, receive, stop
from serbench.machine import cache

TOKEN = "0123456789abcdef" * 2
HERE = SimpleNamespace(address="tcp://127.0.0.1:1")
TOKENS = {HERE.address: TOKEN, "tcp://127.0.0.1:2": "f" * 32}
# Writes its journal, and ends when told: of a signal, of a file, or when its input is closed.
STAND_IN = """
import pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
(folder / "journal").write_bytes(b"found")
while not (folder / "end").exists():
    time.sleep(0.01)
print("its last words", flush=True)
sys.exit(int((folder / "end").read_text() or 0))
"""


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(on_worker, "command", lambda f: [sys.executable, "-c", STAND_IN, str(f)])
    monkeypatch.setattr(calm, "kept_off", lambda worker: nullcontext(frozenset()))
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "get_worker", lambda: HERE)
    return cache.directory("fleet", TOKEN)


def sent(file, start, data):
    return receive(TOKENS, file, start, zstandard.compress(data), HERE)


def asked(start=0):
    return hand_out({HERE.address: (TOKEN, start)}, HERE)


def measuring():
    """The task, in a thread as a worker has it."""
    thread = threading.Thread(target=measure, args=[TOKEN], daemon=True)
    thread.start()
    return thread


def wait_for(state, start=0):
    deadline = time.monotonic() + 20
    while (piece := asked(start)).state != state:
        assert time.monotonic() < deadline, piece
        time.sleep(0.02)
    return piece


def test_pieces_that_come_again_leave_the_file_as_it_was_meant(folder):
    assert sent("values-0.jsonl", 0, b"abc") == 3
    assert sent("values-0.jsonl", 3, b"def") == 6
    assert sent("values-0.jsonl", 3, b"de") == 5
    assert (folder / "values-0.jsonl").read_bytes() == b"abcde"


@pytest.mark.parametrize("file", ["../x", "/etc/passwd", "", "a/b", ".lock"])
def test_name_of_a_file_that_leads_elsewhere_is_refused(folder, file):
    with pytest.raises(ValueError, match="no file of a job"):
        sent(file, 0, b"x")


@pytest.mark.parametrize("token", ["", "..", "0" * 31, "x" * 32, f"{TOKEN}/.."])
def test_token_that_leads_elsewhere_is_refused(folder, token):
    with pytest.raises(ValueError, match="no token"):
        hand_out({HERE.address: (token, 0)}, HERE)


def test_job_is_missing_then_waiting_then_measuring_then_ended(folder):
    assert asked() == Piece("missing")
    sent(JOB, 0, b"job")
    assert asked() == Piece("waiting")
    task = measuring()
    wait_for("measuring")
    while not (piece := asked()).data:
        time.sleep(0.01)
    assert piece == Piece("measuring", b"found")
    assert asked(2).data == b"und"
    (folder / "end").write_text("0")
    task.join(20)
    assert asked(0) == Piece("measuring", b"found")  # what was not asked for yet is not lost
    assert asked(5) == Piece("ended", said="its last words")


def test_process_that_dies_says_how(folder):
    sent(JOB, 0, b"job")
    task = measuring()
    wait_for("measuring")
    os.kill(int((folder / "pid").read_text()), 9)
    task.join(20)
    assert wait_for("ended", 5).said == "killed by SIGKILL"


def test_process_outlives_its_worker_and_another_takes_it_over(folder):
    sent(JOB, 0, b"job")
    process = on_worker._started(folder)  # by a worker that then died
    task = measuring()
    assert wait_for("measuring").state == "measuring"
    assert int((folder / "pid").read_text()) == process.pid
    assert task.is_alive()
    (folder / "end").write_text("0")
    process.wait()  # as init does for orphans
    task.join(20)
    assert not task.is_alive()
    assert wait_for("ended", 5).said == "its last words"


def test_stop_ends_the_process_and_prevents_one_that_has_not_begun(folder):
    sent(JOB, 0, b"job")
    task = measuring()
    wait_for("measuring")
    stop(TOKENS, HERE)
    task.join(20)
    assert wait_for("ended", 5).said.endswith("killed by SIGTERM")
    (folder / "pid").unlink()
    measure(TOKEN)
    assert not (folder / "pid").exists()


def test_stop_harms_no_process_that_has_the_number_of_one_that_ended(folder):
    (folder / "pid").write_text(str(os.getpid()))
    (folder / "held").touch()
    stop(TOKENS, HERE)  # this process lives


def test_who_asks_renews_the_lease(folder):
    sent(JOB, 0, b"job")
    asked()
    lease = folder / "lease"
    os.utime(lease, (0, 0))
    asked()
    assert time.time() - lease.stat().st_mtime < 60


def test_forgotten_job_is_gone_and_old_ones_go_with_the_next(folder):
    sent(JOB, 0, b"job")
    forget(TOKENS, HERE)
    assert not folder.exists()
    old = cache.directory("fleet", "e" * 32)
    os.utime(old, (0, 0))
    on_worker._tidy(old.parent)
    assert not old.exists()
