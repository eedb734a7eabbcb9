"""Bytes of one schema in drivers of another, among fake drivers, which read JSON by its names."""

import json
from dataclasses import replace

import pytest

from serbench.catalog import all_codecs
from serbench.proof.evolution import EvolutionCell, Step, Unproven, Written, evolution
from serbench.proof.interop import NamedValues
from serbench.proof.schema_changes import successors
from serbench.workloads.registry import find
from tests.conftest import working_set
from tests.measure.test_conformance import fake_command

FAKE = replace(all_codecs()[0], id="fake/json", language="fake", evolution="names")
ORDER = find("order").schema
VALUE = {
    "id": 5, "customer": "a", "comment": "", "number": 7, "weight_kg": 0.5, "status": "paid",
    "items": [{"sku": "x", "price": 1.5, "count": 2}], "coupon": None,
}  # fmt: skip


def command(schema, **faults):
    made = fake_command(schema)
    made[-1] = json.dumps({**json.loads(made[-1]), "faults": faults})
    return made


@pytest.fixture
def grown(tmp_path):
    """What is found for a rule, by direction and case."""

    def of(rule, old=None, new=None):
        [successor] = [s for s in successors(ORDER) if not isinstance(s, str) and s.rule == rule]
        written = []
        for number, case in enumerate(successor.cases):
            schema = ORDER if case.direction == "old to new" else successor.schema
            expected = working_set(schema, [case.written(VALUE)], tmp_path / f"{number}.jsonl")
            written.append(Written(case, NamedValues(schema, expected), [case.expected(VALUE)]))
        old, new = old or command(ORDER), new or command(successor.schema)
        step = Step(successor, written, new, new, old)
        found = list(evolution(FAKE, ORDER, old, step, tmp_path))
        return {(c.direction, c.case): c for c in found if isinstance(c, EvolutionCell)} or found

    return of


def outcomes(found):
    return {which: cell.outcome for which, cell in found.items()}


def test_fields_read_by_name_may_be_reordered(grown):
    found = grown("fields reordered")
    assert outcomes(found) == {("old to new", ""): "kept", ("new to old", ""): "kept"}
    assert found["old to new", ""].means == "names"


def test_missing_field_is_refused_and_unknown_field_is_ignored(grown):
    assert outcomes(grown("field added in the middle")) == {
        ("old to new", ""): "refused", ("new to old", ""): "kept",
    }  # fmt: skip


def test_value_too_large_for_reader_is_refused(grown):
    found = grown("integer widened")
    assert found["new to old", "too large"].outcome == "refused"
    assert found["new to old", ""].outcome == "kept"


def test_symbol_unknown_to_reader_is_refused(grown):
    found = grown("symbol added")
    assert found["new to old", "new symbol"].outcome == "refused"
    assert found["new to old", ""].outcome == "kept"


def test_changed_value_is_reported_as_silently_wrong(grown):
    """A reader that takes two fields for each other."""
    [successor] = [s for s in successors(ORDER) if s.rule == "float widened"]
    names = {"customer": "comment", "comment": "customer"}
    record = successor.schema.record("Order")
    fields = tuple(replace(f, name=names.get(f.name, f.name)) for f in record.fields)
    records = (replace(record, fields=fields, ancestor=()), *successor.schema.records[1:])
    cell = grown("float widened", new=command(replace(successor.schema, records=records)))[
        "old to new", ""
    ]
    assert cell.outcome == "silently wrong"
    assert cell.why == '$.customer was "a", read as "" (1 of 1 values)'


def test_dying_reader_is_reported_as_crashed(grown):
    cell = grown("field renamed", old=command(ORDER, load="crash"))["new to old", ""]
    assert (cell.outcome, cell.alike) == ("crashed", 1)
    assert cell.why == "it died (killed by SIGSEGV): fake: about to crash (1 of 1 values)"


def test_lossy_writer_is_not_judged(grown):
    found = grown("field renamed", old=command(ORDER, verify="lose"))
    assert list(outcomes(found)) == [("new to old", "")]
    both = command(ORDER, verify="lose")
    assert all(
        isinstance(finding, Unproven) for finding in grown("field renamed", old=both, new=both)
    )
