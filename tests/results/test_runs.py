import duckdb
import pytest

from serbench.errors import UserError
from serbench.measure.host import Host
from serbench.results.load_report import load_with_evidence
from serbench.results.runs import check_tag, find_run, unknown_run
from serbench.results.store import Store
from tests.results.made import HERE, Made, make, make_once


@pytest.fixture
def path(tmp_path):
    make_once(
        tmp_path / "r.duckdb",
        Made(tag="old", note="the first"),
        Made(tag="new"),
        Made(tag="old", codecs=("cpp/cereal",)),
    )
    return tmp_path / "r.duckdb"


def runs(path):
    with Store(path, read_only=True) as store:
        return store.runs()


def test_run_records_have_tag_note_status_and_kind(path):
    first, _, last = runs(path)
    assert (first.tag, first.note, first.status, first.kind) == (
        "old", "the first", "finished", "run",
    )  # fmt: skip
    assert (first.workloads, first.codecs, first.host) == (("log",), 4, HERE)
    assert last.codecs == 1


def test_duplicate_tag_names_the_latest_run(path):
    records = runs(path)
    assert find_run(records, "old") is records[2]
    assert find_run(records, "new") is records[1]
    assert find_run(records, records[0].run) is records[0]
    assert find_run(records, "") is None
    assert "'newer'; Did you mean 'new'? `serbench list runs`" in unknown_run(
        records, "newer", "r.duckdb"
    )


def test_a_report_takes_tags(path):
    assert load_with_evidence(path, ["new"])[0].run == runs(path)[1].run


def test_runs_of_older_file_have_empty_tags_and_notes(path):
    with duckdb.connect(str(path)) as db:
        for column in ("tag", "note", "host", "host_id", "kind"):
            db.execute(f"ALTER TABLE runs DROP COLUMN {column}")
        for table in ("study_rows", "study_verdicts", "study_samples", "file_samples"):
            db.execute(f"DROP TABLE {table}")
    first = runs(path)[0]
    assert (first.tag, first.note, first.host, first.codecs) == ("", "", Host("fake"), 4)
    make(path, Made(tag="later"))
    assert [r.tag for r in runs(path)] == ["", "", "", "later"]


def test_runs_of_other_commands(path):
    with Store(path) as store:
        store.begin_run("0", "serbench study goser", {"study": "goser"}, {}, kind="study")
        store.begin_run("0", "serbench files log", {"files": "log"}, {}, kind="files")
    study, files = runs(path)[-2:]
    assert (study.kind, study.workloads) == ("study", ())
    assert (files.kind, files.workloads, files.status) == ("files", ("log",), "running")
    assert files.host.id


@pytest.mark.parametrize("tag", ["", "v1.0", "before", "größe", "2026-11-22", "a+b_c"])
def test_tags(tag):
    check_tag(tag)


@pytest.mark.parametrize(
    "tag", ["a b", "a/b", "a:b", "-x", ".x", "x" * 65, "a\x1b[31m", "20261122-101500"]
)
def test_invalid_tags_are_rejected(tag):
    with pytest.raises(UserError, match="--tag"):
        check_tag(tag)
