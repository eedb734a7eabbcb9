"""The studies as data: rows, published figures and tables fit together."""

import re

import pytest

from serbench.catalog import all_codecs
from serbench.errors import UserError
from serbench.measure.verification import Verdict
from serbench.results.file_rows import FileResult, FileRow, Spread
from serbench.results.study_rows import Repeated
from serbench.studies.registry import NAMES, find
from serbench.studies.study import Outcome, Scale, published, select_rows
from serbench.workloads import registry

STUDIES = [find(name) for name in NAMES]
SCALE = Scale(iterations=3, repetitions=1000)


def outcome(study) -> Outcome:
    """Every row measured; the further down, the slower and larger."""
    if study.object_files:
        rows = [
            FileRow(
                workload="tweet",
                codec=row.codec,
                language=row.codec.partition("/")[0],
                operation=operation,
                cores=cores,
                status="measured",
                values=1000,
                bytes=1000,
                repeats=3,
                io=Spread(0.5 + i, 0.25),
                total=Spread(1.5 + i, 0.5),
            )
            for i, row in enumerate(study.with_equal_rows(study.rows))
            for operation in dict.fromkeys(
                name
                for reading in study.object_files.readings(row)
                for name in ("write", reading.named("scan"), reading.named("get"))
            )
            for cores in study.object_files.cores
        ]
        files = FileResult(
            run="r", started="", seconds=1, serbench="", settings={}, environment={},
            rows=tuple(rows), fio={},
        )  # fmt: skip
        return Outcome("small", SCALE, study.object_files.found(files, SCALE), files)
    found = {}
    for i, row in enumerate(study.with_equal_rows(study.rows)):
        base = 1_000_000 * (i + 1)
        times = {op: [base, base + 10, base + 20] for op in study.timed(row)}
        found[row.label] = Repeated(row.codec, Verdict("measured"), 400.0 + i, times)
    return Outcome(study.default_size, SCALE, found)


@pytest.mark.parametrize("study", STUDIES, ids=NAMES)
def test_codecs_and_workloads_exist(study):
    known = {codec.id for codec in all_codecs()}
    assert {row.codec for row in study.with_equal_rows(study.rows)} <= known
    assert set(study.sizes.values()) <= set(registry.names())
    assert study.default_size in study.sizes
    assert len({row.label for row in study.rows}) == len(study.rows)


@pytest.mark.parametrize("study", STUDIES, ids=NAMES)
def test_every_published_figure_belongs_to_a_row(study):
    figures = study.figures(outcome(study))
    assert {f.row for f in figures} == {row.label for row in study.rows}
    beside = [f for f in figures if f.published is not None]
    expected = {
        # 19 methods, two of them apart, 3 operations, 2 placements, I/O and total.
        "complex-objects": (19 - 2) * 3 * 2 * 2,
        # 8 methods in 4 columns, and their memory.
        "cpp-containers": 8 * 4 + 8,
        "nested-structures": 13 * 4,
        "cpp-serializers": 9 * 2,
        # 14 rows of three, but ffjson could not deserialize.
        "goser": 14 * 3 - 1,
    }
    assert len(beside) == expected[study.name]


@pytest.mark.parametrize("study", STUDIES, ids=NAMES)
def test_tables_have_a_cell_for_every_column(study):
    tables = study.tables(outcome(study))
    assert tables
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows if row is not None)


def table_of(name, number=0):
    study = find(name)
    return study.tables(outcome(study))[number]


def test_nested_structures_prints_as_the_study_did():
    first = table_of("nested-structures").rows[0]
    assert first == (
        "FlatMessage (⚠️)",
        "400 [  -4%]",
        "1.00 [1.00 - 1.00]",
        "1.00 [1.00 - 1.00]",
        "2.00 [2.00 - 2.00]",
    )
    assert re.fullmatch(r"# .*k = 3", table_of("nested-structures").notes[0])


def test_nested_structures_encodes_fresh_only_for_flexbuffers():
    study = find("nested-structures")
    by_label = {row.label: study.operations(row) for row in study.rows}
    assert by_label.pop("flexbuffers") == ("encode-fresh", "decode")
    assert set(by_label.values()) == {("encode", "decode")}
    assert "flexbuffers 1.0" in " ".join(study.mechanisms(outcome(study)))


def test_cpp_containers_prints_as_the_study_did():
    table = table_of("cpp-containers")
    assert table.rows[0] == (
        "Binary (Boost)", "Serialization", "RAM", "0.00100001 ms/1.00001e-06 s", "400 b/0 Kb/0 Mb"
    )  # fmt: skip
    assert table.rows[16] is None
    assert table.rows[17][2] == "File"


def test_cpp_serializers_builds_messages_only_for_two():
    results, built = table_of("cpp-serializers"), table_of("cpp-serializers", 1)
    assert results.rows[0] == ("thrift-binary", "400", "2")
    assert [row[0] for row in built.rows] == ["capnproto", "flatbuffers"]
    assert built.rows[0][2] == "16"  # building and finding the root


def test_goser_prints_megabytes_of_the_formats_own_bytes():
    table = table_of("goser")
    # 400 bytes in 1000 ns are 400 MB/s.
    assert table.rows[0] == ("Rust", "serialize::json", "1000", "400", "400")
    assert [table_of("goser", i).title for i in range(4)] == [
        "JSON", "Cap'n Proto", "Protocol Buffers", "Misc",
    ]  # fmt: skip


def test_complex_objects_prints_mean_and_deviation():
    write, read = table_of("complex-objects"), table_of("complex-objects", 1)
    assert write.rows[0] == (
        "Java Default", "0.500(0.250)", "0.500(0.250)", "1.500(0.500)", "1.500(0.500)"
    )  # fmt: skip
    assert len(read.columns) == 9


def test_complex_objects_are_read_as_published_and_on_equal_terms():
    study = find("complex-objects")
    by_label = {
        row.label: study.object_files.readings(row) for row in study.with_equal_rows(study.rows)
    }
    named = {label: [reading.named("get") for reading in all_] for label, all_ in by_label.items()}
    assert named["Rust Json"] == ["get kept by page", "get"]
    assert named["C++ ProtoBuf"] == ["get decode kept by page", "get"]
    assert named["C++ inPlace"] == ["get decode kept by page"]
    assert named["C++ inPlace (equal terms)"] == ["get"]
    told = study.mechanisms(outcome(study))
    assert [line.split("**")[1] for line in told] == [
        "Readers that stop early.", "Objects kept in a list.", "A page for each object.",
    ]  # fmt: skip


def test_rows_by_label_or_codec():
    study = find("goser")
    assert [r.label for r in select_rows(study, ["Bincode", "go/protobuf"])] == [
        "goprotobuf", "bincode",
    ]  # fmt: skip
    assert select_rows(study, ()) == study.rows
    with pytest.raises(UserError, match=r"no row 'bincod'\..* Did you mean 'bincode'"):
        select_rows(study, ["bincod"])


def test_an_unknown_study():
    with pytest.raises(UserError, match="Did you mean 'goser'"):
        find("gosser")


def test_published_files_are_whole():
    assert len(published("complex_objects_read")) == 19 * 2 * 2 * 2
    assert len(published("complex_objects_write")) == 19 * 2 * 2
    assert len(published("cpp_containers_small")) == 8 * 2 * 2
    assert len(published("nested_structures")) == 13 * 3
