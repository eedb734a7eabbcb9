"""Every codec brings values of every logical type back, or says of which it cannot."""

from functools import cache

import pytest

from serbench.builders.codec import WITH_LOGICAL_TYPES
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import what_it_lacks
from serbench.schema.logical import BY_WORD, Decimal
from serbench.schema.logical_values import example
from serbench.schema.model import (
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Schema,
    lowered,
    scalar_of,
)
from serbench.workloads.generation.logical import edges
from tests.compiled_schemas import driver_of
from tests.conftest import working_set

pytestmark = pytest.mark.compiled

CODECS = {codec.id: codec for codec in all_codecs() if codec.language in WITH_LOGICAL_TYPES}
LOGICAL = (
    *BY_WORD.values(),
    *(Decimal(*sizes) for sizes in ((5, 2), (18, 4), (38, 10), (18, 0), (34, 2), (76, 10))),
)
# What a language's own class has no value for, by the type's word.
BEYOND = {
    "python": {"duration_s": "timedelta", "duration_ms": "timedelta"},
    "javascript": {"duration_s": "number", "duration_ms": "number"},
    "rust": {"duration_s": "TimeDelta", "duration_ms": "TimeDelta"},
}
# Of codecs with this limit: what they say of a value, and the largest integer that they can hold,
# which decimals are without their points.
LIMITS = {
    "integers beyond 2^53 - 1": ("an integer beyond 2^53 - 1", 2**53 - 1),
    "integers beyond 2^53 - 1 in maps": ("an integer beyond 2^53 - 1 in a map", 2**53 - 1),
    "decimals of more than 34 digits": ("a decimal of more than 34 digits", 10**34 - 1),
}


def name_of(logical):
    """An attribute in every language."""
    return str(logical).replace("(", "_").replace(", ", "_").removesuffix(")")


@cache
def schema():
    fields = []
    for logical in LOGICAL:
        leaf, name = scalar_of(logical), name_of(logical)
        fields += [Field(name, leaf), Field(f"{name}_optional", OptionalOf(leaf))]
        fields += [Field(f"{name}_list", ListOf(leaf)), Field(f"{name}_map", MapOf(leaf))]
    return Schema("logical", "Logical", (Record("Logical", tuple(fields)),))


def value(chosen, edge):
    """One with this value of the chosen type in each place, and little of the others."""
    found = {}
    for logical in LOGICAL:
        name, some = name_of(logical), edge if logical == chosen else example(logical)
        found[name] = some
        found[f"{name}_optional"] = some if logical == chosen else None
        found[f"{name}_list"] = [some, some] if logical == chosen else []
        found[f"{name}_map"] = {"a": some} if logical == chosen else {}
    return found


def is_beyond(edge, most):
    return abs(int(str(edge).replace(".", ""))) > most


@pytest.fixture(scope="module", params=CODECS)
def case(request):
    codec = CODECS[request.param]
    if lacking := what_it_lacks(schema(), codec):
        pytest.skip(f"its format has no {lacking}")
    built = driver_of(codec, schema(), BY_DEFAULT, tuple(CODECS.values()))
    if built.unavailable:
        pytest.skip(built.unavailable)
    with Driver(built.command) as driver:
        yield codec, driver


@pytest.mark.parametrize("logical", LOGICAL, ids=str)
def test_edges_survive_or_are_beyond_languages_class(case, logical, tmp_path):
    codec, driver = case
    class_ = BEYOND.get(codec.language, {}).get(str(logical))
    limits = [LIMITS[limit] for limit in codec.limits if limit in LIMITS]

    def verdict_on(*chosen):
        values = [value(logical, edge) for edge in chosen]
        return verify(driver, working_set(lowered(schema()), values, tmp_path / "values.jsonl"))

    held = []
    for edge in edges(logical).values():
        verdict = verdict_on(edge) if class_ or limits else None
        if verdict is None or verdict.status != "cannot-hold":
            held.append(edge)
        elif class_ and class_ in verdict.note:
            assert str(logical) in verdict.note
        else:
            assert any(said in verdict.note and is_beyond(edge, most) for said, most in limits)
    assert held
    if not (verdict := verdict_on(*held)).proven:
        alone = {name: verdict_on(edge).note for name, edge in edges(logical).items()}
        pytest.fail(f"{verdict.note}\n{alone}")
