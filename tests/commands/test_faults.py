"""serbench in a process of its own, on a machine that is not as it should be."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import resource, signal, sys
from tests.commands.conftest import FakeBuilder
from serbench.preparation import drivers
from serbench.cli import main
drivers.builder = lambda name: FakeBuilder(name, noise=1.0)
most_bytes = int(sys.argv.pop(1))
if most_bytes:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
sys.argv[0] = "serbench"
main()
"""


@pytest.fixture
def run(tmp_path):
    """`serbench` with files of no more than so many bytes, as on a disk that is full; 0: of any."""

    def call(most_bytes, *words):
        return subprocess.run(
            # Without bytecode, which Python cuts off at the limit, and would find broken later.
            [sys.executable, "-B", "-c", PROGRAM, str(most_bytes), *map(str, words)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return call


def one_line(said):
    assert "Traceback" not in said.stderr
    lines = [line for line in said.stderr.splitlines() if line.startswith("serbench:")]
    assert len(lines) == 1, said.stderr
    return lines[0]


DATA = ("order", "--count", "3", "--codec", "cpp/cereal", "--codec", "rust/rmp")


def test_a_full_disk_under_the_results(run, tmp_path):
    assert (
        run(0, "run", *DATA, "--budget", "0", "--processes", "1", "--tag", "before").returncode == 0
    )
    full = run(20_000, "run", *DATA, "--budget", "10", "--processes", "200", "--precision", "1")
    assert full.returncode == 2, full.stdout
    assert "serbench.duckdb: it cannot be written: " in one_line(full)
    assert "df -h" in full.stderr
    before = run(0, "report", "before", "--format", "json", "--html", "page.html")
    assert before.returncode == 0, before.stderr
    assert {row["status"] for row in json.loads(before.stdout)} == {"measured"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", *DATA, "--budget", "0"), "cannot be written"),
        (("generate", "order", "--count", "100", "--out", "o.jsonl"), "o.jsonl"),
    ],
)
def test_full_disk_under_other_output_is_reported(run, words, said):
    full = run(500, *words)
    assert full.returncode == 2, full.stdout
    assert said in one_line(full)


def test_results_file_held_by_another_process_is_reported(run, tmp_path):
    import duckdb

    with duckdb.connect(str(tmp_path / "serbench.duckdb")):
        held = run(0, "run", *DATA, "--budget", "0")
    assert held.returncode == 2
    assert "another process is using it" in one_line(held)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_file_changed_while_read_is_reported(serbench, tmp_path, monkeypatch, left):
    from serbench.preparation import targets

    file = tmp_path / "a.jsonl"
    lines = ['{"n": 1}\n', '{"n": 22}\n', '{"n": 333}\n']
    file.write_text("".join(lines))
    inferred = targets._inferred

    def shrinks(*asked):
        found = inferred(*asked)
        file.write_text("".join(lines[:left]))
        return found

    monkeypatch.setattr(targets, "_inferred", shrinks)
    done = serbench("run", file, "--codec", "cpp/cereal", "--budget", 0)
    assert done.status == 2
    assert str(file) in done.err
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) <= 3
