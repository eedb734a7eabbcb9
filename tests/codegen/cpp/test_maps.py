"""C++'s maps whose keys are no text: plain, native and as the lists of their entries."""

import shutil
import subprocess
from functools import partial

import pytest

from serbench.builders.codec import DRIVERS, shipped
from serbench.builders.cpp.plan import FLAGS
from serbench.builders.cpp.probe import STANDARD
from serbench.codegen.cpp import capnp, flatbuffers, nanopb, proto, protobuf_c, thrift, upb
from serbench.codegen.cpp import types as cpp
from serbench.schema.features import MAP
from serbench.schema.logical import Keys, Uuid
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    scalar_of,
)
from tests.codegen import typed_maps
from tests.codegen.cpp.test_types import assert_formatted
from tests.codegen.typed_maps import TEXT, fitting

KEYS = {**typed_maps.KEYS, "texts": TEXT}
schema_of = partial(typed_maps.schema_of, first="key", symbols=("red", "*/"))


@pytest.mark.parametrize(
    ("keys", "spelled", "viewed"),
    [
        ("integers", "std::int32_t, {}", "std::int32_t, {}"),
        ("booleans", "bool, {}", "bool, {}"),
        ("enums", "Colour, {}", "Colour, {}"),
        ("uuids", "serbench::Uuid, {}", "serbench::Uuid, {}"),
        ("texts", "std::string, {}, std::less<>", "std::string_view, {}, std::less<>"),
    ],
)
def test_plain_field_is_a_map_by_its_keys(keys, spelled, viewed):
    made = cpp.generate(fitting(schema_of(KEYS[keys])))
    for header, text, of in (("types", "string", spelled), ("views", "string_view", viewed)):
        source = made[f"schema/{header}.hpp"]
        map_ = f"std::map<{of.format(f'std::{text}')}>"
        assert f"  {map_} key;\n" in source
        assert f"  std::vector<{map_}> b;\n" in source
        assert f"  std::map<std::{text}, {map_}> c;\n" in source
        assert f"  std::optional<{map_}> d;\n" in source
        assert "Entry" not in source


def test_codec_is_told_which_maps_are_lists_of_entries():
    schema = schema_of(KEYS["enums"])
    said = "template <>\ninline constexpr bool lists_entries<schema::Colour> = true;\n\n"
    converted, native = (
        cpp.generate(fitting(schema, *natives))["schema/types.hpp"] for natives in ((), Keys)
    )
    assert converted.count("lists_entries") == 1
    assert converted.replace(said, "") == native


def test_keys_that_are_text_are_told_of_views_too():
    made = cpp.generate(fitting(schema_of(TEXT)))["schema/types.hpp"]
    assert "lists_entries<std::string> = true" in made
    assert "lists_entries<std::string_view> = true" in made


def test_record_in_an_entry_is_declared_before_the_map():
    entry = Record("Entry", (Field("key", Scalar(Kind.I32)), Field("value", RecordRef("Later"))))
    map_ = Field("m", ListOf(RecordRef("Entry"), is_map=True))
    schema = Schema("s", "Thing", (Record("Thing", (map_,)), entry, Record("Later", (map_,))))
    made = cpp.generate(fitting(schema))["schema/types.hpp"]
    assert "\nnamespace schema {\n\nstruct Later;\n\nstruct Thing {" in made
    assert made.count("  std::map<std::int32_t, Later> m;\n") == 2


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (capnp, "capnp"),
        (flatbuffers, "flatbuffers"),
        (nanopb, "nanopb"),
        (proto, "proto"),
        (protobuf_c, "protobuf_c"),
        (thrift, "thrift"),
        (upb, "upb"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_message_of_an_entry_stands_for_a_pair(module, source):
    made = module.generate(fitting(schema_of(KEYS["enums"])))[f"schema/{source}_convert.cpp"]
    assert "const std::pair<const schema::Colour, std::string>& from" in made
    assert "std::pair<schema::Colour, std::string>& to" in made
    assert "from.first" in made
    assert "to.second" in made
    assert "schema::Entry" not in made


def test_codecs_that_take_maps_lack_none_of_them():
    """`lists_entries` knows no more than the keys."""
    for codec in shipped("cpp"):
        if any(codec.native(keys) for keys in Keys):
            assert not any(MAP in feature for feature in codec.unsupported), codec.id


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
@pytest.mark.parametrize("keys", KEYS)
def test_generated_code_is_formatted(keys, tmp_path):
    for value in (TEXT, OptionalOf(scalar_of(Uuid())), MapOf(ListOf(TEXT))):
        for module in (cpp, proto):
            assert_formatted(module.generate(fitting(schema_of(KEYS[keys], value))), tmp_path)


# Reads a value, and says its digest's bytes in hex; or else why it is none.
_PROGRAM = """\
#include <cstdio>
#include <iostream>

#include "serbench/values.hpp"

int main(int, char** arguments) try {
  std::string bytes;
  serbench::add_canonical_bytes(serbench::load_values(arguments[1], 0).values.at(0), bytes);
  for (const char byte : bytes) std::printf("%02x", static_cast<unsigned char>(byte));
} catch (const std::exception& error) {
  std::cout << error.what();
}
"""


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    """What the driver makes of the entries of a map with bytes as keys and other maps as values."""
    directory = tmp_path_factory.mktemp("maps")
    inner = Record("Inner", (Field("key", Scalar(Kind.U64)), Field("value", Scalar(Kind.BOOL))))
    entry = Record(
        "Entry",
        (Field("key", Scalar(Kind.I8)), Field("value", ListOf(RecordRef("Inner"), is_map=True))),
    )
    root = Record("Thing", (Field("m", ListOf(RecordRef("Entry"), is_map=True)),))
    for path, text in cpp.generate(fitting(Schema("s", "Thing", (root, entry, inner)))).items():
        (directory / path).parent.mkdir(exist_ok=True)
        (directory / path).write_text(text)
    (directory / "main.cpp").write_text(_PROGRAM)
    sources = [DRIVERS / "cpp" / "src" / "schema" / "values.cpp"]
    sources += [
        DRIVERS / "cpp" / "src" / f"{name}.cpp"
        for name in ("json_reader", "name_table", "base64", "files", "hasher", "text")
    ]
    include = [f"-I{directory}", f"-I{DRIVERS / 'cpp' / 'include'}"]
    flags = [STANDARD, *FLAGS, "-O0", *include]
    command = ["g++", *flags, "main.cpp", *map(str, sources), "-o", "main"]
    done = subprocess.run([*command, "-lxxhash"], capture_output=True, text=True, cwd=directory)
    if "rapidjson" in done.stderr or "xxhash" in done.stderr:
        pytest.skip("RapidJSON or xxHash is not installed")
    assert done.returncode == 0, done.stderr[:4000]

    def loaded(entries: str) -> str:
        (directory / "value").write_text(f'{{"m":[{entries}]}}\n')
        program = [directory / "main", directory / "value"]
        return subprocess.run(program, capture_output=True, text=True, check=True).stdout

    return loaded


def _entry(key: int, *inner: str) -> str:
    return f'{{"key":{key},"value":[{",".join(inner)}]}}'


_TRUE, _FALSE = '{"key":18446744073709551615,"value":true}', '{"value":false,"key":0}'


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_map_is_loaded_from_the_list_of_its_entries(load):
    two = "0200000000000000"
    made = load(f"{_entry(5)},{_entry(-3, _TRUE, _FALSE)}")
    first = "fd" + two + "0000000000000000" + "00" + "ffffffffffffffff" + "01"
    assert made == two + first + "05" + "0000000000000000"


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
@pytest.mark.parametrize(
    ("entries", "cause"),
    [
        (f"{_entry(5)},{_entry(5)}", "line 1: $.m[1]: the key stands twice in the map"),
        (_entry(5, _TRUE, _TRUE), "line 1: $.m[0].value[1]: the key stands twice in the map"),
        ('{"key":5}', "line 1: $.m[0].value: the field is missing"),
        ("5", "line 1: $.m[0]: 5 is not a record"),
        ("null", "line 1: $.m[0]: null is not a record"),
        (_entry(500), "line 1: $.m[0].key: 500 is not an i8"),
    ],
)
def test_entries_that_are_no_map_are_refused(load, entries, cause):
    assert load(entries) == cause
