"""Names that are told apart by the data are told apart in generated code, together with all that
languages and libraries make of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.codegen.cpp import proto as cpp_proto
from serbench.codegen.cpp import types as cpp
from serbench.codegen.go import glycerine
from serbench.codegen.go import proto as go_proto
from serbench.codegen.go import types as go
from serbench.codegen.idl import capnp, flatbuffers, proto, thrift
from serbench.codegen.java import proto as java_proto
from serbench.codegen.java import types as java
from serbench.codegen.rust import prost, protobuf
from serbench.codegen.rust import types as rust
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
)
from serbench.schema.names import folded
from tests.codegen import hostile
from tests.codegen.tokens import LANGUAGE_OF, tokens
from tests.strategies import examples

# A few words with what generators put around names: what one becomes is soon another one.
_WORDS = ("x", "X", "x2", "type", "const", "value", "get", "clear", "descriptor", "message", "")
_BEFORE = ("", "has_", "get_", "set_", "clear_", "mutable_", "add_", "release_", "new_", "push_")
_AFTER = ("", "", "2", "_2", "_", "_field", "Field", "_size", "_list", "_count", "_map", "Bytes")
NAMES = st.lists(
    st.one_of(
        st.builds("{}{}{}".format, *map(st.sampled_from, (_BEFORE, _WORDS, _AFTER))),
        hostile.names(),
    ),
    min_size=2,
    max_size=8,
    unique=True,
)
_SYMBOL = EnumRef("Symbol")
_HELD = (
    _SYMBOL,
    OptionalOf(_SYMBOL),
    ListOf(_SYMBOL),
    Scalar(Kind.STRING),
    OptionalOf(Scalar(Kind.I64)),
    ListOf(Scalar(Kind.STRING)),
    ListOf(ListOf(Scalar(Kind.STRING))),
)


def cpp_accessors(name: str) -> Iterable[str]:
    before = ("", "has_", "clear_", "set_", "set_allocated_", "mutable_", "add_", "release_")
    return (*(p + name for p in before), f"{name}_size")


def go_capnp_accessors(name: str) -> Iterable[str]:
    made = name[0].upper() + name[1:]
    return (made, f"Set{made}", f"Has{made}", f"New{made}", f"{made}Bytes")


def go_proto_accessors(name: str) -> Iterable[str]:
    made = go_proto.camel_case(name)
    return (made, f"Get{made}")


def java_accessors(name: str) -> Iterable[str]:
    n = java_proto.camel_case(name)
    after = ("", "List", "Count", "Bytes", "Builder", "BuilderList", "OrBuilder", "OrBuilderList")
    before = ("has", "set", "clear", "merge", "add", "addAll", "remove")
    return (*(f"get{n}{a}" for a in after), *(b + n for b in before), f"set{n}Builder")


def alone(name: str) -> Iterable[str]:
    return (name,)


LOWERED: dict[str, tuple[Callable[[Schema], object], Callable[[str], Iterable[str]]]] = {
    "proto": (proto.lower, alone),
    "C++ protobuf": (cpp_proto.lower, cpp_accessors),
    "Go protobuf": (go_proto.lower, go_proto_accessors),
    "Java protobuf": (java_proto.lower, java_accessors),
    "prost": (prost.lower, alone),
    "rust-protobuf": (lambda schema: prost.lower(schema, protobuf.RESERVED), alone),
    "capnp": (capnp.lower, go_capnp_accessors),
    "glycerine": (glycerine.lower, go_capnp_accessors),
    "thrift": (thrift.lower, alone),
    "flatbuffers": (flatbuffers.lower, lambda name: (*cpp_accessors(name)[:1], f"{name}_length")),
}


def schema_of(names: list[str]) -> Schema:
    fields = (Field(name, _HELD[i % len(_HELD)]) for i, name in enumerate(names))
    enum = Enum("Symbol", tuple(names))
    return Schema("s", "Held", (Record("Held", tuple(fields)),), (enum,))


@pytest.mark.parametrize("lowered", LOWERED)
@examples(60)
@given(NAMES)
def test_field_names_avoid_accessors_of_other_fields(lowered, names):
    lower, accessors = LOWERED[lowered]
    file = lower(schema_of(names))
    for struct in file.structs:
        field_names = [f.name for f in struct.fields]
        assert len({folded(name) for name in field_names}) == len(field_names)
        made = Counter(name for field in field_names for name in set(accessors(field)))
        assert not [name for name, count in made.items() if count > 1]
    is_folded = lowered not in ("thrift", "flatbuffers")
    for enum in file.enums:
        assert len({folded(v) if is_folded else v for v in enum.values}) == len(names)


@pytest.mark.parametrize("language", [cpp, rust, java, go], ids=lambda module: module.__name__)
@examples(60)
@given(NAMES)
def test_plain_types_have_distinct_names(language, names):
    types = tuple(Record(name, ()) for name in names if name not in ("Held", "Symbol"))
    schema = schema_of(names)
    known = language.names(Schema("s", "Held", (*schema.records, *types), schema.enums))
    for mapping in (known.types, known.fields["Held"], known.symbols["Symbol"]):
        assert len(set(mapping.values())) == len(mapping)
    assert len({name.lower() for name in java.names(schema).types.values()}) == 2


@pytest.mark.parametrize(
    ("module", "file"), [(java, "Harmless0.java"), (java, "Harmless3.java"), (rust, "types.rs"),
                         (go, "types.go")]
)  # fmt: skip
def test_type_names_avoid_names_used_by_generated_code(module, file):
    """Every word of it that stands for itself becomes a type's name."""
    schema = hostile.of_shape(lambda count: [f"harmless {i}" for i in range(count)])
    [text] = [text for path, text in module.generate(schema).items() if path.endswith(file)]
    code, _ = tokens(LANGUAGE_OF[file.rpartition(".")[2]], text)
    used = {
        token.text
        for before, token in pairwise(code)
        if token.kind == "name" and before.text not in (".", ":", ")")  # members and methods
    }
    records = tuple(Record(name, ()) for name in sorted(used) if "armless" not in name)
    known = module.names(replace(schema, records=schema.records + records))
    assert not used & {known.types[record.name] for record in records}
