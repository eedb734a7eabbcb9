import msgspec

from serbench.operations import ROUND_TRIP
from serbench.report import units
from serbench.report.answer import answer, front, named, provisional
from tests.report.conftest import analysed, make_result, make_row, timed


def test_each_language_and_all(result):
    dash = units.EN_DASH
    assert answer(result, "log") == [
        "C++: Fastest to serialize is cereal, 312 ns ±1.0 %, 1.35 times as fast as boost-binary "
        f"(1.33{dash}1.37). Fastest to deserialize is cereal, 405 ns ±0.4 %, 1.51 times as fast "
        f"as boost-binary (1.49{dash}1.69). Smallest is protobuf, 418 B. "
        "Best trade-offs of time and size: cereal (717 ns, 487 B), protobuf (1.08 µs, 418 B). "
        "Hand-written (no library): handcoded (serialize 61.4 ns ±1.0 %, "
        "deserialize 224 ns ±0.4 %).",
        "Rust: Fastest to serialize are postcard and bincode, tied: 231 to 233 ns. "
        "Fastest to deserialize are bincode and postcard, tied: 429 to 432 ns. "
        "Smallest is postcard, 398 B. "
        "Best trade-offs of time and size: postcard (663 ns, 398 B).",
        "Overall: Fastest to serialize are rust/postcard and rust/bincode, tied: 231 to 233 ns. "
        "Fastest to deserialize is cpp/cereal, 405 ns ±0.4 %, 1.06 times as fast as rust/bincode "
        f"(1.05{dash}1.07). Smallest is rust/postcard, 398 B. "
        "Best trade-offs of time and size: rust/postcard (663 ns, 398 B). "
        "Hand-written (no library): cpp/handcoded (serialize 61.4 ns ±1.0 %, "
        "deserialize 224 ns ±0.4 %).",
    ]


def test_tie_over_all_languages_names_tied_codecs():
    rows = [
        timed("cpp/a", "serialize", 100, bytes=9.0),
        timed("rust/b", "serialize", 101, bytes=9.0),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize is a, 100 ns ±0.8 %. Smallest is a, 9 B.",
        "Rust: Fastest to serialize is b, 101 ns ±0.8 %. Smallest is b, 9 B.",
        "Overall: Fastest to serialize are cpp/a and rust/b, tied: 100 to 101 ns. "
        "Smallest are cpp/a and rust/b, tied: 9 B.",
    ]


def test_unbeaten_codecs_are_tied_only_with_close_times():
    """c has a higher estimate than b, and nobody beats it; but it is not within 10 % of a."""
    rows = [
        timed("cpp/a", "serialize", 100),
        timed("cpp/b", "serialize", 105, slower_than=("cpp/a",)),
        timed("cpp/c", "serialize", 115),
        timed("cpp/d", "serialize", 110),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize are a and d, tied: 100 to 110 ns; "
        "not decided: c (115 ns ±0.8 %)."
    ]
    rows = [msgspec.structs.replace(row, smallest=0.2) for row in rows]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize are a, d and c, tied: 100 to 115 ns."
    ]


def test_faster_codec_of_another_language_does_not_count_within_one():
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


def test_language_answer_uses_decisions_within_the_language():
    rows = [
        timed("cpp/a", "serialize", 100),
        timed("cpp/b", "serialize", 105, language_slower_than=("cpp/a",)),
        timed("rust/c", "serialize", 500, slower_than=("cpp/a", "cpp/b")),
    ]
    said = answer(make_result(rows), "log")
    dash = units.EN_DASH
    assert said[0] == (
        f"C++: Fastest to serialize is a, 100 ns ±0.8 %, 1.05 times as fast as b (1.04{dash}1.06)."
    )
    assert said[2] == "Overall: Fastest to serialize are cpp/a and cpp/b, tied: 100 to 105 ns."


def test_uncertain_codec_is_called_neither_fastest_nor_tied():
    rows = [
        timed("cpp/a", "serialize", 96, 0.15),
        timed("cpp/b", "serialize", 100),
        timed("cpp/c", "serialize", 101),
        timed("cpp/d", "serialize", 300, 0.5),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize are b and c, tied: 100 to 101 ns; "
        "not decided: a (96.0 ns ±15 %) and d (300 ns ±50 %)."
    ]


def test_no_codec_is_called_fastest_if_uncertain_ones_may_be_far_faster():
    rows = [
        timed("cpp/a", "serialize", 178, 0.19),
        timed("cpp/b", "serialize", 347, 0.02),
        timed("cpp/c", "serialize", 900, slower_than=("cpp/a", "cpp/b")),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Fastest to serialize, not decided: a (178 ns ±19 %), b (347 ns ±2.0 %)."
    ]
    many = [timed(f"cpp/{n}", "serialize", 100 + n, 0.3) for n in range(7)]
    [said] = answer(make_result(many), "log")
    assert said.startswith("C++: Fastest to serialize, not decided, among these and 3 more: 0 (")


def test_uncertain_codec_shown_faster_than_all_is_not_called_fastest():
    rows = [
        timed("cpp/a", "serialize", 197, 0.27),
        timed("cpp/b", "serialize", 1040, slower_than=("cpp/a",)),
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Faster to serialize than all others, but uncertain: a (197 ns ±27 %)."
    ]
    assert answer(make_result(rows[:1]), "log") == [
        "C++: Only choice to serialize, uncertain: a (197 ns ±27 %)."
    ]


def test_a_codec_far_behind_the_fastest_is_not_decided():
    rows = [
        timed("cpp/a", "serialize", 100, bytes=9.0),
        timed("cpp/b", "serialize", 105, bytes=9.0),
        timed("cpp/c", "serialize", 900, bytes=9.0),
    ]
    [said] = answer(make_result(rows), "log")
    assert "Fastest to serialize are a and b, tied: 100 to 105 ns; " in said
    assert "not decided: c (900 ns ±0.8 %)." in said


def test_no_codec_is_called_fastest_with_one_process_each():
    rows = [
        timed(codec, operation, ns, processes=1, bytes=ns)
        for operation in ("serialize", "deserialize", ROUND_TRIP.name)
        for codec, ns in (("cpp/a", 100), ("cpp/b", 101))
    ]
    assert answer(make_result(rows), "log") == [
        "C++: Lowest time to serialize is a, 100 ns ±0.8 %. "
        "Lowest time to deserialize is a, 100 ns ±0.8 %. Smallest is a, 100 B."
    ]


def test_provisional_answer_has_a_line_for_each_language_and_names_no_limit(result):
    assert provisional(result, "log") == [
        "so far  serialize        deserialize     smallest",
        "C++     cereal 312 ns    cereal 405 ns   protobuf 418 B",
        "Rust    postcard 231 ns  bincode 429 ns  postcard 398 B",
    ]


def test_provisional_answer_without_measurements_is_empty():
    rows = [timed("cpp/a", "serialize", 1, verified=False), timed("rust/b", "deserialize", 2)]
    assert provisional(make_result(rows), "log") == []
    assert provisional(make_result([]), "log") == []


def test_codecs_of_several_runs_are_not_compared():
    result = make_result([timed("cpp/a", "serialize", 100), timed("cpp/b", "serialize", 50)])
    rows = [msgspec.structs.replace(r, run=f"run {i}") for i, r in enumerate(result.rows)]
    result = msgspec.structs.replace(result, rows=tuple(rows))
    assert answer(result, "log") == ["C++: Lowest time to serialize is b, 50.0 ns ±0.8 %."]


def test_unmeasured_rows_and_other_workloads_do_not_count():
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
    rows = [*both_ways("cpp/handcoded", 10, traits=("hand-written",)), *both_ways("cpp/cereal", 30)]
    assert answer(make_result(analysed(rows)), "log") == [
        "C++: Fastest to serialize is cereal, 30.0 ns ±0.8 %. "
        "Fastest to deserialize is cereal, 30.0 ns ±0.8 %. Smallest is cereal, 30 B. "
        "Hand-written (no library): handcoded (serialize 10.0 ns ±0.8 %, "
        "deserialize 10.0 ns ±0.8 %)."
    ]


def test_own_code_slower_than_a_library_is_no_limit():
    rows = [
        *both_ways("python/struct", 500, traits=("hand-written",)),
        timed("python/orjson", "serialize", 300),
        timed("python/orjson", "deserialize", 900),
    ]
    [said] = answer(make_result(rows), "log")
    assert "Hand-written (no library): struct (deserialize 500 ns" in said
    assert "struct (serialize" not in said


def test_each_operation_has_a_separate_limit():
    rows = [
        timed("cpp/handcoded", "serialize", 10, traits=("hand-written",)),
        timed("cpp/inplace", "serialize", 20, traits=("hand-written",)),
        timed("cpp/handcoded", "deserialize", 20, traits=("hand-written",)),
        timed("cpp/inplace", "deserialize", 10, traits=("hand-written", "unchecked")),
    ]
    assert answer(make_result(analysed(rows)), "log") == [
        "C++: Hand-written (no library): handcoded (serialize 10.0 ns ±0.8 %), "
        "inplace (deserialize 10.0 ns ±0.8 %)."
    ]


def test_unchecked_codec_is_named_separately():
    rows = [
        *both_ways("rust/flat-unchecked", 10, traits=("unchecked",)),
        *both_ways("rust/flat", 30),
        *both_ways("rust/bincode", 29.8),
    ]
    assert answer(make_result(analysed(rows)), "log") == [
        "Rust: Fastest to serialize are bincode and flat, tied: 29.8 to 30.0 ns. "
        "Fastest to deserialize are bincode and flat, tied: 29.8 to 30.0 ns. "
        "Smallest is bincode, 29.8 B. "
        "Best trade-offs of time and size: bincode (59.6 ns, 29.8 B). "
        "Faster to serialize, but unchecked: flat-unchecked (10.0 ns ±0.8 %). "
        "Faster to deserialize, but unchecked: flat-unchecked (10.0 ns ±0.8 %)."
    ]


def test_unchecked_codec_beating_only_some_is_not_named():
    rows = [
        timed("rust/a", "serialize", 100),
        timed("rust/b", "serialize", 120, slower_than=("rust/x",)),
        timed("rust/x", "serialize", 90, traits=("unchecked",)),
    ]
    assert answer(make_result(rows), "log") == [
        "Rust: Fastest to serialize is a, 100 ns ±0.8 %; not decided: b (120 ns ±0.8 %)."
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
        whole("cpp/own", 1, 1.0, traits=("hand-written",)),
        whole("cpp/trusting", 1, 1.0, traits=("unchecked",)),
    ]
    assert [r.codec for r in front(rows)] == ["cpp/fast", "cpp/small"]
    assert answer(make_result(rows), "log") == [
        "C++: Smallest is small, 10 B. "
        "Best trade-offs of time and size: fast (100 ns, 30 B), small (300 ns, 10 B)."
    ]


def test_equal_sizes_with_close_times_are_tied_on_the_front():
    rows = [
        timed("cpp/a", ROUND_TRIP.name, 100, bytes=9.0),
        timed("cpp/b", ROUND_TRIP.name, 101, bytes=9.0),
    ]
    [said] = answer(make_result(rows), "log")
    assert "Best trade-offs of time and size: b (101 ns, 9 B, tied), a (100 ns, 9 B, tied)." in said
    rows[1] = timed("cpp/b", ROUND_TRIP.name, 120, bytes=9.0)
    [said] = answer(make_result(rows), "log")
    assert "b (120 ns, 9 B, not decided), a (100 ns, 9 B, not decided)." in said


def test_front_of_one_language_uses_decisions_within_the_language():
    rows = [
        timed("cpp/small", ROUND_TRIP.name, 105, bytes=9.0, language_slower_than=("cpp/large",)),
        timed("cpp/large", ROUND_TRIP.name, 100, bytes=10.0),
    ]
    assert [r.codec for r in front(rows)] == ["cpp/large", "cpp/small"]
    other = timed("rust/a", ROUND_TRIP.name, 500, bytes=99.0)
    assert [r.codec for r in front([*rows, other])] == ["cpp/small"]
