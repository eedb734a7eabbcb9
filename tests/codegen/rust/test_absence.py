"""Rust's fields that tell absent from null: native and converted."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.builders.rust.workspace import GENERATORS
from serbench.codegen.rust import bson as rust_bson
from serbench.codegen.rust import types as rust
from serbench.schema.logical import Convention
from serbench.schema.model import Field
from tests.codegen.rust.schemas import I32
from tests.codegen.told_fields import HOSTILE, fitting, schema_of

ROOT = Path(__file__).parents[3]
TOLD = """\
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "serbench_driver::told"
    )]
"""
TRANSPARENT = "#[serde(transparent)]\npub struct ThingText {\n    pub value: Option<String>,\n}\n"


@pytest.mark.parametrize("module", [rust, rust_bson])
def test_field_is_left_out_and_its_record_is_transparent(module):
    text = module.generate(fitting(schema_of("text")))["src/types.rs"]
    assert f"{TOLD}    pub text: Option<ThingText>,\n" in text
    assert f"#[derive(Clone, Serialize, Deserialize)]\n{TRANSPARENT}" in text
    assert "narrow_visitor!(ThingText)" not in text


@pytest.mark.parametrize("module", [rust, rust_bson])
def test_text_of_such_a_field_is_borrowed(module):
    text = module.generate_borrowed(fitting(schema_of("text", "number")))["src/lib.rs"]
    assert f"    #[serde(borrow)]\n{TOLD}    pub text: Option<ThingText<'a>>,\n" in text
    assert f"{TOLD}    pub number: Option<types::ThingNumber>,\n" in text
    assert "#[derive(Deserialize)]\n#[serde(transparent)]\npub struct ThingText<'a> {\n" in text
    assert "narrow_visitor_borrowed!(ThingText)" not in text


@pytest.mark.parametrize("module", [rust, GENERATORS["musli"]])
def test_other_codecs_are_given_the_record(module):
    text = module.generate(fitting(schema_of("text"), is_native=False))["src/types.rs"]
    for word in ("default", "skip", "transparent", "told"):
        assert word not in text
    assert "pub text: Option<" in text


def test_field_that_holds_itself_is_boxed():
    text = rust.generate(fitting(schema_of("next")))["src/types.rs"]
    assert f"{TOLD}    pub next: Option<Box<ThingNext>>,\n" in text
    assert "pub struct ThingNext {\n    pub value: Option<Box<Thing>>,\n" in text


def test_hostile_name_is_renamed():
    text = rust.generate(fitting(schema_of(HOSTILE)))["src/types.rs"]
    assert f"{TOLD}    #[serde(rename = {rust.literal(HOSTILE)})]\n" in text


def test_added_field_has_its_default_once():
    schema = fitting(schema_of("text"))
    grown = replace(schema.records[0], ancestor=(Field("before", I32),))
    text = rust.generate(replace(schema, records=(grown, *schema.records[1:])))["src/types.rs"]
    assert text.count("default") == 1


def test_musli_has_the_module_that_its_attributes_name():
    made = GENERATORS["musli"].generate(fitting(schema_of("text")))
    attribute = "#[musli(default, skip_encoding_if = Option::is_none, with = crate::told)]"
    assert f"    {attribute}\n    pub text: Option<PlainThingText>,\n" in made["src/types.rs"]
    assert "#[musli(transparent)]\npub struct PlainThingText {\n" in made["src/types.rs"]
    assert "pub mod told;\npub mod types;\n" in made["src/lib.rs"]
    assert "pub fn decode<" in made["src/told.rs"]


@pytest.mark.skipif(not shutil.which("rustfmt"), reason="rustfmt is not installed")
@pytest.mark.parametrize("convention", Convention)
def test_generated_code_is_formatted(convention, tmp_path):
    schema = fitting(schema_of(), convention=convention)
    made = {
        "plain.rs": rust.generate(schema)["src/types.rs"],
        "borrowed.rs": rust.generate_borrowed(schema)["src/lib.rs"],
        "told.rs": GENERATORS["musli"].generate(schema)["src/told.rs"],
    }
    for name, text in made.items():
        (tmp_path / name).write_text(text)
    command = ["rustfmt", "--check", "--edition=2021", f"--config-path={ROOT}"]
    done = subprocess.run([*command, *tmp_path.iterdir()], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
