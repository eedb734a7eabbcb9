import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.names import identifiers, kept_or_snake_case, pascal_case, snake_case


@pytest.mark.parametrize("style", [snake_case, pascal_case])
def test_long_names_are_cut_and_stay_distinct(style):
    wire = ["long name " * 50, "long name " * 51, "x" * 300]
    names = list(identifiers(wire, style).values())
    assert len(set(names)) == 3
    assert max(map(len, names)) < 90
    assert not any("__" in name or name.endswith("_") for name in names)


@pytest.mark.parametrize(
    ("wire", "snake", "pascal"),
    [
        ("created_at", "created_at", "CreatedAt"),
        ("createdAt", "created_at", "CreatedAt"),
        ("HTTPServer", "http_server", "HTTPServer"),
        ("2x", "n2x", "N2x"),
        ("@type", "type", "Type"),
        ("", "field", "Type"),
        ("日本", "field", "Type"),
        ('"; system("touch x")', "system_touch_x", "SystemTouchX"),
        ("*/", "field", "Type"),
        ("a\nb", "a_b", "AB"),
        ("__init__", "init", "Init"),
    ],
)
def test_styles(wire, snake, pascal):
    assert snake_case(wire) == snake
    assert pascal_case(wire) == pascal


@pytest.mark.parametrize(
    ("wire", "found"),
    [
        *((name, name) for name in ("created_at", "createdAt", "homeURL", "x2_Y")),
        *(("UserId", "user_id"), ("_id", "id"), ("a__b", "a_b"), ("a_", "a"), ("a b", "a_b")),
        ("x" * 81, "x" * 80),
        ("é", "field"),
        ("createdAt\n", "created_at"),
    ],
)
def test_identifiers_that_begin_with_a_small_letter_are_kept(wire, found):
    assert kept_or_snake_case(wire) == found


def test_names_equal_after_folding_get_numbers():
    assert identifiers(["a b", "a-b", "aB"], snake_case) == {
        "a b": "a_b",
        "a-b": "a_b_2",
        "aB": "a_b_3",
    }


def test_reserved_words_get_an_underscore():
    assert identifiers(["class", "class_"], snake_case, frozenset({"class"})) == {
        "class": "class_",
        "class_": "class_2",
    }


@given(
    st.lists(st.text(), unique=True), st.sampled_from([snake_case, kept_or_snake_case, pascal_case])
)
def test_any_names_become_distinct_identifiers(wire, style):
    names = identifiers(wire, style, frozenset({"class", "field", "Type"}))
    assert list(names) == wire
    assert len(set(names.values())) == len(wire)
    for name in names.values():
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)
        assert name not in {"class", "field", "Type"}
