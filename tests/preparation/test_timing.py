import pytest

from serbench.measure.allocation import Outlook
from serbench.preparation.timing import left_open


@pytest.mark.parametrize(
    ("outlook", "said"),
    [
        (Outlook(1200, 0, 0), ""),
        (
            Outlook(1200, 30, 0),
            "30 of 1,200 pairs of codecs of one language are left open, and a minute more would "
            "decide none",
        ),
        (
            Outlook(1200, 30, 4),
            "30 of 1,200 pairs of codecs of one language are left open; a minute more would decide "
            "about 4: --budget 120",
        ),
    ],
)
def test_pairs_left_open_are_counted_with_what_more_time_would_decide(outlook, said):
    assert left_open(outlook, 60) == said
