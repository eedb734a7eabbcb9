# ruff: noqa: RUF001
import pytest

from serbench.report import units


@pytest.mark.parametrize(
    ("ns", "said"),
    [
        (0, "0 ns"),
        (0.0412, "0.0412 ns"),
        (0.996, "0.996 ns"),
        (1, "1.00 ns"),
        (9.996, "10.0 ns"),
        (61.44, "61.4 ns"),
        (412, "412 ns"),
        (999.4, "999 ns"),
        (999.6, "1.00 µs"),
        (1236, "1.24 µs"),
        (999_600, "1.00 ms"),
        (2_210_000, "2.21 ms"),
        (1.5e9, "1.50 s"),
        (3.6e12, "3600 s"),
    ],
)
def test_time_has_three_digits_and_a_suitable_unit(ns, said):
    assert units.time(ns) == said


@pytest.mark.parametrize(
    ("median", "low", "high", "said"),
    [
        (400, 395.2, 404.8, "±1.2 %"),
        (400, 399.99, 400.01, "±0.1 %"),  # never ±0.0
        (1000, 988, 1013, "±1.3 %"),  # the wider side
        (1000, 880, 1124, "±13 %"),  # rounded up
        (611, 605, 684, "605–684"),
        (1500, 1490, 1900, "1.49–1.90"),  # in the median's µs
        (400, 400, 401, "±0.3 %"),  # lopsided, but too narrow to matter
        (400, None, None, "±?"),
    ],
)
def test_printed_interval_is_never_narrower_than_exact_one(median, low, high, said):
    assert units.time_interval(median, low, high) == said


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "0 B"),
        (363, "363 B"),
        (401.52, "401.5 B"),
        (1204, "1,204 B"),
        (17_416, "17,416 B"),
        (17_470, "17,470 B"),
        (99_999.4, "99,999 B"),
        (100_000, "100.0 kB"),
        (999_970, "1.000 MB"),
        (2_213_400, "2.213 MB"),
        (402_000_000, "402.0 MB"),
        (3.2e12, "3200 GB"),
    ],
)
def test_a_size_keeps_the_bytes_codecs_differ_by(n, said):
    assert units.size(n) == said


def test_spans_shares_ratios_counts_and_seconds():
    assert units.time_span(229, 235) == "229 to 235 ns"
    assert units.time_span(994, 1005) == "0.994 to 1.00 µs"
    assert [units.share(x) for x in (0.0041, 0.0994, 0.0996, 0.684, 1)] == [
        "0.4 %",
        "9.9 %",
        "10 %",
        "68 %",
        "100 %",
    ]
    assert [units.ratio(x) for x in (0.0373, 0.2541, 1.064, 12.44)] == [
        "0.0373×",
        "0.254×",
        "1.06×",
        "12.4×",
    ]
    assert [units.count(x) for x in (0, 3, 12.44, 1204)] == ["0", "3", "12.4", "1,204"]
    texts = ["0 ms", "42 ms", "99 ms", "0.1 s", "9.4 s", "62 s", "4 min 10 s"]
    assert [units.seconds(x) for x in (0, 0.0421, 0.0994, 0.0996, 9.42, 61.8, 250)] == texts


@pytest.mark.parametrize(
    ("bits_per_s", "text"), [(5.6e4, "56.0 kbit/s"), (1e8, "100 Mbit/s"), (2.5e9, "2.50 Gbit/s")]
)
def test_links(bits_per_s, text):
    assert units.link(bits_per_s) == text
