from contextvars import copy_context

import pytest

from serbench.builders import instrumentation
from serbench.builders.cpp import plan
from serbench.builders.cpp.builder import CppBuilder
from serbench.builders.cpp.probe import Compiler
from serbench.builders.go import tool
from serbench.builders.rust import workspace
from serbench.builders.work import Work
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath
from serbench.measure.verification import verify
from serbench.proof.crash_kinds import kind_of_death
from tests.builders.cpp.test_builder import HANDCODED, SMALL, own_codec, quiet
from tests.compiled_schemas import NESTED
from tests.conftest import working_set


class Instrumented(Work):
    has_instruments = True

    @property
    def fingerprints(self):
        return {}

    def run(self, on_progress):
        raise AssertionError


class Interpreted(Instrumented):
    has_instruments = False


CODEC = all_codecs()[0]
GXX = Compiler("g++", "g++", "12", "identity")


def test_instrumentation_holds_within_block_and_copied_context():
    assert not instrumentation.is_on()
    with instrumentation.chosen():
        within = copy_context()
        assert instrumentation.is_on()
    assert not instrumentation.is_on()
    assert within.run(instrumentation.is_on)


def test_instrumented_driver_is_separate_file():
    usual = Instrumented("cpp", NESTED, [CODEC], frozenset())
    with instrumentation.chosen():
        other = Instrumented("cpp", NESTED, [CODEC], frozenset())
        same = Interpreted("java", NESTED, [CODEC], frozenset())
    assert other.binary(CODEC) != usual.binary(CODEC)
    assert same.home == Interpreted("java", NESTED, [CODEC], frozenset()).home


def test_instrumentation_adds_flags_for_every_compiler():
    usual = plan.flags_of_driver(), workspace.flags(), tool.flags()
    objects = plan.compiler_key(GXX)
    with instrumentation.chosen():
        cpp, rust, go = plan.flags_of_schema(), workspace.flags(), tool.flags()
        assert plan.compiler_key(GXX) != objects
    assert "-fsanitize=address,undefined" in cpp
    assert "debug-assertions=true overflow-checks=true" in rust
    assert "-d=checkptr'" in go
    assert not [u for u in usual if "sanitize" in u or "checkptr" in u or "assertions" in u]


# A number from the bytes is an index into four.
OVERFLOWING = HANDCODED.replace(
    "handcoded::get(bytes, out, 0);",
    """handcoded::get(bytes, out, 0);
    std::vector<int> four(4);
    volatile int* first = four.data();
    volatile int read = first[out.x];
    (void)read;""",
)


@pytest.mark.compiled
def test_buffer_overflow_is_reported_as_undefined_behaviour(tmp_path):
    codec = own_codec(tmp_path, "overflowing", OVERFLOWING)
    with instrumentation.chosen():
        built = CppBuilder().build(SMALL, [codec], frozenset(), quiet)
    with Driver(built.drivers[codec.id]) as driver:
        assert "sanitize" in driver.describe().flags
        assert verify(driver, working_set(SMALL, [{"x": 3}], tmp_path / "3")).proven
        driver.open(working_set(SMALL, [{"x": 4}], tmp_path / "4").path)
        with pytest.raises(DriverDeath, match="heap-buffer-overflow") as death:
            driver.verify()
    assert kind_of_death(str(death.value)) == "undefined behaviour"
    assert len(str(death.value).splitlines()) == 1
