"""Go's fields that tell absent from null: native and converted."""

import re
import shutil
import subprocess

import pytest

from serbench.codegen.go import fitted as go_fitted
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.codegen.go.tagged import TAGGED
from serbench.schema.logical import Convention
from serbench.schema.model import lowered
from tests.codegen.go.test_types import ALL
from tests.codegen.told_fields import HOSTILE, fitting, schema_of

LIBRARIES = {
    "fitted": (go_fitted, "json", "omitzero", "JSON"),
    "cbor": (TAGGED["cbor"], "cbor", "omitzero", "CBOR"),
    "bson": (TAGGED["bson"], "bson", "omitempty", "BSONValue"),
}


@pytest.mark.parametrize("is_native", [True, False])
def test_plain_field_is_a_pointer_to_its_record(is_native):
    schema = fitting(schema_of("text"), is_native)
    assert go.generate(schema) == go.generate(schema_of("text"))
    assert "\tText *ThingText `" in go.generate(schema)["types.go"]
    assert go_values.generate(schema) == go_values.generate(lowered(schema_of("text")))


@pytest.mark.parametrize("library", LIBRARIES)
def test_library_has_a_record_that_says_whether_it_is_there(library):
    module, key, option, methods = LIBRARIES[library]
    made = module.generate(fitting(schema_of("text")))
    assert f'\tText ThingText `{key}:"text,{option}"`\n' in made["types.go"]
    assert "type ThingText struct {\n\tValue *string\n\tIsSet bool\n}\n" in made["types.go"]
    source = made["types.go"] + made.get("methods.go", "")
    assert "func (v ThingText) IsZero() bool { return !v.IsSet }\n" in source
    assert f"func (v ThingText) Marshal{methods}() (" in source
    assert f"func (v *ThingText) Unmarshal{methods}(" in source


@pytest.mark.parametrize("library", LIBRARIES)
def test_other_codecs_are_given_a_pointer(library):
    module, key, _, _ = LIBRARIES[library]
    made = module.generate(fitting(schema_of("text", "who"), is_native=False))
    assert re.search(rf'\tText \*ThingText +`{key}:"text"`\n', made["types.go"])
    assert "IsSet" not in "".join(made.values())
    assert "ThingText" not in made.get("methods.go", "")


def test_conversions_set_what_is_there():
    made = go_fitted.generate(fitting(schema_of("text")))["convert.go"]
    assert (
        "\tif v.Text != nil {\n"
        "\t\tm.Text.IsSet = true\n"
        "\t\tpopulateThingText(&m.Text, v.Text)\n"
        "\t}\n"
    ) in made
    assert (
        "\tif m.Text.IsSet {\n"
        "\t\tvar made1 schema.ThingText\n"
        "\t\tconvertThingText(&made1, &m.Text, wrong)\n"
        "\t\tv.Text = &made1\n"
        "\t}\n"
    ) in made


def test_member_whose_name_no_tag_holds_is_left_out():
    made = go_fitted.generate(fitting(schema_of(HOSTILE)))["types.go"]
    assert re.search(rf"{re.escape(go.literal(HOSTILE))}, Value: &v\.\w+, Absent: v\.\w+\.Is", made)
    assert "Absent" not in go_fitted.generate(fitting(schema_of("text")))["types.go"]


@pytest.mark.skipif(not shutil.which("gofmt"), reason="go is not installed")
@pytest.mark.parametrize("convention", Convention)
def test_generated_code_is_formatted(convention, tmp_path):
    native = fitting(schema_of(), convention=convention)
    for library, (module, *_) in LIBRARIES.items():
        for name, source in module.generate(native).items():
            (tmp_path / f"{library}_{name}").write_text(source)
    converted = fitting(schema_of(), is_native=False, convention=convention)
    for number, module in enumerate(ALL):
        for name, source in module.generate(converted).items():
            if name.endswith(".go"):
                (tmp_path / f"{number}_{name}").write_text(source)
    done = subprocess.run(["gofmt", "-d", tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == ""
