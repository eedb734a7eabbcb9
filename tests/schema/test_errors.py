"""Errors, and paths inside values."""

from __future__ import annotations

import pytest

from serbench.schema.errors import InputError, field_step, item_step


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


def test_the_text_of_an_error():
    whole = InputError("a.jsonl", "it is empty", "write it")
    assert str(whole) == "a.jsonl: it is empty; write it"
    line = InputError("a.jsonl", "bad", "mend it", line=3, path="$.x")
    assert str(line) == "a.jsonl:3: $.x: bad; mend it"
    element = InputError("a.json", "bad", "mend it", line=3, unit="element", path="$.x")
    assert str(element) == "a.json: element 3: $.x: bad; mend it"
    value = InputError("a.json", "bad", "mend it", line=1, unit="value", path="$.x")
    assert str(value) == "a.json: $.x: bad; mend it"


def test_an_error_about_a_file_with_a_hostile_name_is_printable():
    assert str(InputError("a\x1b[31m", "bad", "mend it")).isprintable()
