import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.effects import centred, polished

seeds = st.integers(0, 2**32 - 1)


def additive(random, shape):
    """A table of row and column effects, the latter with the median 0, and both."""
    rows, columns = random.normal(5, 1, shape[0]), random.normal(0, 0.3, shape[1])
    columns -= np.median(columns)
    return rows[:, None] + columns, rows, columns


@given(seeds, st.integers(2, 12), st.integers(1, 20))
def test_a_table_of_both_effects_is_taken_apart(seed, cells, rounds):
    table, rows, columns = additive(np.random.default_rng(seed), (cells, rounds))
    found_rows, found_columns = polished(table)
    assert found_rows == pytest.approx(rows)
    assert found_columns == pytest.approx(columns)


@given(seeds)
def test_missing_entries_and_outliers_barely_change_effects(seed):
    """Two outliers and two gaps in each row, and no more than that in a column. Of thousands of
    such tables one settles some hundredths off, where medians of even numbers hold each other."""
    random = np.random.default_rng(seed)
    table, rows, columns = additive(random, (12, 20))
    for spoilt in (random.uniform(1, 9), -random.uniform(1, 9), np.nan, np.nan):
        table[np.arange(12), random.permutation(20)[:12]] += spoilt
    found_rows, found_columns = polished(table)
    level = np.median(found_rows - rows)  # what belongs to both can be given to either
    assert found_rows - level == pytest.approx(rows, abs=0.1)
    assert found_columns + level == pytest.approx(columns, abs=0.1)
    assert np.median(found_columns) == pytest.approx(0)


def test_cell_missing_in_slow_rounds_is_not_called_fast():
    slow = np.log(2) * (np.arange(10) >= 4)
    table = np.vstack([1 + slow, 2 + slow, 3 + slow])
    table[2, 4:] = np.nan
    rows, _ = polished(table)
    assert rows - rows[0] == pytest.approx([0, 1, 2])


def test_single_row_has_no_column_effects():
    table = np.array([[1.0, 5.0, 2.0]])
    rows, columns = polished(table)
    assert rows == 2.0
    assert not columns.any()
    assert centred(table) == pytest.approx(table)


def test_rows_without_shared_columns_keep_own_effects():
    table = np.array([[1.0, 5.0, np.nan, np.nan], [np.nan, np.nan, 2.0, 3.0]])
    rows, columns = polished(table)
    assert rows == pytest.approx([3.0, 2.5])
    assert not columns.any()


def test_a_row_without_entries_has_no_effect_and_moves_no_other():
    table = np.array([[1.0, 2.0, 3.0], [np.nan] * 3, [2.0, 3.0, 4.0]])
    rows, columns = polished(table)
    assert rows == pytest.approx([2.0, np.nan, 3.0], nan_ok=True)
    assert columns == pytest.approx([-1.0, 0.0, 1.0])


def test_column_of_one_entry_has_no_effect():
    table = np.array([[1.0, 2.0, 9.0], [2.0, 3.0, np.nan]])
    rows, columns = polished(table)
    assert columns[2] == 0
    assert rows[1] - rows[0] == pytest.approx(1.0)


def test_centred_keeps_row_effects():
    table, rows, _ = additive(np.random.default_rng(1), (4, 6))
    assert centred(table) == pytest.approx(np.repeat(rows[:, None], 6, axis=1))
