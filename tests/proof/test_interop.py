"""Who reads whose bytes, among fake drivers that err."""

import json
import struct
from dataclasses import replace

import pytest

from serbench.catalog import all_codecs
from serbench.proof.interop import BuiltCodec, InteropCell, Lack, NamedValues, Peer, interop
from tests.conftest import working_set
from tests.measure.test_conformance import fake_command

FAKE = replace(all_codecs()[0], language="fake", wire="json", limits=(), unsupported=())


@pytest.fixture
def values(schema, expected):
    return NamedValues(schema, expected)


def subject(schema, name, **faults):
    command = fake_command(schema)
    command[-1] = json.dumps({**json.loads(command[-1]), "faults": faults})
    return BuiltCodec(replace(FAKE, id=f"fake/{name}"), command)


def cells(found):
    return {(c.writer, c.reader): c for c in found if isinstance(c, InteropCell)}


def test_the_same_codec_writes_the_same_bytes(schema, values, tmp_path):
    found = list(interop([subject(schema, "a"), subject(schema, "b")], values, tmp_path))
    assert {pair: c.outcome for pair, c in cells(found).items()} == {
        ("fake/a", "fake/b"): "same bytes", ("fake/b", "fake/a"): "same bytes",
    }  # fmt: skip
    assert not [lack for lack in found if isinstance(lack, Lack)]


def test_same_bytes_of_several_codecs_are_read_once(schema, values, tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(
        Peer,
        "read",
        lambda peer, given, by=Peer.read: read.append(peer.name) or by(peer, given),
    )
    found = cells(interop([subject(schema, name) for name in "abc"], values, tmp_path))
    assert read == ["fake/a", "fake/b", "fake/c"]
    assert len(found) == 6
    assert {cell.writer for cell in found.values()} == {"fake/a", "fake/b", "fake/c"}


def test_wire_of_single_codec_has_no_cells(schema, values, tmp_path):
    other = subject(schema, "b")
    other = replace(other, codec=replace(other.codec, wire="other"))
    assert not list(interop([subject(schema, "a"), other], values, tmp_path))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("crash", "it died (killed by SIGSEGV): fake: about to crash"),
        ("garbage", "it broke the protocol: "),
    ],
)
def test_dying_reader_is_counted_for_each_value(schema, values, tmp_path, fault, said):
    both = [subject(schema, "a"), subject(schema, "b", load=fault)]
    found = cells(interop(both, values, tmp_path))
    dead = found["fake/a", "fake/b"]
    assert (dead.outcome, dead.wrong, dead.values) == ("crashed", 2, 2)
    assert dead.why.startswith(f"value 0: crashed: {said}")
    assert dead.why.endswith("(2 of 2 values)")
    assert found["fake/b", "fake/a"].is_good


def test_unwritten_values_are_reported_as_lacks(schema, values, tmp_path):
    found = list(
        interop([subject(schema, "a"), subject(schema, "b", verify="lose")], values, tmp_path)
    )
    lacks = [(lack.codec, lack.case) for lack in found if isinstance(lack, Lack)]
    assert lacks == [("fake/b", "value 0"), ("fake/b", "value 1")]
    assert set(cells(found)) == {("fake/a", "fake/b")}  # it reads all the same


def test_differing_value_has_path(schema, tmp_path):
    """A reader that is given another value than it is said to be."""
    one, other = [
        NamedValues(schema, working_set(schema, rows, tmp_path / f"{i}.jsonl"))
        for i, rows in enumerate(two_sets())
    ]
    writer, reader = (Peer(subject(schema, name), tmp_path) for name in "ab")
    writer.write(other)
    from serbench.proof.interop import _cell

    try:
        cell = _cell(reader, writer, one, list(reader.read(writer.values)))
    finally:
        writer.end()
        reader.end()
    assert (cell.outcome, cell.wrong) == ("differs", 1)
    assert cell.path.startswith("$.")
    assert cell.expected != cell.found


def two_sets():
    from tests.conftest import VECTORS

    first, second, *_ = VECTORS[1]["values"]
    return [first], [second]


def test_refused_dump_returns_message(schema, values, tmp_path):
    peer = Peer(subject(schema, "a"), tmp_path)
    try:
        [(index, said)] = peer.read({3: struct.pack("<I", 7)})
    finally:
        peer.end()
    assert (index, type(said)) == (3, str)


def test_values_are_named_after_cases(tmp_path):
    from serbench.schema.model import Field, Kind, Record, Scalar, Schema

    text = Scalar(Kind.STRING)
    schema = Schema("s", "S", (Record("S", (Field("case", text),)),))
    rows = [{"case": "minus zero"}, {"case": "NUL"}]
    assert NamedValues(schema, working_set(schema, rows, tmp_path / "v.jsonl")).names == [
        "minus zero", "NUL",
    ]  # fmt: skip
