from serbench.report.table import languages, operations, section
from tests.report.conftest import OPERATIONS, make_result, make_row, timed, with_groups


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


def test_places_are_shared_and_the_next_one_is_left_out():
    rows = [
        timed("cpp/a", "serialize", 100, tie_group=1, language_tie_group=1),
        timed("rust/b", "serialize", 110, tie_group=2, language_tie_group=1),
        timed("rust/c", "serialize", 111, tie_group=2, language_tie_group=1),
        timed("cpp/d", "serialize", 150, tie_group=3, language_tie_group=2),
        timed("cpp/e", "serialize", 160),
    ]
    ranks = section_of(rows).ranks
    assert [ranks.get(("serialize", r.codec)) for r in rows] == ["1", "2=", "2=", "4", None]
    assert section_of(rows, "rust").ranks == {
        ("serialize", "rust/b"): "1=",
        ("serialize", "rust/c"): "1=",
    }


def test_no_row_is_lost(result):
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


def test_a_time_without_proof_is_no_figure():
    rows = with_groups([timed("cpp/a", "serialize", 1, verified=False, note="x")])
    table = section_of(rows)
    assert table.lines == ()
    assert [(p.status, p.note) for p in table.problems] == [("measured", "x")]


def test_operations_in_their_order_and_only_those_wanted(result):
    assert operations(result.rows) == (
        "serialize",
        "deserialize",
        "populate",
        "encode",
        "decode",
        "convert",
        "read",
    )
    table = section(result, result.workloads[0], "cpp", ("read", "encode", "unknown"))
    assert table.operations == ("encode", "read")
    assert table.sorted_by == ("serialize", "deserialize")


def test_without_serialize_the_shown_operations_decide():
    rows = [timed("cpp/a", "write", 30), timed("cpp/b", "write", 20), timed("cpp/b", "scan", 1)]
    table = section_of(rows)
    assert table.sorted_by == ("write", "scan")
    assert [line.codec for line in table.lines] == ["cpp/b", "cpp/a"]


def test_a_workload_with_nothing_measured():
    table = section_of([make_row("cpp/a", "serialize", status="failed", verified=False)])
    assert (table.lines, table.operations, len(table.problems)) == ((), (), 1)
