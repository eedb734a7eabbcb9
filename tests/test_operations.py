"""Operations are declared once, and all the rest follows from it."""

import re
from pathlib import Path

from serbench.operations import (
    BLOCKS,
    BY_DEFAULT,
    DOES,
    EXTRA,
    FILE_PARTS,
    MEMCPY,
    NAMES,
    ON_FILES,
    OPERATIONS,
    PARTS,
    PRIMARY,
    ROUND_TRIP,
    TIMED,
)  # fmt: skip
from serbench.studies.registry import NAMES as STUDIES
from serbench.studies.registry import find

ROOT = Path(__file__).parent.parent


def test_protocol_documents_every_operation():
    text = (ROOT / "docs" / "protocol.md").read_text()
    table = text.partition("## Operations")[2].partition("##")[0]
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == {*NAMES, MEMCPY.name}


def test_each_stands_in_one_block_and_is_timed_once():
    assert sorted(TIMED) == sorted([*NAMES, MEMCPY.name])
    assert [name for block in BLOCKS for name in block] == list(TIMED)


def test_compared_operations_share_a_block():
    assert {"encode", "serialize", "encode-fresh"} in map(set, BLOCKS)
    assert {"decode", "deserialize", "convert", "borrow", "decode-reused"} in map(set, BLOCKS)


def test_parts_are_of_chief_operations_and_are_measured_with_them():
    assert {operation.part_of for operation in OPERATIONS} - {""} == set(PRIMARY) == set(PARTS)
    measured = {*PRIMARY, *(part for parts in PARTS.values() for part in parts)}
    assert measured == set(BY_DEFAULT) == set(NAMES) - EXTRA


def test_the_round_trip_is_all_chief_operations():
    assert set(PRIMARY) == set(re.findall(r"\b(\w+)\b(?= and|,)", ROUND_TRIP.does))


def test_every_operation_of_a_study_is_known():
    names = {
        name.partition(" ")[0]  # a study of object files says on which cores, too
        for study in map(find, STUDIES)
        for row in study.rows
        for name in study.timed(row)
    }
    on_files = {operation.name for operation in (*ON_FILES, *FILE_PARTS)}
    assert names <= {*NAMES, *on_files} <= set(DOES)


def test_results_and_reports_name_no_operations():
    """A new operation would be missing there. Studies name theirs, which are data."""
    rooms = [ROOT / "src" / "serbench" / room for room in ("results", "report", "stats")]
    sources = [p for room in rooms for p in room.rglob("*") if p.suffix in (".py", ".js", ".jinja")]
    name = re.compile(rf"[\"'`](?:{'|'.join(NAMES)})[\"'`]")
    assert len(sources) > 30
    assert [(p.name, found) for p in sources for found in name.findall(p.read_text())] == []
