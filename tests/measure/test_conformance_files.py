"""What every driver that has files must do with them: docs/object-files.md as tests.

One codec of each language is enough, for a codec's own code is the same as in memory.
"""

import json
import os
import struct
from itertools import pairwise

import pytest

from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.object_index import Index, encode_index, index_path, read_index
from serbench.measure.protocol import Blocks, DriverError, Reading
from serbench.operations import BY_DEFAULT
from serbench.schema.digest import Digester
from tests.compiled_schemas import NESTED, driver_of, nested
from tests.measure.test_conformance import fake_command

LEVEL = {"s1": "", "s2": "", "v1": 0, "v2": 0, "arr": []}
BARE = {"name": "", "protected_process": False, "level_1": None, "level_2": None}
FULL = {
    "name": "long" * 5000,
    "protected_process": True,
    "level_1": {**LEVEL, "v2": 2**64 - 1, "arr": [1, 2, 3]},
    "level_2": {"name": "\0é", "arr": ["", "x"], "level_1": LEVEL},
}
# Of many sizes, one of them larger than a block.
VALUES = [{**BARE, "name": "x" * (i * 37 % 501)} for i in range(300)] + [FULL]
SMALL = Blocks(block_bytes=4096, fsync="none")
CODECS = {codec.id: codec for codec in all_codecs()}
# Of each language its reference, and a codec with a model of its own. JavaScript's reference, JSON,
# holds no integer beyond 2^53.
SUBJECTS = [
    c.id
    for c in all_codecs()
    if (c.is_reference and c.id != "javascript/json")
    or c.name in ("protobuf", "prost", "google-protobuf", "msgpackr")
]


def command_of(codec):
    if codec == "fake/json":
        return fake_command(NESTED)
    built = nested(CODECS[codec])
    if built.unavailable:
        pytest.skip(built.unavailable)
    return built.command


@pytest.fixture(
    scope="module",
    params=["fake/json", *(pytest.param(c, marks=pytest.mark.compiled) for c in SUBJECTS)],
)
def command(request):
    return command_of(request.param)


@pytest.fixture(scope="module")
def driver(command):
    """One process for all tests: every request of these names its file anew."""
    with Driver(command) as driver:
        yield driver


@pytest.fixture
def values(tmp_path):
    path = tmp_path / "values.jsonl"
    path.write_text("".join(json.dumps(v) + "\n" for v in VALUES))
    return path


@pytest.fixture
def written(driver, values, tmp_path):
    path = tmp_path / "objects.se"
    return path, driver.write(path, "some-wire", values, len(VALUES), SMALL)


def digest_of(values):
    digester = Digester(NESTED)
    for value in values:
        digester.add(value)
    return digester.digest


def test_driver_describes_support_of_files(driver):
    assert driver.describe().files


def test_written_file_has_index_and_digest_of_values(driver, written):
    path, wrote = written
    index = read_index(path)
    assert (index.schema, index.wire) == (NESTED.fingerprint, "some-wire")
    assert wrote.values == len(index.ends) == len(VALUES)
    assert wrote.bytes == path.stat().st_size
    assert wrote.digest == digest_of(VALUES)
    assert wrote.total_ns == wrote.codec_ns + wrote.io_ns
    assert wrote.codec_ns > 0
    assert wrote.io_ns > 0
    assert all(a < b for a, b in pairwise(index.ends))


def test_file_bytes_equal_bytes_encoded_in_memory(driver, values, written, tmp_path):
    path, _ = written
    driver.open(values)
    driver.verify()
    driver.dump(tmp_path / "dump")
    raw, pieces = (tmp_path / "dump").read_bytes(), []
    while raw:
        [size] = struct.unpack("<I", raw[:4])
        pieces.append(raw[4 : 4 + size])
        raw = raw[4 + size :]
    assert len(read_index(path).ends) == len(pieces)
    assert path.stat().st_size == sum(map(len, pieces))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_scan_reads_every_value(driver, written, threads):
    path, wrote = written
    how = Blocks(block_bytes=4096, threads=threads)
    scanned = driver.scan(path, "some-wire", how)
    assert (scanned.values, scanned.bytes) == (len(VALUES), wrote.bytes)
    assert scanned.codec_ns > 0
    assert scanned.io_ns > 0
    alone = driver.scan(path, "some-wire", how, codec=False)
    assert (alone.values, alone.bytes, alone.codec_ns) == (len(VALUES), wrote.bytes, 0)


def test_a_scan_can_digest(driver, written):
    path, wrote = written
    assert driver.scan(path, "some-wire", SMALL, digest=True).digest == wrote.digest


# Those of `SUBJECTS` that have the operation for their format at all.
BORROWING = ("cpp/flatbuffers", "rust/serde-json", "go/capnp")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("step", ["deserialize", "decode"])
def test_scan_stops_at_a_step_and_keeps_results(driver, written, threads, keep, step):
    path, wrote = written
    reading = Reading(step=step, keep=keep)
    how = Blocks(block_bytes=4096, threads=threads)
    scanned = driver.scan(path, "some-wire", how, reading=reading)
    assert (scanned.values, scanned.bytes) == (len(VALUES), wrote.bytes)
    assert scanned.codec_ns > 0
    alone = driver.scan(path, "some-wire", how, codec=False, reading=reading)
    assert (alone.values, alone.codec_ns) == (len(VALUES), 0)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("page", [4096, 65536, 1 << 24])
def test_get_by_page_reads_only_missing_pages(driver, written, tmp_path, threads, page):
    path, _ = written
    numbers = [300, 0, 7, 7, 299, 8, 150]
    chosen = tmp_path / "numbers"
    chosen.write_text("".join(f"{number}\n" for number in numbers))
    ends, size = read_index(path).ends, path.stat().st_size
    reads = total = 0
    for first in range(threads):
        there = -1
        for number in numbers[first::threads]:
            start, end = ([0, *ends])[number], ends[number]
            for page_number in range(start // page, (max(end, start + 1) - 1) // page + 1):
                if page_number != there:
                    there, reads = page_number, reads + 1
                    total += min(page, size - page_number * page)
    got = driver.get(
        path,
        "some-wire",
        chosen,
        Blocks(threads=threads),
        reading=Reading(page_bytes=page, keep=True),
    )
    assert (got.values, got.reads, got.bytes) == (len(numbers), reads, total)
    assert got.codec_ns > 0


@pytest.mark.parametrize(
    "command",
    [pytest.param(codec, marks=pytest.mark.compiled) for codec in BORROWING],
)
@pytest.mark.parametrize("keep", [False, True])
def test_borrowed_values_may_be_kept(command, keep, values, tmp_path):
    codec = CODECS[command]
    built = driver_of(codec, NESTED, (*BY_DEFAULT, "borrow"), [codec])
    if built.unavailable:
        pytest.skip(built.unavailable)
    (tmp_path / "numbers").write_text("300\n0\n")
    with Driver(built.command) as driver:
        path = tmp_path / "objects.se"
        driver.write(path, "w", values, len(VALUES), SMALL)
        reading = Reading(step="borrow", keep=keep)
        assert driver.scan(path, "w", SMALL, reading=reading).values == len(VALUES)
        reading = Reading(step="borrow", keep=keep, page_bytes=4096)
        assert driver.get(path, "w", tmp_path / "numbers", SMALL, reading=reading).values == 2


@pytest.mark.compiled
@pytest.mark.parametrize("command", SUBJECTS, indirect=True)
def test_kept_values_take_memory(command, values, tmp_path):
    peaks = {}
    for keep in (False, True):
        with Driver(command) as driver:
            path = tmp_path / "objects.se"
            driver.write(path, "w", values, 60_000, Blocks(fsync="none"))
            driver.scan(path, "w", SMALL, reading=Reading(keep=keep))
            peaks[keep] = driver.close().peak_rss_bytes
    assert peaks[True] > peaks[False] + 10e6 * (not command[0].endswith("java"))


@pytest.mark.compiled
@pytest.mark.parametrize("command", SUBJECTS, indirect=True)
@pytest.mark.parametrize("reading", [Reading(step="decode"), Reading(keep=True)])
def test_digesting_has_no_steps(driver, written, reading):
    path, _ = written
    with pytest.raises(DriverError) as caught:
        driver.scan(path, "some-wire", SMALL, digest=True, reading=reading)
    assert caught.value.kind == "bad-request"
    with pytest.raises(DriverError) as caught:
        driver.get(path, "some-wire", path, SMALL, reading=Reading(page_bytes=2**62))
    assert caught.value.kind == "bad-request"


@pytest.mark.parametrize("way", ["scan", "get"])
@pytest.mark.parametrize("step", ["borrow", "guess"])
def test_unsupported_step_is_rejected(driver, written, tmp_path, way, step):
    path, _ = written
    (tmp_path / "numbers").write_text("0\n")
    if step in driver.describe().operations:
        pytest.skip("it borrows")
    reading = Reading(step=step)
    ways = {
        "scan": lambda: driver.scan(path, "some-wire", SMALL, reading=reading),
        "get": lambda: driver.get(path, "some-wire", tmp_path / "numbers", SMALL, reading=reading),
    }
    with pytest.raises(DriverError) as caught:
        ways[way]()
    assert caught.value.kind == "bad-request"


@pytest.mark.parametrize("threads", [1, 2])
def test_values_are_got_by_their_numbers(driver, written, tmp_path, threads):
    path, _ = written
    numbers = [300, 0, 7, 7, 299]
    (tmp_path / "list").write_text("".join(f"{n}\n" for n in numbers))
    ends = [0, *read_index(path).ends]
    expected = sum(ends[n + 1] - ends[n] for n in numbers)
    how = Blocks(threads=threads)
    got = driver.get(path, "some-wire", tmp_path / "list", how)
    assert (got.values, got.bytes) == (5, expected)
    assert got.codec_ns > 0
    alone = driver.get(path, "some-wire", tmp_path / "list", how, codec=False)
    assert (alone.values, alone.bytes, alone.codec_ns) == (5, expected, 0)


def test_values_come_again_when_the_file_ends(driver, values, tmp_path):
    path = tmp_path / "objects.se"
    count = 2 * len(VALUES) + 5
    wrote = driver.write(path, "w", values, count, SMALL)
    assert wrote.values == count
    assert wrote.digest == digest_of(VALUES * 2 + VALUES[:5])
    assert driver.scan(path, "w", SMALL, digest=True).digest == wrote.digest


def test_writes_alone_are_as_many_bytes(driver, tmp_path):
    path = tmp_path / "alone.se"
    wrote = driver.write_alone(path, 10_001, SMALL)
    assert wrote.bytes == path.stat().st_size == 10_001
    assert wrote.codec_ns == 0
    assert not index_path(path).exists()


def test_an_empty_file(driver, tmp_path):
    path = tmp_path / "empty.se"
    path.touch()
    index_path(path).write_bytes(encode_index(Index([], NESTED.fingerprint, "w")))
    assert driver.scan(path, "w", SMALL).values == 0


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: index_path(path).unlink(), ""),
        (lambda path: index_path(path).write_bytes(b'{"json": true}\n'), "index"),
        (lambda path: index_path(path).write_bytes(index_path(path).read_bytes()[:-3]), "torn"),
        (lambda path: index_path(path).write_bytes(b"\0" * 96), "index"),
        (lambda path: os.truncate(path, path.stat().st_size - 1), "bytes"),
        (lambda path: path.unlink(), ""),
    ],
    ids=["no index", "foreign index", "torn index", "zeros", "torn file", "no file"],
)
@pytest.mark.parametrize("way", ["scan", "get"])
def test_damaged_files_are_rejected(driver, written, tmp_path, spoil, said, way):
    path, _ = written
    spoil(path)
    (tmp_path / "list").write_text("0\n")
    ways = {
        "scan": lambda: driver.scan(path, "some-wire", SMALL),
        "get": lambda: driver.get(path, "some-wire", tmp_path / "list", SMALL),
    }
    with pytest.raises(DriverError) as refusal:
        ways[way]()
    assert refusal.value.kind == "bad-file"
    assert str(path) in str(refusal.value)
    assert said in str(refusal.value)
    assert driver.describe().files  # it goes on


def test_a_damaged_index_is_refused(driver, written):
    path, _ = written
    raw = bytearray(index_path(path).read_bytes())
    for at in (17, 50, 84, 120):
        spoilt = bytes(raw[:at]) + bytes([raw[at] ^ 1]) + bytes(raw[at + 1 :])
        index_path(path).write_bytes(spoilt)
        with pytest.raises(DriverError) as refusal:
            driver.scan(path, "some-wire", SMALL)
        assert refusal.value.kind == "bad-file"


def test_another_wire_or_schema_is_refused(driver, written):
    path, _ = written
    with pytest.raises(DriverError) as refusal:
        driver.scan(path, "another-wire", SMALL)
    assert refusal.value.kind == "bad-file"
    index = read_index(path)
    index_path(path).write_bytes(encode_index(Index(index.ends, "0" * 32, "some-wire")))
    with pytest.raises(DriverError) as refusal:
        driver.scan(path, "some-wire", SMALL)
    assert refusal.value.kind == "bad-file"


@pytest.mark.parametrize("line", ["301", "-1", "x", "1.5"])
def test_number_beyond_the_values_is_rejected(driver, written, tmp_path, line):
    path, _ = written
    (tmp_path / "list").write_text(f"1\n{line}\n")
    with pytest.raises(DriverError) as refusal:
        driver.get(path, "some-wire", tmp_path / "list", SMALL)
    assert "2" in str(refusal.value)  # the line
    assert driver.describe().files


def test_unfitting_values_leave_no_file(driver, values, tmp_path):
    values.write_text(values.read_text() + '{"flags": 7}\n')
    path = tmp_path / "objects.se"
    with pytest.raises(DriverError) as refusal:
        driver.write(path, "w", values, len(VALUES) + 1, SMALL)
    assert refusal.value.kind == "bad-values"
    assert not path.exists()
    assert not index_path(path).exists()


def test_a_full_disk_is_said_and_leaves_no_file(command, values, tmp_path):
    """A limit on the size of files stands for the disk; its signal is ignored."""
    limited = ["bash", "-c", 'trap "" XFSZ; ulimit -f 64; exec "$@"', "bash", *command]
    path = tmp_path / "objects.se"
    with Driver(limited) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.write(path, "w", values, len(VALUES), SMALL)
        assert refusal.value.kind == "failed"
        assert str(path) in str(refusal.value)
        assert not path.exists()
        with pytest.raises(DriverError):
            driver.write_alone(path, 1_000_000, SMALL)
        assert not path.exists()


@pytest.mark.compiled
def test_languages_read_each_others_files(values, tmp_path):
    """Codecs of the wire `protobuf`, in every pair of languages."""
    protobuf_codecs = [c for c in all_codecs() if c.id in SUBJECTS and c.wire == "protobuf"]
    there = {c.language: built for c in protobuf_codecs if not (built := nested(c)).unavailable}
    digest = digest_of(VALUES)
    for writer, built in there.items():
        path = tmp_path / writer
        with Driver(built.command) as driver:
            assert driver.write(path, "protobuf", values, len(VALUES), SMALL).digest == digest
        for reader, other in there.items():
            with Driver(other.command) as driver:
                found = driver.scan(path, "protobuf", SMALL, digest=True).digest
                assert (writer, reader, found) == (writer, reader, digest)
