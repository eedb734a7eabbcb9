"""What codecs wrote, as values to be compressed."""

import base64
import json

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from serbench.builders.cpp.compressors import compressors
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import PRIMARY
from serbench.preparation import drivers, messages
from serbench.preparation.messages import SCHEMA, digest_of, in_blocks, one_by_one

ALIKE = [f'{{"id": {i}, "name": "a person of some name"}}'.encode() for i in range(200)]


def data(found):
    lines = found.expected.path.read_bytes().splitlines()
    return [base64.b64decode(json.loads(line)["data"]) for line in lines]


def test_every_second_message_is_measured_and_others_train_dictionary(tmp_path):
    found = one_by_one(ALIKE, tmp_path)
    assert data(found) == ALIKE[::2]
    assert found.values == 1.0
    assert found.bytes == sum(map(len, ALIKE[::2]))
    dictionary = zstandard.ZstdCompressionDict(found.dictionary.read_bytes())
    with_, without = (
        len(zstandard.ZstdCompressor(**words).compress(ALIKE[0]))
        for words in ({"dict_data": dictionary}, {})
    )
    assert with_ < without


@pytest.mark.parametrize("few", [[b"x"], [b""] * 100, ALIKE[:20]])
def test_too_few_messages_train_no_dictionary(few, tmp_path):
    assert one_by_one(few, tmp_path).dictionary is None


@given(parts=st.lists(st.binary(max_size=40_000), min_size=1, max_size=12))
def test_blocks_join_messages_in_order(parts, tmp_path_factory):
    if not any(parts):
        return
    found = in_blocks(parts, tmp_path_factory.mktemp("blocks"))
    blocks = data(found)
    assert b"".join(blocks) == b"".join(parts)
    assert all(len(block) == messages.BLOCK_BYTES for block in blocks[:-1])
    assert found.values * len(blocks) == pytest.approx(len(parts))


def test_digest_depends_on_message_boundaries():
    assert digest_of([b"ab", b"c"]) != digest_of([b"a", b"bc"])
    assert digest_of([b"ab", b"c"]) == digest_of([b"ab", b"c"])


# Nothing, a byte, what no compressor makes smaller, and what any does.
ALL_KINDS = [b"", b"x", bytes(range(256)) * 3, b"again " * 20_000, *ALIKE]


@pytest.mark.compiled
def test_every_compressor_round_trips_messages(tmp_path, monkeypatch):
    if not drivers.builder("cpp").toolchain().available:
        pytest.skip(drivers.builder("cpp").toolchain().reason)
    built = drivers.build(SCHEMA, compressors(), PRIMARY, lambda done, total, doing: None)
    assert not built.failures, built.failures
    if built.unavailable:
        pytest.skip(", ".join(built.unavailable.values()))
    (tmp_path / "all").mkdir()
    twice = [message for message in ALL_KINDS for _ in range(2)]
    found = one_by_one(twice, tmp_path / "all")
    assert data(found) == ALL_KINDS
    trained = one_by_one(ALIKE, tmp_path).dictionary
    sizes = {}
    for codec in compressors():
        monkeypatch.setenv("SERBENCH_DICTIONARY", str(trained))
        with Driver(built.drivers[codec.id]) as driver:
            verdict = verify(driver, found.expected)
            assert verdict.proven, (codec.id, verdict.note)
            sizes[codec.name] = verdict.encoded_bytes
            assert driver.describe().version not in ("", "unknown")
    assert all(size < found.bytes / 2 for size in sizes.values())
    assert sizes["zstd-9"] <= sizes["zstd-3"] <= sizes["zstd-1"]
    assert sizes["zstd-3-dictionary"] < sizes["zstd-3"] / 2
