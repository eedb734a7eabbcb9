"""Codecs bring values of every logical type back, or say of which they cannot.

Compiling is dear: the codecs are drawn by the day, and so is the container in which a type stands
besides. `SERBENCH_SEED` repeats a day, `SERBENCH_EVERY_CODEC=1` takes all codecs; `serbench types`
proves all of them, too.
"""

import os
from functools import cache
from random import Random

import pytest

from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import what_it_lacks
from serbench.schema.logical import BY_WORD, BigInt, Decimal
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
from serbench.workloads.generation.logical import edges, random_value
from tests.compiled_schemas import drawn_codecs, driver_of
from tests.conftest import working_set

pytestmark = pytest.mark.compiled

MOST = 3  # of a language
CODECS = drawn_codecs(all_codecs(), MOST)
LOGICAL = (
    *BY_WORD.values(),
    *(Decimal(*sizes) for sizes in ((5, 2), (18, 4), (38, 10), (18, 0), (34, 2), (76, 10))),
)
# What a language's own class has no value for, by the type's word.
BEYOND = {
    "cpp": {"timestamp_ns_offset": "C++'s type"},
    "python": {"duration_s": "timedelta", "duration_ms": "timedelta"},
    "javascript": {"duration_s": "number", "duration_ms": "number"},
    "go": dict.fromkeys(("duration_s", "duration_ms", "duration_us"), "time.Duration"),
    "rust": {"duration_s": "TimeDelta", "duration_ms": "TimeDelta"},
}
# Durations of these units beyond 10,000 years; one of nanoseconds is not so long.
LONGEST = {
    f"duration_{unit}": 315_576_000_000 * 1000**n for n, unit in enumerate(("s", "ms", "us"))
}
# Of codecs with this limit: what they say of a value, and the largest integer that they can hold,
# which decimals are without their points; or that of some types, by their words.
LIMITS = {
    "integers beyond 2^53 - 1": ("an integer beyond 2^53 - 1", 2**53 - 1),
    "integers beyond 2^53 - 1 in maps": ("an integer beyond 2^53 - 1 in a map", 2**53 - 1),
    "decimals of more than 34 digits": ("a decimal of more than 34 digits", 10**34 - 1),
    # Whatever it is that the value is, nothing is what it counts: below 0 all are.
    "optionals whose value is 0, false or empty become absent": (
        "an optional whose value is 0",
        -1,
    ),
    "durations beyond 10,000 years": ("Duration", LONGEST),
}
RANDOM_VALUES = 100
WITHIN = "within"
SEED = os.environ["SERBENCH_SEED"]  # conftest.py has set it if nobody else has


def name_of(logical):
    """An attribute in every language."""
    return str(logical).replace("(", "_").replace(", ", "_").removesuffix(")")


@cache
def containers():
    """By each type's name, what it stands in besides."""
    random = Random(SEED)
    return {name_of(logical): random.choice((OptionalOf, ListOf, MapOf)) for logical in LOGICAL}


@cache
def schema():
    fields = []
    for logical in LOGICAL:
        leaf, name = scalar_of(logical), name_of(logical)
        fields += [Field(name, leaf), Field(f"{name}_{WITHIN}", containers()[name](leaf))]
    return Schema("logical", "Logical", (Record("Logical", tuple(fields)),))


def contained(name, *items):
    """What the type's container holds of these."""
    container = containers()[name]
    if container is OptionalOf:
        return items[0] if items else None
    if container is ListOf:
        return list(items)
    return {f"{number}": item for number, item in enumerate(items)}


def value(chosen, edge):
    """One with this value of the chosen type in each place, and little of the others."""
    found = {}
    for logical in LOGICAL:
        name, some = name_of(logical), edge if logical == chosen else example(logical)
        found[name] = some
        found[f"{name}_{WITHIN}"] = contained(name, *([some, some] if logical == chosen else []))
    return found


def is_beyond(logical, edge, most):
    if not (isinstance(edge, int) or isinstance(logical, BigInt | Decimal)):
        return False
    largest = most if isinstance(most, int) else most.get(str(logical))
    return largest is not None and abs(int(str(edge).replace(".", ""))) > largest


@pytest.fixture(scope="module", params=CODECS, ids=lambda codec: f"{SEED}-{codec.id}")
def case(request):
    codec = request.param
    if lacking := what_it_lacks(schema(), codec):
        pytest.skip(f"its format has no {lacking}")
    built = driver_of(codec, schema(), BY_DEFAULT, CODECS)
    if built.unavailable:
        pytest.skip(built.unavailable)
    with Driver(built.command) as driver:
        yield codec, driver


def test_edges_survive_or_are_beyond_languages_class(case, tmp_path):
    """All at once but those that may be beyond the language's class or a limit of the codec."""
    codec, driver = case
    classes = BEYOND.get(codec.language, {})
    limits = [LIMITS[limit] for limit in codec.limits if limit in LIMITS]

    def verdict_on(values):
        return verify(driver, working_set(lowered(schema()), values, tmp_path / "values.jsonl"))

    held = {}
    for logical in LOGICAL:
        class_ = classes.get(str(logical))
        for name, edge in edges(logical).items():
            given = value(logical, edge)
            beyond = [said for said, most in limits if is_beyond(logical, edge, most)]
            verdict = verdict_on([given]) if class_ or beyond else None
            if verdict is None or verdict.status != "cannot-hold":
                held[f"{logical}, {name}"] = given
            elif class_ and class_ in verdict.note:
                assert str(logical) in verdict.note
            else:
                assert any(said in verdict.note for said in beyond)
    if not (verdict := verdict_on(held.values())).proven:
        notes = {name: verdict_on([given]).note for name, given in held.items()}
        pytest.fail(f"{verdict.note}\n{ {name: note for name, note in notes.items() if note} }")


def any_value(logical, random, limits):
    """An ordinary one where the random one has a number beyond one of `limits`."""
    found = random_value(logical, random)
    return example(logical) if any(is_beyond(logical, found, n) for n in limits) else found


def test_random_values_survive(case, tmp_path):
    codec, driver = case
    limits = [LIMITS[limit][1] for limit in codec.limits if limit in LIMITS]
    random, values = Random(SEED), []
    for _ in range(RANDOM_VALUES):
        found = {}
        for logical in LOGICAL:
            name, some = name_of(logical), [any_value(logical, random, limits) for _ in range(3)]
            # Below 0, no value of an optional is sure to survive.
            is_lost = -1 in limits and containers()[name] is OptionalOf
            items = [] if is_lost or random.random() < 0.5 else some
            found[name], found[f"{name}_{WITHIN}"] = some[0], contained(name, *items)
        values.append(found)
    verdict = verify(driver, working_set(lowered(schema()), values, tmp_path / "values.jsonl"))
    assert verdict.proven, f"SERBENCH_SEED={SEED}: {verdict.note}"
