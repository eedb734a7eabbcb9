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


def test_latest_run_measuring_a_cell_counts():
    first = run("a", timed("cpp/x", "serialize", 100), timed("cpp/y", "serialize", 50))
    second = run(
        "b",
        timed("cpp/x", "serialize", 110),
        make_row("cpp/y", "serialize", status="failed", verified=True),
        make_row("cpp/z", "serialize", status="broken", verified=False),
    )
    both = merged([first, second])
    found = figures(both)
    assert found["log", "cpp/x"].time_ns == 110
    assert found["log", "cpp/y"].time_ns == 50
    assert found["log", "cpp/z"].status == "broken"
    assert both.run == "a + b"
    assert both.seconds == first.seconds + second.seconds
    assert len(both.workloads) == 1
    assert any("not taken in turns" in warning for warning in both.warnings)


def test_notes_name_the_run():
    first, second = (
        run(name, timed("cpp/x", "serialize", 100), notes=("it is CSV",)) for name in "ab"
    )
    assert merged([first, second]).notes == ("a: it is CSV", "b: it is CSV")


def test_codecs_of_different_runs_have_no_verdicts():
    """Of x the later run counts: what the earlier one said of it is forgotten."""
    first = run(
        "a",
        timed("cpp/w", "serialize", 50),
        timed("cpp/x", "serialize", 70, slower_than=("cpp/w",)),
        timed("cpp/y", "serialize", 100, slower_than=("cpp/x", "cpp/w")),
    )
    second = run(
        "b",
        timed("cpp/x", "serialize", 10),
        timed("rust/z", "serialize", 120, slower_than=("cpp/x",)),
    )
    found = figures(merged([first, second]))
    assert {codec: row.slower_than for (_, codec), row in found.items()} == {
        "cpp/w": (), "cpp/x": (), "cpp/y": ("cpp/w",), "rust/z": ("cpp/x",),
    }  # fmt: skip


def test_workloads_of_different_runs_keep_their_verdicts():
    first = run("a", timed("cpp/x", "serialize", 100, slower_than=("cpp/y",)))
    second = run("b", timed("cpp/x", "serialize", 9, workload="nested", slower_than=("cpp/z",)))
    second = msgspec.structs.replace(
        second, workloads=(msgspec.structs.replace(second.workloads[0], name="nested"),)
    )
    both = merged([first, second])
    assert [r.slower_than for r in both.rows] == [("cpp/y",), ("cpp/z",)]
    assert both.warnings == ()


def test_other_values_of_the_same_name_stay_apart():
    first = run("a", timed("cpp/x", "serialize", 100))
    second = run("b", timed("cpp/x", "serialize", 200))
    other = msgspec.structs.replace(second.workloads[0], digest="other")
    both = merged([first, msgspec.structs.replace(second, workloads=(other,))])
    assert [w.name for w in both.workloads] == ["log (a)", "log (b)"]
    assert {key: r.time_ns for key, r in figures(both).items()} == {
        ("log (a)", "cpp/x"): 100,
        ("log (b)", "cpp/x"): 200,
    }


def test_other_processors_are_warned_of():
    first = run("a", timed("cpp/x", "serialize", 100), environment={"CPU": "one", "cores": "2"})
    second = run("b", timed("cpp/y", "serialize", 100), environment={"CPU": "other", "cores": "2"})
    both = merged([first, second])
    assert both.environment == {"CPU": "one; other", "cores": "2"}
    assert any("different processors" in warning for warning in both.warnings)
