import json

from serbench.commands import selftest
from serbench.commands.selftest import Finding, Pair
from serbench.languages.registry import LANGUAGES

FAST = ("--budget", "3", "--op", "serialize")


def test_equal_codecs_do_not_differ_significantly(serbench):
    done = serbench("selftest", "nested", "--codec", "rust/bincode", "--codec", "cpp/cereal", *FAST)
    assert done.status == 0
    assert "nested: " in done.out
    assert "0 of 2 pairs of equal codecs differ significantly" in done.out
    assert "half of all pairs differ significantly from a difference of" in done.out
    assert "so far" not in done.err  # of copies nobody leads


def test_each_pair_of_names_is_compared(serbench):
    done = serbench(
        "selftest", "nested", "--codec", "bincode", "--copies", "3", "--format", "json", *FAST
    )
    found = json.loads(done.out)
    assert {pair["codec"] for pair in found} == {"rust/bincode"}
    assert len(found) == 3


def test_the_reference_codec_of_each_language_unless_others_are_named(serbench):
    done = serbench("selftest", "nested", "--format", "json", *FAST)
    tested = {pair["codec"].partition("/")[0] for pair in json.loads(done.out)}
    assert tested == set(LANGUAGES)


def test_significantly_different_pairs_are_named_and_negative(serbench, monkeypatch):
    pairs = (Pair("cpp/x", "serialize", 1.1, True), Pair("cpp/y", "serialize", 0.99, False))
    finding = Finding("log", 60.0, (5, 9), pairs, {"serialize": 1.04})
    monkeypatch.setattr(selftest, "tested", lambda *_: finding)
    done = serbench("selftest")
    assert done.status == 1
    assert (
        "1 of 2 pairs of equal codecs differ significantly; they differ by 10.0 % at most"
        in done.out
    )
    assert "cpp/x: +10.0 %" in done.out
    assert "5 to 9 processes" in done.out


def test_missing_codec_makes_no_pair(serbench, builders):
    builders["rust"].missing["rust/bincode"] = "no cargo"
    builders["rust"].unbuildable["rust/bincode"] = "no cargo"
    done = serbench("selftest", "nested", "--codec", "rust/bincode", *FAST)
    assert "Nothing could be measured" in done.out
