from contextvars import copy_context

from serbench.builders import optimization
from serbench.builders.cpp.plan import flags_of_schema
from serbench.builders.rust import workspace


def test_full_optimization_is_default():
    assert optimization.is_full()
    assert [f for f in flags_of_schema() if f.startswith("-O")] == ["-O3"]
    assert "opt-level=3" in workspace.flags()


def test_lower_level_holds_within_block_and_copied_context():
    with optimization.at(1):
        within = copy_context()
        assert flags_of_schema()[-1] == "-O1"
        assert "opt-level=0" in workspace.flags()
    assert optimization.is_full()
    assert within.run(optimization.level) == 1
