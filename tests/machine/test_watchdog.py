"""Processes and directories of a process that is killed, and of one that comes to its end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# It starts a child that starts another in a session of its own and in no hurry to end, writes down
# their ids, and does what the test says.
PARENT = """
import os, signal, subprocess, sys, time
from pathlib import Path
from serbench.machine import watchdog
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which tests under nohup would ignore
directory = Path(sys.argv[2])
directory.mkdir()
watchdog.removed(directory)
(directory / "file").touch()
tell = "os.write(1, b'%d ' % os.getpid()); os.close(1); time.sleep(300)"  # at once: both write
inner = f"import os, time; {tell}"
outer = (
    "import os, signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    f"subprocess.Popen([sys.executable, '-c', {inner!r}], start_new_session=True); "
    f"{tell}"
)
child = subprocess.Popen([sys.executable, "-c", outer], stdout=subprocess.PIPE)
print(child.stdout.read().decode(), flush=True)
if sys.argv[1] == "end":
    sys.exit()
os.kill(os.getpid(), signal.Signals[sys.argv[1]])
time.sleep(300)
"""


def started(how: str, directory: Path) -> list[int]:
    """The ids of its child and its child's child, when it has ended so."""
    command = [sys.executable, "-c", PARENT, how, str(directory)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=60)
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 2
    return pids


def are_alive(pids: list[int]) -> bool:
    return all(Path(f"/proc/{pid}").exists() for pid in pids)


def comes(condition) -> bool:
    """Whether it does so within seconds."""
    end = time.monotonic() + 20
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_killed_process_leaves_no_processes_or_directories(tmp_path, name):
    directory = tmp_path / "a name\nof two lines"
    pids = started(name, directory)
    assert comes(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
    assert comes(lambda: not directory.exists())
    assert tmp_path.exists()


def test_finished_process_leaves_own_processes_and_directories(tmp_path):
    pids = started("end", tmp_path / "directory")
    time.sleep(1)
    try:
        assert are_alive(pids)
        assert (tmp_path / "directory" / "file").exists()
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
