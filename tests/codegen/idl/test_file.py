from collections.abc import Mapping
from dataclasses import dataclass, replace

from serbench.codegen.idl.file import File, Helpers, IdlEnum, Struct
from serbench.schema.model import Kind, ListOf, MapOf, OptionalOf, RecordRef, Scalar, Type

I32 = Scalar(Kind.I32)


@dataclass(frozen=True)
class Field:
    wire: str
    name: str
    type: Type

    def renamed(self, name: str, types: Mapping[str, str]) -> "Field":
        return replace(self, name=name)


def field(name, at, type_):
    return Field(f"{at}", name, type_)


def test_helpers_requested_by_helpers_are_made():
    helpers = Helpers({"user": "User"})

    def made(name, at, type_):
        if isinstance(type_, ListOf):
            helpers.entry(type_.item)
        return field(name, at, type_)

    assert helpers.wrapper(ListOf(RecordRef("user"))) == "ListOfUser"
    assert list(helpers.structs(made)) == [
        Struct(
            "ListOfUser",
            (Field("0", "value", ListOf(RecordRef("user"))),),
            wraps=ListOf(RecordRef("user")),
        ),
        Struct(
            "EntryOfUser",
            (Field("0", "key", Scalar(Kind.STRING)), Field("1", "value", RecordRef("user"))),
            entry_of=RecordRef("user"),
        ),
    ]


def test_helpers_of_deep_types_have_short_distinct_names():
    helpers = Helpers({})
    deep: Type = I32
    names = []
    for _ in range(100):
        deep = ListOf(deep)
        names += [helpers.wrapper(deep), helpers.entry(deep)]
    assert len(set(names)) == 200
    assert max(map(len, names)) < 140


def test_helpers_avoid_taken_names():
    types = {"a": "OptionalI32T", "b": "entryofi32T"}
    helpers = Helpers(types, str.lower, ["MapOfI32T"], "T")
    assert helpers.wrapper(OptionalOf(I32)) == "OptionalI322T"
    assert helpers.entry(I32) == "EntryOfI322T"
    assert helpers.wrapper(MapOf(I32)) == "MapOfI322T"
    assert helpers.wrapper(OptionalOf(I32)) == "OptionalI322T"


FILE = File(
    "User",
    (
        Struct("User", (Field("id", "id", I32),), record="user"),
        Struct("OptionalI32", (field("value", 0, I32),), wraps=OptionalOf(I32)),
    ),
    (IdlEnum("Colour", "colour", ("red",)),),
)


def test_file_maps_records_wrappers_and_enums_to_type_names():
    assert FILE.types == {"user": "User", "colour": "Colour"}
    assert FILE.wrappers == {OptionalOf(I32): "OptionalI32"}
    assert FILE.entries == {}
    assert FILE.of_record("user").name == "User"
    assert FILE.type_names() == ["User", "OptionalI32", "Colour"]


def test_renamed_file_has_new_names_throughout():
    types = {name: name.upper() for name in FILE.type_names()}
    made = FILE.renamed(
        types, lambda struct: [f.name + "_" for f in struct.fields], lambda enum: ["v0"]
    )
    assert made.root == "USER"
    assert made.types == {"user": "USER", "colour": "COLOUR"}
    assert made.wrappers == {OptionalOf(I32): "OPTIONALI32"}
    assert [f.name for s in made.structs for f in s.fields] == ["id_", "value_"]
    assert made.enums[0].values == ("v0",)
