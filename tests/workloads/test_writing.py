import bz2
import gzip
import math
import subprocess
import sys
import tracemalloc
import weakref
from itertools import count, islice
from pathlib import Path

import msgspec
import pytest
import zstandard

from serbench.schema.types import f32, f64
from serbench.workloads.registry import find
from serbench.workloads.workload import Workload, WorkloadError
from serbench.workloads.writing import Written, write_values


class Number(msgspec.Struct):
    n: int
    text: str


def numbers(generate=lambda seed: (Number(n, "x" * 50) for n in count(seed))) -> Workload:
    return Workload("numbers", "Numbers", Number, 1, None, generate)


def names_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def unpacked(path: Path) -> bytes:
    match path.suffix:
        case ".gz":
            return gzip.decompress(path.read_bytes())
        case ".bz2":
            return bz2.decompress(path.read_bytes())
        case ".zst":
            with path.open("rb") as file:
                return zstandard.ZstdDecompressor().stream_reader(file).read()
        case _:
            return path.read_bytes()


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".zst"])
def test_each_value_is_written_on_own_line(tmp_path, suffix):
    path = tmp_path / f"tweets.jsonl{suffix}"
    written = write_values(find("tweet"), 30, 5, path)
    expected = [msgspec.json.encode(v) + b"\n" for v in islice(find("tweet").generate(5), 30)]
    assert unpacked(path) == b"".join(expected)
    assert written == Written(30, len(b"".join(expected)))
    assert names_in(tmp_path) == [path.name]


class Measured(msgspec.Struct):
    name: str
    share: f64 | None
    shares: list[f32]
    data: bytes = b"\xcb\x7f\xf8"


def test_nan_and_infinities_are_written_as_texts_and_null_is_kept(tmp_path):
    values = [Measured("null", math.nan, [math.inf]), Measured("x", None, [-math.inf, 0.5])]
    workload = Workload("m", "M", Measured, 2, None, lambda _seed: iter(values))
    write_values(workload, 2, 0, tmp_path / "m.jsonl")
    assert (tmp_path / "m.jsonl").read_text().splitlines() == [
        '{"name":"null","share":"NaN","shares":["Infinity"],"data":"y3/4"}',
        '{"name":"x","share":null,"shares":["-Infinity",0.5],"data":"y3/4"}',
    ]


class Mixed(msgspec.Struct):
    share: f64 | str


def test_nan_in_union_error_names_path(tmp_path):
    workload = Workload("m", "M", Mixed, 1, None, lambda _seed: iter([Mixed(math.nan)]))
    with pytest.raises(WorkloadError, match=r"m: value 1: \$\.share: NaN is in a union"):
        write_values(workload, 1, 0, tmp_path / "m.jsonl")


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".zst"])
def test_zero_values_make_empty_file(tmp_path, suffix):
    path = tmp_path / f"none.jsonl{suffix}"
    assert write_values(numbers(), 0, 0, path) == Written(0, 0)
    assert unpacked(path) == b""


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".zst"])
def test_the_same_values_give_the_same_file(tmp_path, suffix):
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    write_values(numbers(), 1000, 0, one)
    write_values(numbers(), 1000, 0, two)
    assert one.read_bytes() == two.read_bytes()


def test_dash_writes_to_standard_output(capfdbinary):
    write_values(numbers(), 2, 7, "-")
    assert [msgspec.json.decode(line)["n"] for line in capfdbinary.readouterr().out.split()] == [
        7,
        8,
    ]
    print("still open")


def test_closed_reader_raises_broken_pipe():
    script = (
        "from serbench.workloads.registry import find\n"
        "from serbench.workloads.writing import write_values\n"
        "try: write_values(find('log'), 10**9, 0, '-')\n"
        "except BrokenPipeError: import os; os._exit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as writer:
        assert writer.stdout.read(1) == b"{"
        writer.stdout.close()
        assert writer.wait(timeout=30) == 7


def test_progress_is_reported_about_every_megabyte_and_at_end(tmp_path):
    told: list[tuple[int, int]] = []
    written = write_values(
        find("tweet"),
        1000,
        0,
        tmp_path / "t.jsonl",
        lambda values, size: told.append((values, size)),
    )
    assert told == sorted(told)
    assert told[-1] == (1000, written.json_bytes)
    assert 3 < len(told) < 8


def failing(seed):
    yield Number(1, "a")
    raise KeyboardInterrupt


@pytest.mark.parametrize("suffix", [".jsonl", ".gz", ".bz2", ".zst"])
def test_interrupt_leaves_no_new_file_and_keeps_old_file(tmp_path, suffix):
    path, old = tmp_path / f"new{suffix}", tmp_path / f"old{suffix}"
    old.write_text("precious")
    for target in (path, old):
        with pytest.raises(KeyboardInterrupt):
            write_values(numbers(failing), 10, 0, target)
    assert names_in(tmp_path) == [old.name]
    assert old.read_text() == "precious"


def test_file_appears_only_when_complete(tmp_path):
    path = tmp_path / "values.jsonl"

    def looking(seed):
        for n in range(3):
            assert not path.exists()
            yield Number(n, "")

    write_values(numbers(looking), 10, 0, path)
    assert len(path.read_bytes().splitlines()) == 3


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_text("old")
    link.symlink_to(target)
    write_values(numbers(), 1, 0, link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(b'{"n":0')


def test_devices_are_written_to_and_not_replaced(tmp_path):
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    assert write_values(numbers(), 10, 0, link).values == 10
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("suffix", ["", ".zst"])
def test_full_disk_is_reported(tmp_path, suffix):
    full = tmp_path / f"full{suffix}"
    full.symlink_to("/dev/full")
    with pytest.raises(WorkloadError, match=r"full.*No space left on device"):
        write_values(find("tweet"), 2000, 0, full)


@pytest.mark.parametrize(
    ("path", "cause"),
    [
        ("missing/values.jsonl", "No such file or directory"),
        (".", "it is a directory"),
        ("file/values.jsonl", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_unwritable_path_is_rejected(tmp_path, path, cause):
    (tmp_path / "file").write_text("")
    with pytest.raises(WorkloadError, match=cause):
        write_values(numbers(), 1, 0, tmp_path / path)


def test_workload_without_generator_error_names_file_of_values(tmp_path):
    workload = Workload("mine", "Mine", Number, 1, None, None, values=Path("mine.jsonl"))
    with pytest.raises(WorkloadError, match=r"'mine'.*mine\.jsonl.*generate\(seed\)"):
        write_values(workload, 1, 0, tmp_path / "out.jsonl")
    assert names_in(tmp_path) == []


def test_memory_does_not_grow_with_the_count(tmp_path):
    def peak_bytes(n: int) -> int:
        tracemalloc.start()
        try:
            write_values(find("log"), n, 0, Path("/dev/null"))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak_bytes(200)  # what is imported and cached
    assert peak_bytes(4000) < peak_bytes(400) + 200_000


def test_one_value_is_kept_at_a_time(tmp_path):
    class Large(msgspec.Struct, weakref=True):
        n: int

    made: list[weakref.ref[Large]] = []

    def generate(seed):
        for n in range(5):
            assert all(value() is None for value in made)
            value = Large(n)
            made.append(weakref.ref(value))
            yield value
            del value

    workload = Workload("large", "Large", Large, 1, None, generate)
    assert write_values(workload, 5, 0, tmp_path / "large.jsonl").values == 5
