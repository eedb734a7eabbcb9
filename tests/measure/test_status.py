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
def test_exit_status_depends_on_outcomes_and_named_codecs(found, names, negative):
    assert is_negative(found, names) == negative


def test_named_returns_only_exact_codecs():
    assert named(["cereal"]) == {"cpp/cereal"}
    assert named(["rust/postcard", "cpp/*", "boost-?inary"]) == {"rust/postcard"}
    assert named(["protobuf"]) == set()  # in several languages
    assert named([]) == set()
