"""Values checked against a schema: what becomes of them, and what each error says."""

from __future__ import annotations

import math

import pytest

from serbench.schema.errors import ValueProblem
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Union,
    UnionRef,
)
from serbench.schema.normalise import normaliser

I32, F64, STRING = Scalar(Kind.I32), Scalar(Kind.F64), Scalar(Kind.STRING)
RAW = Scalar(Kind.STRING, raw_json=True)


def check(type_, value):
    """The canonical form of a value of this type, in a field called x."""
    user = Record("User", (Field("id", I32), Field("name", OptionalOf(STRING))))
    schema = Schema(
        "test",
        "Root",
        (Record("Root", (Field("x", type_),)), user),
        (Enum("Colour", ("red", "blue")),),
    )
    return normaliser(schema)({"x": value})["x"]


@pytest.mark.parametrize(
    ("type_", "value", "canonical"),
    [
        (Scalar(Kind.BOOL), True, True),
        (I32, -(2**31), -(2**31)),
        (Scalar(Kind.U64), 2**64 - 1, 2**64 - 1),
        (F64, 1, 1.0),
        (F64, 2**53, 2.0**53),
        (F64, 2**60, 2.0**60),
        (F64, -0.0, -0.0),
        (Scalar(Kind.F32), 0.1, 0.1),
        (Scalar(Kind.F32), 3, 3.0),
        (Scalar(Kind.F32), math.nan, "NaN"),
        (Scalar(Kind.F32), "Infinity", "Infinity"),
        (F64, -math.inf, "-Infinity"),
        (F64, "NaN", "NaN"),
        (OptionalOf(F64), math.inf, "Infinity"),
        (ListOf(F64), [0.5, math.nan, "-Infinity"], [0.5, "NaN", "-Infinity"]),
        (MapOf(Scalar(Kind.F32)), {"k": math.nan}, {"k": "NaN"}),
        (STRING, "NaN", "NaN"),
        (STRING, "1", "1"),
        (Scalar(Kind.BYTES), "AQID", "AQID"),
        (Scalar(Kind.BYTES), "", ""),
        (EnumRef("Colour"), "blue", "blue"),
        (OptionalOf(I32), None, None),
        (OptionalOf(I32), 1, 1),
        (ListOf(F64), [1, 2.5], [1.0, 2.5]),
        (ListOf(OptionalOf(F64)), [None, 1], [None, 1.0]),
        (MapOf(F64), {"b": 1, "a": 2.5}, {"b": 1.0, "a": 2.5}),
        (RecordRef("User"), {"name": "x", "id": 1}, {"id": 1, "name": "x"}),
        (RecordRef("User"), {"id": 1}, {"id": 1, "name": None}),
        (RAW, "x", '"x"'),
        (RAW, 1, "1"),
        (RAW, 1.0, "1.0"),
        (RAW, None, "null"),
        (RAW, {"b": [1, {"a": None}]}, '{"b":[1,{"a":null}]}'),
        (RAW, "é\n", '"é\\n"'),
        (ListOf(RAW), ["x", 1], ['"x"', "1"]),
        (OptionalOf(RAW), None, None),
        (OptionalOf(RAW), "x", '"x"'),
    ],
)
def test_canonical_form(type_, value, canonical):
    assert repr(check(type_, value)) == repr(canonical)  # 1 is not 1.0, nor is the order free


@pytest.mark.parametrize(
    ("type_", "value", "path", "cause"),
    [
        (I32, "1", "$.x", 'the string "1" is not an integer (i32)'),
        (I32, 1.0, "$.x", "the number 1.0 is not an integer (i32)"),
        (I32, True, "$.x", "true is not an integer (i32)"),
        (I32, None, "$.x", "null is not an integer (i32)"),
        (
            I32,
            2**31,
            "$.x",
            "2147483648 is not in the range of i32, from -2147483648 to 2147483647",
        ),
        (Scalar(Kind.I8), 128, "$.x", "128 is not in the range of i8, from -128 to 127"),
        (ListOf(Scalar(Kind.U16)), [2**16], "$.x[0]", "range of u16, from 0 to 65535"),
        (Scalar(Kind.U32), -1, "$.x", "-1 is not in the range of u32, from 0 to 4294967295"),
        (Scalar(Kind.I64), 2**63, "$.x", "is not in the range of i64"),
        (Scalar(Kind.U64), 2**64, "$.x", "is not in the range of u64"),
        (F64, "1", "$.x", 'the string "1" is not a number'),
        (F64, True, "$.x", "true is not a number"),
        (F64, "nan", "$.x", 'the string "nan" is not a number'),
        (I32, "NaN", "$.x", 'the string "NaN" is not an integer'),
        (I32, math.nan, "$.x", "the number nan is not an integer"),
        (STRING, math.inf, "$.x", "the number inf is not a string"),
        (RAW, math.nan, "$.x", "it is NaN or infinite in a field that is kept as the text"),
        (RAW, {"a": [None, -math.inf]}, "$.x.a[1]", "it is NaN or infinite"),
        (
            F64,
            2**53 + 1,
            "$.x",
            "9007199254740993 is not a number that a double (f64) holds exactly",
        ),
        (Scalar(Kind.F32), 1e39, "$.x", "1e+39 is not in the range of f32"),
        (STRING, 1, "$.x", "the number 1 is not a string"),
        (STRING, {}, "$.x", "an object is not a string"),
        (Scalar(Kind.BOOL), 1, "$.x", "the number 1 is not a boolean"),
        (Scalar(Kind.BYTES), "AQI", "$.x", "is not bytes in base64"),
        (Scalar(Kind.BYTES), "A QID", "$.x", "is not bytes in base64"),
        (Scalar(Kind.BYTES), "é", "$.x", "is not bytes in base64"),
        (Scalar(Kind.BYTES), [1], "$.x", "a list is not bytes in base64"),
        (EnumRef("Colour"), "green", "$.x", 'the string "green" is no symbol of the enum Colour'),
        (EnumRef("Colour"), "rad", "$.x", "Did you mean 'red'?"),
        (EnumRef("Colour"), 0, "$.x", "the number 0 is not a symbol of the enum Colour"),
        (ListOf(I32), {}, "$.x", "an object is not a list"),
        (ListOf(I32), [1, 2, "3"], "$.x[2]", "is not an integer"),
        (ListOf(STRING), ["a", None], "$.x[1]", "null is not a string"),
        (MapOf(I32), [], "$.x", "a list is not an object, a map"),
        (MapOf(I32), {"a": 1, "b c": None}, '$.x["b c"]', "null is not an integer"),
        (RecordRef("User"), [], "$.x", "a list is not an object, the record User"),
        (RecordRef("User"), {}, "$.x", 'the field "id" is missing'),
        (RecordRef("User"), {"id": 1, "nam": "x"}, "$.x", 'no field "nam" Did you mean'),
        (RecordRef("User"), {"id": 1, "a\nb": 1}, "$.x", 'the record User has no field "a\\x0ab"'),
        (ListOf(MapOf(RecordRef("User"))), [{"k": {"id": "x"}}], "$.x[0].k.id", "not an integer"),
    ],
)
def test_unfit_value_error_names_path_and_cause(type_, value, path, cause):
    with pytest.raises(ValueProblem) as caught:
        check(type_, value)
    assert caught.value.path == path
    assert cause.replace(" Did", ". Did") in caught.value.cause or cause in caught.value.cause
    assert caught.value.cause.isprintable()


def test_unions():
    variants = (Scalar(Kind.BOOL), F64, ListOf(I32), RecordRef("Point"))
    point = Record("Point", (Field("x", F64),))
    root = Record("R", (Field("u", OptionalOf(UnionRef("U"))),))
    normalise = normaliser(Schema("t", "R", (root, point), unions=(Union("U", variants),)))
    for given, wanted in [
        (True, True),
        (1, 1.0),
        (None, None),
        ([2], [2]),
        ({"x": 3}, {"x": 3.0}),
        ({"x": math.nan}, {"x": "NaN"}),
    ]:
        assert repr(normalise({"u": given})) == repr({"u": wanted})
    for wrong, cause in [
        (
            "text",
            r"\$\.u: .*\"text\" is not a variant of the union U \(Bool, Float, List, Record\)",
        ),
        (math.nan, r"\$\.u: NaN is in a union, where its text could not be told from text"),
        ("NaN", r"\$\.u: .*\"NaN\" is not a variant"),
        ([1, True], r"\$\.u\[1\]: true is not an integer"),
        ({"y": 1}, r"\$\.u: the field \"x\" is missing"),
    ]:
        with pytest.raises(ValueProblem, match=cause):
            normalise({"u": wrong})


def test_recursive_records():
    node = Record("Node", (Field("v", F64), Field("next", OptionalOf(RecordRef("Node")))))
    normalise = normaliser(Schema("test", "Node", (node,)))
    assert normalise({"v": 1, "next": {"next": {"v": 3}, "v": 2}}) == {
        "v": 1.0,
        "next": {"v": 2.0, "next": {"v": 3.0, "next": None}},
    }
    with pytest.raises(ValueProblem, match=r"\$\.next\.next\.v: "):
        normalise({"v": 1, "next": {"next": {"v": "x"}, "v": 2}})


def test_normalising_leaves_input_unchanged():
    node = Record("Node", (Field("v", ListOf(F64)), Field("o", OptionalOf(I32))))
    value = {"v": [1]}
    normaliser(Schema("test", "Node", (node,)))(value)
    assert value == {"v": [1]}
    assert type(value["v"][0]) is int
