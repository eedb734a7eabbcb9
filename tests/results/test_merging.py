import msgspec

from serbench.results.merging import merged
from tests.report.conftest import make_result, make_row, timed


def run(name, *rows, **facts):
    return make_result(list(rows), run=name, warnings=(), **facts)


def figures(result):
    return {(r.workload, r.codec): r for r in result.rows}


def test_one_run_is_itself():
    one = run("a", timed("cpp/x", "serialize", 100))
    assert merged([one]) is one


def test_the_last_run_that_measured_a_cell_counts():
    first = run("a", timed("cpp/x", "serialize", 100), timed("cpp/y", "serialize", 50))
    second = run(
        "b",
        timed("cpp/x", "serialize", 110),
        make_row("cpp/y", "serialize", status="failed", verified=True),
        make_row("cpp/z", "serialize", status="broken", verified=False),
    )
    both = merged([first, second])
    found = figures(both)
    assert found["log", "cpp/x"].median_ns == 110
    assert found["log", "cpp/y"].median_ns == 50
    assert found["log", "cpp/z"].status == "broken"
    assert both.run == "a + b"
    assert both.seconds == first.seconds + second.seconds
    assert len(both.workloads) == 1
    assert any("not taken in turns" in warning for warning in both.warnings)


def test_ties_are_found_anew_where_intervals_meet():
    facts = {"tie_group": 1, "language_tie_group": 1}
    first = run("a", timed("cpp/x", "serialize", 100, **facts))
    second = run(
        "b", timed("cpp/y", "serialize", 101, **facts), timed("rust/z", "serialize", 120, **facts)
    )
    found = figures(merged([first, second]))
    assert [found["log", c].tie_group for c in ("cpp/x", "cpp/y", "rust/z")] == [1, 1, 2]
    assert found["log", "rust/z"].language_tie_group == 1


def test_workloads_of_different_runs_keep_their_groups():
    first = run("a", timed("cpp/x", "serialize", 100, tie_group=3))
    second = run("b", timed("cpp/x", "serialize", 9, workload="nested", tie_group=7))
    second = msgspec.structs.replace(
        second, workloads=(msgspec.structs.replace(second.workloads[0], name="nested"),)
    )
    both = merged([first, second])
    assert [r.tie_group for r in both.rows] == [3, 7]
    assert both.warnings == ()


def test_other_values_of_the_same_name_stay_apart():
    first = run("a", timed("cpp/x", "serialize", 100))
    second = run("b", timed("cpp/x", "serialize", 200))
    other = msgspec.structs.replace(second.workloads[0], digest="other")
    both = merged([first, msgspec.structs.replace(second, workloads=(other,))])
    assert [w.name for w in both.workloads] == ["log (a)", "log (b)"]
    assert {key: r.median_ns for key, r in figures(both).items()} == {
        ("log (a)", "cpp/x"): 100,
        ("log (b)", "cpp/x"): 200,
    }


def test_other_processors_are_warned_of():
    first = run("a", timed("cpp/x", "serialize", 100), environment={"CPU": "one", "cores": "2"})
    second = run("b", timed("cpp/y", "serialize", 100), environment={"CPU": "other", "cores": "2"})
    both = merged([first, second])
    assert both.environment == {"CPU": "one; other", "cores": "2"}
    assert any("different processors" in warning for warning in both.warnings)
