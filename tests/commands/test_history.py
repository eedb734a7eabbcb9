import json

import pytest

from tests.results.made import Made, make_once


@pytest.fixture
def runs(tmp_path):
    before, after = Made(), Made(factors={"cpp/cereal": 1.2})
    return make_once(tmp_path / "serbench.duckdb", *[before] * 4, *[after] * 4)


def test_history_names_the_first_slower_run(serbench, runs):
    done = serbench("history", "cereal")
    assert done.status == 0, done.err
    assert done.out.count(f"Since {runs[4]}: ") == 2
    assert "log · serialize" in done.out
    assert "log · deserialize" in done.out


def test_json(serbench, runs):
    rows = json.loads(serbench("history", "cpp/cereal", "serialize", "--format", "json").out)
    assert [row["run"] for row in rows] == runs
    assert [row["run"] for row in rows if row["step"]] == [runs[4]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cerael"], "Did you mean 'cereal'?"),
        (["cereal", "serialise"], "Did you mean 'serialize'?"),
        (["cereal", "read"], "no run measured read of cpp/cereal"),
        (["cereal", "--workload", "x"], "no run has the workload 'x'; there are: log"),
        (["cereal", "--db", "none.duckdb"], "none.duckdb: no such results file"),
    ],
)
def test_bad_use(serbench, runs, words, said):
    done = serbench("history", *words)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err
