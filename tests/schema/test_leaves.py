import pytest

from serbench.schema.leaves import leaves, mean_leaves


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ({"a": 1, "b": "x", "c": True}, 3),
        ({"numbers": [1.5] * 1000, "none": [], "rows": [[1, 2], [3]]}, 4),
        ({"texts": ["a", "b", None], "items": [{"x": 1, "y": None}] * 3}, 5),
        ({"a": None}, 0),
    ],
)
def test_list_of_numbers_counts_as_one_leaf_and_null_as_zero(value, wanted):
    assert leaves(value) == wanted


def test_mean_of_a_file(tmp_path):
    path = tmp_path / "values.jsonl"
    path.write_text('{"a":1}\n{"a":1,"b":["x","y"]}\n')
    assert mean_leaves(path) == 2
    path.write_text("")
    assert mean_leaves(path) == 0
