"""What must hold for any schema and any values: nothing is lost on the way to a working set."""

from __future__ import annotations

import json
import math
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from serbench.schema.digest import Digester
from serbench.schema.infer import infer
from serbench.schema.lines import iter_lines
from serbench.schema.model import (
    INTEGER_RANGE,
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)
from serbench.schema.module import module_text, write_module
from serbench.schema.normalise import normaliser
from serbench.schema.parse import parse
from serbench.schema.shape import Place, Shape, add_object
from serbench.schema.values import prepare
from serbench.workloads.module import load_module
from tests.strategies import (
    examples,
    schemas,
    schemas_with_unions,
    texts,
    typed_schemas,
    values_of,
    wire_names,
)

pace = examples(30, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def folder() -> Iterator[Path]:
    """hypothesis runs many examples in one test; each gets a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@st.composite
def schemas_with_values(draw) -> tuple[Schema, list[dict[str, Any]]]:
    schema = draw(st.one_of(schemas(), schemas_with_unions()))
    return schema, draw(st.lists(values_of(schema), min_size=1, max_size=6))


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON value, so with unions of types everywhere."""
    scalars = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.sampled_from([2**53, 2**53 + 1, -(2**53) - 1, 0, 2**63]),
        st.floats(allow_nan=False, allow_infinity=False),
        texts(),
    )
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(wire_names(), inner, max_size=4)
        ),
        max_leaves=12,
    )


def objects() -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(wire_names(), json_values(), min_size=1, max_size=5)


def write(path: Path, values: list[Any]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(value) + b"\n" for value in values))
    return path


def assert_survived(raw: Any, canonical: Any, type_: Type, schema: Schema) -> None:
    """That the canonical form of a value says all that the value said, and no more. Knows
    nothing of how the two came about."""
    match type_:
        case OptionalOf(item):
            if raw is None:
                assert canonical is None
            else:
                assert_survived(raw, canonical, item, schema)
        case Scalar(Kind.STRING, raw_json=True):
            assert identical(json.loads(canonical), raw)
        case Scalar(Kind.F64):
            assert type(canonical) is float
            assert canonical == raw  # Python compares integers and floats exactly
            if type(raw) is float:
                assert math.copysign(1, canonical) == math.copysign(1, raw)
        case Scalar(kind):
            assert identical(raw, canonical)
            if kind in INTEGER_RANGE:
                low, high = INTEGER_RANGE[kind]
                assert low <= canonical <= high
        case EnumRef(name):
            assert raw == canonical in schema.enum(name).symbols
        case UnionRef(name):
            wanted = [v for v in schema.union(name).variants if IS_OF[type(v)](raw, v)]
            assert len(wanted) == 1
            assert_survived(raw, canonical, wanted[0], schema)
        case ListOf(item):
            assert len(raw) == len(canonical)
            for a, b in zip(raw, canonical, strict=True):
                assert_survived(a, b, item, schema)
        case MapOf(value):
            assert raw.keys() == canonical.keys()
            for key in raw:
                assert_survived(raw[key], canonical[key], value, schema)
        case RecordRef(name):
            fields = schema.record(name).fields
            assert list(canonical) == [field.name for field in fields]
            assert raw.keys() <= canonical.keys()
            for field in fields:
                assert_survived(raw.get(field.name), canonical[field.name], field.type, schema)


# Whether a value of a union is of a variant.
IS_OF: dict[type, Any] = {
    Scalar: lambda raw, type_: (
        type(raw) in {Kind.BOOL: (bool,), Kind.STRING: (str,)}.get(type_.kind, (int, float))
    ),
    ListOf: lambda raw, _: isinstance(raw, list),
    MapOf: lambda raw, _: isinstance(raw, dict),
    RecordRef: lambda raw, _: isinstance(raw, dict),
}


def identical(a: Any, b: Any) -> bool:
    """Equal in type as well: 1, 1.0 and True are three values."""
    return type(a) is type(b) and repr(a) == repr(b) and a == b


@pace
@given(schemas_with_values())
def test_canonical_values_are_left_as_they_are(example):
    schema, values = example
    normalise = normaliser(schema)
    for value in values:
        assert msgspec.json.encode(normalise(value)) == msgspec.json.encode(value)


@pace
@given(schemas_with_values(), st.booleans())
def test_every_value_survives_under_inferred_schema(example, unions):
    _, values = example
    check_inference(values, unions)


@pace
@given(st.lists(objects(), min_size=1, max_size=6), st.booleans())
def test_any_objects_survive_under_their_inferred_schema(values, unions):
    check_inference(values, unions)


def check_inference(values: list[Any], unions: bool) -> None:
    with folder() as here:
        file = write(here / "random.jsonl", values)
        inference = infer([file], unions=unions)
        schema = inference.schema
        assert inference.values == len(values)
        normalise = normaliser(schema)
        for value, (_, line) in zip(values, iter_lines(file), strict=True):
            assert_survived(value, normalise(parse(line)), RecordRef(schema.root), schema)
        module = here / "random.py"
        module.write_text(write_module(inference, file.name), encoding="utf-8")
        loaded = load_module(module)
        assert loaded.schema.to_dict() == schema.to_dict()
        assert loaded.values == file


@pace
@given(st.lists(objects(), min_size=1, max_size=6), st.randoms())
def test_inference_does_not_depend_on_order_of_values(values, rng):
    some = learnt(values)
    rng.shuffle(values)
    assert learnt(values) == some


def learnt(values: list[Any]) -> Any:
    root = Shape()
    for value in values:
        add_object(root, value)
    return of_shape(root)


def of_shape(shape: Shape) -> Any:
    return shape.objects, {name: of_place(place) for name, place in shape.fields.items()}


def of_place(place: Place) -> Any:
    return (
        place.count,
        frozenset(place.settled),
        (place.low, place.high, place.inexact),
        place.items and of_place(place.items),
        place.shape and of_shape(place.shape),
    )


@pace
@given(st.one_of(schemas(), schemas_with_unions(), typed_schemas()))
def test_module_loads_schema_of_origin(schema):
    with folder() as here:
        path = here / "random.py"
        path.write_text(module_text(schema, "Random.\n", {}, None), encoding="utf-8")
        assert load_module(path).schema.to_dict() == schema.to_dict()


@pace
@given(schemas_with_values(), st.randoms())
def test_the_digest_does_not_depend_on_the_order_of_keys(example, rng):
    schema, values = example
    with folder() as here:
        sets = [
            prepare(schema, iter_lines(write(here / f"{i}.jsonl", some)), here / f"{i}.out")
            for i, some in enumerate((values, shuffled(values, rng)))
        ]
        assert sets[0].digest == sets[1].digest
        assert sets[0].visit == sets[1].visit
        assert again(schema, sets[1].path) == sets[1].digest


def shuffled(value: Any, rng: random.Random) -> Any:
    if isinstance(value, list):
        return [shuffled(item, rng) for item in value]
    if not isinstance(value, dict):
        return value
    pairs = [(key, shuffled(item, rng)) for key, item in value.items()]
    rng.shuffle(pairs)
    return dict(pairs)


def again(schema: Schema, path: Path) -> str:
    """The digest of a file of canonical values."""
    digester = Digester(schema)
    for line in path.read_bytes().splitlines():
        digester.add(msgspec.json.decode(line))
    return digester.digest
