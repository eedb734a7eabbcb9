"""Chunks among processes: real ones, with fake drivers."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from serbench.errors import UserError
from serbench.proof.full_dataset import ExaminedCodec, Misfit
from serbench.proof.worker_pool import Work, shared_out
from serbench.schema.infer import infer
from tests.measure.test_conformance import fake_command
from tests.proof.test_worker import chunk

ROOT = Path(__file__).parents[2]


@pytest.fixture
def work(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\n".join(chunk().lines))
    schema = infer([path]).schema
    return Work(schema, (ExaminedCodec("fake/json", tuple(fake_command(schema))),), tmp_path)


def numbered(count, size=10):
    import msgspec

    for number in range(count):
        yield msgspec.structs.replace(chunk(size, first=number * size), number=number)


def children_of(pid):
    """Processes with what they started, drivers included."""
    found, todo = set(), [pid]
    while todo:
        try:
            text = Path(f"/proc/{(one := todo.pop())}/task/{one}/children").read_text()
        except OSError:
            continue
        todo += map(int, text.split())
        found |= set(map(int, text.split()))
    return found


def gone(pids):
    """Whether they have ended soon, or are at least dead."""
    for _ in range(100):
        left = [pid for pid in pids if _runs(pid)]
        if not left:
            return True
        time.sleep(0.1)
    return False


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_every_chunk_is_examined_once_and_few_are_taken_ahead(work):
    taken = []
    finished = []

    def watched():
        for each in numbered(12):
            taken.append(each.number)
            yield each

    for examined in shared_out(watched(), work, 2):
        finished.append(examined.chunk)
        assert len(taken) - len(finished) <= 2 + 2
    assert sorted(finished) == list(range(12))


def test_closing_results_ends_all_processes(work):
    before = children_of(os.getpid())
    results = shared_out(numbered(10**6), work, 2)
    meanwhile = set()
    while len(meanwhile) < 4:  # two processes with a driver each
        next(results)
        meanwhile = children_of(os.getpid()) - before
    results.close()
    # The tracker of multiprocessing's resources stays as long as this process.
    left = [pid for pid in meanwhile if "resource_tracker" not in _command(pid)]
    assert gone(left)


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_misfit_stops_taking_of_chunks(work):
    import msgspec

    taken = []

    def spoilt():
        for each in numbered(40):
            taken.append(each.number)
            yield msgspec.structs.replace(each, lines=[b"{"] * 10) if each.number == 1 else each

    results = list(shared_out(spoilt(), work, 2))
    assert [type(r) for r in results].count(Misfit) == 1
    assert len(results) == len(taken) < 40


def test_started_chunks_finish_before_data_error_is_raised(work):
    def broken():
        yield from numbered(3)
        raise UserError("the file shrank")

    finished = []
    with pytest.raises(UserError, match="shrank"):
        finished.extend(examined.chunk for examined in shared_out(broken(), work, 2))
    # extend took what came before the error
    assert sorted(finished) == [0, 1, 2]


def test_killed_process_error_advises_resume(work):
    before = children_of(os.getpid())
    results = shared_out(numbered(500, size=200), work, 2)
    next(results)
    for pid in children_of(os.getpid()) - before:
        if "spawn_main" in _command(pid):
            os.kill(pid, signal.SIGKILL)
    with pytest.raises(UserError, match="go on: serbench verify --all --resume"):
        list(results)


def test_a_module_beside_the_data_is_not_executed(work, tmp_path, monkeypatch):
    data = tmp_path / "data"
    data.mkdir()
    (data / "signal.py").write_text("open('executed', 'w')")
    monkeypatch.chdir(data)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert len(list(shared_out(numbered(2), work, 1))) == 2
    assert not (data / "executed").exists()


@pytest.mark.parametrize("hangs", [False, True])
def test_processes_end_with_killed_parent(tmp_path, hangs):
    """Even if that was killed, and drivers do not listen."""
    program = (
        "import json, pathlib; from tests.proof.test_worker_pool import *; "
        "path = pathlib.Path('x.jsonl'); path.write_bytes(b'\\n'.join(chunk().lines)); "
        "schema = infer([path]).schema; command = fake_command(schema); "
        f"bad = {{'v5x': 'hang'}} if {hangs} else {{}}; "
        "command[-1] = json.dumps({**json.loads(command[-1]), 'bad': bad}); "
        "work = Work(schema, (ExaminedCodec('fake/json', tuple(command)),), pathlib.Path.cwd()); "
        "[print(part.chunk, flush=True) for part in shared_out(numbered(10**6), work, 2)]"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        started = set()
        while len(started) < 4:
            assert process.stdout.readline().strip().isdigit()
            started = children_of(process.pid)
    finally:
        process.kill()
        process.wait()
    assert gone(started)
