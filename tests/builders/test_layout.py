from contextvars import copy_context
from pathlib import Path

import pytest

from serbench.builders import layout
from serbench.builders.work import Work
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.preparation.drivers import build_drivers
from serbench.preparation.targets import ResolvedTarget
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from tests.compiled_schemas import NESTED
from tests.conftest import working_set


class Linked(Work):
    has_layouts = True

    @property
    def fingerprints(self):
        return {}

    def run(self, on_progress):
        raise AssertionError


class Interpreted(Linked):
    has_layouts = False


CODEC = all_codecs()[0]


def test_layout_holds_within_block_and_copied_context():
    assert layout.number() == 0
    with layout.chosen(3):
        within = copy_context()
        assert layout.number() == 3
    assert layout.number() == 0
    assert within.run(layout.number) == 3


def test_driver_in_another_layout_is_separate_file():
    usual = Linked("cpp", NESTED, [CODEC], frozenset())
    with layout.chosen(2):
        other = Linked("cpp", NESTED, [CODEC], frozenset())
        same = Interpreted("cpp", NESTED, [CODEC], frozenset())
    assert other.binary(CODEC).name == f"{CODEC.name}@2"
    assert other.key(CODEC) != usual.key(CODEC)
    assert same.binary(CODEC) == usual.binary(CODEC)


def test_layouts_differ_and_are_always_the_same():
    paddings = [layout.padding_bytes(number) for number in range(1, 9)]
    assert paddings == [layout.padding_bytes(number) for number in range(1, 9)]
    assert len(set(paddings)) == 8
    assert all(0 < padding < layout.MOST_BYTES and padding % 16 == 0 for padding in paddings)
    objects = [f"{n}.o" for n in range(9)]
    assert sorted(layout.shuffled(objects, 1)) == objects != layout.shuffled(objects, 1)


@pytest.mark.compiled
def test_drivers_are_linked_in_layouts_and_still_right(tmp_path):
    schema = Schema("laid", "Laid", (Record("Laid", (Field("y", Scalar(Kind.I64)),)),))
    wanted = {"cpp/cereal", "rust/postcard", "go/encoding-json", "java/bytebuffer"}
    codecs = [codec for codec in all_codecs() if codec.id in wanted]
    expected = working_set(schema, [{"y": 7}, {"y": -1}], tmp_path / "values.jsonl")
    target = ResolvedTarget("laid", "laid.jsonl", schema, expected, 10)
    result = build_drivers(target, codecs, ["encode"], layouts=2)
    assert set(result.drivers) == wanted
    assert set(result.layouts) == wanted - {"java/bytebuffer"}  # it compiles as it runs
    for codec, [command] in result.layouts.items():
        [usual] = result.drivers[codec]
        assert Path(usual).read_bytes() != Path(*command).read_bytes()
        with Driver(command) as driver:
            assert verify(driver, expected).proven
    with layout.chosen(1):
        again = build_drivers(target, codecs, ["encode"])
    assert {
        c: [driver_command] for c, driver_command in again.drivers.items() if c in result.layouts
    } == result.layouts
