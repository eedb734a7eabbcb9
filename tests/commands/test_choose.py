"""`serbench choose` on fake drivers: what it answers, refuses and tells to run."""

import json

import pytest

from serbench.commands.choose import ChooseOptions, cost_of
from serbench.errors import UserError

CODECS = ("cpp/protobuf", "cpp/cereal", "cpp/flatbuffers-unchecked", "rust/prost", "rust/postcard")
QUICK = ("-n", 20, "--budget", 0, "--processes", 2)
NAMED = [word for codec in CODECS for word in ("--codec", codec)]


@pytest.fixture
def measured(serbench, serbench_once):
    serbench_once("run", "order", *NAMED, *QUICK, "--tag", "mine")
    return serbench


def test_format_of_all_languages_is_the_answer(measured):
    done = measured("choose", "--lang", "cpp,rust")
    assert done.status == 0, done.err
    first = done.out.splitlines()[0]
    assert first.startswith("For C++ and Rust, by processor time: protobuf")
    for said in ("cereal, in C++:", "postcard, in Rust:", "cpp/protobuf"):
        assert said in done.out
    assert "cpp/flatbuffers-unchecked: it trusts its input" in done.out
    assert "that they read each other: serbench interop --of " in done.out


def test_json_holds_every_part_of_the_answer(measured):
    done = measured("choose", "mine", "--lang", "cpp,rust", "--by", "bytes", "--format", "json")
    [answer] = json.loads(done.out)
    assert answer["workload"] == "order"
    [offer] = answer["choice"]["offers"]
    assert offer["format"] == "protobuf"
    assert [library["codec"] for library in offer["libraries"]] == ["cpp/protobuf", "rust/prost"]
    assert {gapped["format"] for gapped in answer["choice"]["gapped"]} == {"cereal", "postcard"}


def test_the_rule_behind_a_place_can_be_read(measured):
    done = measured("choose", "--lang", "cpp", "--why")
    assert "times its cost" in done.out
    done = measured("choose", "--lang", "cpp,rust", "--why")
    assert "nothing for Rust: no library was measured" in done.out
    done = measured("choose", "--lang", "cpp,rust", "--format", "markdown")
    assert "its time is the geometric mean of" in done.out


def test_choice_without_format_is_negative_and_advises_next_command(measured):
    done = measured("choose", "--lang", "cpp,java")
    assert done.status == 1
    assert "no format that is measured here fits" in done.out
    assert "serbench run order --lang cpp,java" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--lang", "cobol"), "no language 'cobol'"),
        (("--check", "utf8"), "'checks-utf8'"),
        (("--by", "money"), "no cost 'money'"),
        (("--rate", "many"), "--rate 'many'"),
        (("--by", "link"), "needs --link"),
        (("--core-price", "1"), "--rate 50k"),
        (("--workload", "tweet"), "no workload of"),
        (("--compressed",), "serbench cost"),
        (("nothing",), "no run 'nothing'"),
    ],
)
def test_bad_use_is_told_in_a_line(measured, arguments, said):
    done = measured("choose", *arguments)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_a_results_file_without_runs_says_how_to_make_one(serbench):
    done = serbench("choose")
    assert done.status == 2
    assert "serbench run" in done.err


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ({}, "processor"),
        ({"link": "1G"}, "link"),
        ({"rate": "50k", "link": "1G"}, "processor"),
        ({"rate": "50k", "gigabyte": 0.09}, "price"),
        ({"by": "bytes", "link": "1G"}, "bytes"),
    ],
)
def test_cost_is_inferred_from_options(said, by):
    assert cost_of(ChooseOptions(**said)).by == by


def test_price_of_zero_is_rejected():
    with pytest.raises(UserError, match="--core-price"):
        cost_of(ChooseOptions(by="price", rate="50k", core_hour=0.0))
