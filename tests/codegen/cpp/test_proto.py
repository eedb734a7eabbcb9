import re
import shutil
import subprocess

import pytest

from serbench.codegen.cpp import proto as cpp_proto
from serbench.codegen.cpp import types as cpp
from serbench.codegen.idl import proto
from serbench.schema.model import Schema
from tests.codegen.cpp import schemas as cpp_schemas
from tests.codegen.cpp.test_types import SCHEMAS, assert_formatted
from tests.conftest import VECTORS


def conversions(schema):
    return cpp_proto.generate(schema)["schema/proto_convert.cpp"]


def test_every_cardinality():
    text = conversions(Schema.from_dict(VECTORS[2]["schema"]))
    for line in (
        "  if (from.scalars) put(*from.scalars, to->mutable_scalars());",
        "  if (from.has_grid()) get(from.grid(), to.grid.emplace());",
        "  put(from.maps, to->mutable_maps());",
        "  to->set_double_(from.double_);",
        "  to->set_colour(static_cast<Colour>(from.colour));",
        "  put(from.raw, to->mutable_raw());",
        "  get(from.colour(), to.colour);",
        "void put(const std::optional<std::int32_t>& from, OptionalI32* to) {",
        "  if (from) to->set_value(*from);",
        "  if (message.has_next()) total += 1 + sum(message.next());",
    ):
        assert line in text.splitlines()


def test_compiled_proto_has_same_numbers_and_types_as_shown_proto():
    """The same numbers and types in the same order: only names differ."""
    for schema in SCHEMAS:
        shown, compiled = proto.lower(schema), cpp_proto.lower(schema)
        assert len(shown.structs) == len(compiled.structs)
        for a, b in zip(shown.structs, compiled.structs, strict=True):
            assert [(f.number, f.cardinality, f.element) for f in a.fields] == [
                (f.number, f.cardinality, f.element) for f in b.fields
            ]
        assert [len(e.values) for e in shown.enums] == [len(e.values) for e in compiled.enums]


def test_clear_keeps_the_memory_of_every_message():
    """It frees messages in one another that have no presence."""
    labels = []
    for schema in SCHEMAS:
        messages = {m.name for m in cpp_proto.lower(schema).structs}
        text = cpp_proto.generate(schema)["data.proto"]
        single = re.findall(r"^  (optional )?(\w+) \w+ = \d+;$", text, re.MULTILINE)
        labels += [label for label, type_ in single if type_ in messages]
    assert labels
    assert all(labels)


def test_names_are_distinct_and_no_macros():
    file = cpp_proto.lower(cpp_schemas.hostile())
    types = [m.name for m in file.structs] + [e.name for e in file.enums]
    assert len({t.lower() for t in types}) == len(types)
    assert not any(len(t) > 1 and t.isupper() for t in types)
    for message in file.structs:
        names = [f.name for f in message.fields]
        assert len({n.replace("_", "") for n in names}) == len(names)
        assert not set(names) & cpp.RESERVED
    assert not any(value.isupper() for e in file.enums for value in e.values)


def test_hostile_names_do_not_reach_the_code():
    text = conversions(cpp_schemas.hostile())
    assert re.fullmatch(r"[\x20-\x7e\n]*", text)
    assert '"' not in re.sub(r"#include .*", "", text)
    assert not re.search(r"/\*|\*/|\bsystem\b", text)


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name)
def test_generated_code_is_formatted(schema, tmp_path):
    assert_formatted(cpp_proto.generate(schema), tmp_path)


@pytest.mark.skipif(shutil.which("protoc") is None, reason="protoc is not installed")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name)
def test_protoc_accepts_generated_proto(schema, tmp_path):
    (tmp_path / "data.proto").write_text(cpp_proto.generate(schema)["data.proto"])
    done = subprocess.run(
        ["protoc", f"--cpp_out={tmp_path}", "data.proto"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
