import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from serbench.catalog import all_codecs, select
from serbench.commands.run_options import RunOptions, budget_s, smallest
from serbench.machine import learned
from serbench.preparation.readings import Target
from serbench.proof.strictness import Finding, Strictness
from serbench.stats import SMALLEST, SMALLEST_OF_ONE_LAYOUT
from serbench.terminal import progress
from serbench.terminal.timeleft import TimeLeft

LINES = '{"name": "a", "n": 1}\n{"name": "b", "n": null}\n'


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.jsonl"
    path.write_text(LINES)
    return path


FAST = ("--budget", "0.01", "--processes", "1")
CEREAL = ("--codec", "cereal", "--codec", "cpp/protobuf")


def test_json_is_an_array_of_rows_with_documented_fields(serbench, data):
    done = serbench(
        "run", data, *FAST, "--format", "json", "--codec", "rust/bincode", "--codec", "cereal"
    )
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    assert {r["codec"] for r in rows} == {"rust/bincode", "cpp/cereal"}
    for row in rows:
        assert {
            "codec", "language", "workload", "operation", "verified", "bytes", "time_ns",
            "low_ns", "high_ns", "samples", "note",
        } <= row.keys()  # fmt: skip
        assert row["verified"]
        assert row["workload"] == "data"
        assert row["low_ns"] <= row["time_ns"] <= row["high_ns"]
        assert row["samples"] >= 3


def test_run_without_codec_option_measures_core_set(serbench, data):
    done = serbench(
        "run", data, *FAST, "--op", "serialize", "--lang", "java,go", "--format", "json"
    )
    measured = {row["codec"] for row in json.loads(done.out)}
    known = select(all_codecs(), ["java", "go"])
    core = {codec.id for codec in known if codec.is_core}
    assert measured == core
    said = f"measuring the core set, {len(core)} of {len(known)} codecs; --all measures every one"
    assert said in done.err


def test_every_codec_is_measured_with_all(serbench, data):
    done = serbench(
        "run", data, *FAST, "--op", "serialize", "--lang", "go", "--format", "json", "--all"
    )
    measured = {row["codec"] for row in json.loads(done.out)}
    assert measured == {codec.id for codec in select(all_codecs(), ["go"])}
    assert "core" not in done.err


def test_all_beside_a_codec_is_refused(serbench, data):
    done = serbench("run", data, "--all", "--codec", "cereal")
    assert (done.status, done.out) == (2, "")
    assert "leave out --codec, or --all" in done.err


def test_rows_have_traits_proven_for_the_codec_version(serbench, data, monkeypatch):
    known = {
        "cpp/cereal": Strictness("1.0", {"utf8": Finding(refused=1)}),
        "rust/rmp": Strictness("0.9", {"utf8": Finding(refused=1)}),
    }
    monkeypatch.setattr("serbench.proof.stored.stored", lambda: known)
    done = serbench("run", data, *FAST, "--format", "json", *CEREAL, "--codec", "rmp")
    traits = {r["codec"]: r["traits"] for r in json.loads(done.out)}
    assert "checks-utf8" in traits["cpp/cereal"]
    assert "binary" in traits["cpp/cereal"]
    assert "checks-utf8" not in traits["rust/rmp"]


def test_every_part_of_a_run_is_expected_and_estimates_are_kept(serbench, data, monkeypatch):
    monkeypatch.setattr(progress, "LEAST_KEPT_S", 0.0)
    expected = []
    expect = TimeLeft.expect
    monkeypatch.setattr(
        TimeLeft,
        "expect",
        lambda self, name, *s, **k: expected.append(name) or expect(self, name, *s, **k),
    )
    begun = []
    begin = TimeLeft.begin
    monkeypatch.setattr(
        TimeLeft, "begin", lambda self, name: begun.append(name) or begin(self, name)
    )
    assert serbench("run", data, *FAST, "--codec", "cereal").status == 0
    named = [part for part in begun if not part.startswith("inferring")]
    assert named[:8] == [
        "preparing", "looking", "build data", "measure data", "end data", "analysing", "gathering",
        "drawing",
    ]  # fmt: skip
    assert set(named) <= set(expected)
    [kept] = learned.estimates()
    assert (kept.command, len(kept.thought)) == ("run", 3)
    assert set(learned._read()) >= {"preparing", "looking", "ending", "analysing", "drawing"}


def test_provisional_leader_is_shown_during_run_unless_quiet(serbench, data, monkeypatch):
    words = ("run", data, *FAST, "--codec", "cereal")
    assert "so far" in serbench(*words).err
    monkeypatch.setattr(
        "serbench.report.answer.provisional", lambda *_: pytest.fail("it was computed")
    )
    done = serbench(*words, "--quiet")
    assert (done.status, done.err) == (0, "")


def test_csv(serbench, data):
    done = serbench("run", data, *FAST, "--format", "csv", "--codec", "cereal", "--op", "serialize")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(r["codec"], r["operation"]) for r in rows] == [("cpp/cereal", "serialize")]


def test_tables_go_to_stdout_and_the_rest_to_stderr(serbench, data, tmp_path):
    done = serbench("run", data, *FAST, "--codec", "cereal")
    assert "cereal" in done.out
    assert "report: report.html" in done.err
    assert (tmp_path / "report.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "serbench.duckdb").exists()


def test_several_targets_of_one_name_are_told_apart(serbench, data, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "data.jsonl").write_text(LINES)
    done = serbench(
        "run", data, tmp_path / "sub" / "data.jsonl", *FAST, "--format", "json", "--codec", "rmp"
    )
    assert {r["workload"] for r in json.loads(done.out)} == {"data", "data-2"}


def test_count_limits_the_working_set(serbench, data):
    done = serbench("run", data, *FAST, "--count", 1, "--codec", "rmp")
    assert "1 value" in done.out


def test_a_lost_value_is_a_negative_verdict(serbench, builders, data):
    builders["cpp"].faults["cpp/cereal"] = {"verify": "lose"}
    done = serbench("run", data, *FAST, "--format", "json", *CEREAL)
    assert done.status == 1
    rows = [r for r in json.loads(done.out) if r["codec"] == "cpp/cereal"]
    assert {r["status"] for r in rows} == {"broken"}
    assert not any(r["verified"] for r in rows)


@pytest.mark.parametrize("request_", ["open", "verify", "sample:encode"])
@pytest.mark.parametrize(
    "fault",
    ["crash", "exit", "half a line", "endless", "closes its output", "garbage", "not UTF-8"],
)
def test_failing_driver_does_not_affect_others(serbench, builders, data, request_, fault):
    builders["cpp"].faults["cpp/cereal"] = {request_: fault}
    words = ("run", data, *FAST, "--format", "json", "--codec", "rust/bincode")
    done = serbench(*words, *CEREAL)
    assert done.status == 1
    rows = json.loads(done.out)
    of_cereal = [r for r in rows if r["codec"] == "cpp/cereal" and r["status"] == "failed"]
    assert of_cereal
    assert all(r["note"] for r in of_cereal)
    assert {r["status"] for r in rows if r["codec"] == "rust/bincode"} == {"measured"}


def test_value_beyond_codec_limits_is_not_a_failure(serbench, builders, data):
    builders["cpp"].faults["cpp/cereal"] = {"verify": "cannot-hold"}
    done = serbench("run", data, *FAST, "--format", "json", *CEREAL)
    assert done.status == 0
    assert "cannot-hold" in {r["status"] for r in json.loads(done.out)}


def test_missing_codec_is_negative_if_named_exactly(serbench, builders, data, tmp_path):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    for words in (("run", data, *FAST), ("verify", data), ("files", data, "--count", 20)):
        assert serbench(*words, *CEREAL, "--codec", "rust/bincode").status == 1
        assert serbench(*words, "--codec", "cerea?", "--codec", "rust/bincode").status == 0
        assert serbench(*words, "--codec", "cerea?").status == 1  # nothing is there


def test_page_is_unchanged_without_measurements(serbench, builders, data, tmp_path):
    (tmp_path / "report.html").write_text("an earlier one")
    builders["cpp"].faults["cpp/cereal"] = {"verify": "lose"}
    assert serbench("run", data, *FAST, "--codec", "cereal").status == 1
    assert (tmp_path / "report.html").read_text() == "an earlier one"


def test_missing_and_unbuildable_codecs_do_not_affect_others(serbench, builders, data):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    builders["rust"].unbuildable["rust/rmp"] = "expected `;`"
    done = serbench(
        "run", data, *FAST, "--format", "json", *CEREAL, "--codec", "rmp", "--codec", "rust/bincode"
    )
    assert done.status == 1
    rows = json.loads(done.out)
    notes = {r["codec"]: (r["status"], r["note"]) for r in rows}
    assert notes["cpp/cereal"] == ("unavailable", "cereal/cereal.hpp not found")
    assert notes["rust/rmp"][0] == "failed"
    assert "expected `;`" in notes["rust/rmp"][1]
    assert notes["rust/bincode"][0] == "measured"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "tweeet"], "Did you mean 'tweet'?"),
        (["run", "no-such.jsonl"], "no such file"),
        (["run", "log", "--codec", "cpp/ceral"], "Did you mean 'cpp/cereal'?"),
        (["run", "log", "--op", "serialise"], "Did you mean 'serialize'?"),
        (["run", "log", "--lang", "rusty"], "Did you mean 'rust'?"),
        (["list", "codec"], "Did you mean 'codecs'?"),
        (["schema", "log", "--as", "protobuf"], "Did you mean 'proto'?"),
        (["generate", "logs"], "Did you mean 'log'?"),
        (["report"], "no such results file"),
        (["run", "no-such.py"], "no-such.py: cannot read: No such file or directory"),
        (["run", "log", "--json", "--csv", *FAST, "--codec", "rmp"], "exclude each other"),
    ],
)
def test_bad_use_is_said_in_one_line_with_status_2(serbench, words, said):
    done = serbench(*words)
    assert done.status == 2
    last = done.err.splitlines()[-1]
    assert last.startswith("serbench: ")
    assert said in last
    assert "Traceback" not in done.err


def test_conflicting_forms_are_rejected_before_measuring(serbench, tmp_path):
    assert serbench("run", "log", "--json", "--csv").status == 2
    assert not (tmp_path / "serbench.duckdb").exists()


def test_invalid_results_file_is_rejected_before_building(serbench, data, tmp_path):
    (tmp_path / "x.duckdb").write_text("hello " * 1000)
    done = serbench("run", data, "--db", "x.duckdb", *FAST)
    assert done.status == 2
    assert "not a results file" in done.err


def test_a_run_can_be_reported_again(serbench, data):
    first = serbench("run", data, *FAST, "--format", "json", "--codec", "rmp")
    again = serbench("report", "--format", "json")
    assert again.out == first.out
    assert "| codec" in serbench("report", "--format", "markdown").out or "|" in again.out


def test_interrupt_keeps_measurements(tmp_path, data):
    """In a process of its own, as a user's Ctrl-C would reach it."""
    program = (
        "import sys; from tests.commands.conftest import FakeBuilder; "
        "from serbench.preparation import drivers; from serbench.cli import main; "
        "drivers.builder = lambda name: FakeBuilder(name, noise=1.0); "
        f"sys.argv = ['serbench', 'run', {str(data)!r}, '--budget', '60', '--codec', 'rmp', "
        "'--processes', '1', '--precision', '0.01', '--json']; main()"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(tmp_path / "c")}
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A shell's background job, as this test may be, starts with interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    log = tmp_path / "serbench.duckdb.wal"
    while not log.exists() or log.stat().st_size < 20_000:  # by then there are samples
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert any(r["samples"] > 0 for r in json.loads(out))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_while_drivers_end_keeps_run_and_advises_report(serbench, tmp_path, data, number):
    """Of a driver that never says what it allocates, as a user would end it."""
    program = (
        "import sys; from pathlib import Path; from tests.commands.conftest import FakeBuilder; "
        "from serbench.preparation import drivers; from serbench.cli import main; "
        "from serbench.measure import endings; endings.LEAST_LEAVING_S = 600; "
        "faults = {'rust/rmp': {'allocations:encode': 'hang'}}; "
        "drivers.builder = lambda name: FakeBuilder(name, faults=faults); "
        "awaited = endings.awaited; "
        "endings.awaited = lambda leaving: (Path('waits').touch(), awaited(leaving))[1]; "
        f"sys.argv = ['serbench', 'run', {str(data)!r}, '--budget', '1', '--codec', 'rust/rmp', "
        "'--processes', '1', '--json', '--html', 'r.html']; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    while not (tmp_path / "waits").exists():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    rows = json.loads(out)
    assert {row["status"] for row in rows} == {"measured"}
    assert f"{rows[0]['run']} is kept; see it: serbench report {rows[0]['run']}\n" in err
    assert json.loads(serbench("report", rows[0]["run"], "--format", "json").out) == rows


@pytest.mark.parametrize(
    "where", ["serbench.results.store.Store.add_cells", "serbench.commands.output.write_html"]
)
def test_an_interrupt_after_measuring_says_how_to_see_the_run(serbench, data, monkeypatch, where):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(where, interrupted)
        done = serbench("run", data, *FAST, "--codec", "rust/rmp", "--db", "my runs.duckdb")
    assert done.status == 130
    assert "is kept; see it: serbench report 2" in done.err
    assert "--db 'my runs.duckdb'" in done.err
    again = serbench("report", "--db", "my runs.duckdb", "--format", "json")
    assert again.status == 0, again.err
    rows = json.loads(again.out)
    assert {row["status"] for row in rows} == {"measured"}


def test_allocation_count_timeout_is_reported(serbench, builders, data, monkeypatch):
    from serbench.measure import endings

    monkeypatch.setattr(endings, "LEAST_LEAVING_S", 0.3)
    builders["rust"].faults["rust/rmp"] = {"allocations:encode": "hang"}
    done = serbench(
        "run", data, *FAST, "--format", "json", "--codec", "rust/rmp", "--codec", "cpp/cereal"
    )
    assert done.status == 0
    assert "allocations of rust/rmp not counted: not done 0.3 s after the last sample" in done.err
    counted = {(row["codec"], row["allocations"] is not None) for row in json.loads(done.out)}
    assert {("rust/rmp", False), ("cpp/cereal", True)} <= counted
    notes = [row["note"] for row in json.loads(done.out) if row["codec"] == "rust/rmp"]
    assert any(
        "allocations not counted: not done 0.3 s after the last sample" in note for note in notes
    )


def test_module_with_missing_file_is_reported(serbench, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import msgspec\n\n\nclass R(msgspec.Struct):\n    a: int\n\n\n"
        "ROOT = R\nVALUES = 'gone.jsonl'\n"
    )
    done = serbench("run", "mine.py")
    assert done.status == 2
    assert "gone.jsonl: no such file" in done.err


def test_run_keeps_given_tag_and_note(serbench, data):
    done = serbench(
        "run", data, *FAST, "--codec", "rmp", "--tag", "before", "--note", "[x] \x1b[31m"
    )
    assert done.status == 0, done.err
    [row] = json.loads(serbench("list", "runs", "--format", "json").out)
    assert (row["tag"], row["note"], row["codecs"]) == ("before", "[x] \x1b[31m", 1)
    assert json.loads(serbench("report", "before", "--format", "json").out)[0]["run"] == row["run"]
    assert "\x1b" not in serbench("list", "runs").out


def test_invalid_tag_is_rejected_before_measuring(serbench, data, tmp_path):
    done = serbench("run", data, *FAST, "--tag", "a b")
    assert done.status == 2
    assert "--tag 'a b'" in done.err
    assert not (tmp_path / "serbench.duckdb").exists()


@pytest.mark.parametrize(
    ("path", "words"),
    [("", "it is a folder"), ("no/such/r.html", "mkdir -p no/such"), (".", "it is a folder")],
)
def test_unwritable_page_is_reported_before_measuring(serbench, tmp_path, path, words):
    done = serbench("run", "nested", "--html", path)
    assert done.status == 2
    assert words in done.err
    assert not (tmp_path / "serbench.duckdb").exists()


@pytest.mark.parametrize(
    ("globs", "options", "wanted"),
    [
        (["cpp/*", "java/*"], {}, SMALLEST_OF_ONE_LAYOUT),
        (["java/*"], {}, SMALLEST),  # which are compiled anew in each process
        (["cpp/*"], {"layouts": 5}, SMALLEST),
        (["cpp/*"], {"smallest": 0.01}, 0.01),
    ],
)
def test_smallest_difference_exceeds_effect_of_layouts(globs, options, wanted):
    codecs = select(all_codecs(), globs=globs)
    assert smallest(RunOptions((Target("log"),), **options), codecs) == wanted


def samples_of(db):
    import duckdb

    with duckdb.connect(str(db), read_only=True) as file:
        return file.execute(
            "SELECT codec, operation, wave, round, ns FROM samples ORDER BY ALL"
        ).fetchall()


def test_interrupted_run_is_resumed(serbench, builders, data, tmp_path, monkeypatch):
    """What it has is kept, and in the end it has all cells."""
    from serbench.results.recorder import WorkloadRecorder

    sampled = WorkloadRecorder.sampled

    def cut_short(self, round_):
        sampled(self, round_)
        raise KeyboardInterrupt

    words = ("run", data, *FAST, "--processes", 2, "--codec", "cpp/cereal", "--codec", "rust/rmp")
    with monkeypatch.context() as interrupted:
        interrupted.setattr(WorkloadRecorder, "sampled", cut_short)
        cut = serbench(*words, "--tag", "cut")
    assert cut.status == 130
    assert "go on: serbench run --resume 2" in cut.err
    before = samples_of("serbench.duckdb")
    assert before
    done = serbench("run", "--resume", "--format", "json")
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    cells = {(r["codec"], r["operation"]) for r in rows if r["status"] == "measured"}
    assert cells >= {
        (c, op) for c in ("cpp/cereal", "rust/rmp") for op in ("serialize", "deserialize")
    }
    after = samples_of("serbench.duckdb")
    assert set(before) < set(after)
    assert min(wave for *_, wave, _, _ in set(after) - set(before)) > max(
        w for *_, w, _, _ in before
    )
    again = serbench("run", "--resume", "cut")
    assert again.status == 2
    assert "cut came to its end" in again.err
    assert serbench("run", "--resume").status == 2


def test_resume_with_other_options_is_rejected(serbench, data):
    done = serbench("run", "--resume", "--codec", "cpp/cereal")
    assert done.status == 2
    assert "all else is the run's" in done.err
    assert serbench("run").status == 2


def test_finished_workload_is_not_measured_again_on_resume(serbench, data, monkeypatch):
    from serbench.results.store import Store

    words = ("run", data, "order", "--count", 5, *FAST, "--codec", "cpp/cereal")
    with monkeypatch.context() as interrupted:
        begin = Store.take_up

        def take_up(self, run, workload):
            if workload == "order":
                raise KeyboardInterrupt
            return begin(self, run, workload)

        interrupted.setattr(Store, "take_up", take_up)
        assert serbench(*words).status == 130
    before = samples_of("serbench.duckdb")
    assert serbench("run", "--resume").status == 0
    after = samples_of("serbench.duckdb")
    assert len(after) > len(before)
    assert set(before) <= set(after)


def test_resume_with_changed_values_is_rejected(serbench, data, monkeypatch):
    from serbench.results.recorder import WorkloadRecorder

    def cut_short(self, round_):
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(WorkloadRecorder, "sampled", cut_short)
        assert serbench("run", data, *FAST, "--codec", "cpp/cereal").status == 130
    data.write_text(data.read_text() * 2)
    done = serbench("run", "--resume")
    assert done.status == 2
    assert "has other values than when" in done.err


@pytest.mark.parametrize("command", [("run", "--resume"), ("cost",)])
def test_foreign_run_executes_no_named_module(serbench, data, tmp_path, command):
    assert serbench("run", data, *FAST, "--processes", 1, "--codec", "cpp/cereal").status == 0
    (tmp_path / "evil.py").write_text("open('executed', 'w')")
    settings = json.dumps({
        "targets": ["evil.py"], "operations": ["serialize", "deserialize"], "languages": [],
        "codecs": [], "budget_s": 0, "precision": 0.02, "processes": 1, "seed": 0, "layouts": {},
    })  # fmt: skip
    with duckdb.connect("serbench.duckdb") as db:
        db.execute("UPDATE runs SET status = 'interrupted', settings = ?", [settings])
    done = serbench(*command)
    assert (done.status, done.out) == (2, "")
    assert "was not begun here" in done.err
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    ("codecs", "given", "wanted_s"),
    [(1, None, 60), (45, None, 135), (286, None, 780), (286, 5000.0, 5000), (286, 0.0, 0)],
)
def test_default_budget_grows_with_codecs_up_to_13_minutes(codecs, given, wanted_s):
    options = RunOptions((Target("log"),), budget_s=given)
    some = next(iter(all_codecs()))
    assert budget_s(options, [some] * codecs) == wanted_s
