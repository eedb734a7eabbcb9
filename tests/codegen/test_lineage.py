"""What generators make of a schema that has grown from another, beside what `idl` has of it."""

from dataclasses import replace

import pytest

from serbench.codegen.cpp import avro as cpp_avro
from serbench.codegen.cpp import capnp as cpp_capnp
from serbench.codegen.cpp import flatbuffers as cpp_flatbuffers
from serbench.codegen.go import capnp as go_capnp
from serbench.codegen.go import glycerine
from serbench.codegen.java import types as java
from serbench.codegen.rust import capnp as rust_capnp
from serbench.codegen.rust import types as rust
from serbench.proof.schema_changes import Successor, successors
from serbench.workloads.registry import find

ORDER = find("order").schema
GROWN = {
    successor.rule: successor.schema
    for successor in successors(ORDER)
    if isinstance(successor, Successor)
}


def test_serde_types_have_defaults_and_aliases():
    added = rust.generate(GROWN["field added in the middle"])["src/types.rs"]
    assert "    #[serde(default)]\n    pub added: i64," in added
    assert added.count("serde(default)") == 1
    renamed = rust.generate(GROWN["field renamed"])["src/types.rs"]
    assert '    #[serde(alias = "id")]\n    pub id_renamed: i64,' in renamed
    assert "alias" not in rust.generate(ORDER)["src/types.rs"]


def test_jackson_types_have_aliases():
    renamed = java.generate(GROWN["field renamed"])["serbench/data/Order.java"]
    assert 'JsonAlias("id")' in renamed
    assert "JsonAlias" not in java.generate(ORDER)["serbench/data/Order.java"]


def test_flatbuffers_tables_are_created_in_order_of_ids():
    """flatc sorts the arguments of `Create` so, and leaves out what is deprecated."""
    text = "\n".join(cpp_flatbuffers.generate(GROWN["field added in the middle"]).values())
    [call] = [line for line in text.splitlines() if "return CreateT0Order" in line]
    assert call.rstrip(");").endswith("from.added")
    assert "removed_1" not in "\n".join(
        text
        for path, text in cpp_flatbuffers.generate(GROWN["field removed"]).items()
        if not path.endswith(".fbs")
    )


@pytest.mark.parametrize("module", [cpp_capnp, rust_capnp, go_capnp, glycerine])
def test_absent_value_is_set_explicitly_when_default_is_value(module):
    def conversions(schema):
        files = module.generate(schema).items()
        return "\n".join(text for path, text in files if not path.endswith(".capnp"))

    says = ("setNone()", "set_none(())", "SetNone()")
    assert not any(word in conversions(ORDER) for word in says)
    assert any(word in conversions(GROWN["field made optional"]) for word in says)


def test_avro_has_writer_schema():
    [text] = cpp_avro.generate(ORDER).values()
    assert 'avro_writer_schema[] =\n    "";' in text
    [text] = cpp_avro.generate(replace(GROWN["field removed"], writer=ORDER)).values()
    own, _, writers = text.partition("avro_writer_schema")
    assert "customer" not in own
    assert "customer" in writers
