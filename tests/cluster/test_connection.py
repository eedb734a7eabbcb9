"""Where a cluster may be, who may be spoken with, and who answers."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from serbench.cluster import connection
from serbench.cluster.connection import connected
from serbench.errors import UserError
from tests.proof.test_worker_pool import children_of, gone

pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_certificates(monkeypatch):
    import dask

    with dask.config.set({"distributed.comm.tls.ca-file": None}):
        yield


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("local:", "how many processes: local:4"),
        ("local:0", "how many processes"),
        ("local:-1", "how many processes"),
        ("local:two", "how many processes"),
        ("none.json", "neither an address nor a file"),
        ("10.0.0.5", "neither an address nor a file"),
        ("http://127.0.0.1:1", "by tls://"),
        ("tcp://10.0.0.5:8786", "speaks without TLS.*--insecure-cluster"),
        ("tcp://no-such-host.invalid:1", "speaks without TLS"),
        ("tls://10.0.0.5:8786", "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"),
    ],
)
def test_address_that_does_not_serve_is_rejected(tmp_path, monkeypatch, address, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=said) as raised, connected(address):
        pass
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["{", "[]", '{"address": 5}', '{"address": "host"}'])
def test_file_that_is_no_scheduler_file_is_rejected(tmp_path, text):
    path = tmp_path / "scheduler.json"
    path.write_text(text)
    with pytest.raises(UserError, match="it is no scheduler file"), connected(str(path)):
        pass


def test_address_in_scheduler_file_is_checked(tmp_path):
    path = tmp_path / "scheduler.json"
    path.write_text(json.dumps({"address": "tcp://10.0.0.5:8786"}))
    with pytest.raises(UserError, match="speaks without TLS"), connected(str(path)):
        pass


def test_missing_certificate_file_is_named(tmp_path):
    import dask

    files = {"distributed.comm.tls.ca-file": "none.pem", "distributed.comm.tls.client.cert": "c"}
    raised = pytest.raises(UserError, match="no such file")
    with dask.config.set(files), raised, connected("tls://127.0.0.1:1"):
        pass


def test_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr(connection, "CONNECT_S", 0.2)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(UserError, match=f"{address}: no scheduler"), connected(address):
        pass


def test_missing_package_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = r"distributed is missing: pip install 'serbench\[cluster"
    with pytest.raises(UserError, match=said), connected("local:1"):
        pass


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("tls://10.0.0.5:1", True),
        ("tcp://127.0.0.1:1", True),
        ("tcp://[::1]:1", True),
        ("tcp://localhost:1", True),
        ("tcp://192.168.0.1:1", False),
        ("inproc://10.0.0.5/1", False),
    ],
)
def test_only_this_machine_is_spoken_with_in_plain_text(address, is_allowed):
    if is_allowed:
        connection._check_encrypted(address, "it")
        return
    with pytest.raises(UserError, match="without TLS"):
        connection._check_encrypted(address, "it")


def test_local_workers_have_one_thread_each_and_speak_tls(local):
    workers = local.workers()
    assert [(w.threads, w.resources, w.address[:6]) for w in workers] == [
        (1, {"serbench": 1.0}, "tls://")
    ] * 2
    assert local.address.startswith("tls://127.0.0.1:")
    assert local.is_local


def test_other_user_of_the_machine_without_certificate_is_refused(local):
    from distributed import Client

    for scheme in ("tcp", "tls"):
        with pytest.raises((OSError, TypeError)):
            Client(local.address.replace("tls", scheme), timeout=1)


def test_worker_with_other_code_is_named(local, monkeypatch):
    monkeypatch.setattr("serbench.__version__", "9.9.9")
    connection.code.cache_clear()
    try:
        with pytest.raises(UserError, match=r"serbench is .*, and this one 9\.9\.9"):
            local.workers()
    finally:
        connection.code.cache_clear()


def test_worker_that_hangs_keeps_no_answer_of_others_back(local, monkeypatch):
    monkeypatch.setattr(connection, "ANSWER_S", 2.0)
    hanging, *others = addresses = [worker.address for worker in local.workers()]
    pids = local.ask(os.getpid, workers=addresses)
    os.kill(pids[hanging], signal.SIGSTOP)
    try:
        answers = local.ask(os.getpid, workers=addresses)
        assert len(local.workers()) == 2
    finally:
        os.kill(pids[hanging], signal.SIGCONT)
    assert isinstance(answers[hanging], TimeoutError)
    assert [answers[other] for other in others] == [pids[other] for other in others]


def test_client_that_gave_up_is_replaced(local):
    local.client.close()
    assert local.client.submit(pow, 2, 5).result(timeout=30) == 32


def test_local_workers_end_with_killed_parent(tmp_path):
    program = (
        "import sys, time\n"
        "from serbench.cluster.connection import connected\n"
        "if __name__ == '__main__':\n"
        "    with connected('local:1') as it:\n"
        "        it.workers()\n"
        "        print('up', flush=True)\n"
        "        time.sleep(60)\n"
    )
    (tmp_path / "program.py").write_text(program)
    process = subprocess.Popen(
        [sys.executable, tmp_path / "program.py"],
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout.readline() == b"up\n"
        started = children_of(process.pid)
        assert started
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: of no effect on workers
        time.sleep(0.2)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert gone(started)
