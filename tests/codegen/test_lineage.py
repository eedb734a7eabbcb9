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
from serbench.proof.successors import Successor, successors
from serbench.workloads.registry import find

ORDER = find("order").schema
GROWN = {its.rule: its.schema for its in successors(ORDER) if isinstance(its, Successor)}


def test_serde_is_told_of_defaults_and_aliases():
    added = rust.generate(GROWN["field added in the middle"])["src/types.rs"]
    assert "    #[serde(default)]\n    pub added: i64," in added
    assert added.count("serde(default)") == 1
    renamed = rust.generate(GROWN["field renamed"])["src/types.rs"]
    assert '    #[serde(alias = "id")]\n    pub id_renamed: i64,' in renamed
    assert "alias" not in rust.generate(ORDER)["src/types.rs"]


def test_jackson_is_told_of_aliases():
    renamed = java.generate(GROWN["field renamed"])["serbench/data/Order.java"]
    assert 'JsonAlias("id")' in renamed
    assert "JsonAlias" not in java.generate(ORDER)["serbench/data/Order.java"]


def test_tables_are_made_in_the_order_of_ids():
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
def test_who_has_nothing_says_so_where_something_is_the_default(module):
    def conversions(schema):
        files = module.generate(schema).items()
        return "\n".join(text for path, text in files if not path.endswith(".capnp"))

    says = ("setNone()", "set_none(())", "SetNone()")
    assert not any(word in conversions(ORDER) for word in says)
    assert any(word in conversions(GROWN["field made optional"]) for word in says)


def test_avro_has_the_schema_of_the_writer():
    [text] = cpp_avro.generate(ORDER).values()
    assert 'avro_writer_schema[] =\n    "";' in text
    [text] = cpp_avro.generate(replace(GROWN["field removed"], writer=ORDER)).values()
    own, _, writers = text.partition("avro_writer_schema")
    assert "customer" not in own
    assert "customer" in writers
