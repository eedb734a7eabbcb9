"""Names from outside, in sentences and in commands."""

from __future__ import annotations

import ast
import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.quoting import clipped, literal, shell, shown_file, shown_name


@given(st.text())
def test_literal_is_printable_python_of_the_text(text):
    code = literal(text)
    assert ast.literal_eval(code) == text
    assert code.isprintable()
    assert code[0] == code[-1] == '"'
    assert '"' not in code[1:-1]


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
def test_quoted_name_reaches_the_command_unchanged(name):
    done = subprocess.run(
        ["bash", "-c", f"printf %s {shell(name)}"], capture_output=True, check=True
    )
    assert os.fsdecode(done.stdout) == name
    assert shell(name).isprintable()


def test_name_like_an_option_is_quoted_as_a_file():
    assert shell("-n") == "./-n"
    assert shell("-n\n") == r"$'./-n\012'"


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


def test_hostile_file_name_is_shown_as_a_literal():
    assert shown_file("a.jsonl") == "a.jsonl"
    assert shown_file("a\nb") == '"a\\x0ab"'
