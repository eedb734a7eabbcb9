"""C++ of the libraries with a model of their own, besides protobuf."""

import re
import shutil
import subprocess

import pytest

from serbench.codegen.cpp import capnp as cpp_capnp
from serbench.codegen.cpp import flatbuffers as cpp_flatbuffers
from serbench.codegen.cpp import thrift as cpp_thrift
from serbench.codegen.cpp.model import safe_types
from serbench.codegen.idl import capnp, flatbuffers, thrift
from serbench.schema.model import Schema
from tests.codegen.cpp import schemas as cpp_schemas
from tests.codegen.cpp.test_types import SCHEMAS
from tests.conftest import VECTORS

EVERYTHING = Schema.from_dict(VECTORS[2]["schema"])
GENERATORS = {"thrift": cpp_thrift, "capnp": cpp_capnp, "flatbuffers": cpp_flatbuffers}
COMPILERS = {
    "thrift": ["thrift", "--gen", "cpp:templates", "data.thrift"],
    "capnp": ["capnp", "compile", "-I.", "-oc++", "data.capnp"],
    "flatbuffers": ["flatc", "--cpp", "data.fbs"],
}
# What the schema imports of Cap'n Proto's C++, which the package of its compiler does not bring.
CPP_CAPNP = """\
@0xbdf87d7bb8304e81;
annotation namespace(file): Text;
"""


def conversions(word, schema):
    return GENERATORS[word].generate(schema)[f"schema/{word}_convert.cpp"]


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        (
            "thrift",
            [
                "  if (from.scalars) put(*from.scalars, &to->f1), to->__isset.f1 = true;",
                "  if (from.__isset.f3) get(std::move(from.f3), to.grid.emplace());",
                "  total += sum<float>(from.f6);",
                "  if (from.__isset.f1) get(std::move(from.f1), to.emplace());",
            ],
        ),
        (
            "capnp",
            [
                "  if (from.scalars) put(*from.scalars, to.getF0().initSome());",
                "  put(from.holes, to.initF1(list_size(from.holes)));",
                "  to.setKey(bytes(from.first));",
                "  if (const auto group = from.getF2(); group.isSome())",
                "    get(group.getSome(), to.grid.emplace());",
            ],
        ),
        (
            "flatbuffers",
            [
                "  const auto f0 = from.scalars ? put(*from.scalars, to, Tag<T1Scalars>()) : 0;",
                "  const auto key = to.CreateString(from.first);",
                "  total += bytes_sum(from->f8());",
                "  get(from->f5().value_or(0), to.single);",
                "  if (const auto part = from->value()) get(*part, to.emplace());",
            ],
        ),
    ],
)
def test_every_kind_of_field(word, lines):
    text = conversions(word, EVERYTHING).splitlines()
    for line in lines:
        assert line in text


def test_compiled_idl_has_same_numbers_and_types_as_shown_idl():
    """The same numbers and types in the same order: only names differ."""
    for schema in SCHEMAS:
        for idl, target in (
            (thrift, cpp_thrift),
            (capnp, cpp_capnp),
            (flatbuffers, cpp_flatbuffers),
        ):
            if idl is thrift and schema.unions:
                continue
            shown, compiled = idl.lower(schema), target.lower(schema)
            assert facts(shown) == facts(compiled)


def facts(file):
    """All of an IDL file but its names."""
    structs = file.structs
    numbers = ("id", "ordinal", "is_optional", "is_reference", "is_vector", "held", "has_presence")
    return [
        [(f.wire, f.type, *(getattr(f, n, None) for n in numbers)) for f in s.fields]
        for s in structs
    ], [len(enum.values) for enum in file.enums]


def test_types_differing_by_case_get_distinct_names():
    safe = safe_types(["Foo", "FOO", "foo_2", "x" * 200])
    assert list(safe.values())[:3] == ["T0Foo", "T1FOO", "T2Foo2"]
    assert all(len(name) < 50 for name in safe.values())


@pytest.mark.parametrize("word", GENERATORS)
def test_hostile_names_do_not_reach_the_code(word):
    text = conversions(word, cpp_schemas.hostile())
    assert re.fullmatch(r"[\x20-\x7e\n]*", text)
    assert '"' not in re.sub(r"#include .*", "", text)
    assert not re.search(r"/\*|\*/|\bsystem\b", text)


@pytest.mark.parametrize(
    ("word", "schema"),
    [
        pytest.param(word, schema, id=f"{schema.name}-{word}")
        for word in GENERATORS
        for schema in SCHEMAS
        if not (word == "thrift" and schema.unions)
    ],
)
def test_compiler_accepts_generated_idl(word, schema, tmp_path):
    command = COMPILERS[word]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    (tmp_path / command[-1]).write_text(GENERATORS[word].generate(schema)[command[-1]])
    (tmp_path / "capnp").mkdir()
    (tmp_path / "capnp" / "c++.capnp").write_text(CPP_CAPNP)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
