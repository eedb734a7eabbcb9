"""Errors and the texts they are made of."""

from __future__ import annotations

import ast
import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.errors import (
    InputError,
    clipped,
    field_step,
    item_step,
    literal,
    shell,
    shown_file,
    shown_name,
)


@given(st.text())
def test_a_literal_is_python_for_its_text_and_disturbs_nothing(text):
    code = literal(text)
    assert ast.literal_eval(code) == text
    assert code.isprintable()
    assert code[0] == code[-1] == '"'
    assert '"' not in code[1:-1]


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("id", ".id"),
        ("_x1", "._x1"),
        ("", '[""]'),
        ("a b", '["a b"]'),
        ("1", '["1"]'),
        ("é", '["é"]'),
        ('"]', '["\\x22]"]'),
        ("a\n", '["a\\x0a"]'),
        ("x" * 60, "." + "x" * 60),
        ("x" * 61, '["' + "x" * 59 + '…"]'),
    ],
)
def test_steps_of_a_path(name, step):
    assert field_step(name) == step


def test_an_index_is_a_step_too():
    assert item_step(3) == "[3]"


def test_clipping():
    assert clipped("x" * 60) == "x" * 60
    assert clipped("x" * 61) == "x" * 59 + "…"


@pytest.mark.parametrize(
    "name",
    [
        *("plain.jsonl", "a b", "it's", "$(touch x)", "`touch x`", "a\nb'c", "\x1b[", "\x1b1"),
        *("\\x41\t", "é\x85\u2028\u202e", os.fsdecode(b"a\xff1"), "~", "#", "", "a;b&c|d>e"),
        *("{a,b}", "!!"),
    ],
)
def test_a_name_in_a_command_is_that_name(name):
    done = subprocess.run(
        ["bash", "-c", f"printf %s {shell(name)}"], capture_output=True, check=True
    )
    assert os.fsdecode(done.stdout) == name
    assert shell(name).isprintable()


def test_a_name_that_looks_like_an_option_stays_that_file():
    assert shell("-n") == "./-n"
    assert shell("-n\n") == r"$'./-n\012'"


def test_the_text_of_an_error():
    whole = InputError("a.jsonl", "it is empty", "write it")
    assert str(whole) == "a.jsonl: it is empty; write it"
    line = InputError("a.jsonl", "bad", "mend it", line=3, path="$.x")
    assert str(line) == "a.jsonl:3: $.x: bad; mend it"
    element = InputError("a.json", "bad", "mend it", line=3, unit="element", path="$.x")
    assert str(element) == "a.json: element 3: $.x: bad; mend it"
    value = InputError("a.json", "bad", "mend it", line=1, unit="value", path="$.x")
    assert str(value) == "a.json: $.x: bad; mend it"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("id", "id"),
        ("größe-1", "größe-1"),
        ("$ref", "$ref"),
        ("", '""'),
        ("a, b", '"a, b"'),
        ("a b", '"a b"'),
        ("a\n\x1b[2J", '"a\\x0a\\x1b[2J"'),
        ("x" * 61, f'"{"x" * 59}…"'),
    ],
)
def test_a_name_among_others_is_one_word_or_a_literal(name, said):
    assert shown_name(name) == said


def test_a_file_whose_name_is_hostile():
    assert shown_file("a.jsonl") == "a.jsonl"
    assert shown_file("a\nb") == '"a\\x0ab"'
    assert str(InputError("a\x1b[31m", "bad", "mend it")).isprintable()
