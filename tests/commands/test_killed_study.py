"""`serbench study` in a process of its own that is ended in the middle."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ITERATIONS = 100_000  # more than there is time for
ENOUGH = 200  # of goser some five iterations


@pytest.fixture
def started(tmp_path):
    """Starts `serbench study` with fake drivers and waits until `ENOUGH` times are stored."""
    processes = []

    def start(*words):
        program = (
            "import sys; from tests.commands.conftest import FakeBuilder; "
            "from serbench.preparation import drivers; from serbench.cli import main; "
            "drivers.builder = lambda name: FakeBuilder(name, noise=1.0); "
            "import serbench.results.study_rows as rows; from pathlib import Path; "
            "timed, done = rows.StudyRecorder.timed, []; "
            "rows.StudyRecorder.timed = lambda *words: (timed(*words), done.append(words), "
            f"len(done) == {ENOUGH} and Path('enough').touch()); "
            f"sys.argv = ['serbench', 'study', *{list(map(str, words))!r}]; main()"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell's background job, as this test may be, starts with interrupts ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        processes.append(process)
        while not (tmp_path / "enough").exists():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.05)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_report_shows_measurements_of_killed_study(started, serbench):
    process = started("goser", "--iterations", ITERATIONS, "--count", "2")
    process.kill()
    process.communicate()
    done = serbench("report")
    assert done.status == 0, done.err
    assert "The study did not come to its end" in done.out
    assert f"of {ITERATIONS} iterations" in " ".join(done.out.split())
    for row in ("serialize::json", "rapidjson (sax)", "go-capnproto", "bincode"):
        assert row in done.out
    assert "As published: measured here / published (ratio)" in done.out


def test_interrupted_study_prints_finished_rows(started):
    process = started("nested-structures", "--iterations", ITERATIONS, "--count", "2")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert "The study did not come to its end" in out
    assert "postcard (schema)" in out
