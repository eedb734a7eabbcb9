import msgspec
import pytest

from serbench.schema.access import access_of, accessor, path_text
from serbench.schema.annotations import schema_of
from serbench.workloads import registry


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
    schema = schema_of(root, "x")
    access = access_of(schema)
    return access and path_text(schema, access)


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
def test_the_leaf_of_the_workloads(workload, expected):
    schema = registry.find(workload).schema
    assert path_text(schema, access_of(schema)) == expected


def test_optionals_come_before_lists_and_maps_are_never_entered():
    assert path(OnlyOptional) == "$.second"
    assert path(OnlyLists) == "$.items[-1].values[-1]"
    assert path(Leafless) is None
    assert path(Loop) is None
    assert accessor(schema_of(Loop, "x")) is None


def test_what_is_not_there_adds_nothing():
    access = accessor(schema_of(OnlyOptional, "x"))
    assert access({"second": None}) == 0
    assert access({"second": "ab"}) == 2 + ord("a") + ord("b")
    access = accessor(schema_of(OnlyLists, "x"))
    assert access({"items": []}) == access({"items": [{"values": []}]}) == 0
    assert access({"items": [{"values": [1]}, {"values": [5, -1]}]}) == 2**64 - 1
