"""Reading lines: every kind of file, and every kind of file that is not one."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import random
import threading
import tracemalloc

import pytest
import zstandard

from serbench.errors import UserError
from serbench.schema import lines as module
from serbench.schema.errors import InputError
from serbench.schema.infer import infer
from serbench.schema.lines import iter_lines

THREE = b'{"a":1}\n{"a":2}\n{"a":3}\n'
OBJECTS = [b'{"a":1}', b'{"a":2}', b'{"a":3}']


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def streamed_zstd(data: bytes) -> bytes:
    """Without the size in the frame's header, as a pipe makes it."""
    out = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as writer:
        writer.write(data)
    return out.getvalue()


PACKERS = {"plain": bytes, "gzip": gzip.compress, "bz2": bz2.compress, "zstd": zstd}


@pytest.fixture(params=PACKERS)
def pack(request):
    return PACKERS[request.param]


def stripped(path) -> list[tuple[int, bytes]]:
    return [(number, line.strip()) for number, line in iter_lines(path)]


def error_of(path) -> InputError:
    """The error of reading, which must be one clear line."""
    with pytest.raises(InputError) as caught:
        list(iter_lines(path))
    assert isinstance(caught.value, UserError)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert caught.value.cause
    assert caught.value.next_step
    assert caught.value.next_step in str(caught.value)
    return caught.value


def test_reads_lines_however_they_are_packed(tmp_path, pack):
    path = tmp_path / "data.anything"  # the suffix is not what tells
    path.write_bytes(pack(THREE))
    assert stripped(path) == list(enumerate(OBJECTS, 1))


def test_the_suffix_of_a_packed_file_does_not_matter(tmp_path, pack):
    path = tmp_path / "data.jsonl.gz"
    path.write_bytes(pack(THREE))
    assert len(stripped(path)) == 3


@pytest.mark.parametrize("packer", [gzip.compress, bz2.compress, zstd, streamed_zstd])
def test_reads_all_frames_of_a_file_put_together_from_several(tmp_path, packer):
    path = tmp_path / "data"
    path.write_bytes(packer(THREE[:8]) + packer(THREE[8:]))
    assert stripped(path) == list(enumerate(OBJECTS, 1))


def test_blank_lines_are_counted_but_left_out(tmp_path):
    path = tmp_path / "data.jsonl"
    path.write_bytes(b'\n{"a":1}\n \t\r\n\n{"a":2}')
    assert stripped(path) == [(2, b'{"a":1}'), (5, b'{"a":2}')]


def test_a_byte_order_mark_is_skipped(tmp_path, pack):
    path = tmp_path / "data.jsonl"
    path.write_bytes(pack(b"\xef\xbb\xbf" + THREE))
    assert stripped(path) == list(enumerate(OBJECTS, 1))


def test_reads_from_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(gzip.compress(THREE),))
    writer.start()
    lines = iter_lines(path)
    assert len(list(lines)) == 3
    assert lines.progress() == (0, 0)
    writer.join()


def test_progress_is_in_bytes_on_disk(tmp_path, pack):
    path = tmp_path / "data"
    path.write_bytes(pack(THREE))
    lines = iter_lines(path)
    assert lines.progress() == (0, 0)
    for _ in lines:
        done, size = lines.progress()
        assert 0 < done <= size == path.stat().st_size
    assert lines.progress() == (size, size)


def test_memory_does_not_grow_with_the_file(tmp_path, pack):
    path = tmp_path / "data"
    path.write_bytes(
        pack(b"".join(b'{"a":"%s"}\n' % os.urandom(500).hex().encode() for _ in range(8_000)))
    )
    tracemalloc.start()
    try:
        assert sum(1 for _ in iter_lines(path)) == 8_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5e6


# A .json file


@pytest.mark.parametrize("name", ["a.json", "a.JSON", "a.json.gz"])
def test_a_list_of_objects_in_a_json_file_stands_for_lines(tmp_path, pack, name):
    path = tmp_path / name
    path.write_bytes(pack(b' [\n {"a":1}, {"a":2},\n{"a":3} ] \n'))
    lines = iter_lines(path)
    assert list(lines) == list(enumerate(OBJECTS, 1))
    assert lines.unit == "element"


def test_one_object_over_many_lines_in_a_json_file_is_one_value(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"a": [1, 2], "b": {}}, indent=2))
    [(number, line)] = iter_lines(path)
    assert number == 1
    assert json.loads(line) == {"a": [1, 2], "b": {}}


@pytest.mark.parametrize("text", [THREE, THREE.rstrip(), b'{"a":1}', b'\n\n{"a":1}\n{"a":2}\n'])
def test_json_lines_in_a_json_file_are_lines(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_bytes(text)
    lines = iter_lines(path)
    assert len(list(lines)) == text.count(b"{")
    assert lines.unit == "line"


@pytest.mark.parametrize("element", [b'{"x":[1,NaN]}', b'{"x":[1,1e400]}', b'{"x":[1,"\\ud800"]}'])
def test_an_error_in_an_element_names_the_element(tmp_path, element):
    path = tmp_path / "a.json"
    path.write_bytes(b'[{"a":1},\n\n' + element + b"]")
    with pytest.raises(InputError, match=r"a\.json: element 2: \$\.x\[1\]: ") as caught:
        infer([path])
    assert (caught.value.line, caught.value.unit) == (2, "element")


def test_non_object_element_is_rejected(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b'[{"a":1},7]')
    with pytest.raises(InputError, match=r"a\.json: element 2: the top level is a number"):
        infer([path])


def test_error_in_single_object_names_path(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b'{\n"a": {"b": NaN}\n}')
    with pytest.raises(InputError, match=r"a\.json: \$\.a\.b: NaN is not a JSON value"):
        infer([path])


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (b"[]", "list is empty"),
        (b" [ ] ", "list is empty"),
        (b'[{"a":1}\n{"a":2}]', "expecting ',' delimiter at line 2, column 1"),
        (b'[{"a":1},\n', "ends in the middle of a value, at line 2, column 1"),
        (b'{\n"a":1,\n', "ends in the middle of a value"),
        (b'{\n"a":1}\n{\n"a":2 3}', "expecting ',' delimiter at line 4, column 7"),
        (b'{\n"a":\xff}', "not UTF-8"),
        (b"[" * 5000, "more than 100 levels deep"),
        (b'{\n"a":' + b"[" * 5000, "more than 100 levels deep"),
    ],
)
def test_invalid_document_error_names_place(tmp_path, text, cause):
    path = tmp_path / "a.json"
    path.write_bytes(text)
    assert cause in error_of(path).cause


# Values that do not stand on one line each


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1}{"a":2} {"a":3}',
        b'{\n "a": 1\n}\n{\n "a": 2\n}\n{"a":3}\n',
        b'\x1e{"a":1}\n\x1e{"a":2}\n\x1e{"a":3}\n',
        b'[{"a":1},\n {"a":2},\n {"a":3}]\n',
        b'\xef\xbb\xbf\n[\n{"a":1},{"a":2},{"a":3}]',
    ],
)
def test_values_are_read_however_arranged_and_with_any_file_name(tmp_path, text):
    for name in ("a.jsonl", "a.json", "a.geojson", "a.log"):
        path = tmp_path / name
        path.write_bytes(text)
        lines = iter_lines(path)
        assert [json.loads(line) for _, line in lines] == [{"a": 1}, {"a": 2}, {"a": 3}]
        assert lines.unit == "element"


def test_error_in_one_of_several_values_names_element_and_command(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a":1}{"a":{"b":NaN}}')
    with pytest.raises(InputError, match=r"element 2: \$\.a\.b: NaN is not a JSON") as caught:
        infer([path])
    assert "jq -s '.[1]'" in caught.value.next_step or caught.value.line == 2


def test_number_beyond_limit_of_int_in_one_of_several_values_names_element(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{\n"a":1}\n{\n"a":' + b"1" * 5000 + b"}\n")
    with pytest.raises(InputError, match=r"element 2: \$\.a: .* does not fit in 64 bits"):
        infer([path])


def test_invalid_first_line_before_valid_lines_is_reported_as_line(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a":1\n{"a":2}\n{"a":3}\n')
    with pytest.raises(InputError, match=r"a\.jsonl:1: not JSON"):
        infer([path])


# Files that cannot be read


def test_missing_file_error_names_nearest_file(tmp_path):
    (tmp_path / "tweets.jsonl").write_bytes(THREE)
    error = error_of(tmp_path / "tweet.jsonl")
    assert error.cause == "no such file"
    assert error.next_step == f"did you mean {tmp_path}/tweets.jsonl?"
    assert "ls" in error_of(tmp_path / "no" / "such.jsonl").next_step


def test_directory_is_rejected(tmp_path):
    assert error_of(tmp_path).cause == "it is a directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file_is_rejected(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(THREE)
    path.chmod(0)
    assert error_of(path).cause == "it may not be read"


def test_empty_file_is_rejected(tmp_path, pack):
    path = tmp_path / "a.jsonl"
    path.write_bytes(pack(b""))
    assert error_of(path).cause == "it is empty"


def test_file_of_blank_lines_is_rejected(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n\n  \n")
    assert error_of(path).cause == "it has only blank lines"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_error_names_encoding(tmp_path, encoding):
    path = tmp_path / "a.jsonl"
    path.write_text('{"a":1}\n', encoding=encoding)
    error = error_of(path)
    assert "UTF-16" in error.cause
    assert error.next_step.startswith("convert it: iconv")


@pytest.mark.parametrize("data", [b"\x7fELF\x02\x01\x01" + bytes(60), b"\0" * 100, b'{"a":\0\0'])
def test_binary_file_is_rejected(tmp_path, data):
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    assert error_of(path).cause == "it is a binary file"


@pytest.mark.parametrize(("magic", "what", "_"), module._FOREIGN)
def test_files_of_other_formats_are_named(tmp_path, magic, what, _):
    path = tmp_path / "a.jsonl"
    path.write_bytes(magic + b"rest of the file" * 10)
    error = error_of(path)
    assert what in error.cause
    assert "{file}" not in error.next_step


def test_tar_archive_in_gzip_is_rejected(tmp_path):
    import tarfile

    inner = tmp_path / "x.jsonl"
    inner.write_bytes(THREE)
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(inner, "x.jsonl")
    assert error_of(path).cause == "it holds a tar archive"


@pytest.mark.parametrize("packer", [gzip.compress, bz2.compress, zstd, streamed_zstd])
@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
def test_truncated_packed_file_is_rejected(tmp_path, packer, share):
    data = packer(os.urandom(50_000).hex().encode() + b"\n")
    path = tmp_path / "a.jsonl"
    path.write_bytes(data[: int(len(data) * share)])
    assert error_of(path).cause == "it is truncated: the compressed data end too early"


@pytest.mark.parametrize("packer", [gzip.compress, bz2.compress, zstd])
def test_damaged_packed_file_is_rejected(tmp_path, packer):
    data = bytearray(packer(b"".join(b'{"a":%d}\n' % (i * 7919) for i in range(8_000))))
    data[len(data) // 2 : len(data) // 2 + 50] = os.urandom(50)
    path = tmp_path / "a.jsonl"
    path.write_bytes(bytes(data))
    assert "damaged" in error_of(path).cause or "truncated" in error_of(path).cause


def test_line_longer_than_limit_is_rejected(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_LINE_BYTES", 2**20)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a":1}\n{"a":"' + b"x" * 2**20 + b'"}\n')
    error = error_of(path)
    assert error.line == 2
    assert error.cause == "a line is longer than 1 MiB, the most that is read as one"
    path = tmp_path / "a.json"
    path.write_bytes(b'[{"a":"' + b"x" * 2**20 + b'"}]\n')
    assert "a line is longer than 1 MiB" in error_of(path).cause
    path.write_bytes(b'[\n{"a":"' + b"x" * 2**20 + b'"}]\n')
    assert "a file that is not JSON Lines is longer than 1 MiB" in error_of(path).cause


def test_a_line_of_just_the_longest_length_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_LINE_BYTES", 8)
    path = tmp_path / "a.jsonl"
    path.write_bytes(THREE)
    assert len(stripped(path)) == 3


def test_a_hostile_file_name_cannot_disturb_the_terminal(tmp_path):
    path = tmp_path / "a\n\x1b[31mred'; touch x.jsonl"
    with pytest.raises(InputError) as caught:
        list(iter_lines(path))
    assert str(caught.value).isprintable()
    path.write_bytes(b"{]\n")
    with pytest.raises(InputError) as caught:
        infer([path])
    assert str(caught.value).isprintable()
    command = caught.value.next_step.removeprefix("see it: ")
    assert os.popen(f"bash -c {_quoted(command)}").read() == "{]\n"


def _quoted(command: str) -> str:
    import shlex

    return shlex.quote(command)


def test_the_file_is_closed_when_reading_stops_early(tmp_path, pack):
    path = tmp_path / "a.jsonl"
    path.write_bytes(pack(THREE))
    lines = iter_lines(path)
    for _ in lines:
        break
    assert lines._raw is not None
    assert lines._raw.closed


def packed_file(path, data):
    path.write_bytes(data)
    return path


def test_line_limit_of_packed_file_depends_on_file_size(tmp_path, monkeypatch):
    import serbench.schema.lines as module

    monkeypatch.setattr(module, "_PACKED_LINE_BYTES", 1000)
    line = b'{"a":"' + b"x" * 2000 + b'"}\n'
    assert len(list(iter_lines(packed_file(tmp_path / "x", line)))) == 1
    with pytest.raises(InputError, match=r"of a packed file of .* unpack it: zcat"):
        list(iter_lines(packed_file(tmp_path / "x.gz", gzip.compress(line))))
    varied = b'{"a":"' + bytes(random.Random(1).choices(b"abcdefgh", k=2000)) + b'"}\n'
    assert len(list(iter_lines(packed_file(tmp_path / "y.gz", gzip.compress(varied))))) == 1


def test_oversized_zstd_window_is_rejected(tmp_path):
    def packed(window_log):
        parameters = zstandard.ZstdCompressionParameters(window_log=window_log)
        packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
        return packer.compress(b'{"a":1}\n') + packer.flush()

    assert len(list(iter_lines(packed_file(tmp_path / "x.zst", packed(27))))) == 1
    with pytest.raises(InputError, match=r"a window of more than 128 MiB.*zstd -d --long=31"):
        list(iter_lines(packed_file(tmp_path / "y.zst", packed(31))))
