"""benches/handwritten/table.py: where the idioms come from, and what it reads of other benches."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from serbench.stats import Interval

BENCHES = Path(__file__).parents[2] / "benches" / "handwritten"


@pytest.fixture
def handwritten(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHES.parent))  # for what benches share
    monkeypatch.syspath_prepend(str(BENCHES))
    return import_module("table")


def test_every_codec_with_a_library_names_an_idiom_page(handwritten: ModuleType) -> None:
    assert [codec.id for codec in handwritten.held() if not handwritten.sources(codec)] == []


def test_the_page_of_idioms_has_the_table_of_the_command(handwritten: ModuleType) -> None:
    _, _, table = handwritten.PAGE.read_text().partition(handwritten.MARK)
    assert table.strip() == handwritten.table().strip()


@pytest.mark.parametrize(
    ("address", "is_program"),
    [
        ("https://github.com/biojppm/rapidyaml/blob/master/bm/bm_parse.cpp", True),
        ("https://github.com/boostorg/json/blob/boost-1.85.0/bench/bench.cpp", True),
        ("https://github.com/jcrist/msgspec/blob/main/docs/source/perf-tips.rst", False),
        ("https://protobuf.dev/programming-guides/cpp-performance/", False),
        ("https://github.com/cloudpipe/cloudpickle#usage", False),
    ],
)
def test_an_address_is_a_benchmark_program_or_documentation(
    handwritten: ModuleType, address: str, is_program: bool
) -> None:
    assert handwritten.is_program(address) == is_program


def test_cells_printed_by_benches_are_parsed(handwritten: ModuleType) -> None:
    cell = import_module("paired").PairedCell(
        "cpp/bson", "encode", 1234.5, 1200.0, Interval(1.029, 0.97, 1.1)
    )
    lines = [str(cell), "serde-json encode: 1.010 [0.990, 1.030] of 5 pairs: met"]
    found = [
        next(filter(None, (form.fullmatch(line.strip()) for form in handwritten._CELLS)))
        for line in lines
    ]
    assert [(matched["codec"], matched["operation"]) for matched in found] == [
        ("cpp/bson", "encode"),
        ("serde-json", "encode"),
    ]
