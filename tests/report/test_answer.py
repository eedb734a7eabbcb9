import msgspec

from serbench.operations import ROUND_TRIP
from serbench.report import units
from serbench.report.answer import answer, front, named
from tests.report.conftest import analysed, make_result, make_row, timed


def test_each_language_and_all(result):
    dash = units.EN_DASH
    assert answer(result, "log") == [
        "C++: Fastest to serialize is cereal, 312 ns ±1.0 %, 1.35 times as fast as boost-binary "
        f"(1.33{dash}1.37). Fastest to deserialize is cereal, 405 ns ±0.4 %, 1.51 times as fast "
        f"as boost-binary (1.49{dash}1.69). Smallest is protobuf, 418 B. "
        "Pareto front of time and size: cereal (717 ns, 487 B), protobuf (1.08 µs, 418 B). "
        "Limit (own code, no library): handcoded (serialize 61.4 ns ±1.0 %, "
        "deserialize 224 ns ±0.4 %).",
        "Rust: Fastest to serialize are postcard and bincode, tied: 229 to 235 ns. "
        "Fastest to deserialize are bincode and postcard, tied: 427 to 434 ns. "
        "Smallest is postcard, 398 B. "
        "Pareto front of time and size: postcard (663 ns, 398 B).",
        "Overall: Fastest to serialize are rust/postcard and rust/bincode, tied: 229 to 235 ns. "
        "Fastest to deserialize is cpp/cereal, 405 ns ±0.4 %, 1.06 times as fast as rust/bincode "
        f"(1.05{dash}1.07). Smallest is rust/postcard, 398 B. "
        "Pareto front of time and size: rust/postcard (663 ns, 398 B). "
        "Limit (own code, no library): cpp/handcoded (serialize 61.4 ns ±1.0 %, "
        "deserialize 224 ns ±0.4 %).",
    ]


def test_a_tie_over_languages_names_those_tied_there():
    rows = [
        timed("cpp/a", "serialize", 100, bytes=9.0),
        timed("rust/b", "serialize", 101, bytes=9.0),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize is a, 100 ns ±0.8 %. Smallest is a, 9 B.",
        "Rust: Fastest to serialize is b, 101 ns ±0.8 %. Smallest is b, 9 B.",
        "Overall: Fastest to serialize are cpp/a and rust/b, tied: 99.2 to 102 ns. "
        "Smallest are cpp/a and rust/b, tied: 9 B.",
    ]


def test_the_fastest_are_those_that_nobody_was_shown_faster_than():
    """Not what is near the first: c has a higher median than b, and nobody beats it."""
    rows = [
        timed("cpp/a", "serialize", 100),
        timed("cpp/b", "serialize", 110, slower_than=("cpp/a",)),
        timed("cpp/c", "serialize", 115),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize are a and c, tied: 99.2 to 116 ns."
    ]


def test_who_is_faster_in_another_language_does_not_count_within_one():
    rows = [
        timed("cpp/a", "serialize", 100),
        timed("rust/b", "serialize", 200, slower_than=("cpp/a",)),
    ]
    said = answer(make_result(rows), "log")
    assert said[1] == "Rust: Fastest to serialize is b, 200 ns ±0.8 %."
    assert said[2] == (
        "Overall: Fastest to serialize is cpp/a, 100 ns ±0.8 %, 2.00 times as fast as rust/b "
        f"(1.98{units.EN_DASH}2.02)."
    )


def test_a_codec_that_was_measured_too_poorly_is_not_named_beside_the_fastest():
    rows = [
        timed("cpp/a", "serialize", 100, bytes=9.0),
        timed("cpp/b", "serialize", 105, bytes=9.0),
        timed("cpp/c", "serialize", 900, bytes=9.0),
    ]
    [said] = answer(make_result(rows), "log")
    assert "Fastest to serialize are a and b, tied: 99.2 to 106 ns; " in said
    assert "not shown slower, but too uncertain to say more: c." in said


def test_with_one_process_of_each_no_codec_is_called_fastest():
    rows = [
        timed(codec, operation, ns, processes=1, bytes=ns)
        for operation in ("serialize", "deserialize", ROUND_TRIP.name)
        for codec, ns in (("cpp/a", 100), ("cpp/b", 101))
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Lowest median to serialize is a, 100 ns ±0.8 %. "
        "Lowest median to deserialize is a, 100 ns ±0.8 %. Smallest is a, 100 B."
    ]


def test_codecs_of_several_runs_are_not_compared():
    result = make_result([timed("cpp/a", "serialize", 100), timed("cpp/b", "serialize", 50)])
    rows = [msgspec.structs.replace(r, run=f"run {i}") for i, r in enumerate(result.rows)]
    result = msgspec.structs.replace(result, rows=tuple(rows))
    assert answer(result, "log") == ["C++: Lowest median to serialize is b, 50.0 ns ±0.8 %."]


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


def both_ways(codec, ns, **facts):
    facts |= {"bytes": ns}
    return [timed(codec, op, ns, **facts) for op in ("serialize", "deserialize")]


def test_own_code_is_a_measure_and_no_answer():
    rows = [*both_ways("cpp/handcoded", 10, traits=("limit",)), *both_ways("cpp/cereal", 30)]
    assert answer(make_result(analysed(rows)), "log") == [
        "C++: Fastest to serialize is cereal, 30.0 ns ±0.8 %. "
        "Fastest to deserialize is cereal, 30.0 ns ±0.8 %. Smallest is cereal, 30 B. "
        "Limit (own code, no library): handcoded (serialize 10.0 ns ±0.8 %, "
        "deserialize 10.0 ns ±0.8 %)."
    ]


def test_each_operation_has_a_limit_of_its_own():
    rows = [
        timed("cpp/handcoded", "serialize", 10, traits=("limit",)),
        timed("cpp/inplace", "serialize", 20, traits=("limit",)),
        timed("cpp/handcoded", "deserialize", 20, traits=("limit",)),
        timed("cpp/inplace", "deserialize", 10, traits=("limit", "unchecked")),
    ]
    assert answer(make_result(analysed(rows)), "log") == [
        "C++: Limit (own code, no library): handcoded (serialize 10.0 ns ±0.8 %), "
        "inplace (deserialize 10.0 ns ±0.8 %)."
    ]


def test_what_trusts_its_input_is_told_by_itself():
    rows = [
        *both_ways("rust/flat-unchecked", 10, traits=("unchecked",)),
        *both_ways("rust/flat", 30),
        *both_ways("rust/bincode", 29.8),
    ]
    assert answer(make_result(analysed(rows)), "log") == [
        "Rust: Fastest to serialize are bincode and flat, tied: 29.6 to 30.2 ns. "
        "Fastest to deserialize are bincode and flat, tied: 29.6 to 30.2 ns. "
        "Smallest is bincode, 29.8 B. "
        "Pareto front of time and size: bincode (59.6 ns, 29.8 B). "
        "Faster to serialize, but unchecked: flat-unchecked (10.0 ns ±0.8 %). "
        "Faster to deserialize, but unchecked: flat-unchecked (10.0 ns ±0.8 %)."
    ]


def test_what_trusts_its_input_and_beats_not_all_is_not_told():
    rows = [
        timed("rust/a", "serialize", 100),
        timed("rust/b", "serialize", 120, slower_than=("rust/x",)),
        timed("rust/x", "serialize", 90, traits=("unchecked",)),
    ]
    assert answer(make_result(rows), "log") == [
        "Rust: Fastest to serialize are a and b, tied: 99.2 to 121 ns."
    ]
    alone = make_result(rows[2:])
    assert answer(alone, "log") == [
        "Rust: Fastest to serialize, but unchecked: x (90.0 ns ±0.8 %)."
    ]


def test_the_front_is_of_the_verdicts_and_not_of_the_intervals():
    def whole(codec, ns, size, **facts):
        return timed(codec, ROUND_TRIP.name, ns, bytes=size, **facts)

    rows = [
        whole("cpp/small", 300, 10.0, slower_than=("cpp/fast",)),
        whole("cpp/middle", 200, 20.0, slower_than=("cpp/fast",)),  # not shown faster than small
        whole("cpp/fast", 100, 30.0),
        whole("cpp/own", 1, 1.0, traits=("limit",)),
        whole("cpp/trusting", 1, 1.0, traits=("unchecked",)),
    ]
    assert [r.codec for r in front(rows)] == ["cpp/fast", "cpp/small"]
    assert answer(make_result(rows), "log") == [
        "C++: Smallest is small, 10 B. "
        "Pareto front of time and size: fast (100 ns, 30 B), small (300 ns, 10 B)."
    ]


def test_of_one_size_those_not_told_apart_are_tied_on_the_front():
    rows = [
        timed("cpp/a", ROUND_TRIP.name, 100, bytes=9.0),
        timed("cpp/b", ROUND_TRIP.name, 101, bytes=9.0),
    ]
    [said] = answer(make_result(rows), "log")
    assert "Pareto front of time and size: b (101 ns, 9 B, tied), a (100 ns, 9 B, tied)." in said
