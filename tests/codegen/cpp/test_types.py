import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.codegen.cpp import types as cpp
from serbench.schema.model import Field, Kind, ListOf, MapOf, OptionalOf, Record, Scalar, Schema
from tests.codegen.cpp import schemas as cpp_schemas
from tests.conftest import VECTORS

ROOT = Path(__file__).parents[3]
SCHEMAS = [
    *(Schema.from_dict(vector["schema"]) for vector in VECTORS),
    cpp_schemas.hostile(),
    cpp_schemas.large(),
    cpp_schemas.recursive(),
]


def types(schema):
    return cpp.generate(schema)["schema/types.hpp"]


def one_field(name, type_=cpp_schemas.STRING):
    return Schema("s", "R", (Record("R", (Field(name, type_),)),))


def test_golden():
    node = Schema.from_dict(VECTORS[1]["schema"])
    assert types(node) == GOLDEN
    assert cpp.generate(node)["schema/views.hpp"] == GOLDEN_VIEWS


def test_equality_may_be_defaulted_after_all_types():
    node = Schema.from_dict(VECTORS[1]["schema"])
    in_class = "  bool operator==(const Node&) const"
    described = "BOOST_DESCRIBE_STRUCT(Node, (), (label, children, next, weights))\n"
    after = "\ninline bool Node::operator==(const Node&) const = default;\n"
    last = GOLDEN.replace(f"{in_class} = default;", f"{in_class};")
    last = last.replace(described, described + after)
    assert cpp.generate(node, equality_last=True) == {
        "schema/types.hpp": last,
        "schema/views.hpp": GOLDEN_VIEWS,
    }


@pytest.mark.parametrize(
    ("number", "path"),
    [
        (0, "Path<FieldStep<9>>"),
        (1, "Path<FieldStep<0>>"),
        (2, "Path<FieldStep<4>, FieldStep<0>>"),
        (None, "Path<>"),
    ],
)
def test_the_access_path_is_a_type(number, path):
    only_a_map = one_field("x", MapOf(cpp_schemas.I64))
    schema = only_a_map if number is None else Schema.from_dict(VECTORS[number]["schema"])
    assert f"\nusing AccessPath = {path};\n" in types(schema)


def test_a_path_goes_through_optionals_and_lists():
    schema = one_field("x", ListOf(OptionalOf(cpp_schemas.I64)))
    assert "\nusing AccessPath = Path<FieldStep<0>, LastItem, IfPresent>;\n" in types(schema)


def test_a_list_of_u8_is_told_from_bytes():
    u8s = ListOf(Scalar(Kind.U8))
    assert "  std::vector<std::uint8_t> f;\n" in types(one_field("f", Scalar(Kind.BYTES)))
    assert "  serbench::ListOfU8 f;\n" in types(one_field("f", u8s))
    assert "  std::vector<serbench::ListOfU8> f;\n" in types(one_field("f", ListOf(u8s)))


@pytest.mark.parametrize(
    ("wire", "member"),
    [
        ("class", "class_"),
        ("createdAt", "created_at"),
        ("2x", "n2x"),
        ("major", "major_"),
        ("unix", "unix_"),
        ("NULL", "null"),
        ("__x", "x"),
        ("日本", "field"),
        ("", "field"),
        ("long" * 100, ("long" * 100)[:40]),
    ],
)
def test_members(wire, member):
    assert f"  std::string {member};\n" in types(one_field(wire))


@pytest.mark.parametrize(
    ("wire", "name"),
    [("EOF", "Eof"), ("NULL", "Null"), ("int", "Int"), ("HTTPServer", "HTTPServer")],
)
def test_types_are_no_macros(wire, name):
    assert cpp.type_style(wire) == name


def test_names_equal_after_folding_get_numbers():
    names = cpp.names(Schema("s", "R", (Record("R", tuple(map(_string, ("aB", "a_b", "a b")))),)))
    assert list(names.fields["R"].values()) == ["a_b", "a_b_2", "a_b_3"]


def _string(name):
    return Field(name, cpp_schemas.STRING)


@pytest.mark.parametrize("text", cpp_schemas.HOSTILE_NAMES)
def test_literal_holds_bytes_in_printable_ascii(text):
    literal = cpp.literal(text)
    assert re.fullmatch(r'"(?:[ !#-.0-9:;<=>@A-\[\]-~/]|\\[0-7]{3})*"', literal)
    assert _unescaped(literal) == text.encode()


def _unescaped(literal):
    return re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m[1], 8)]), literal[1:-1].encode())


def test_hostile_names_reach_the_code_only_as_identifiers_and_literals():
    text = types(cpp_schemas.hostile())
    code = re.sub(r'"(?:[^"\\\n]|\\[0-7]{3})*"', '""', text)
    assert set(re.findall(r'"[^"]*"', text)) >= {'"\\042; system(\\042touch x\\042)"', '"a\\012b"'}
    words = set(re.findall(r"[A-Za-z_]\w*", code))
    assert not words & {"system", "touch"} - {"system_touch_x"}
    assert re.fullmatch(r"[\x20-\x7e\n]*", code)
    assert not re.search(r"/\*|\*/|\?\?|__\w*x", code)


def test_members_are_not_keywords_or_macros():
    for names in cpp.names(cpp_schemas.hostile()).fields.values():
        assert not set(names.values()) & cpp.RESERVED
        assert len(set(names.values())) == len(names)
        assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*_?", name) for name in names.values())


def test_generating_twice_gives_the_same_text():
    for schema in SCHEMAS:
        assert types(schema) == types(Schema.from_dict(schema.to_dict()))


def test_members_beyond_macro_limit_are_described_in_pieces():
    text = types(cpp_schemas.large())
    assert "BOOST_DESCRIBE_STRUCT(Wide" not in text
    assert "BOOST_DESCRIBE_ENUM(Code" not in text
    described = re.findall(r"SERBENCH_DESCRIBE_MEMBERS\(Wide, ([^)]*)\)", text)
    names = [re.split(r",\s+", piece) for piece in described]
    assert [name for piece in names for name in piece] == [f"field_{i}" for i in range(200)]
    assert max(map(len, names)) <= 52


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name)
def test_generated_code_is_formatted(schema, tmp_path):
    assert_formatted(cpp.generate(schema), tmp_path)


def test_a_member_too_long_for_a_line_is_kept_from_clang_format(tmp_path):
    type_ = Scalar(Kind.I32)
    for _ in range(6):
        type_ = MapOf(ListOf(type_))
    generated = cpp.generate(one_field("x", type_))
    assert "  // clang-format off\n  std::map<" in generated["schema/types.hpp"]
    if shutil.which("clang-format"):
        assert_formatted(generated, tmp_path)


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
def test_the_driver_is_formatted():
    sources = ROOT / "src" / "serbench" / "drivers" / "cpp"
    files = [str(p) for p in sources.rglob("*") if p.suffix in (".cpp", ".hpp")]
    done = _clang_format(files)
    assert done.returncode == 0, done.stderr[:2000]


def assert_formatted(generated, directory):
    for path, text in generated.items():
        if path.endswith((".hpp", ".cpp")):
            file = directory / Path(path).name
            file.write_text(text)
            done = _clang_format([str(file)])
            assert done.returncode == 0, done.stderr[:2000]


def _clang_format(files):
    style = f"--style=file:{ROOT / '.clang-format'}"
    return subprocess.run(
        ["clang-format", style, "--dry-run", "-Werror", *files], capture_output=True, text=True
    )


GOLDEN = """\
// Generated by serbench from a schema; changes will be lost.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/access.hpp"
#include "serbench/box.hpp"
#include "serbench/describe.hpp"

namespace schema {

struct Node {
  std::string label;
  std::vector<Node> children;
  serbench::Box<Node> next;
  std::map<std::string, double> weights;

  bool operator==(const Node&) const = default;
};
BOOST_DESCRIBE_STRUCT(Node, (), (label, children, next, weights))

}  // namespace schema

namespace schema::views {
struct Node;
}

namespace serbench {

using namespace std::string_view_literals;

using Root = schema::Node;
// Defined in schema/views.hpp.
using RootView = schema::views::Node;

// clang-format off
using AccessPath = Path<FieldStep<0>>;

template <>
inline constexpr WireNames<4> wire_names<schema::Node> = {
    "label"sv,
    "children"sv,
    "next"sv,
    "weights"sv,
};

// clang-format on

}  // namespace serbench
"""

GOLDEN_VIEWS = """\
// Generated by serbench from a schema; changes will be lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/types.hpp"
#include "serbench/box.hpp"
#include "serbench/describe.hpp"

namespace schema::views {

struct Node {
  std::string_view label;
  std::vector<Node> children;
  serbench::Box<Node> next;
  std::map<std::string_view, double> weights;
};
BOOST_DESCRIBE_STRUCT(Node, (), (label, children, next, weights))

}  // namespace schema::views

namespace serbench {

// clang-format off
template <>
inline constexpr const auto& wire_names<schema::views::Node> = wire_names<schema::Node>;
// clang-format on

}  // namespace serbench
"""
