"""What front matter and tools say reaches the files of builds as text."""

import re
import tomllib
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from serbench.builders import maven
from serbench.builders.cpp import ninja
from serbench.builders.java import builder as java_builder
from serbench.builders.rust import workspace
from serbench.codegen.cpp import types as cpp
from serbench.codegen.go import types as go
from serbench.codegen.java import types as java
from serbench.codegen.rust import types as rust
from tests.codegen import hostile
from tests.codegen.literals import read
from tests.codegen.tokens import java_before_lexing
from tests.strategies import texts

TEXTS = st.one_of(hostile.names(), texts(40))


@given(TEXTS)
def test_literals_say_any_text_in_printable_ascii(text):
    for language, literal in {
        "cpp": cpp.literal, "rust": rust.literal, "go": go.literal, "java": java.literal
    }.items():  # fmt: skip
        written = literal(text)
        assert written.isascii()
        assert written.isprintable()
        if language == "java":
            written = java_before_lexing(written)
        assert read(language, written).encode("utf-16", "surrogatepass").decode("utf-16") == text


@given(TEXTS, TEXTS)
def test_cargo_toml_round_trips_any_text(key, text):
    tables = {"package": {"name": text, key: [text, True]}, "dependencies": {"x": {key: text}}}
    assert tomllib.loads(workspace.toml(tables)) == tables


@given(TEXTS)
def test_java_property_round_trips_any_text(text):
    written = java_builder._property(text)
    assert written.isascii()
    assert written.isprintable()
    assert "\\" not in re.sub(r"\\u[0-9a-f]{4}", "", written)
    said = re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), written)
    said = said.encode("utf-16", "surrogatepass").decode("utf-16")
    assert said == text.replace("\n", " ")


@given(TEXTS.filter(lambda text: not re.search(r"[\0-\x1f:\ufffe\uffff]", text)))
def test_maven_dependency_round_trips_any_text(text):
    written = maven._dependency(f"group:{text}:1")
    assert ET.fromstring(written).find("artifactId").text == (text or None)


@given(TEXTS.filter(lambda text: "\n" not in text))
def test_ninja_escape_round_trips_any_text(text):
    assert re.sub(r"\$\$", "", ninja.escape(text)).count("$") == 0
    assert ninja.escape(text).replace("$$", "$") == text
