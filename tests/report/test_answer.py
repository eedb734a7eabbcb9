from serbench.report.answer import answer, named
from tests.report.conftest import make_result, make_row, timed


def test_each_language_and_all(result):
    assert answer(result, "log") == [
        "C++: Fastest to serialize is handcoded, 61.4 ns ±1.0 %. "
        "Fastest to deserialize is handcoded, 224 ns ±0.4 %. Smallest is handcoded, 401.5 B. "
        "Pareto front of time and size: handcoded (285 ns, 401.5 B).",
        "Rust: Fastest to serialize are postcard and bincode, tied: 229 to 235 ns. "
        "Fastest to deserialize are bincode and postcard, tied: 427 to 434 ns. "
        "Smallest is postcard, 398 B. "
        "Pareto front of time and size: postcard (663 ns, 398 B).",
        "Overall: Fastest to serialize is cpp/handcoded, 61.4 ns ±1.0 %. "
        "Fastest to deserialize is cpp/handcoded, 224 ns ±0.4 %. Smallest is rust/postcard, 398 B. "
        "Pareto front of time and size: cpp/handcoded (285 ns, 401.5 B), "
        "rust/postcard (663 ns, 398 B).",
    ]


def test_a_tie_over_languages_names_those_tied_there():
    rows = [
        timed("cpp/a", "serialize", 100, tie_group=1, language_tie_group=1, bytes=9.0),
        timed("rust/b", "serialize", 101, tie_group=1, language_tie_group=1, bytes=9.0),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize is a, 100 ns ±0.8 %. Smallest is a, 9 B.",
        "Rust: Fastest to serialize is b, 101 ns ±0.8 %. Smallest is b, 9 B.",
        "Overall: Fastest to serialize are cpp/a and rust/b, tied: 99.2 to 102 ns. "
        "Smallest are cpp/a and rust/b, tied: 9 B.",
    ]


def test_without_tie_groups_no_codec_is_called_fastest():
    rows = [timed("cpp/a", "serialize", 100), timed("cpp/b", "serialize", 101)]
    assert answer(make_result(rows), "log") == [
        "C++: Lowest median to serialize is a, 100 ns ±0.8 %."
    ]


def test_nothing_measured_and_other_workloads_do_not_count():
    rows = [
        make_row("cpp/a", "serialize", status="broken", verified=False),
        timed("cpp/a", "serialize", 1, workload="other"),
        timed("cpp/b", "serialize", 1, verified=False),
    ]
    assert answer(make_result(rows), "log") == ["C++: Nothing could be measured."]


def test_many_tied_are_counted():
    assert named(["a"]) == "a"
    assert named(["a", "b", "c"]) == "a, b and c"
    assert named(list("abcde")) == "a, b, c, d and e"
    assert named(list("abcdef")) == "a, b, c, d and 2 more"
    assert named(["\x1b[2J"]) == "\\x1b[2J"


def test_own_code_is_a_measure_and_no_answer():
    def pair(codec, ns, group, **facts):
        facts |= {"tie_group": group, "language_tie_group": group, "bytes": ns}
        return [timed(codec, op, ns, **facts) for op in ("serialize", "deserialize")]

    rows = [*pair("cpp/handcoded", 10, 1, traits=("limit",)), *pair("cpp/cereal", 30, 2)]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize is cereal, 30.0 ns ±0.8 %. "
        "Fastest to deserialize is cereal, 30.0 ns ±0.8 %. Smallest is cereal, 30 B. "
        "Limit (own code, no library) is handcoded, serialize 10.0 ns ±0.8 %, "
        "deserialize 10.0 ns ±0.8 %."
    ]
