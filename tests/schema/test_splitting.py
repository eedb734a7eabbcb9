"""Which files are split, and where."""

import gzip
import json

import pytest

from serbench.schema.file_parts import ByteRange, FilePart
from serbench.schema.sources import values_of
from serbench.schema.splitting import split

LINE = b'{"a":1}\n'


def test_json_lines_are_split_by_bytes(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\n\n" + LINE * 10)
    assert split(path, 40) == [
        FilePart(str(path), ByteRange(0, 40)),
        FilePart(str(path), ByteRange(40, 80)),
        FilePart(str(path), ByteRange(80, 82)),
    ]
    assert [str(part) for part in split(path, 60)] == [
        f"{path}, bytes 0 to 60",
        f"{path}, bytes 60 to 82",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("small.jsonl", LINE),
        ("empty.jsonl", b""),
        ("packed.jsonl.gz", gzip.compress(LINE * 1000, 0)),
        ("truncated.jsonl.gz", gzip.compress(LINE * 1000, 0)[:50]),
        ("list.json", json.dumps([{"a": 1}] * 50).encode()),
        ("indented.json", json.dumps({"a": [1] * 50}, indent=1).encode()),
        ("sequence.json", b"\x1e" + LINE * 20),
        ("one-long.jsonl", b'{"a":"' + b"x" * 100 + b'"}\n' + LINE),
        ("only-blank.jsonl", b"\n" * 100),
        ("binary.jsonl", b"\0" * 100),
        ("utf16.jsonl", LINE.decode().encode("utf-16") * 20),
        ("table.csv", b"a,b\n1,2\n" * 20),
        ("none.jsonl", None),
        ("none.parquet", None),
        ("damaged.parquet", b"PAR1" + b"x" * 100 + b"PAR1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_split_is_one_part(tmp_path, name, content):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert split(path, 40) == [FilePart(str(path))]


def test_parquet_is_split_by_row_groups(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    path = tmp_path / "x.parquet"
    table = pa.table({"n": range(1000), "s": [f"v{i}" for i in range(1000)]})
    pyarrow.parquet.write_table(table, path, row_group_size=100)
    whole = list(values_of(path))
    assert split(path) == [FilePart(str(path))]
    parts = split(path, 3000)
    assert 1 < len(parts) < 10
    assert [value for part in parts for value in values_of(part)] == whole
    groups = [part.groups for part in parts]
    assert [g.begin for g in groups] == [0, *(g.end for g in groups[:-1])]
    assert groups[-1].end == 10
    assert str(parts[0]) == f"{path}, row groups 1 to {groups[0].end}"
    # What is outside of its ranges is not needed, so that it need not be fetched.
    holes = tmp_path / "holes.parquet"
    with path.open("rb") as file, holes.open("wb") as copy:
        for begin, end in groups[1].ranges:
            file.seek(begin)
            copy.seek(begin)
            copy.write(file.read(end - begin))
    of_holes = FilePart(str(holes), groups=groups[1])
    assert list(values_of(of_holes)) == list(values_of(parts[1]))
