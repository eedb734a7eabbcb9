"""A part of a file: whole lines of it, the same for the same seed."""

import gzip
import json

import pytest

from serbench.schema.errors import InputError
from serbench.schema.infer import infer
from serbench.schema.sampled import MIB, Sampled


@pytest.fixture
def large(tmp_path):
    """8 MiB of lines of many lengths, one of which ends where a block does."""
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        number = 0
        while (size := file.tell()) < 8 * MIB:
            pad = "x" * (number * 7919 % 3000)
            line = json.dumps({"n": number, "pad": pad}).encode() + b"\n"
            left = MIB - size % MIB
            if len(line) + 200 > left > 40:
                line = line[:-4].ljust(left - 3, b"y") if len(line) > left else line
                base = json.dumps({"n": number, "pad": ""}).encode()
                line = base[:-2] + b"z" * (left - len(base) - 1) + b'"}\n'
            file.write(line)
            number += 1
    return path, number


def numbers(lines):
    return [json.loads(line)["n"] for _, line in lines]


def test_sample_has_whole_lines_without_duplicates(large):
    path, _ = large
    found = numbers(Sampled(path, 3 * MIB, 0))
    assert len(set(found)) == len(found)
    assert found == sorted(found)
    raw = path.read_bytes()
    for at, line in Sampled(path, 3 * MIB, 0):
        assert raw[at - 1 : at - 1 + len(line)] == line


def test_sample_of_all_blocks_equals_whole_file(large):
    path, count = large
    assert numbers(Sampled(path, 100 * MIB, 0)) == list(range(count))


def test_same_seed_gives_same_sample(large):
    path, _ = large
    assert numbers(Sampled(path, 2 * MIB, 1)) == numbers(Sampled(path, 2 * MIB, 1))
    assert len({tuple(numbers(Sampled(path, 2 * MIB, seed))) for seed in range(6)}) > 1


def test_words_name_sampled_share_and_seed(large):
    path, _ = large
    assert Sampled(path, 2 * MIB, 7).words == (
        "large.jsonl: a sample of 2 of 8 MiB (25 %), seed 7: what was not read may have other types"
    )
    inferred = infer([path], read=lambda p: Sampled(p, MIB, 0))
    assert 0 < inferred.bytes < 1.1 * MIB


def test_a_packed_file_is_refused(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n'))
    with pytest.raises(InputError, match="it is packed"):
        list(Sampled(path, MIB, 0))
    with pytest.raises(InputError, match="no such file"):
        list(Sampled(tmp_path / "none.jsonl", MIB, 0))


def test_invalid_line_error_names_byte_offset(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n{"a": 1} 2\n')
    with pytest.raises(InputError, match=r"a\.jsonl: byte 10: "):
        infer([path], read=lambda p: Sampled(p, MIB, 0))
