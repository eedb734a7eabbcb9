import pytest

from serbench.measure.verification import Verdict
from serbench.results.study_rows import Repeated
from serbench.studies.comparison import Moved, compare, on_equal_terms
from serbench.studies.study import (
    EqualTerm,
    Outcome,
    Scale,
    Study,
    StudyFigure,
    StudyRow,
    equal_label,
)


def figures(now, then, column="time", **more):
    return [
        StudyFigure(f"r{i}", column, a, b, **more)
        for i, (a, b) in enumerate(zip(now, then, strict=True))
    ]


def test_the_same_order_at_another_speed():
    [found] = compare(figures([1, 2, 3, 4, 5], [10, 200, 300, 4000, 5000]))
    assert found.agreement.rho == pytest.approx(1)
    assert found.moved == ()


def test_most_moved_row_comes_first():
    [found] = compare(figures([5, 1, 2, 3, 4, 6], [1, 2, 3, 4, 5, 6]))
    assert found.moved == (Moved("r0", 1, 5),)


def test_highest_is_first_if_more_is_better():
    [found] = compare(figures([9, 1, 2, 3, 4], [1, 2, 3, 4, 9], more_is_better=True))
    assert found.moved[0] == Moved("r0", 5, 1)


def test_rows_without_a_published_figure_do_not_count():
    [found] = compare(figures([1, 2, 3, 4], [1, 2, None, 4]))
    assert (found.rows, found.agreement) == (3, None)
    assert compare(figures([1, 2], [None, None])) == []


def test_each_column_by_itself():
    both = figures([1, 2, 3, 4], [1, 2, 3, 4]) + figures([4, 3, 2, 1], [1, 2, 3, 4], "size")
    assert [(c.column, round(c.agreement.rho)) for c in compare(both)] == [
        ("time", 1),
        ("size", -1),
    ]


SERIALIZE = EqualTerm("serialize", ("serialize",), "time")


def study_of(then, more_is_better=False):
    """Rows a, b and so on; the figures are as published, those of b and c by other codecs."""
    rows = tuple(
        StudyRow(label, f"cpp/{label}", equal_codec="cpp/other" if label in "bc" else "")
        for label in "abcdef"[: len(then)]
    )
    return Study(
        name="s", title="", source="", sizes={}, default_size="", usual=SCALE, as_published=SCALE,
        rows=rows, operations=lambda row: ("encode",), tables=lambda outcome: [],
        figures=lambda outcome: [
            StudyFigure(row.label, "time", 1.0, value, more_is_better)
            for row, value in zip(rows, then, strict=True)
        ],
        equal=(SERIALIZE,),
    )  # fmt: skip


def outcome_of(study, ns):
    found = {
        equal_label(row): Repeated(
            row.codec, Verdict("measured"), 1.0, {"serialize": [10 * row_ns]}
        )
        for row, row_ns in zip(study.rows, ns, strict=True)
    }
    return Outcome("", SCALE, found)


SCALE = Scale(1, 10)


def test_equal_terms_places_stand_beside_published_ones():
    study = study_of([1, 2, 3, 4, 5])
    [column] = on_equal_terms(study, outcome_of(study, [50, 20, 30, 40, 45]))
    assert [(row.row, row.ns, row.rank, row.published) for row in column.rows] == [
        ("b", 20, 1, 2), ("c", 30, 2, 3), ("d", 40, 3, 4), ("e", 45, 4, 5), ("a", 50, 5, 1),
    ]  # fmt: skip
    assert [row.row for row in column.moved] == ["a"]
    assert column.agreement.rho == pytest.approx(0)


def test_a_speed_is_published_from_the_highest():
    study = study_of([9, 7, 5, 3], more_is_better=True)
    [column] = on_equal_terms(study, outcome_of(study, [10, 20, 30, 40]))
    assert column.agreement.rho == pytest.approx(1)
    assert column.moved == ()


def test_places_count_only_common_rows():
    study = study_of([1, None, 3, 4, 5])
    [column] = on_equal_terms(study, outcome_of(study, [10, 1, 30, 40, 50]))
    assert [row.row for row in column.rows] == ["a", "c", "d", "e"]
    assert [row.rank for row in column.rows] == [1, 2, 3, 4]


def test_row_is_timed_for_study_and_equal_terms():
    study = study_of([1, 2])
    a, b = study.rows
    assert study.timed(a) == ("encode", "serialize")
    assert study.timed(b) == ("encode",)  # whose codec on equal terms is another
    assert [row.label for row in study.with_equal_rows(study.rows)] == [
        "a", "b", "b (equal terms)",
    ]  # fmt: skip
    assert study.timed(study.with_equal_rows(study.rows)[2]) == ("serialize",)


def test_times_of_an_outcome():
    times_ns = {"encode": [30, 10, 20], "decode": [40], "read": []}
    outcome = Outcome("", SCALE, {"a": Repeated("c", Verdict("measured"), 1.0, times_ns)})
    assert outcome.ns("a", "encode", "decode") == 6
    assert outcome.times("a", "decode", "encode") == 2
    assert outcome.ns("a", "read") is outcome.ns("b", "encode") is None
    assert outcome.times("a", "encode", "read") is None
