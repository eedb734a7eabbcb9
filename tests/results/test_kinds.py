import duckdb
import pytest

from serbench.results.kinds import KINDS, kind_by_settings
from serbench.results.store import Store
from tests.results.every_kind import make_every_kind

# Kinds that came after kinds were stored.
LATER = {"footprint"}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """A file of before kinds were stored, and by run which there should be."""
    path = tmp_path_factory.mktemp("earlier") / "serbench.duckdb"
    runs = make_every_kind(path)
    with Store(path, read_only=True) as store:
        stored = store.kinds()
    del runs["fleet"]  # its runs are runs like others
    named = {run: "run" if name == "later" else name for name, run in runs.items()}
    assert stored == dict.fromkeys(stored, "run") | named
    with duckdb.connect(str(path)) as db:
        db.execute("DELETE FROM runs WHERE kind IN (SELECT unnest(?))", [sorted(LATER)])
        db.execute("ALTER TABLE runs DROP COLUMN kind")
    return path, {run: kind for run, kind in stored.items() if kind not in LATER}


def stored(path):
    with duckdb.connect(str(path), read_only=True) as db:
        return dict(db.execute("SELECT run, kind FROM runs").fetchall())


def test_a_run_of_every_kind_is_known_without_its_kind_stored(kinds):
    path, expected = kinds
    assert set(expected.values()) == set(KINDS) - LATER
    with Store(path, read_only=True) as store:
        assert store.kinds() == expected
        assert {run.run: run.kind for run in store.runs()} == expected
        assert expected[store.latest_run()] == "study"


def test_kinds_are_stored_when_an_earlier_file_is_written(kinds, tmp_path):
    earlier, expected = kinds
    path = tmp_path / "serbench.duckdb"
    path.write_bytes(earlier.read_bytes())
    with Store(path):
        pass
    assert stored(path) == expected


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({}, "run"),
        ({"operations": ["encode"]}, "run"),
        ({"interop": True}, "interop"),
        ({"files": "log", "study": "complex-objects"}, "study"),
        ({"census": ["a.jsonl"], "operations": []}, "census"),
    ],
)
def test_settings_of_early_runs_tell_their_kind(settings, kind):
    assert kind_by_settings(settings) == kind
