"""`serbench cost` on fake drivers: what is compressed, stored and said."""

import json

import pytest

from serbench.builders.cpp.compressors import compressors
from serbench.commands import cost

CODECS = ("--codec", "cpp/cereal", "--codec", "rust/rmp")
QUICK = ("-n", 40, "--budget", 0, "--processes", 2)


SOME = tuple(c for c in compressors() if c.name in ("lz4", "zstd-3", "zstd-3-dictionary"))


@pytest.fixture
def measured(serbench, serbench_once, monkeypatch):
    monkeypatch.setattr(cost, "compressors", lambda: SOME)
    serbench_once("run", "order", *CODECS, *QUICK, "--tag", "mine")
    return serbench


def test_each_way_has_all_parts(measured):
    done = measured("cost", "--budget", 0, "--format", "json")
    assert done.status == 0, done.err
    ways = json.loads(done.out)
    assert {way["codec"] for way in ways} == {"cpp/cereal", "rust/rmp"}
    plain = [way for way in ways if way["mode"] == "none"]
    assert len(plain) == 2
    assert all(way["compress_ns"] is None for way in plain)
    names = {"lz4", "zstd-3"}
    for mode in ("each", "blocks"):
        rust_ways = [way for way in ways if way["mode"] == mode and way["codec"] == "rust/rmp"]
        assert {way["compressor"] for way in rust_ways} == names
        for way in rust_ways:
            assert way["serialize_ns"] > 0
            assert way["compress_ns"] > 0
            assert way["bytes"] > 0


def test_equal_messages_are_compressed_once(measured):
    """Fake drivers all write the same."""
    import duckdb

    measured("cost", "--budget", 0, "--format", "json")
    with duckdb.connect("serbench.duckdb", read_only=True) as db:
        assert db.execute("SELECT count(DISTINCT digest) FROM cost_messages").fetchone() == (1,)
        [(sets,)] = db.execute("SELECT count(*) FROM cost_sets").fetchall()
    assert sets in (2, 3)


def test_crossing_points_are_said_for_any_link(measured):
    done = measured("cost", "mine", "--budget", 0, "--link", "56k", "--link", "2.5G")
    assert done.status == 0, done.err
    assert "order, each message by itself" in done.out
    assert "order, in blocks of 64 KiB" in done.out
    assert "56.0 kbit/s" in done.out
    assert "2.50 Gbit/s" in done.out
    assert "Mbit/s: " in done.out or "over any link: " in done.out
    done = measured("cost", "mine", "--budget", 0, "--format", "markdown")
    assert "| 100 Mbit/s | total |" in done.out
    assert "cost" in measured("list", "runs", "--format", "json").out
    runs = json.loads(measured("list", "runs", "--format", "json").out)
    again = measured("report", runs[-1]["run"])
    assert "order, in blocks of 64 KiB" in again.out
    assert measured("report", "--format", "json").status == 0  # the latest run, not what it cost


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--link", "fast"), "a speed in bits a second is meant"),
        (("--link", "0G"), "a speed in bits a second is meant"),
        (("none",), "no run 'none'"),
        (("--codec", "go/*"), "measured none of these codecs"),
        (("--format", "xml"), "no format 'xml'"),
    ],
)
def test_bad_use_is_said(measured, words, said):
    done = measured("cost", *words)
    assert (done.status, said in done.err) == (2, True), done.err


def test_a_run_without_both_directions_is_refused(serbench):
    assert serbench("cost").status == 2
    serbench("run", "order", *CODECS, *QUICK, "--op", "encode")
    done = serbench("cost")
    assert (done.status, "it has not both serialize and deserialize" in done.err) == (2, True)
