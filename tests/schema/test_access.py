import msgspec
import pytest

from serbench.schema.access import Access, FieldOf, LastItem, access_of, accessor
from serbench.schema.annotations import schema_of
from serbench.schema.model import Kind, ListOf, RecordRef, Scalar
from serbench.workloads import registry

I64 = Scalar(Kind.I64)


class Leafless(msgspec.Struct):
    names: dict[str, int]


class OnlyOptional(msgspec.Struct):
    first: int | None
    second: str | None
    names: dict[str, int]
    lists: list[str]


class Item(msgspec.Struct):
    values: list[int]


class OnlyLists(msgspec.Struct):
    first: list[int]
    items: list[Item]


class Loop(msgspec.Struct):
    again: "Loop | None"
    loops: "list[Loop]"


def path(root):
    access = access_of(schema_of(root, "x"))
    return access and path_text(access)


def path_text(access: Access) -> str:
    """`$.user.id`, `$.strings[-1]`."""
    text = "$"
    for step in access.steps:
        match step:
            case FieldOf():
                text += f".{step.field.name}"
            case LastItem():
                text += "[-1]"
    return text


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ("tweet", "$.filter_level"),
        ("log", "$.ray_id"),
        ("nested", "$.protected_process"),
        ("record", "$.strings[-1]"),
        ("containers-small", "$.double_num"),
    ],
)
def test_access_path_of_each_workload(workload, expected):
    schema = registry.find(workload).schema
    assert path_text(access_of(schema)) == expected


def test_access_path_prefers_optionals_to_lists_and_skips_maps():
    assert path(OnlyOptional) == "$.second"
    assert path(OnlyLists) == "$.items[-1].values[-1]"
    assert path(Leafless) is None
    assert path(Loop) is None
    assert accessor(schema_of(Loop, "x")) is None


def test_null_or_empty_list_adds_zero_to_access():
    access = accessor(schema_of(OnlyOptional, "x"))
    assert access({"second": None}) == 0
    assert access({"second": "ab"}) == 2 + ord("a") + ord("b")
    access = accessor(schema_of(OnlyLists, "x"))
    assert access({"items": []}) == access({"items": [{"values": []}]}) == 0
    assert access({"items": [{"values": [1]}, {"values": [5, -1]}]}) == 2**64 - 1


def test_each_access_step_has_type_of_target():
    steps = access_of(schema_of(OnlyLists, "x")).steps
    assert [step.type for step in steps] == [
        ListOf(RecordRef("Item")), RecordRef("Item"), ListOf(I64), I64,
    ]  # fmt: skip
