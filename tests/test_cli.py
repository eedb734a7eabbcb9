"""The command line itself, and `serbench report` from a results file to files and the screen."""

import json
import webbrowser

import pytest
from typer.testing import CliRunner

from serbench.cli import app
from tests.results.test_analysis import FACTS, SETTINGS, Bench, WorkloadRecorder


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """Two runs on the same values in `serbench.duckdb` of the working directory."""
    monkeypatch.chdir(tmp_path)
    bench = Bench(tmp_path / "serbench.duckdb")
    names = []
    for codec, cost in (("cpp/a", 100), ("cpp/b", 200)):
        if names:
            bench.run = bench.store.begin_run("0", "serbench run log", SETTINGS, {"CPU": "fake"})
            bench.store.add_working_set(bench.run, FACTS)
            bench.recorder = WorkloadRecorder(bench.store, bench.run, "log")
        bench.codec(codec)
        bench.rounds({(codec, "encode"): cost, (codec, "decode"): 2 * cost}, rounds=8)
        bench.rows()
        names.append(bench.run)
    bench.store.__exit__()
    return names


def report(*arguments):
    done = CliRunner().invoke(app, ["report", *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done


def test_the_latest_run_is_shown(runs, tmp_path):
    rows = json.loads(report("--format", "json").stdout)
    assert {r["run"] for r in rows} == {runs[1]}
    assert "cpp/b" in (tmp_path / "report.html").read_text()


def test_several_runs_are_merged(runs):
    rows = json.loads(report(*runs, "--format", "json").stdout)
    assert {(r["run"], r["codec"]) for r in rows} == {(runs[0], "cpp/a"), (runs[1], "cpp/b")}


def test_charts_become_files(runs, tmp_path):
    report("--svg", "charts", "--png", "charts", "--html", "page.html")
    names = {path.name for path in (tmp_path / "charts").iterdir()}
    assert {"log-serialize.svg", "log-serialize.png"} <= names
    assert (tmp_path / "page.html").exists()


def test_the_page_is_opened_or_named(runs, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(opened.append(address)))
    done = report("--open", "--html", "page.html")
    assert opened == [(tmp_path / "page.html").as_uri()]
    assert "no browser was found; open page.html yourself" in done.stderr


def test_version_and_help():
    assert CliRunner().invoke(app, ["--version"]).output.startswith("serbench ")
    said = CliRunner().invoke(app, ["--help"]).output
    for word in (
        "run", "list", "infer", "generate", "verify", "schema", "report", "compare", "history",
        "merge", "doctor",
    ):  # fmt: skip
        assert f"  {word} " in said
