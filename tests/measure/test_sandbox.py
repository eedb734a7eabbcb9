"""What a program can do in the sandbox, and what it cannot."""

import resource
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from serbench.measure import sandbox as module
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath
from serbench.measure.sandbox import Sandbox, at_hand, died_of, lack

needs_bubblewrap = pytest.mark.skipif(at_hand() is None, reason=lack())
# A driver of three requests, which needs nothing but Python.
DRIVER = """
import json, os, signal, sys
for line in sys.stdin:
    request = json.loads(line)
    match request["request"]:
        case "describe":
            reply = dict(protocol=1, language="", codec="", library="", version="", compiler="",
                         flags="", allocator="", schema="", operations=[])
        case "load":
            kept = bytearray(b"x") * (200 << 20)
            reply = dict(values=0, digest="")
        case "close":
            os.kill(os.getpid(), signal.SIGSEGV)
    print(json.dumps(reply), flush=True)
"""


@pytest.fixture
def inside(tmp_path):
    """Runs Python code in a sandbox that may write to one folder, and returns what it printed."""
    folder = tmp_path / "answers"
    folder.mkdir()
    box = at_hand().writing(folder)

    def run(code, *, reading=(), memory_bytes=None):
        command = box.reading(*reading).around([sys.executable, "-I", "-c", code], memory_bytes)
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


@needs_bubblewrap
def test_local_listener_is_not_reached(inside):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)"
        reached = threading.Thread(target=server.accept, daemon=True)
        reached.start()
        done = inside(code)
        assert "refused" in done.stderr
        assert done.returncode != 0
        exec(code)  # outside it is
        reached.join(timeout=5)
        assert not reached.is_alive()


@needs_bubblewrap
def test_files_are_written_in_one_folder_alone(inside, tmp_path):
    code = "\n".join(
        f"""
try:
    open({str(path)!r}, "w").close()
    print("wrote")
except OSError as error:
    print(type(error).__name__)
"""
        for path in (tmp_path / "outside", Path.home() / "x", "/usr/x", "/x", "/tmp/x")
    )
    code += f"\nopen({str(tmp_path / 'answers' / 'kept')!r}, 'w').close()"
    done = inside(code)
    assert "wrote" not in done.stdout, done
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers"]
    assert (tmp_path / "answers" / "kept").exists()


@needs_bubblewrap
def test_program_run_by_pickle_does_not_reach_outside(inside, tmp_path):
    marker = tmp_path / "marker"
    code = f"""import pickle; pickle.loads(b"cos\\nsystem\\n(S'touch {marker}'\\ntR.")"""
    assert "Read-only file system" in inside(code).stderr
    assert not marker.exists()
    subprocess.run([sys.executable, "-I", "-c", code], check=True)
    assert marker.exists()  # outside it does


@needs_bubblewrap
def test_only_named_files_are_readable(inside, tmp_path):
    secret, values = tmp_path / "secret", tmp_path / "values"
    secret.write_text("hidden")
    values.write_text("shown")
    code = f"print(open({str(values)!r}).read()); print(open({str(secret)!r}).read())"
    done = inside(code, reading=[values])
    assert done.stdout == "shown\n"
    assert "FileNotFoundError" in done.stderr
    assert inside(code, reading=[values, secret]).stdout == "shown\nhidden\n"


@needs_bubblewrap
def test_homes_and_service_sockets_are_hidden(inside):
    keys = str(Path.home() / ".ssh")
    code = f"import os; print(os.path.exists('/run/user'), os.path.exists({keys!r}), os.getpid())"
    done = inside(code)
    assert done.stdout.split()[:2] == ["False", "False"]
    assert int(done.stdout.split()[2]) < 10  # the machine's processes are not seen


@needs_bubblewrap
def test_limits_of_memory_and_files_hold(inside, tmp_path):
    code = "import resource as r; print(*r.getrlimit(r.RLIMIT_DATA), *r.getrlimit(r.RLIMIT_FSIZE))"
    done = inside(code, memory_bytes=1 << 30)
    most = module.MOST_FILE_BYTES
    assert done.stdout.split() == [str(1 << 30), str(1 << 30), str(most), str(most)]
    unlimited = inside("import resource as r; print(r.getrlimit(r.RLIMIT_DATA)[0])")
    assert int(unlimited.stdout) == resource.getrlimit(resource.RLIMIT_DATA)[0]


@needs_bubblewrap
def test_driver_memory_and_crash_are_reported_as_outside(tmp_path):
    told = {}
    for name, box in (("outside", None), ("inside", at_hand().writing(tmp_path))):
        with Driver([sys.executable, "-I", "-c", DRIVER], sandbox=box) as driver:
            driver.describe()
            before = driver.resident_bytes()
            driver.forget_peak()
            assert driver.peak_bytes() < before + (50 << 20)
            driver.load(tmp_path)
            assert driver.peak_bytes() > before + (200 << 20)
            with pytest.raises(DriverDeath) as death:
                driver.close()
            told[name] = str(death.value)
    assert told["inside"] == told["outside"] == "it died (killed by SIGSEGV)"


@needs_bubblewrap
def test_ended_driver_leaves_no_process(tmp_path):
    driver = Driver([sys.executable, "-I", "-c", DRIVER], sandbox=at_hand().writing(tmp_path))
    driver.describe()
    inner = driver._pid()
    assert inner not in (0, driver._process.pid)
    driver.end()
    for _ in range(100):
        state = Path(f"/proc/{inner}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        threading.Event().wait(0.05)
    else:
        pytest.fail("the driver lives")


def test_signal_statuses_equal_those_of_subprocess():
    assert died_of(128 + signal.SIGSEGV) == -signal.SIGSEGV
    assert [died_of(status) for status in (0, 1, 127, 255)] == [0, 1, 127, 255]


def test_linked_runtime_is_readable(tmp_path):
    kept, home = tmp_path / "opt" / "node", tmp_path / "home"
    for path in (kept / "bin", kept / "lib", home / "bin"):
        path.mkdir(parents=True)
    (kept / "bin" / "node").touch(mode=0o755)
    (home / "bin" / "node").symlink_to("../../opt/node/bin/node")
    (home / "c").mkdir()
    (home / "e").mkdir()
    words = Sandbox("bwrap", "").around(
        [str(home / "bin" / "node"), "-cp", f"/a/b.jar:{home}/c", "-X", f"cache={home}/e", "x/y"]
    )
    read = [words[i + 1] for i, word in enumerate(words) if word == "--ro-bind"]
    of_test = {word for word in read if word.startswith(str(tmp_path))}
    assert of_test == {
        *(str(folder) for folder in (kept / "bin", kept / "lib", home / "bin", home / "c")),
        str(home / "e"),
    }
    assert "/" not in read


@pytest.fixture
def found(monkeypatch):
    """What is found where these programs are the only ones."""
    module._found.cache_clear()
    yield lambda path: monkeypatch.setenv("PATH", str(path))
    module._found.cache_clear()


def test_missing_bwrap_is_reported_with_package(found, tmp_path):
    found(tmp_path)
    assert at_hand() is None
    assert "bwrap is not installed; to get it: " in lack()
    assert "bubblewrap" in lack()


def test_bwrap_without_namespaces_is_unusable(found, tmp_path):
    (tmp_path / "bwrap").write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 9 && exit\n'
        "echo 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    found(tmp_path)
    assert at_hand() is None
    assert lack() == "bwrap does not work here: bwrap: No permissions to create new namespace"
