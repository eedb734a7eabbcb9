"""The words of a choice: are they what the figures say?"""

import json

import msgspec
import pytest
from rich.console import Console

from serbench.report import units
from serbench.report.choice import (
    as_json,
    by,
    lost,
    markdown,
    missing,
    print_choice,
    rank_of,
    rule,
    sentence,
    total,
)
from serbench.results.choice import Candidate, Cost, Grounds, Needs, Proofs, choose
from serbench.results.rows import WorkloadFacts
from serbench.stats import Interval

FACTS = WorkloadFacts(
    name="log", source="built-in", values=9, json_bytes=9.0, digest="d", schema="s"
)


def candidate(codec, format_, ns, size, traits=()):
    return Candidate(
        codec=codec,
        language=codec.partition("/")[0],
        format=format_,
        traits=traits,
        bytes=size,
        time=Interval(ns, 0.99 * ns, 1.01 * ns),
    )


MANY = (
    candidate("cpp/p", "protobuf", 100.0, 100.0),
    candidate("go/p", "protobuf", 300.0, 100.0),
    candidate("cpp/a", "avro", 110.0, 92.0),
    candidate("go/a", "avro", 450.0, 92.0),
    candidate("cpp/j", "json", 400.0, 250.0, ("human-readable",)),
    candidate("go/j", "json", 800.0, 250.0, ("human-readable",)),
    candidate("cpp/c", "cereal", 20.0, 80.0),
    candidate("cpp/u", "flat", 5.0, 80.0, ("unchecked",)),
)


def chosen(cost=None, candidates=MANY, languages=("cpp", "go"), proofs=None):
    cost = cost or Cost(by="processor")
    return choose(candidates, [], proofs or Proofs(), Needs(languages=languages), cost)


def grounds(proofs=None):
    return Grounds(
        run="r", workload=FACTS, candidates=MANY, lost=(), proofs=proofs or Proofs(), runs={}
    )


def test_sentence_names_winner_and_alternatives():
    assert sentence(chosen()) == (
        "For C++ and Go, by processor time: protobuf; avro is 8 % smaller and takes 1.28 times the "
        "processor time (C++ 1.10, Go 1.50); cereal is faster in C++ (20.0 ns against 100 ns) but "
        "has nothing for Go here."
    )


def test_sentence_by_bytes_names_quicker_format_too():
    assert sentence(chosen(Cost(by="bytes"))) == (
        "For C++ and Go, by bytes: avro; protobuf takes 0.778 times the processor time (C++ 0.909, "
        "Go 0.667) and 9 % more bytes; cereal is smaller in C++ (80 B against 92 B) but has "
        "nothing for Go here."
    )


def test_best_trade_off_of_smaller_formats_is_named():
    json = candidate("cpp/j", "json", 100.0, 200.0)
    msgpack = candidate("cpp/m", "msgpack", 111.0, 98.0)
    avro = candidate("cpp/a", "avro", 900.0, 96.0)
    tiny = candidate("cpp/t", "tiny", 900.0, 50.0)
    told = sentence(chosen(candidates=(json, msgpack, avro), languages=("cpp",)))
    assert "msgpack is 51 % smaller and takes 1.11 times" in told
    assert "avro" not in told
    told = sentence(chosen(candidates=(json, msgpack, tiny), languages=("cpp",)))
    assert "msgpack is 51 % smaller" in told
    assert "tiny is 75 % smaller and takes 9.00 times" in told


def test_format_missing_in_a_language_is_compared_by_requested_cost():
    slow = candidate("cpp/c", "cereal", 400.0, 10.0)
    told = {
        by: sentence(chosen(cost, candidates=(*MANY[:2], slow)))
        for by, cost in {
            "processor": Cost(by="processor"),
            "bytes": Cost(by="bytes"),
            "link": Cost(by="link", bits_per_s=1e6),
            "price": Cost(by="price", rate=1e6, core_hour=0.01, gigabyte=1.0),
        }.items()
    }
    assert "cereal" not in told["processor"]
    assert "cereal is smaller in C++ (10 B against 100 B)" in told["bytes"]
    assert "cereal is sooner there in C++ (80.4 µs against 800 µs)" in told["link"]
    assert "cereal is cheaper in C++ (36.0 an hour against 360 an hour)" in told["price"]


def test_mean_over_languages_is_named(capsys):
    for cost, said in (
        (Cost(by="processor"), "geometric mean over the languages"),
        (Cost(by="processor", mean="times"), "is the mean of the times over the languages"),
        (Cost(by="price", rate=1e6, core_hour=0.01), "all of which are paid"),
    ):
        choice = chosen(cost)
        print_choice(choice, grounds(), Console(width=300), why=False)
        assert said in capsys.readouterr().out
        assert said in markdown(choice, grounds())
    assert (
        total(chosen().offers[0], Cost(by="processor")) == "173 ns ±0.8 %, 2.24 times the fastest"
    )


def test_winner_measured_in_old_version_is_marked():
    def aged(one):
        return msgspec.structs.replace(one, released="2021-03-14", is_old=True)

    told = sentence(chosen(candidates=(aged(MANY[0]), *MANY[1:])))
    assert told.endswith("; measured in a version of 2021-03 (cpp/p).")
    told = sentence(chosen(candidates=(aged(MANY[0]), aged(MANY[1]), *MANY[2:])))
    assert told.endswith("; measured in versions of 2021-03 (cpp/p), 2021-03 (go/p).")
    told = sentence(chosen(candidates=(*MANY[:2], aged(MANY[2]), *MANY[3:])))
    assert "measured in" not in told


def test_ties_are_told_as_ties():
    near = candidate("cpp/n", "near", 101.0, 100.0), candidate("go/n", "near", 300.0, 100.0)
    choice = chosen(candidates=(*MANY[:2], *near))
    assert "protobuf and near, tied." in sentence(choice)
    assert [rank_of(offer) for offer in choice.offers] == [f"1{units.EN_DASH}2"] * 2
    assert list(rule(choice.offers[0], choice))[1].startswith("near is tied with it: ")


def wide(codec, format_, ns, spread=0.5):
    one = candidate(codec, format_, ns, 100.0)
    return msgspec.structs.replace(one, time=Interval(ns, ns * (1 - spread), ns * (1 + spread)))


def test_uncertain_format_is_never_called_cheapest():
    near = wide("cpp/n", "near", 101.0), wide("go/n", "near", 300.0)
    choice = chosen(candidates=(*MANY[:2], *near))
    assert "protobuf; not decided: near." in sentence(choice)
    assert [offer.is_tied for offer in choice.offers] == [False, False]
    assert list(rule(choice.offers[0], choice))[1].startswith("near is not decided against it: ")
    far = wide("cpp/n", "far", 30.0, 3.0), wide("go/n", "far", 100.0, 3.0)
    choice = chosen(candidates=(*MANY[:2], *far))
    assert sentence(choice).endswith(
        "nothing was shown cheaper than far, but its cost is uncertain."
    )
    far = wide("cpp/n", "far", 60.0, 3.0), wide("go/n", "far", 200.0, 3.0)
    choice = chosen(candidates=(*MANY[:2], *far))
    assert sentence(choice).endswith("it is not decided which is the cheapest: far and protobuf.")
    assert {library.fastest for offer in choice.offers for library in offer.libraries} == {
        "cpp/p",
        "go/p",
    }


def test_sentence_without_fitting_format_says_so():
    assert sentence(chosen(languages=("cpp", "java"))).startswith(
        "For C++ and Java, by processor time: no format that is measured here fits."
    )


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (Cost(by="link", bits_per_s=1e9), "by the time until a message is there over 1.00 Gbit/s"),
        (
            Cost(by="price", rate=5e4, bits_per_s=1e9, core_hour=0.04, gigabyte=0.09),
            "at 50,000 a second over 1.00 Gbit/s, at 0.0400 for an hour of a core and 0.0900 for a "
            "gigabyte",
        ),
        (Cost(by="processor", rate=5.0), "at 5.00 a second, by processor time"),
    ],
)
def test_a_cost_is_said_in_words(cost, words):
    assert by(cost) == words


def test_rule_names_every_other_format_with_the_difference():
    choice = chosen()
    told = list(rule(choice.offers[1], choice))
    assert told[0].startswith(
        "its time is the geometric mean of 110 ns (cpp/a), 450 ns (go/a): 222 ns ±"
    )
    assert told[1].startswith("protobuf was shown cheaper: 0.778 times its cost (")
    assert told[2].startswith("json was shown dearer: ")
    [gapped] = choice.gapped
    assert list(rule(gapped, choice))[-1] == "it has no rank, since a language lacks it"


def test_format_missing_in_a_language_is_shown_as_missing_here_only(capsys):
    print_choice(chosen(), grounds(), Console(width=100), why=False)
    text = capsys.readouterr().out
    assert "cereal, in C++: 80 B, 20.0 ns ±1.0 %; none to choose here for Go" in text


def test_missing_proofs_come_with_commands():
    told = list(missing(chosen(), grounds()))
    assert f"that they read each other: serbench interop --of {grounds().run}" in told
    elsewhere = list(missing(chosen(), grounds(), " --db my.duckdb"))
    assert len(elsewhere) == len(told)
    assert all(command.endswith(" --db my.duckdb") for command in elsewhere)
    codecs = [one_candidate.codec for one_candidate in MANY]
    proofs = Proofs(
        pairs={(a, b): "" for a in codecs for b in codecs},
        grown=dict.fromkeys(codecs, ""),
        survived=dict.fromkeys(codecs, ""),
    )
    assert list(missing(chosen(proofs=proofs), grounds(proofs))) == []


def test_long_command_stands_whole_on_a_separate_line(capsys):
    in_db = f" --db {'long/' * 20}x.duckdb"
    print_choice(chosen(), grounds(), Console(width=80), why=False, in_db=in_db)
    lines = capsys.readouterr().out.splitlines()
    assert f"    serbench interop --of {grounds().run}{in_db}" in lines
    assert "Not measured here: that they read each other:" in lines


def test_missing_evolution_advises_evolve_and_missing_run_advises_run():
    needs = Needs(languages=("cpp", "go", "rust"), grows=True)
    choice = choose(MANY, [], Proofs(), needs, Cost(by="processor"))
    told = list(missing(choice, grounds()))
    assert told == [
        "C++ and Go: whether codecs survive a schema that grows; serbench evolve --lang cpp,go",
        "Rust: not measured here; serbench run log --lang cpp,go,rust",
    ]


def test_codecs_without_footprint_advise_footprint_and_not_run():
    needs = Needs(languages=("cpp", "go"), max_code=5e4)
    code = {one.codec: 40_000 for one in MANY if one.language == "go"}
    choice = choose(MANY, [], Proofs(code=code), needs, Cost(by="processor"))
    told = list(missing(choice, grounds()))
    assert told[0] == f"code sizes in C++: serbench footprint --of {grounds().run}"
    assert not any("serbench run" in said for said in told)


def test_equal_reasons_are_merged():
    others = candidate("go/u", "flat", 5.0, 80.0, ("unchecked",))
    assert list(lost(chosen(candidates=(*MANY, others)))) == ["cpp/u, go/u: it trusts its input"]


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_terminal_shows_each_library_in_one_line(width, capsys):
    print_choice(chosen(), grounds(), Console(width=width), why=True)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    [line] = [line for line in lines if line.startswith("    go/a  ") and " ns" in line]
    for cell in ("450 ns", units.ratio(1.5), "92 B"):
        assert cell in line


def test_user_names_are_shown_without_control_characters(capsys):
    evil = candidate("cpp/x\x1b[31m", "x\x1b]0;owned\x07", 1.0, 1.0)
    choice = chosen(candidates=[evil], languages=("cpp",))
    print_choice(choice, grounds(), Console(width=80), why=True)
    out = capsys.readouterr().out
    assert "\x1b]" not in out
    assert "\x07" not in out
    assert "\x1b" not in markdown(choice, grounds())


def test_json_has_choice_and_sentence():
    choice = chosen()
    [answer] = json.loads(as_json([(choice, grounds())]))
    assert answer["sentence"] == sentence(choice)
    assert [offer["rank_low"] for offer in answer["choice"]["offers"]] == [1, 2, 3]
    for offer in answer["choice"]["offers"]:  # and under their former names
        assert offer["place"] == offer["rank_low"]
        assert offer["time"]["median"] == offer["time"]["estimate"]
