"""Whatever names are in the data, generated code is the same code: only identifiers and what
literals say differ. Held against what is generated for harmless names, token by token."""

from __future__ import annotations

import json
import keyword
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from serbench.builders.cpp.plan import GENERATORS as CPP
from serbench.builders.go.generators import GENERATORS as GO
from serbench.builders.java.builder import GENERATORS as JAVA
from serbench.builders.javascript.builder import GENERATORS as JAVASCRIPT
from serbench.builders.python.builder import GENERATORS as PYTHON
from serbench.builders.rust.workspace import GENERATORS as RUST
from serbench.codegen.cpp import types as cpp
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.codegen.idl import avro, bebop, capnp, flatbuffers, proto, thrift, zserio
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.codegen.javascript import types as javascript
from serbench.codegen.javascript import typescript
from serbench.codegen.javascript import values as javascript_values
from serbench.codegen.javascript.conversions import INHERITED
from serbench.codegen.names import Names
from serbench.codegen.python import copies, pydantic
from serbench.codegen.python import types as python
from serbench.codegen.rust import types as rust
from serbench.schema.features import PROTO
from serbench.schema.model import Field, Kind, ListOf, Record, RecordRef, Scalar, Schema
from tests.codegen import hostile
from tests.codegen.literals import LANGUAGES, read
from tests.codegen.tokens import LANGUAGE_OF, Token, tokens
from tests.strategies import drawn

GENERATE = {
    "cpp": cpp.generate,
    "rust": rust.generate,
    "rust borrowed": rust.generate_borrowed,
    "java": java.generate,
    "java ops": java_ops.generate,
    "go": go.generate,
    "go values": go_values.generate,
    "proto": lambda schema: {"data.proto": proto.generate(schema)},
    "thrift": lambda schema: {"data.thrift": thrift.generate(schema)},
    "capnp": lambda schema: {"data.capnp": capnp.generate(schema)},
    "fbs": lambda schema: {"data.fbs": flatbuffers.generate(schema)},
    "bop": lambda schema: {"data.bop": bebop.render(bebop.lower(schema).numbered())},
    "zs": lambda schema: {"data.zs": zserio.generate(schema)},
    "avsc": lambda schema: {"data.avsc": avro.generate(schema)},
    "python": python.generate,
    "python copies": copies.generate,
    "javascript": javascript.generate,
    "javascript values": javascript_values.generate,
    "typescript": typescript.generate,
    **{f"cpp {word}": generator.module.generate for word, generator in CPP.items()},
    **{f"rust {word}": module.generate for word, module in RUST.items()},
    **{f"java {word}": generator.module.generate for word, generator in JAVA.items()},
    **{f"go {word}": generator.module.generate for word, generator in GO.items()},
    **{f"python {word}": generator.module.generate for word, generator in PYTHON.items()},
    **{f"javascript {word}": generator.module.generate for word, generator in JAVASCRIPT.items()},
}


def avro_names(schema: Schema) -> Names:
    fields = {record.name: avro.field_names(record) for record in schema.records}
    symbols = {enum.name: avro.symbol_names(enum) for enum in schema.enums}
    return Names({}, fields, symbols, {})


def pydantic_names(schema: Schema) -> Names:
    known = python.names(schema)
    fields = {
        record.name: {f.name: pydantic.attribute(known, record.name, f.name) for f in record.fields}
        for record in schema.records
    }
    return replace(known, fields=fields)


# Which names are identifiers as they are: where neither a generator nor its language is named, as
# in Rust.
_NAMES = {"python": python.names, "python pydantic": pydantic_names, "avsc": avro_names}
_KEPT = {"javascript": frozenset({PROTO}) | INHERITED}
OF_UNIONS = (
    *("python", "python copies", "python json", "python msgspec", "python plain"),
    *("javascript", "javascript values", "javascript json-schema", "typescript"),
    *("cpp", "rust", "rust borrowed", "java", "java ops", "go", "go values"),
    *("proto", "capnp", "fbs", "cpp proto", "cpp capnp", "cpp flatbuffers", "rust prost"),
    *("java proto", "java kryo", "java externalizable", "java bytebuffer", "java zserio"),
    "go protobuf",
)


@cache
def todays(has_unions: bool) -> Schema:
    """One for all generators: to draw it takes longer than to generate from it."""
    return drawn(hostile.schemas_with_unions() if has_unions else hostile.schemas())


@pytest.mark.parametrize("generator", GENERATE)
def test_hostile_names_change_only_identifiers_and_literals(generator):
    compare(generator, todays(has_unions=False))


@pytest.mark.parametrize("generator", OF_UNIONS)
def test_hostile_names_of_unions_change_only_identifiers_and_literals(generator):
    compare(generator, todays(has_unions=True))


@pytest.mark.parametrize("generator", GENERATE)
def test_every_known_name_changes_only_identifiers_and_literals(generator):
    compare(generator, hostile.every_name())


@pytest.mark.parametrize(
    ("generator", "name"), [("python pydantic", "schema"), ("javascript pbf", ",")]
)
def test_names_taken_by_a_library_or_a_language_change_only_identifiers(generator, name):
    fields = (Field(name, RecordRef("Leaf")), Field("x", ListOf(Scalar(Kind.I32))))
    compare(generator, Schema("s", "Root", (Record("Root", fields), Record("Leaf", ())), ()))


def compare(generator: str, schema: Schema) -> None:
    whose = generator.split()[0]
    if whose == "python":
        schema = without_keywords(schema)
    names_of = _NAMES.get(generator) or _NAMES.get(whose, rust.names)
    twins = hostile.twins(schema, names_of, _KEPT.get(whose, frozenset()))
    made, plain = (GENERATE[generator](s) for s in (twins.hostile, twins.harmless))
    assert len(made) == len(plain)
    same: dict[str, set[str]] = defaultdict(set)
    for (path, text), other in zip(made.items(), plain.values(), strict=True):
        assert_legal_path(path)
        if path.endswith((".avsc", ".avpr")):
            assert_same_tree(json.loads(text), json.loads(other), twins.wire)
            continue
        if path.endswith(".xml"):  # has no names of the data
            assert text == other
            continue
        language = LANGUAGE_OF[path.rpartition(".")[2]]
        lexed = [tokens(language, part) for part in differing(text, other)]
        (code, comments), (other_code, other_comments) = lexed
        pairs = zip(*map(without_last_commas, (code, other_code)), strict=True)
        assert language in _UNREAD or not any(token.kind == "error" for token in code)
        for token, other_token in pairs:
            assert_same(language, token, other_token, twins.wire, same, generator in _OF_AVRO)
        for comment in comments:
            assert_harmless(comment, other_comments, same)


def without_keywords(schema: Schema) -> Schema:
    """An argument that is called so is a key of a dictionary (`call`), which is other code; tests
    of conversions run it."""
    taken = set(keyword.kwlist)

    def fields(record: Record) -> Iterator[Field]:
        for field in record.fields:
            yield replace(field, name=f"{field.name} and") if field.name in taken else field

    records = tuple(replace(record, fields=tuple(fields(record))) for record in schema.records)
    return replace(schema, records=records)


def differing(text: str, other: str) -> tuple[str, str]:
    """Without the blocks at their beginnings that are the same: lexers take their time."""
    ours, theirs = text.split("\n\n"), other.split("\n\n")
    same = 0
    while same < min(len(ours), len(theirs)) - 1 and ours[same] == theirs[same]:
        same += 1
    return "\n\n".join(ours[same:]), "\n\n".join(theirs[same:])


def without_last_commas(code: list[Token]) -> list[Token]:
    """Lists that do not fit a line end in a comma in Rust."""
    after = [*code, Token("mark", "")][1:]
    ends = {Token("mark", end) for end in ")]}>"} | {Token("mark", "")}
    comma = Token("mark", ",")
    return [t for t, n in zip(code, after, strict=True) if t != comma or n not in ends]


# Their types have Avro's names beside those on the wire.
_OF_AVRO = frozenset({"rust avro", "java avro"})
# Of which Pygments does not know all.
_UNREAD = frozenset({"cpp", "rust", "java", "go", "proto", "thrift", "capnp", "fbs", "bop", "zs"})
_LEGAL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LEGAL_IN_JAVASCRIPT = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
# What becomes of the empty name, which is the same in both schemas, unless another one is first.
_OF_EMPTY = re.compile(r"field|type", re.IGNORECASE)


def assert_same(
    language: str,
    token: Token,
    other: Token,
    wire: dict[str, str],
    same: dict[str, set[str]],
    has_avro_names: bool,
) -> None:
    """The same token, or what the hostile schema has in place of a harmless name: `same` has those
    that were met. Texts may be names of Avro, which are identifiers."""
    assert token.kind == other.kind, (token, other)
    if language in ("python", "javascript"):
        assert_same_here(language, token, other, wire, same)
    elif other.kind == "name" and "harmless" in other.text.lower():
        assert _LEGAL.fullmatch(token.text)
        same[other.text].add(token.text)
        # A field has one name in plain types and another one in those of a library.
        assert len(same[other.text]) <= 2
    elif other.kind == "name" and _OF_EMPTY.search(other.text):
        assert _LEGAL.fullmatch(token.text)
    elif token.kind == "string" and language in LANGUAGES:
        said, other_said = text_of(language, token), text_of(language, other)
        if not (has_avro_names and _LEGAL.fullmatch(said) and _LEGAL.fullmatch(other_said)):
            assert_said(said, other_said, wire)
    elif not (language == "capnp" and other.text.startswith("0x")):  # the file's id
        assert token.text == other.text


def assert_same_here(
    language: str, token: Token, other: Token, wire: dict[str, str], same: dict[str, set[str]]
) -> None:
    """As `assert_same`, where texts of literals say identifiers, too, and whole schemas."""
    if other.kind in ("member", "key"):
        assert_wire_or_identifier(token.text, other.text, wire)
    elif other.kind == "string" and not other.text.startswith(("f", "`", "/")):
        said, other_said = text_of(language, token), text_of(language, other)
        if other_said.startswith("{"):
            assert_same_tree(json.loads(said), json.loads(other_said), wire)
        else:
            assert_wire_or_identifier(said, other_said, wire)
    elif other.kind == "name" and "harmless" in other.text.lower():
        assert _LEGAL_IN_JAVASCRIPT.fullmatch(token.text)
        same[other.text].add(token.text)
        assert len(same[other.text]) <= 2
    elif other.kind == "name" and _OF_EMPTY.search(other.text):
        assert _LEGAL_IN_JAVASCRIPT.fullmatch(token.text)
    else:
        assert token.text == other.text


def assert_wire_or_identifier(text: str, other: str, wire: dict[str, str]) -> None:
    """`text` is the hostile name where `other` is the harmless one, or an identifier made of it."""
    if other in wire and text == wire[other]:
        return
    if "harmless" in other.lower() or _OF_EMPTY.search(other):
        # Of a type in a package, or in a reference.
        assert all(map(_LEGAL_IN_JAVASCRIPT.fullmatch, re.split(r"[./]", text.removeprefix("#/"))))
    else:
        assert text == other


def assert_same_tree(value: Any, other: Any, wire: dict[str, str]) -> None:
    """Documents in JSON of one form."""
    assert type(value) is type(other)
    match other:
        case {"enum": list(), **rest} if "enum" not in value:  # ajv reads no such symbols
            assert value == {"type": "string", **rest}
        case dict():
            assert len(value) == len(other)
            for key, other_key in zip(value, other, strict=True):
                assert_wire_or_identifier(key, other_key, wire)
                assert_same_tree(value[key], other[other_key], wire)
        case list():
            for part, other_part in zip(value, other, strict=True):
                assert_same_tree(part, other_part, wire)
        case str():
            assert_wire_or_identifier(value, other, wire)
        case _:
            assert value == other


def text_of(language: str, token: Token) -> str:
    text = read(language, token.text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16")  # pairs, in Java


_TAG = re.compile(r'json:"([^"]*)"')
# Those of Go's other libraries, which may quote names in their own way: one string of Go.
_OTHER_TAG = re.compile(r'(\w+):("(?:[^"\\]|\\.)*")', re.DOTALL)
# A key as simd-json's types write it by themselves.
_IN_JSON = re.compile(r'(,?)(".*")(:?)', re.DOTALL)


def in_tag(quoted: str) -> str:
    return read("go", quoted.replace(r"\x60", "`"))


def without_wire_names(tree: Any) -> Any:
    """Avro's schema but for the names on the wire, which stand where they are no identifiers."""
    if isinstance(tree, dict):
        kept = tree.keys() - {"wireName", "wireSymbols"}
        return {key: without_wire_names(value) for key, value in tree.items() if key in kept}
    return list(map(without_wire_names, tree)) if isinstance(tree, list) else tree


def assert_said(text: str, other: str, wire: dict[str, str]) -> None:
    """`text` is the hostile name where `other` is a harmless one."""
    if other in wire:
        assert text == wire[other] or (other == "" and re.fullmatch(r"\(empty name\)_*", text))
    elif tag := _TAG.fullmatch(other):
        name = wire.get(tag[1], tag[1])
        assert text == f'json:"{name}{"," * (name == "-" != tag[1])}"'
    elif tag := _OTHER_TAG.fullmatch(other):
        found = _OTHER_TAG.fullmatch(text)
        assert found
        assert found[1] == tag[1]
        if (name := in_tag(tag[2])) in wire:
            quoted = "'" + wire[name].replace("'", "\\'") + "'"  # vmihailenco/tagparser's way
            assert in_tag(found[2]) in (wire[name], quoted)
    elif (key := _IN_JSON.fullmatch(other)) and json.loads(key[2]) in wire:
        hostile_name = wire[json.loads(key[2])]
        assert text == f"{key[1]}{json.dumps(hostile_name, ensure_ascii=False)}{key[3]}"
    elif other.startswith("{\n "):  # a whole schema in Avro's JSON
        assert_same_tree(
            without_wire_names(json.loads(text)), without_wire_names(json.loads(other)), wire
        )
    elif other.endswith("\n"):  # a line of one
        assert re.sub(r'"\w+"', '""', text, flags=re.ASCII) == re.sub(r'"\w+"', '""', other)
    elif other.startswith("harmless_"):  # Avro's name of a symbol, made of it
        assert re.fullmatch(r"[A-Za-z_]\w*", text, flags=re.ASCII)
    elif not re.fullmatch(r"\(empty name\)_*", other):
        assert text == other


def assert_harmless(comment: str, others: list[str], same: dict[str, set[str]]) -> None:
    """One of those beside harmless names, but for identifiers; or one about the form."""
    known = {
        re.sub(r"\w+", lambda m: min(same.get(m[0], {m[0]})), other).strip() for other in others
    }
    assert comment.strip() in known | {"// clang-format off", "// clang-format on"}


def assert_legal_path(path: str) -> None:
    """A part of it may get some letters more: `$Builder.class`."""
    assert all(re.fullmatch(r"\w[\w.]{0,199}", part, re.ASCII) for part in path.split("/"))
