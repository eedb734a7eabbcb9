from serbench.operations import ROUND_TRIP
from serbench.report.table import NO_RANK, languages, operations, section
from serbench.report.units import EN_DASH
from serbench.report.words import decided
from tests.report.conftest import OPERATIONS, analysed, make_result, make_row, timed


def section_of(rows, language=None, wanted=None):
    result = make_result(rows)
    return section(result, result.workloads[0], language, wanted)


def test_fastest_first_by_serialize_and_deserialize(result):
    table = section(result, result.workloads[0], "rust")
    names = [line.name for line in table.lines]
    assert names == ["bincode", "postcard", "rmp", "rmp-named", "prost", "serde-json", "simd-json"]
    assert table.sorted_by == ("serialize", "deserialize")
    assert table.lines[0].total_ns == 233 + 429
    assert table.lines[-1].total_ns is None  # its deserialize failed: last, but there


def ranks_of(rows, language=None):
    ranks = section_of(rows, language).ranks
    return {codec.partition("/")[2]: rank for (_, codec), rank in ranks.items()}


def test_rank_spans_codecs_shown_neither_faster_nor_slower():
    a, b, c = "cpp/a", "rust/b", "rust/c"
    rows = [
        timed(a, "serialize", 100),
        timed(b, "serialize", 110, slower_than=(a,)),
        timed(c, "serialize", 111, slower_than=(a,)),
        timed("cpp/d", "serialize", 150, slower_than=(a, b, c)),
        timed("cpp/e", "serialize", 160, 0.5, slower_than=(a,)),  # a wide interval: few are faster
    ]
    open_ = {"b": f"2{EN_DASH}4", "c": f"2{EN_DASH}4"}
    assert ranks_of(rows) == {"a": "1", **open_, "d": f"4{EN_DASH}5", "e": f"2{EN_DASH}5"}
    assert ranks_of(rows, "rust") == {"b": f"1{EN_DASH}2", "c": f"1{EN_DASH}2"}
    assert ranks_of(rows, "cpp") == {"a": "1", "d": f"2{EN_DASH}3", "e": f"2{EN_DASH}3"}


def test_table_of_a_language_uses_decisions_within_the_language():
    rows = [
        timed("cpp/a", "serialize", 100),
        timed("cpp/b", "serialize", 105, language_slower_than=("cpp/a",)),
        timed("rust/c", "serialize", 500, slower_than=("cpp/a", "cpp/b")),
    ]
    assert ranks_of(rows) == {"a": f"1{EN_DASH}2", "b": f"1{EN_DASH}2", "c": "3"}
    assert ranks_of(rows, "cpp") == {"a": "1", "b": "2"}
    assert section_of(rows, "cpp").fastest == {("serialize", "cpp/a")}
    assert section_of(rows).fastest == {("serialize", "cpp/a"), ("serialize", "cpp/b")}


def test_an_uncertain_codec_is_never_marked_as_fastest():
    rows = [timed("cpp/a", "serialize", 100, 0.11), timed("cpp/b", "serialize", 101, 0.09)]
    assert section_of(rows).fastest == {("serialize", "cpp/b")}
    assert section_of(rows[:1]).fastest == frozenset()


def test_own_code_and_unchecked_codecs_have_no_rank_and_shift_no_other():
    own, trusting = "cpp/own", "cpp/trusting"
    rows = [
        timed(own, "serialize", 1, traits=("hand-written",)),
        timed(trusting, "serialize", 2, traits=("unchecked", "binary"), slower_than=(own,)),
        timed("cpp/a", "serialize", 10, slower_than=(own, trusting)),
        timed("cpp/b", "serialize", 20, slower_than=(own, trusting, "cpp/a")),
    ]
    assert ranks_of(rows) == {"own": NO_RANK, "trusting": NO_RANK, "a": "1", "b": "2"}


def test_uncompared_codecs_have_no_ranks():
    rows = [timed(f"cpp/{name}", "serialize", 10, processes=1) for name in "ab"]
    assert ranks_of(rows) == {}
    rows = [timed(f"cpp/{name}", "serialize", 10) for name in "ab"]
    assert ranks_of(rows) == {"a": f"1{EN_DASH}2", "b": f"1{EN_DASH}2"}


def test_a_table_says_how_many_were_judged_together():
    rows = analysed([timed(f"{codec}", "serialize", 10) for codec in ("cpp/a", "cpp/b", "rust/c")])
    assert decided(section_of(rows)) == "decided among all 3 codecs"
    assert decided(section_of(rows, "cpp")) == "decided among the 2 codecs of C++"
    assert decided(section_of(rows, "rust")) == ""
    assert decided(section_of([timed("cpp/a", "serialize", 10, processes=1)])) == ""


def test_round_trip_sorts_and_is_a_column_only_on_request():
    both = [
        timed(codec, op, ns)
        for codec, *times in (("cpp/a", 10, 30), ("cpp/b", 20, 21))
        for op, ns in zip(("serialize", "deserialize"), times, strict=True)
    ]
    whole = [timed("cpp/a", ROUND_TRIP.name, 39), timed("cpp/b", ROUND_TRIP.name, 42)]
    table = section_of(both + whole)
    assert [(line.name, line.total_ns) for line in table.lines] == [("a", 39), ("b", 42)]
    assert table.operations == ("serialize", "deserialize")
    assert section_of(both + whole, wanted=operations(both + whole)).operations == (
        "serialize", "deserialize", "round-trip",
    )  # fmt: skip
    assert section_of(both).lines[0].total_ns == 40  # both were timed, in no process together


def test_every_row_is_in_some_table(result):
    rows = {(r.codec, r.operation) for r in result.rows}
    seen = set()
    for language in languages(result):
        table = section(result, result.workloads[0], language)
        measured = {line.codec: set(line.cells) for line in table.lines}
        seen |= {(codec, o) for codec, found in measured.items() for o in found}
        for problem in table.problems:
            seen |= {(problem.codec, o) for o in problem.operations or OPERATIONS}
    assert seen >= rows


def test_problems_of_one_reason_are_one_and_the_gravest_come_first(result):
    table = section(result, result.workloads[0])
    assert [(p.codec, p.status, p.operations) for p in table.problems] == [
        ("cpp/boost-text", "broken", ()),
        ("rust/flexbuffers", "failed", ()),
        ("rust/simd-json", "failed", ("deserialize",)),
        ("cpp/bson", "cannot-hold", ()),
        ("cpp/msgpack", "unavailable", ()),
        ("rust/ciborium", "unmeasured", ()),
    ]


def test_unproven_time_is_not_shown():
    rows = analysed([timed("cpp/a", "serialize", 1, verified=False, note="x")])
    table = section_of(rows)
    assert table.lines == ()
    assert [(p.status, p.note) for p in table.problems] == [("measured", "x")]


def test_only_wanted_operations_are_shown_in_order(result):
    assert operations(result.rows) == (
        "serialize",
        "deserialize",
        "round-trip",
        "populate",
        "encode",
        "decode",
        "convert",
        "read",
    )
    table = section(result, result.workloads[0], "cpp", ("read", "encode", "unknown"))
    assert table.operations == ("encode", "read")
    assert table.sorted_by == ("serialize", "deserialize")


def test_table_without_serialize_is_sorted_by_shown_operations():
    rows = [timed("cpp/a", "write", 30), timed("cpp/b", "write", 20), timed("cpp/b", "scan", 1)]
    table = section_of(rows)
    assert table.sorted_by == ("write", "scan")
    assert [line.codec for line in table.lines] == ["cpp/b", "cpp/a"]


def test_unmeasured_workload_has_no_lines():
    table = section_of([make_row("cpp/a", "serialize", status="failed", verified=False)])
    assert (table.lines, table.operations, len(table.problems)) == ((), (), 1)
