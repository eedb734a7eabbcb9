import msgspec
import pytest

from serbench.schema.annotations import schema_of
from serbench.schema.features import first_use, is_feature
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    lowered,
)
from serbench.schema.types import date, u64

STRING = Scalar(Kind.STRING)


class Leaf(msgspec.Struct):
    blobs: list[bytes]
    counts: dict[str, u64 | None]


class Tree(msgspec.Struct):
    name: str
    leaves: list[Leaf]
    maybe: list[int] | None
    deeper: "dict[str, list[Tree]]"


@pytest.mark.parametrize(
    ("feature", "path"),
    [
        ("map", "$.deeper"),
        ("list<record>", "$.leaves"),
        ("list<bytes>", "$.leaves[].blobs"),
        ("map<optional>", "$.leaves[].counts"),
        ("map<list>", "$.deeper"),
        ("optional<list>", "$.maybe"),
        ("u64", "$.leaves[].counts{}"),
        ("recursion", "$.deeper{}[]"),
        ("indirect-recursion", "$.deeper{}[]"),
        ("list<list>", None),
        ("f32", None),
    ],
)
def test_first_use_of_feature_has_path(feature, path):
    assert is_feature(feature)
    assert first_use(schema_of(Tree, "x"), feature) == path


class Day(msgspec.Struct):
    at: list[date]


def test_first_use_of_logical_type_has_path():
    assert is_feature("logical-type")
    schema = schema_of(Day, "x")
    assert first_use(schema, "logical-type") == "$.at[]"
    assert first_use(lowered(schema), "logical-type") is None


class Several(msgspec.Struct):
    plain: str
    each: list[u64 | list[Tree]]


def test_first_use_in_unions_has_path():
    schema = schema_of(Several, "x")
    assert first_use(schema, "union") == "$.each[]"
    assert first_use(schema, "list<union>") == "$.each"
    assert first_use(schema, "u64") == "$.each[]"
    assert first_use(schema, "list<bytes>") == "$.each[][].leaves[].blobs"
    assert first_use(schema, "recursion") == "$.each[][].deeper{}[]"
    assert first_use(schema_of(Tree, "x"), "union") is None


def test_schema_without_recursion_has_no_first_use_of_recursion():
    assert first_use(schema_of(Leaf, "x"), "recursion") is None


class Chain(msgspec.Struct):
    name: str
    next: "Chain | None"
    others: "list[Chain] | None"


class Even(msgspec.Struct):
    odd: "Odd | None"


class Odd(msgspec.Struct):
    even: Even | None


class Matrix(msgspec.Struct):
    rows: "list[list[Matrix]]"


@pytest.mark.parametrize(
    ("root", "path"), [(Chain, None), (Even, "$.odd.even"), (Matrix, "$.rows[][]")]
)
def test_recursion_is_indirect_if_other_types_lie_between(root, path):
    assert first_use(schema_of(root, "x"), "recursion")
    assert first_use(schema_of(root, "x"), "indirect-recursion") == path


@pytest.mark.parametrize("text", ["", "maps", "list<", "u64<map>", "list<maps>", "recursion<map>"])
def test_unknown_feature_is_not_a_feature(text):
    assert not is_feature(text)


@pytest.mark.parametrize(
    ("name", "is_said"),
    [("created_at", True), ('a"b', True), ("é `", True), ("", False), ("-", False), ("a,b", False)],
)
def test_names_that_no_struct_tag_says_are_a_feature(name, is_said):
    record = Record("Thing", (Field("plain", STRING), Field(name, STRING)))
    found = first_use(Schema("s", "Thing", (record,)), "tags")
    assert (found is None) == is_said


@pytest.mark.parametrize(
    ("name", "path"),
    [("createdAt", None), ("created_at", None), ("_id", "$._id"), ("class", "$.class")],
)
def test_name_that_no_attribute_of_python_has_is_a_feature(name, path):
    record = Record("Thing", (Field("plain", STRING), Field(name, STRING)))
    assert first_use(Schema("s", "Thing", (record,)), "names") == path


@pytest.mark.parametrize(("name", "path"), [(" ", None), ("", '$[""]')])
def test_empty_name_is_a_feature(name, path):
    record = Record("Thing", (Field("plain", STRING), Field(name, STRING)))
    assert is_feature("empty-name")
    assert first_use(Schema("s", "Thing", (record,)), "empty-name") == path


@pytest.mark.parametrize(("name", "is_long"), [("a" * 255, False), ("é" * 128, True)])
def test_name_of_more_than_255_bytes_is_a_feature(name, is_long):
    record = Record("Thing", (Field("plain", STRING), Field(name, STRING)))
    assert is_feature("long-names")
    found = first_use(Schema("s", "Thing", (record,)), "long-names")
    assert (found is not None) == is_long


@pytest.mark.parametrize(("name", "is_said"), [("a b~", True), ("é", False), ("世界", False)])
def test_name_beyond_ascii_is_a_feature(name, is_said):
    record = Record("Thing", (Field("plain", STRING), Field(name, STRING)))
    assert is_feature("non-ascii")
    found = first_use(Schema("s", "Thing", (record,)), "non-ascii")
    assert (found is None) == is_said


@pytest.mark.parametrize(
    ("symbol", "path"), [("nil", None), ("", "$.hues[]"), ("null", "$.hues[]")]
)
def test_enum_with_symbol_that_is_read_as_null_is_a_feature(symbol, path):
    record = Record("Thing", (Field("hues", ListOf(EnumRef("Hue"))),))
    hue = Enum("Hue", ("red", symbol))
    assert is_feature("null-symbols")
    assert first_use(Schema("s", "Thing", (record,), (hue,)), "null-symbols") == path


@pytest.mark.parametrize(("count", "path"), [(256, None), (257, "$.hues[]")])
def test_enum_with_more_symbols_than_a_byte_numbers_is_a_feature(count, path):
    record = Record("Thing", (Field("hues", ListOf(EnumRef("Hue"))),))
    hue = Enum("Hue", tuple(f"hue {number}" for number in range(count)))
    assert is_feature("symbols")
    assert first_use(Schema("s", "Thing", (record,), (hue,)), "symbols") == path


@pytest.mark.parametrize(
    ("item", "path"), [("Empty", "$.items"), ("Hollow", "$.items"), ("Full", None)]
)
def test_list_of_records_without_fields_is_a_feature(item, path):
    records = (
        Record(
            "Thing", (Field("items", ListOf(RecordRef(item))), Field("one", RecordRef("Empty")))
        ),
        Record("Empty", ()),
        Record("Hollow", (Field("inner", RecordRef("Empty")),)),
        Record("Full", (Field("inner", RecordRef("Empty")), Field("name", STRING))),
    )
    assert is_feature("list<empty>")
    assert first_use(Schema("s", "Thing", records), "list<empty>") == path
