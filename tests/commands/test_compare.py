import csv
import io
import json

import pytest

from tests.results.made import Made, make_once


@pytest.fixture
def runs(tmp_path):
    """Before, after with a codec 20 % slower, and on other values."""
    return make_once(
        tmp_path / "serbench.duckdb",
        Made(tag="before"),
        Made(tag="after", factors={"cpp/cereal": 1.2}),
        Made(tag="else", digest="other"),
    )


@pytest.mark.parametrize(("allowed", "status"), [("5", 1), ("19.5", 0), ("30", 0)])
def test_slowdown_beyond_limit_exits_with_1(serbench, runs, allowed, status):
    done = serbench("compare", "before", "after", "--fail-if-slower", allowed)
    assert done.status == status, done.err
    said = "log cpp/cereal serialize: slower by" in done.err
    assert said == (status == 1)
    assert "2 slower, 0 faster, 6 not significant" in done.out


def test_slowdown_without_limit_exits_with_0(serbench, runs):
    assert serbench("compare", *runs[:2]).status == 0
    assert serbench("compare", "after", "before", "--fail-if-slower", 0).status == 0


def test_json_and_csv(serbench, runs):
    done = serbench(
        "compare", "before", "after", "--format", "json", "--op", "serialize", "--codec", "cereal"
    )
    [row] = json.loads(done.out)
    assert (row["codec"], row["verdict"], row["a"]) == ("cpp/cereal", "slower", runs[0])
    done = serbench("compare", "before", "after", "--format", "csv")
    assert len(list(csv.DictReader(io.StringIO(done.out)))) == 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["before", "afer"], "serbench.duckdb: no run or tag 'afer'; Did you mean 'after'?"),
        (["before", "else"], "on other values; measure again with the same data"),
        (["before", "before"], "compared with itself"),
        (["before", "after", "--codec", "x"], "no measured cell in common"),
        (["before", "none.duckdb"], "none.duckdb: no such results file"),
        (["before", "after", "--db", "none.duckdb"], "none.duckdb: no such results file"),
        (["before", "after", "--json", "--csv"], "exclude each other"),
        (["before", "after", "--op", "serialise"], "Did you mean 'serialize'?"),
    ],
)
def test_bad_use(serbench, runs, words, said):
    done = serbench("compare", *words)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err
