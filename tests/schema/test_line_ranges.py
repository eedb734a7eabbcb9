"""Lines of a part of a file: together they are those of the whole."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema import line_ranges
from serbench.schema.errors import InputError, ValueProblem
from serbench.schema.line_ranges import LineRange
from serbench.schema.lines import iter_lines
from tests.schema.test_properties import pace

LINES = st.sampled_from([b'{"a":1}', b"", b"  ", b"x", b'{"long":"' + b"x" * 40 + b'"}', b"\r"])


def in_ranges(path: Path, ends: list[int]) -> list[tuple[int, bytes]]:
    found = []
    before = 0
    for begin, end in itertools.pairwise(ends):
        part = LineRange(path, begin, end, before)
        found += list(part)
        before += part.lines_read
    return found


@pace
@given(
    st.lists(LINES, max_size=12),
    st.booleans(),
    st.booleans(),
    st.lists(st.integers(0, 300), max_size=6),
    st.integers(1, 50),
)
def test_ranges_have_the_lines_of_the_whole_with_their_numbers(
    lines, has_mark, is_ended, cuts, buffer_bytes
):
    text = b'{"first":1}\n' + b"\n".join(lines) + b"\n" * is_ended
    text = b"\xef\xbb\xbf" * has_mark + text
    ends = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_ranges, "BUFFER_BYTES", buffer_bytes)
        path = Path(folder, "x.jsonl")
        path.write_bytes(text)
        assert in_ranges(path, ends) == list(iter_lines(path))


def test_range_counts_blank_lines_but_those_of_other_ranges(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n\n{}\n{}\n")
    part = LineRange(path, 1, 5)
    assert list(part) == [(2, b"{}\n")]
    assert part.lines_read == 2
    assert part.progress() == (4, 4)


def test_error_in_a_range_names_the_line_of_the_file(tmp_path):
    path = tmp_path / "x.jsonl"
    error = LineRange(path, 100, 200, before=7).error(9, ValueProblem("$.a", "wrong"))
    assert str(error) == f"{path}:9: $.a: wrong; see it: sed -n 9p {path}"


def test_too_long_line_is_refused_where_it_begins(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n" + b"x" * 50 + b"\n{}\n")
    first, second = LineRange(path, 0, 20), LineRange(path, 20, 57)
    for part in (first, second):
        part._most_bytes = 40
    with pytest.raises(InputError, match=r"x\.jsonl:2: a line is longer"):
        list(first)
    assert list(second) == [(1, b"{}\n")]


def test_missing_file_is_told_as_for_a_whole_file(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        list(LineRange(tmp_path / "none.jsonl", 0, 5))
