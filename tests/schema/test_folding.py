"""Values folded by one process, or part by part."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.errors import InputError
from serbench.schema.folding import (
    Folded,
    combine,
    count_part,
    fold_part,
    line_checksum,
    shown_checksum,
)
from serbench.schema.infer import infer, inferred
from serbench.schema.lines import iter_lines
from serbench.schema.sources import values_of
from serbench.schema.splitting import split
from tests.schema.test_properties import objects, pace
from tests.schema.test_shape import few_keys_being_many, objects_of_few_keys, shuffled


@pace
@given(
    st.lists(st.one_of(objects(), objects_of_few_keys()), min_size=1, max_size=12),
    st.integers(20, 400),
    st.booleans(),
    st.booleans(),
    st.randoms(),
)
def test_inference_is_the_same_whatever_the_parts_and_their_order(
    values, part_bytes, narrow, unions, rng
):
    with tempfile.TemporaryDirectory() as folder, few_keys_being_many():
        files = [Path(folder, f"{name}.jsonl") for name in "ab"]
        files[0].write_bytes(b"".join(msgspec.json.encode(value) + b"\n" for value in values))
        files[1].write_bytes(files[0].read_bytes())
        try:
            whole = infer(files, narrow=narrow, unions=unions)
        except InputError:
            return  # of a top level without fields, or with too many
        parts = [
            fold_part(values_of(part), source)
            for source, file in enumerate(files)
            for part in split(file, part_bytes)
        ]
        folded = Folded()
        for number in shuffled(len(parts), rng):
            combine(folded, parts[number], number)
        folded.longest = [part.longest for part in parts if part.values][-1]
        found = inferred(files, folded, narrow=narrow, unions=unions)
    assert found == whole
    assert found.schema.to_dict() == whole.schema.to_dict()
    assert msgspec.json.encode(found.schema.to_dict()) == msgspec.json.encode(
        whole.schema.to_dict()
    )


def checksum(*lines: tuple[int, bytes]) -> str:
    return shown_checksum(sum(line_checksum(source)(line) for source, line in lines))


def test_checksum_tells_lost_doubled_and_moved_lines_but_no_order():
    lines = [(0, b"a"), (0, b"b"), (1, b"a")]
    assert checksum(*lines) == checksum(*random.sample(lines, 3))
    assert len(checksum(*lines)) == 16
    others = (lines[:2], [*lines, lines[0]], [(0, b"a"), (1, b"b"), (1, b"a")], [lines[0]] * 3)
    assert len({checksum(*lines), *(checksum(*other) for other in others)}) == 5


def test_counting_finds_what_folding_finds(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n\n{"a": 2}\n')
    counted, folded = (read(iter_lines(path), 3) for read in (count_part, fold_part))
    assert counted == msgspec.structs.replace(folded, shape=b"", longest=None)
    assert (counted.values, counted.line_bytes) == (2, 18)


def test_inference_has_the_checksum_of_all_files(tmp_path):
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file in files:
        file.write_text('{"a": 1}\n')
    assert infer(files).checksum == checksum((0, b'{"a": 1}\n'), (1, b'{"a": 1}\n'))


def test_bad_line_is_told_with_its_number(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n{\n')
    with pytest.raises(InputError, match=r"x\.jsonl:2: "):
        fold_part(iter_lines(path), 0)
