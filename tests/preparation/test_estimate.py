import pytest

from serbench.catalog import all_codecs, select
from serbench.preparation import estimate


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def expected(schema, codecs):
    return sum(estimate.seconds(schema, codecs).values())


def test_more_codecs_take_longer_and_each_language_has_its_share(schema):
    some = select(all_codecs(), globs=["*/protobuf"])
    assert 0 < expected(schema, some) < expected(schema, all_codecs())
    assert set(estimate.seconds(schema, some)) == {codec.language for codec in some}
    assert estimate.seconds(schema, []) == {}


def test_a_machine_that_is_slower_than_thought_is_remembered(schema):
    before = expected(schema, all_codecs())
    for _ in range(20):
        now = estimate.seconds(schema, all_codecs())
        estimate.learn(now, 2 * before)
    assert expected(schema, all_codecs()) == pytest.approx(2 * before, rel=0.05)


@pytest.mark.parametrize("factor", [10, 0.01])
def test_builds_that_say_nothing_of_the_machine_teach_nothing(schema, factor):
    """Libraries were fetched, or little was built."""
    before = estimate.seconds(schema, all_codecs())
    estimate.learn(before, factor * sum(before.values()))
    assert estimate.seconds(schema, all_codecs()) == before


def test_a_torn_file_counts_as_none(schema):
    before = expected(schema, all_codecs())
    estimate._kept().write_text("fast")
    assert expected(schema, all_codecs()) == before
