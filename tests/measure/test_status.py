import pytest

from serbench.catalog import named
from serbench.measure.status import is_negative


@pytest.mark.parametrize(
    ("found", "names", "negative"),
    [
        ([("cpp/a", "measured"), ("cpp/b", "cannot-hold")], (), False),
        ([("cpp/a", "measured"), ("cpp/b", "broken")], (), True),
        ([("cpp/a", "measured"), ("cpp/b", "failed")], (), True),
        ([("cpp/a", "measured"), ("cpp/b", "unavailable")], (), False),
        ([("cpp/a", "measured"), ("cpp/b", "unavailable")], ("cpp/b",), True),
        ([("cpp/a", "measured"), ("cpp/b", "unmeasured")], (), False),
        ([("cpp/a", "cannot-hold")], (), True),
        ([], (), True),
    ],
)
def test_what_makes_the_exit_status_1(found, names, negative):
    assert is_negative(found, names) == negative


def test_who_is_named():
    assert named(["cereal"]) == {"cpp/cereal"}
    assert named(["rust/postcard", "cpp/*", "boost-?inary"]) == {"rust/postcard"}
    assert named(["protobuf"]) == set()  # in several languages
    assert named([]) == set()
