"""C++'s fields that tell absent from null: how generated types mark them, and how codecs use it."""

import shutil
import subprocess

import pytest

from serbench.builders.codec import DRIVERS
from serbench.builders.cpp.plan import FLAGS
from serbench.builders.cpp.probe import STANDARD
from serbench.codegen.cpp import types as cpp
from serbench.schema.absence import telling_absent
from serbench.schema.logical import Absence
from serbench.schema.model import Field, Kind, OptionalOf, Record, RecordRef, Scalar, Schema
from tests.codegen.cpp.test_types import assert_formatted
from tests.codegen.typed_maps import TEXT, fitting

TOLD = "template <>\ninline constexpr bool tells_absent<{}::ThingMemo> = true;\n\n"


def schema_of(name="memo", type_=TEXT):
    fields = (Field(name, OptionalOf(type_)), Field("x", Scalar(Kind.I32)))
    return telling_absent(Schema("s", "Thing", (Record("Thing", fields),)), {("Thing", name)})


@pytest.mark.parametrize(("header", "scope"), [("types", "schema"), ("views", "schema::views")])
def test_codec_is_told_which_records_it_does_not_write(header, scope):
    native = cpp.generate(fitting(schema_of(), Absence.ABSENT))[f"schema/{header}.hpp"]
    converted = cpp.generate(fitting(schema_of()))[f"schema/{header}.hpp"]
    assert native.count("tells_absent") == 1
    assert native.replace(TOLD.format(scope), "") == converted


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="clang-format is not installed")
def test_generated_code_is_formatted(tmp_path):
    schema = schema_of("a long name" * 20, RecordRef("Thing"))
    assert_formatted(cpp.generate(fitting(schema, Absence.ABSENT)), tmp_path)


# Says of a record what stands in its bytes, and of some names whether they make a whole record.
_PROGRAM = """\
#include <iostream>

#include "schema/types.hpp"
#include "serbench/fields.hpp"

using namespace serbench;

void show(const Root& root) {
  std::cout << count_present(root);
  for_each_present(root, []<class M>(std::string_view name, const M& member) {
    std::cout << ' ' << name << '=';
    if constexpr (Optional<M>) {
      std::cout << (member ? *member : "null");
    } else {
      std::cout << member;
    }
  });
  std::cout << '\\n';
}

void find(auto... names) {
  FieldsByName<Root> fields;
  (fields.with(names, [](auto) {}), ...);
  std::cout << fields.all() << fields.count_met() << '\\n';
}

int main() {
  Root root{};
  show(root);
  root.memo.emplace();
  show(root);
  told(*root.memo) = "text";
  show(root);
  find("x");
  find("memo");
  find("memo", "x");
}
"""


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_absent_field_is_left_out(tmp_path):
    for path, text in cpp.generate(fitting(schema_of(), Absence.ABSENT)).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "main.cpp").write_text(_PROGRAM)
    names = DRIVERS / "cpp" / "src" / "name_table.cpp"
    include = [f"-I{tmp_path}", f"-I{DRIVERS / 'cpp' / 'include'}"]
    command = ["g++", STANDARD, *FLAGS, "-O0", *include, "main.cpp", str(names), "-o", "main"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[:4000]
    shown = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout
    written = ["1 x=0", "2 memo=null x=0", "2 memo=text x=0"]
    assert shown.splitlines() == [*written, "11", "01", "12"]
