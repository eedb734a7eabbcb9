"""`serbench files` and `generate random-list` with fake drivers."""

import csv
import io
import json
import shutil

import pytest

FEW = ("--count", "20", "--repeats", "2")


def rows_of(done):
    return json.loads(done.out)["rows"]


@pytest.fixture
def files(serbench, tmp_path):
    """Runs `serbench files nested` on a few values; afterwards no file may be left."""

    def call(*words):
        before = set(tmp_path.iterdir())
        done = serbench("files", "nested", *FEW, *words)
        stray = {p.name for p in set(tmp_path.iterdir()) - before}
        assert stray <= {"cache", "serbench.duckdb"}
        return done

    return call


def test_every_codec_operation_and_placement_has_a_row(files):
    codecs = ("--codec", "cpp/cereal", "--codec", "rust/bincode")
    done = files(*codecs, "--cores", "0,all", "--format", "json")
    assert done.status == 0, done.err
    rows = rows_of(done)
    assert {(r["codec"], r["cores"], r["operation"]) for r in rows} == {
        (codec, cores, operation)
        for codec in ("cpp/cereal", "rust/bincode")
        for cores in ("0", "all")
        for operation in ("write", "scan", "get")
    }
    assert all(r["status"] == "measured" and r["repeats"] == 2 for r in rows)
    assert all(r["total"]["mean_s"] >= r["io"]["mean_s"] > 0 for r in rows)
    assert all(r["io_of_raw"] and r["raw"] and r["alone"] for r in rows)


def test_the_table_fits_and_says_how(files, monkeypatch):
    done = files("--codec", "bincode", "--warm")
    assert "scan: the file's values in order, cores all · 20 values, 2 repeats" in done.out
    assert "rust/bincode" in done.out
    assert "1 thread" in done.out
    assert max(map(len, done.out.splitlines())) <= 140


@pytest.mark.parametrize("columns", [80, 140])
def test_narrow_table_cuts_no_figure_and_names_omitted_columns(files, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    done = files("--codec", "bincode", "--warm", "--op", "scan")
    assert "…" not in done.out
    assert ("Too narrow for I/O share, per second" in done.out) == (columns < 140)
    assert max(map(len, done.out.splitlines())) <= columns


def test_study_lines(files):
    done = files("--codec", "cpp/protobuf-3.21", "--cores", "0,all", "--format", "study")
    head, *lines = done.out.splitlines()
    assert head == "language#taskset#method#seq#datatype#iotime#totaltime"
    fields = [line.split("#") for line in lines]
    assert {tuple(f[:5]) for f in fields if "RAW" not in f[0]} == {
        (f"[{what}TimeC++]", taskset, "C++ ProtoBuf", seq, "TweetStatus")
        for taskset in ("true", "false")
        for what, seq in (("Write", "true"), ("Read", "true"), ("Read", "false"))
    }
    assert all(float(f[6]) >= float(f[5]) > 0 for f in fields)


def test_csv_has_a_line_for_each_row(files):
    done = files("--codec", "bincode", "--format", "csv", "--op", "scan")
    [row] = csv.DictReader(io.StringIO(done.out))
    assert (row["codec"], row["operation"]) == ("rust/bincode", "scan")
    assert float(row["total_mean_s"]) > 0


def test_failing_codec_is_a_row_and_negative(files, builders):
    builders["cpp"].faults["cpp/cereal"] = {"write": "full"}
    done = files("--codec", "cereal", "--codec", "bincode", "--format", "json")
    assert done.status == 1
    failed = [r for r in rows_of(done) if r["status"] != "measured"]
    assert [(r["codec"], r["status"]) for r in failed] == [("cpp/cereal", "failed")]
    assert "No space left on device" in failed[0]["note"]
    assert len([r for r in rows_of(done) if r["codec"] == "rust/bincode"]) == 3


def test_insufficient_disk_space_is_rejected_before_writing(files, monkeypatch):
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    done = files("--codec", "bincode")
    assert done.status == 2
    assert "GB are needed and 0.0 GB are free; take another --dir" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--op", "red"], "no operation on files 'red'"),
        (["--cores", "77777"], "the processors here are"),
        (["--cores", "one"], "it is `all`, or numbers"),
        (["--fsync", "always"], "`end` or `none`"),
        (["--dir", "nowhere"], "no such directory"),
        (["--format", "html"], "no format 'html'"),
        (["--codec", "no-such"], "no codec fits"),
    ],
)
def test_bad_use(files, words, said):
    done = files(*words)
    assert done.status == 2
    assert said in done.err


def test_report_of_the_last_run_ignores_file_experiments(serbench, files):
    files("--codec", "bincode")
    assert "holds no run yet" in serbench("report").err


def test_random_list(serbench, tmp_path):
    done = serbench("generate", "random-list", "--below", 10, "-n", 30, "-o", tmp_path / "list")
    assert done.status == 0, done.err
    assert len((tmp_path / "list").read_text().split()) == 30
    assert "needs --below" in serbench("generate", "random-list", "-n", 3).err
