import pytest

from serbench.errors import UserError
from serbench.measure import random_list


def numbers(path, *how, **more):
    random_list.write(path, *how, **more)
    return [int(line) for line in path.read_text().splitlines()]


def test_a_seed_gives_the_same_list(tmp_path):
    first = numbers(tmp_path / "a", 100, 1000, seed=7)
    assert numbers(tmp_path / "b", 100, 1000, seed=7) == first
    assert numbers(tmp_path / "c", 100, 1000, seed=8) != first
    assert len(first) == 1000
    assert set(first) == set(range(100))


def test_too_few_unique_numbers_are_rejected(tmp_path):
    assert sorted(numbers(tmp_path / "a", 50, 50, seed=1, unique=True)) == list(range(50))
    with pytest.raises(UserError, match="only 50 numbers"):
        numbers(tmp_path / "a", 50, 51, seed=1, unique=True)
