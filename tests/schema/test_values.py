"""The working set: what is written, what is refused, and when it comes from the cache."""

from __future__ import annotations

import enum
import gzip
import json
import os
import threading
import time
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from serbench.errors import UserError
from serbench.schema import values as module
from serbench.schema.annotations import schema_of
from serbench.schema.cached import file_facts
from serbench.schema.digest import Digester
from serbench.schema.errors import InputError
from serbench.schema.lines import iter_lines
from serbench.schema.types import f64, i32, raw_json, u64, wire
from serbench.schema.values import WorkingSet, prepare, prepare_cached


class Colour(enum.Enum):
    RED = "red"
    BLUE = "light blue"


class Point(msgspec.Struct):
    x: f64
    tags: dict[str, i32]
    colour: Colour | None = None


class Sample(msgspec.Struct):
    id: u64
    data: bytes
    any: raw_json
    points: list[Point]
    next: Sample | None
    quoted: Annotated[str | None, wire('"')]


SCHEMA = schema_of(Sample, "sample")
POINTS = schema_of(Point, "point")
LINES = (
    b'{"points":[{"tags":{"b":1,"a":2},"x":1}],"any":[1, "x"],"data":"AQID",'
    b'"id":18446744073709551615}\n'
    b"\n"
    b'{"id":0,"data":"","any":null,"points":[],"\\"":"q","next":'
    b'{"id":1,"data":"","any":"s","points":[{"x":-0.0,"tags":{},"colour":"light blue"}]}}\n'
)
CANONICAL = (
    '{"id":18446744073709551615,"data":"AQID","any":"[1,\\"x\\"]",'
    '"points":[{"x":1.0,"tags":{"b":1,"a":2},"colour":null}],"next":null,"\\"":null}\n'
    '{"id":0,"data":"","any":"null","points":[],"next":{"id":1,"data":"","any":"\\"s\\"",'
    '"points":[{"x":-0.0,"tags":{},"colour":"light blue"}],"next":null,"\\"":null},"\\"":"q"}\n'
)


@pytest.fixture
def write(tmp_path):
    def write(data: bytes, name="samples.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


@pytest.fixture
def cache_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "serbench" / "values"


def prepare_file(schema, path, *limits):
    return prepare_cached(schema, iter_lines(path), file_facts([path]), *limits)


def points(several: int):
    return (Point(x=i / 2, tags={"a": i}, colour=Colour.RED) for i in range(several))


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_values_become_canonical(write, tmp_path):
    out = tmp_path / "out.jsonl"
    working_set = prepare(SCHEMA, iter_lines(write(LINES)), out)
    assert out.read_text(encoding="utf-8") == CANONICAL
    digester = Digester(SCHEMA)
    for line in CANONICAL.splitlines():
        digester.add(json.loads(line))
    assert working_set == WorkingSet(
        2, len(CANONICAL.encode()) - 2, digester.digest, digester.visit, out
    )


def test_packed_file_gives_same_working_set_as_plain_file(write, tmp_path):
    plain = prepare(SCHEMA, iter_lines(write(LINES)), tmp_path / "a")
    packed = prepare(SCHEMA, iter_lines(write(gzip.compress(LINES), "x.gz")), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert packed.digest == plain.digest


def test_generated_values_become_canonical(tmp_path):
    out = tmp_path / "out.jsonl"
    working_set = prepare(POINTS, points(3), out)
    assert out.read_text() == "".join(
        f'{{"x":{i / 2},"tags":{{"a":{i}}},"colour":"red"}}\n' for i in range(3)
    )
    assert working_set.values == 3


def test_generated_bytes_become_base64(tmp_path):
    class Blob(msgspec.Struct):
        data: bytes

    prepare(schema_of(Blob, "blob"), [Blob(b"\x01\x02\x03")], tmp_path / "out")
    assert (tmp_path / "out").read_text() == '{"data":"AQID"}\n'


@pytest.mark.parametrize(
    ("limit_values", "limit_bytes", "expected"),
    [
        (3, 0, 3),
        (0, 0, 20),
        (100, 0, 20),
        (0, 1, 1),  # at least one
        (0, 79, 1),
        (0, 80, 2),  # line feeds do not count
        (1, 80, 1),
        (0, 119, 2),
        (2, 119, 2),
    ],
)
def test_limits_end_the_working_set(tmp_path, limit_values, limit_bytes, expected):
    out = tmp_path / "out"
    same = (Point(x=1, tags={"tag": 1}) for _ in range(20))
    working_set = prepare(POINTS, same, out, limit_values, limit_bytes)
    lines = out.read_bytes().splitlines()
    assert [len(line) for line in lines] == [40] * expected
    assert (working_set.values, working_set.json_bytes) == (expected, 40 * expected)


def test_endless_values_are_taken_only_up_to_limit(tmp_path):
    endless = (Point(x=1, tags={}) for _ in iter(int, 1))
    assert prepare(POINTS, endless, tmp_path / "out", 5).values == 5


def test_invalid_value_after_limit_is_not_read(write, tmp_path):
    path = write(b'{"x":1,"tags":{}}\nnonsense\n')
    assert prepare(POINTS, iter_lines(path), tmp_path / "out", limit_values=1).values == 1


@pytest.mark.parametrize(
    ("line", "path", "cause"),
    [
        (b'{"x":"1","tags":{}}', "$.x", 'the string "1" is not a number'),
        (b'{"x":1}', "$", 'the field "tags" is missing'),
        (b'{"x":1,"tags":{},"y":1}', "$", 'the record Point has no field "y"'),
        (b'{"x":1,"tags":{"a":2147483648}}', "$.tags.a", "not in the range of i32"),
        (b'{"x":1,"tags":{},"colour":"green"}', "$.colour", "no symbol of the enum Colour"),
        (b'{"x":9007199254740993,"tags":{}}', "$.x", "a double (f64) holds exactly"),
        (b'{"x":NaN,"tags":{}}', "$.x", "NaN is not a JSON value"),
        (b'{"x":1,"tags":{"a":1,"a":2}}', "$.tags.a", "the key stands twice"),
        (b"{", "", "the last line ends in the middle of a value"),
        (b"[]", "", "the top level is a list"),
    ],
)
def test_bad_value_error_names_line_and_no_file_is_left(write, tmp_path, line, path, cause):
    file = write(b'{"x":1,"tags":{}}\n\n' + line)
    out = tmp_path / "out" / "values.jsonl"
    out.parent.mkdir()
    with pytest.raises(InputError) as caught:
        prepare(POINTS, iter_lines(file), out)
    error = caught.value
    assert (error.file, error.line, error.path) == (str(file), 3, path)
    assert cause in error.cause
    assert str(error).startswith(f"{file}:3: ")
    assert files(out.parent) == []


def test_unfit_value_error_advises_infer(write, tmp_path):
    file = write(b'{"x":"1","tags":{}}')
    with pytest.raises(InputError, match="serbench infer") as caught:
        prepare(POINTS, iter_lines(file), tmp_path / "out")
    assert str(file) in caught.value.next_step


def test_old_file_is_kept_when_new_file_fails(write, tmp_path):
    out = tmp_path / "out"
    prepare(POINTS, points(3), out)
    before = out.read_bytes()
    with pytest.raises(InputError):
        prepare(POINTS, iter_lines(write(b'{"x":1,"tags":{}}\n{"x":2}\n')), out)
    assert out.read_bytes() == before


def test_generated_values_are_checked_as_well(tmp_path):
    bad = [Point(x=1, tags={"a": 2**31})]
    with pytest.raises(InputError, match=r"point: element 1: \$\.tags\.a: .*range of i32"):
        prepare(POINTS, bad, tmp_path / "out")


def test_empty_working_set_is_rejected(tmp_path):
    with pytest.raises(UserError, match="no values"):
        prepare(POINTS, [], tmp_path / "out")
    assert files(tmp_path) == []


def test_missing_output_folder_is_rejected(tmp_path):
    with pytest.raises(UserError, match="cannot be written: No such file or directory"):
        prepare(POINTS, points(1), tmp_path / "no" / "such" / "folder")


# The cache


@pytest.fixture
def count_work(monkeypatch):
    """How often a working set was made rather than found."""
    calls = []
    work = module.prepare

    def counted(*arguments):
        calls.append(arguments)
        return work(*arguments)

    monkeypatch.setattr(module, "prepare", counted)
    return calls


def test_second_preparation_comes_from_cache(write, cache_home, count_work):
    path = write(LINES)
    first = prepare_file(SCHEMA, path)
    assert prepare_file(SCHEMA, path) == first
    assert len(count_work) == 1
    assert first.path.parent == cache_home
    assert first.path.read_text(encoding="utf-8") == CANONICAL


@pytest.mark.parametrize(
    "change", ["content", "time", "schema", "values", "bytes", "damage", "gone"]
)
def test_any_change_prepares_working_set_again(write, cache_home, count_work, change):
    path = write(b'{"x":1,"tags":{}}\n{"x":2,"tags":{}}\n')
    first = prepare_file(POINTS, path)
    schema, limits = POINTS, (module.MOST_VALUES, module.MOST_BYTES)
    match change:
        case "content":
            write(b'{"x":1,"tags":{}}\n{"x":2,"tags":{} }\n')
        case "time":
            os.utime(path, ns=(0, time.time_ns() + 10**9))
        case "schema":

            class Point2(msgspec.Struct):
                x: i32
                tags: dict[str, i32]

            schema = schema_of(Point2, "point")
        case "values":
            limits = (1, module.MOST_BYTES)
        case "bytes":
            limits = (module.MOST_VALUES, 1)
        case "damage":
            first.path.write_bytes(first.path.read_bytes()[:-5])
        case "gone":
            first.path.unlink()
    again = prepare_file(schema, path, *limits)
    assert len(count_work) == 2
    assert again.values == (1 if change in ("values", "bytes") else 2)


def test_schema_name_does_not_change_cache_entry(write, cache_home, count_work):
    path = write(b'{"x":1,"tags":{}}\n')
    prepare_file(POINTS, path)
    prepare_file(schema_of(Point, "another"), path)
    assert len(count_work) == 1


def test_generated_values_are_found_by_their_facts(cache_home, count_work):
    first = prepare_cached(POINTS, points(3), ["point", "seed 1"])
    assert prepare_cached(POINTS, iter(()), ["point", "seed 1"]) == first
    assert prepare_cached(POINTS, points(2), ["point", "seed 2"]).values == 2
    assert len(count_work) == 2


def test_values_from_pipe_are_never_cached(tmp_path, cache_home, count_work):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for several in (1, 2):
        data = b'{"x":1,"tags":{}}\n' * several
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        assert prepare_file(POINTS, pipe).values == several
        writer.join()
    assert len(count_work) == 2


def test_failed_preparation_leaves_cache_empty(write, cache_home):
    with pytest.raises(InputError):
        prepare_file(POINTS, write(b'{"x":1}\n'))
    assert files(cache_home) == []


def test_long_unused_cache_entry_is_deleted(write, cache_home):
    first = prepare_file(POINTS, write(b'{"x":1,"tags":{}}\n'))
    long_ago = time.time() - 40 * 86400
    for name in files(cache_home):
        os.utime(cache_home / name, (long_ago, long_ago))
    other = write(b'{"x":2,"tags":{}}\n', "other.jsonl")
    second = prepare_file(POINTS, other)
    assert not first.path.exists()
    assert len(files(cache_home)) == 2
    # Being found counts as being used.
    os.utime(second.path, (time.time() - 20 * 86400,) * 2)
    prepare_file(POINTS, other)
    assert second.path.stat().st_mtime > time.time() - 86400
