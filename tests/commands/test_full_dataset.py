"""`serbench verify --all` with fake drivers, in processes of its own."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from serbench.commands import full_dataset

ROOT = Path(__file__).parents[2]
CODECS = ("--codec", "cpp/cereal", "--codec", "rust/postcard")


def written(path, count, first=0):
    lines = b"".join(b'{"n": %d, "name": "v%dx"}\n' % (i, i) for i in range(first, first + count))
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return path


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(full_dataset, "CHUNK_BYTES", 100)


def test_every_value_of_all_files(serbench, tmp_path, small_chunks):
    files = written(tmp_path / "a.jsonl", 50), written(tmp_path / "b.jsonl.gz", 30, first=50)
    done = serbench("verify", "--all", *files, *CODECS, "--format", "json")
    assert done.status == 0, done.err
    result = json.loads(done.out)
    assert (result["values"], result["workload"], result["status"]) == (80, "a", "finished")
    assert [(c["codec"], c["status"], c["survived"]) for c in result["found"]] == [
        ("cpp/cereal", "proven", 80),
        ("rust/postcard", "proven", 80),
    ]
    assert "80 values in" in done.err


def test_failing_values_are_named(serbench, builders, tmp_path, small_chunks):
    builders["cpp"].bad["cpp/cereal"] = {"v7x": "differs", "v60x": "crash"}
    files = written(tmp_path / "a.jsonl", 50), written(tmp_path / "b.jsonl.gz", 30, first=50)
    done = serbench("verify", "--all", *files, *CODECS)
    assert done.status == 1
    shown = " ".join(done.out.split())
    assert "1 differ, 1 end its process, 78 survive" in shown
    assert f"{files[0]}:8: $.n was 7, came back as 8" in shown
    assert f"{files[1]}:11: crashed: it died (killed by SIGSEGV)" in shown
    assert "all survive" in shown


@pytest.mark.parametrize(("codecs", "status"), [(CODECS, 1), (("--codec", "*/[cp]*"), 0)])
def test_codec_named_exactly_must_hold_all_values(serbench, builders, tmp_path, codecs, status):
    builders["cpp"].bad["cpp/cereal"] = {"v7x": "cannot-hold"}
    done = serbench("verify", "--all", written(tmp_path / "a.jsonl", 9), *codecs)
    assert done.status == status, done.out + done.err


def test_full_dataset_is_kept_as_a_run(serbench, builders, tmp_path):
    builders["rust"].missing["rust/postcard"] = "no Rust"
    file = written(tmp_path / "a.jsonl", 9)
    done = serbench("verify", "--all", file, *CODECS, "--tag", "whole", "--note", "x <b>")
    assert done.status == 1  # one that was named is not there
    assert "unavailable: no Rust" in done.out
    assert "census: a" in serbench("list", "runs").out
    assert json.loads(serbench("report", "whole", "--format", "json").out)["values"] == 9
    assert "| cpp/cereal | all survive |" in serbench("report", "whole", "--format", "markdown").out
    assert "all survive" in serbench("report", "whole").out
    assert "but no --open" in serbench("report", "whole", "--open").err
    finished = serbench("verify", "--all", "--resume", "whole")
    assert finished.status == 2
    assert "came to its end" in finished.err
    assert "no run of `serbench verify --all` is unfinished" in (
        serbench("verify", "--all", "--resume").err
    )


def test_generated_values(serbench):
    done = serbench("verify", "--all", "nested", "--count", 20, *CODECS, "--format", "json")
    assert done.status == 0, done.err
    assert json.loads(done.out)["values"] == 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--all", "a.jsonl", "--count", "5"], "takes every value"),
        (["--all"], "name a workload or a file"),
        (["--all", "nested"], "--count N"),
        (["--all", "--resume", "x"], "x is no run of `serbench verify --all`"),
        (["--all", "--resume", "--codec", "cereal"], "all else is the run's"),
        (["--all", "--resume", "a.jsonl", "b.jsonl"], "takes one run"),
        (["a.jsonl", "--tag", "x"], "go with --all"),
        (["a.jsonl", "--cluster", "local:2"], "go with --all"),
        (["--all", "s3://bucket/a.jsonl"], "read with --cluster"),
        (["--all", "ftp://host/a.jsonl"], "no such storage"),
        ([], "name a workload"),
    ],
)
def test_bad_use(serbench, tmp_path, words, said):
    written(tmp_path / "a.jsonl", 9)
    done = serbench("verify", *words)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_unfitting_value_ends_the_run_and_keeps_findings(serbench, tmp_path, small_chunks):
    """A schema that somebody wrote may not fit its data."""
    file = written(tmp_path / "a.jsonl", 50)
    serbench("infer", file, "-o", tmp_path / "m.py")
    lines = file.read_text().splitlines()
    lines[40] = '{"n": "forty", "name": ""}'
    file.write_text("\n".join(lines))
    done = serbench("verify", "--all", tmp_path / "m.py", *CODECS)
    assert done.status == 2
    assert f"{file}:41: $.n:" in done.err
    assert "serbench infer" in done.err
    assert "what was found is kept: serbench report" in done.err
    run = done.err.split("serbench report ")[1].split()[0]
    kept = json.loads(serbench("report", run, "--format", "json").out)
    assert kept["status"] == "interrupted"
    assert 0 < kept["values"] < 50


# A process of its own, to be ended in the middle.
PROGRAM = """
import sys
import time
from pathlib import Path
from tests.commands.conftest import FakeBuilder
from serbench.preparation import drivers
from serbench.commands import full_dataset
from serbench.cli import main
full_dataset.CHUNK_BYTES = 2000
examined, done = full_dataset.FullDatasetRecorder.examined, []
full_dataset.FullDatasetRecorder.examined = lambda *words: (
    examined(*words),
    done.append(words[1].chunk),
    len(done) > 9 and 0 in done and (Path("enough").touch(), time.sleep(0.05)),
)
drivers.builder = lambda name: FakeBuilder(name)
sys.argv = ["serbench", *sys.argv[1:]]
main()
"""
COUNT = 10_000  # some 100 chunks; from the tenth on, each takes a moment, in which tests end it


@pytest.fixture
def started(tmp_path):
    """Starts `serbench verify --all` and waits until some chunks are stored."""
    processes = []

    def start(*words):
        (tmp_path / "program.py").write_text(f"if __name__ == '__main__':\n{_indented(PROGRAM)}")
        process = subprocess.Popen(
            [sys.executable, "program.py", "verify", "--all", *map(str, words)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # A shell's background job, as this test may be, starts with interrupts ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        processes.append(process)
        while not (tmp_path / "enough").exists():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def _indented(text):
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_resumed_run_continues_after_the_last_chunk(started, serbench, builders, tmp_path, how):
    file = written(tmp_path / "a.jsonl", COUNT)
    process = started(file, *CODECS)
    os.killpg(process.pid, how)  # as a terminal does, which tells all of them
    out, err = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130, err
        assert "go on: serbench verify --all --resume 2" in err
        assert "Traceback" not in err
        assert "(interrupted)" in out
    before = json.loads(serbench("report", _only_run(serbench), "--format", "json").out)
    assert 0 < before["values"] < COUNT
    builders["rust"].bad["rust/postcard"] = {f"v{COUNT - 1}x": "refused", "v0x": "refused"}
    done = serbench("verify", "--all", "--resume", "--format", "json")
    assert done.status == 1, done.err
    after = json.loads(done.out)
    assert (after["run"], after["values"], after["status"]) == (before["run"], COUNT, "finished")
    assert [c["written"] for c in after["found"]] == [COUNT, COUNT]
    # The first value was not looked at again.
    assert [f["number"] for f in after["found"][1]["failures"]] == [COUNT]


def _only_run(serbench):
    [run] = json.loads(serbench("list", "runs", "--format", "json").out)
    return run["run"]


def test_resume_with_changed_data_is_rejected(started, serbench, tmp_path):
    file = written(tmp_path / "a.jsonl", COUNT)
    process = started(file, *CODECS)
    with file.open("a") as more:
        more.write('{"n": 0, "name": ""}\n')
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    done = serbench("verify", "--all", "--resume")
    assert done.status == 2
    [line] = done.err.splitlines()
    assert f"{file} has changed since" in line
    assert "begin anew: serbench verify --all" in line


def test_shrinking_file_ends_the_run(started, serbench, tmp_path):
    file = written(tmp_path / "a.jsonl", COUNT)
    process = started(file, *CODECS)
    os.truncate(file, 120_003)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2, err
    assert "it has changed since it was first read" in err
    assert "Traceback" not in err
    kept = json.loads(serbench("report", _only_run(serbench), "--format", "json").out)
    assert 0 < kept["values"] < COUNT
