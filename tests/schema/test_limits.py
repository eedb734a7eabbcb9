"""What a file may take follows from its size."""

from serbench.schema.limits import MB, PACKED, PLAIN, Limits


def test_memory_is_ten_times_the_file_and_160_mb():
    assert Limits(0, PLAIN).memory_bytes == 160 * MB
    assert Limits(50 * MB, PACKED).memory_bytes == 660 * MB


def test_json_gives_more_processor_time():
    limits = Limits(119, PACKED)
    assert limits.cpu_s() == 21
    assert limits.cpu_s(1000 * MB) == 4021


def test_control_characters_in_plain_format_are_within_limits():
    """The most JSON that a byte of a plain format honestly makes: \\u0001."""
    for size in (1, 100 * MB):
        assert Limits(size, PLAIN).json_bytes >= 6 * size
        assert Limits(size, PLAIN).value_bytes >= 6 * size
        assert Limits(size, PLAIN).values >= size


def test_a_million_equal_rows_in_a_kilobyte_are_within_the_limits_of_tables():
    limits = Limits(1000, PACKED)
    assert limits.values >= 1_000_000
    assert limits.json_bytes >= 200 * MB
