"""Files in binary formats through the process apart: what is in them, and what they cannot do."""

import json
import os
import signal
import struct
import sys
import zlib
from dataclasses import replace

import cbor2
import duckdb
import msgpack
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema import guarded
from serbench.schema.csv_files import CsvOptions
from serbench.schema.documents import Documents
from serbench.schema.errors import InputError
from serbench.schema.guarded import Guarded
from serbench.schema.limits import Limits
from serbench.schema.parse import parse
from serbench.schema.tables import rows_of
from tests.strategies import examples

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")


@pytest.fixture
def write(tmp_path):
    def write(name, data):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def values(path):
    return [parse(line) for _, line in Guarded(path)]


def refusal(path):
    with pytest.raises(InputError) as caught:
        list(Guarded(path))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.cause


def parquet(path, query):
    duckdb.sql(query).write_parquet(str(path))
    return path


def test_values_are_numbered_from_1(tmp_path):
    path = parquet(tmp_path / "a.parquet", "SELECT i AS id FROM range(5000) AS r(i)")
    assert [n for n, _ in Guarded(path)] == list(range(1, 5001))
    assert [v["id"] for v in values(path)] == list(range(5000))


def test_progress_ends_at_total(tmp_path):
    table = Guarded(parquet(tmp_path / "a.parquet", "SELECT i AS id FROM range(5000) AS r(i)"))
    assert len(list(table)) == 5000
    assert table.progress() == (5000, 5000)
    path = tmp_path / "a.msgpack"
    path.write_bytes(b"".join(msgpack.packb({"id": i}) for i in range(9)))
    documents = Guarded(path)
    assert len(list(documents)) == 9
    assert documents.progress() == (path.stat().st_size,) * 2


def test_rejected_value_error_names_place(write):
    path = write("a.msgpack", msgpack.packb({"a": 1}) + msgpack.packb({"a": [{1.5: 1}]}))
    with pytest.raises(InputError) as caught:
        list(Guarded(path))
    error = caught.value
    assert (error.line, error.unit, error.path) == (2, "element", "$.a[0]")


def test_one_process_reads_several_files(write, tmp_path):
    process = started(tmp_path)
    for number in range(3):
        assert values(write(f"{number}.cbor", cbor2.dumps({"a": number}))) == [{"a": number}]
        with pytest.raises(InputError, match="damaged"):
            list(Guarded(write("bad.cbor", b"\xa1")))
    assert started(tmp_path) is process


def test_process_of_unfinished_reading_is_ended(tmp_path):
    path = parquet(tmp_path / "a.parquet", "SELECT i AS id FROM range(100000) AS r(i)")
    before = started(tmp_path)
    lines = iter(Guarded(path))
    next(lines)
    lines.close()
    assert not before.is_alive
    assert len(values(path)) == 100_000


def started(tmp_path):
    """The process that waits for a file."""
    path = tmp_path / "any.cbor"
    path.write_bytes(cbor2.dumps({"a": 1}))
    assert values(path) == [{"a": 1}]
    [process] = guarded._idle
    return process


# What of few bytes makes much, or comes to no end.


def shared(levels, wide=10):
    """A list of ten times the same list of ten times the same list …"""

    def again(level):
        return b"\xd8\x1d" + (bytes([level]) if level < 24 else bytes([24, level]))

    def first(level):
        if level == levels:
            return b"\xd8\x1c\x81\x63lol"
        inner = first(level + 1) + again(level + 1) * (wide - 1)
        return b"\xd8\x1c" + bytes([0x80 + wide]) + inner

    return b"\xa1\x61a" + first(0)


def varint(number):
    number, out = (number << 1) ^ (number >> 63), b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def avro(schema, count, body, codec="null"):
    facts = {"avro.schema": json.dumps(schema), "avro.codec": codec}
    entries = b"".join(varint(len(part)) + part.encode() for fact in facts.items() for part in fact)
    head = b"Obj\x01" + varint(len(facts)) + entries + b"\0" + b"s" * 16
    return head + varint(count) + varint(len(body)) + body + b"s" * 16


def record(name, type_=None):
    fields = [{"name": "a", "type": type_}] if type_ else []
    return {"type": "record", "name": name, "fields": fields}


def deflated(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


BOMBS = {
    "shared.cbor": (lambda: shared(10), "the value holds more than 16 MB"),
    "itself.cbor": (lambda: b"\xd8\x1c\xa1\x61a\xd8\x1d\x00", "the value holds itself"),
    "records.avro": (lambda: avro(record("R"), 2**60, b""), "it holds more than 4"),
    "items.avro": (
        lambda: avro(
            record("R", {"type": "array", "items": record("Q")}), 1, varint(2**60) + b"\0"
        ),
        "takes more than 160 MB of memory",
    ),
    "deflate.avro": (
        lambda: avro(
            record("R", "string"), 1, deflated(varint(300_000_000) + bytes(300_000_000)), "deflate"
        ),
        "takes more than 163 MB of memory",
    ),
    "items.msgpack": (lambda: b"\xdd\x05\xf5\xe1\x00" * 8, "100000000 exceeds"),
    "length.bson": (lambda: struct.pack("<i", 2**31 - 1) + bytes(20), "objsize too large"),
    "length.cbor": (lambda: b"\x5b" + struct.pack(">Q", 2**40) + b"x", "premature end"),
    "length.avro": (
        lambda: avro(record("R", "string"), 1, varint(2**40) + b"x"),
        "it is damaged",
    ),
}


@linux
@pytest.mark.parametrize("name", BOMBS)
def test_file_beyond_limits_is_rejected(name, write, monkeypatch):
    monkeypatch.setattr(guarded, "PACKED", replace(guarded.PACKED, values=20_000))
    data, said = BOMBS[name]
    assert said in refusal(write(name, data()))


@linux
def test_a_table_of_one_huge_row_is_refused(tmp_path):
    row = pa.ListArray.from_arrays([0, 20_000_000], np.zeros(20_000_000, np.int32))
    pq.write_table(pa.table({"a": row}), tmp_path / "a.parquet", compression="zstd")
    assert (tmp_path / "a.parquet").stat().st_size < 1000
    assert "takes more than 160 MB of memory" in refusal(tmp_path / "a.parquet")


@pytest.mark.parametrize("suffix", [".cbor", ".msgpack"])
def test_honest_repetition_is_read(suffix, write):
    """Ten thousand equal values, and a list of a hundred thousand numbers of one byte each."""
    dumps = cbor2.dumps if suffix == ".cbor" else msgpack.packb
    data = dumps({"a": "x"}) * 10_000 + dumps({"a": [0] * 100_000})
    assert len(values(write(f"a{suffix}", data))) == 10_001


def test_a_million_equal_rows_are_read(tmp_path):
    path = parquet(tmp_path / "a.parquet", "SELECT 'x' AS a FROM range(1_000_000)")
    assert sum(1 for _ in Guarded(path)) == 1_000_000


# How a process ends that reads no more.


def test_processor_time_without_a_value_ends_the_reading(write, monkeypatch):
    monkeypatch.setattr(Limits, "cpu_s", lambda *_: 1)
    path = write("a.avro", avro(record("R"), 2**60, b""))
    monkeypatch.setattr(guarded, "_MAIN", guarded._MAIN.replace("main()", ENDLESS + "main()"))
    end_idle()
    assert "takes more than 1 s of processor time" in refusal(path)


ENDLESS = (
    "import serbench.schema.documents as d, serbench.schema.reader_process as r; "
    "r.Limits.cpu_s = lambda *_: 1; "
    "d.Documents._values = lambda self: iter(lambda: sum(range(10**12)), 1); "
)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGBUS)", "it is damaged, or was cut off while"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "the library that read it died of SIGSEGV"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was killed, perhaps for want of memory"),
        ("time.sleep(60)", "nothing came of it for 1 s"),
    ],
)
def test_file_is_rejected_when_process_dies_or_hangs(how, said, write, monkeypatch):
    monkeypatch.setattr(Limits, "stall_s", 1 if "sleep" in how else 60)
    dying = f"import os, signal, time; d.Documents._values = lambda self: {how}; "
    monkeypatch.setattr(
        guarded, "_MAIN", guarded._MAIN.replace("main()", IMPORT + dying + "main()")
    )
    end_idle()
    assert said in refusal(write("a.cbor", cbor2.dumps({"a": 1})))
    assert not guarded._idle


IMPORT = "import serbench.schema.documents as d; "


def test_bug_in_reader_raises_runtime_error(write, monkeypatch):
    wrong = "d.Documents._line = lambda self, value: 1 / 0; "
    monkeypatch.setattr(
        guarded, "_MAIN", guarded._MAIN.replace("main()", IMPORT + wrong + "main()")
    )
    end_idle()
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        list(Guarded(write("a.cbor", cbor2.dumps({"a": 1}))))


def test_process_start_failure_shows_cause(write, monkeypatch):
    monkeypatch.setattr(guarded, "_MAIN", "raise SystemExit('no such module')")
    end_idle()
    with pytest.raises(RuntimeError, match="no such module"):
        list(Guarded(write("a.cbor", cbor2.dumps({"a": 1}))))


def test_process_end_after_confinement_shows_cause(write, monkeypatch):
    ends = "c.give_up_world(); raise SystemExit('no memory to begin with')"
    beginning = guarded._MAIN.partition("from serbench")[0]
    monkeypatch.setattr(
        guarded, "_MAIN", f"{beginning}import serbench.schema.confinement as c; {ends}"
    )
    end_idle()
    with pytest.raises(RuntimeError, match="no memory to begin with"):
        list(Guarded(write("a.cbor", cbor2.dumps({"a": 1}))))


def end_idle():
    while guarded._idle:
        guarded._idle.pop().end()


def test_killed_idle_process_is_replaced(tmp_path):
    process = started(tmp_path)
    os.kill(process._popen.pid, signal.SIGKILL)
    process._popen.wait()
    assert started(tmp_path) is not process


# What is no such file.


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "no such file"),
        (lambda path: path.mkdir(), "it is a directory"),
        (os.mkfifo, "it is no regular file"),
    ],
)
@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.cbor", "a.avro"])
def test_missing_or_irregular_file_is_rejected(make, said, name, tmp_path):
    make(tmp_path / name)
    assert said in refusal(tmp_path / name)


HOSTILE_NAMES = [
    *("*", "?", "[ab]", "{a,b}", "a\\b", "'", '"', "a b", "$(touch x)", "a\nb", "-x", "~", "é"),
    *("s3:", "year=2020", "\udcff"),
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_file_with_pattern_like_name_is_read_itself(name, tmp_path, monkeypatch):
    """Beside it lies what its name would stand for as a pattern."""
    parquet(tmp_path / "a.parquet", "SELECT 2 AS other")
    folder = tmp_path / name
    folder.mkdir()
    parquet(tmp_path / "x.parquet", "SELECT 1 AS own").rename(folder / f"{name}.parquet")
    (folder / "a.parquet").write_bytes((tmp_path / "a.parquet").read_bytes())
    (folder / f"{name}.csv").write_text("own\n1\n")
    monkeypatch.chdir(tmp_path)
    for suffix in (".parquet", ".csv"):
        path = tmp_path / name / (name + suffix)
        assert values(path) == [{"own": 1}]
        assert values(path.relative_to(tmp_path)) == [{"own": 1}]
        assert [f.name for f in Guarded(path).brought().schema.records[0].fields] == ["own"]


def test_rejection_does_not_name_file_descriptor(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    assert "/dev/fd" not in refusal(path)


# What is read is what is in the file.


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=5),
)


@examples(30)
@given(
    some=st.lists(
        st.dictionaries(
            st.text(max_size=4),
            st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3), max_leaves=5),
            max_size=4,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_guarded_documents_equal_unguarded_documents(some, tmp_path_factory):
    path = tmp_path_factory.mktemp("some") / "a.msgpack"
    path.write_bytes(b"".join(map(msgpack.packb, some)))
    assert list(Guarded(path)) == list(Documents(path))


COLUMNS = {
    "i": (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    "t": (pa.string(), st.text(st.characters(exclude_categories=["Cs"]), max_size=5)),
    "l": (pa.list_(pa.float64()), st.lists(st.floats())),
    "b": (pa.binary(), st.binary(max_size=5)),
}


@examples(30)
@given(data=st.data(), form=st.sampled_from(["parquet", "arrow"]))
def test_guarded_tables_equal_unguarded_tables(data, form, tmp_path_factory):
    rows = data.draw(st.integers(1, 5))
    table = pa.table(
        {
            name: pa.array(data.draw(st.lists(st.none() | v, min_size=rows, max_size=rows)), type_)
            for name, (type_, v) in COLUMNS.items()
        }
    )
    path = tmp_path_factory.mktemp("some") / f"a.{form}"
    if form == "parquet":
        duckdb.from_arrow(table).write_parquet(str(path))
    else:
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
    here = rows_of(path)
    assert list(Guarded(path)) == list(here)
    assert Guarded(path).brought().schema == here.table.schema


def test_missing_library_error_names_package(write, monkeypatch):
    missing = "import sys; sys.modules['cbor2'] = None; "
    monkeypatch.setattr(guarded, "_MAIN", guarded._MAIN.replace("main()", missing + "main()"))
    end_idle()
    with pytest.raises(UserError, match=r"cbor2: pip install 'serbench\[formats\]'"):
        list(Guarded(write("a.cbor", cbor2.dumps({"a": 1}))))
    end_idle()


def test_csv_with_long_and_many_names_of_text_columns_is_read(write):
    """The process apart is told their names."""
    names = ["n" * 60_000, *(f"column_{number}" for number in range(400))]
    row = ",".join(["007"] * len(names)) + "\n"
    path = write("a.csv", (",".join(names) + "\n" + row).encode())
    table = Guarded(path, csv=CsvOptions(tuple(names), are_of_schema=True))
    [(_, line)] = list(table)
    assert set(parse(line).values()) == {"007"}
