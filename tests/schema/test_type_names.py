"""Names for types that have none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.type_names import TypeNames, singular
from tests.strategies import wire_names


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("users", "user"),
        ("userIds", "userId"),
        ("extended_entities", "extended_entity"),
        ("statuses", "status"),
        ("USERS", "USERS"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("matches", "match"),
        ("dishes", "dish"),
        ("houses", "house"),
        ("responses", "response"),
        ("movies", "movie"),
        ("child_nodes", "child_node"),
        ("children", "child"),
        ("indices", "index"),
        ("people", "person"),
        ("Matrices", "Matrix"),
        # Not plurals:
        ("status", "status"),
        ("class", "class"),
        ("analysis", "analysis"),
        ("news", "news"),
        ("series", "series"),
        ("data", "data"),
        ("s", "s"),
        ("as", "as"),
        ("", ""),
        ("名前", "名前"),
        ("x2", "x2"),
    ],
)
def test_singular(plural, expected):
    assert singular(plural) == expected


def test_taken_name_gets_parent_prefix_and_then_number():
    names = TypeNames()
    assert names.new("url") == "Url"
    assert names.new("url", "User") == "UserUrl"
    assert names.new("URL", "User") == "UserURL2"  # capitals alone tell no files apart
    assert names.new("url") == "Url2"


@given(st.lists(st.tuples(wire_names(), st.sampled_from(["", "User"])), max_size=30))
def test_names_are_identifiers_and_distinct(asked):
    names = TypeNames()
    given_out = [names.new(name, parent) for name, parent in asked]
    assert all(name.isidentifier() and name.isascii() and len(name) < 45 for name in given_out)
    assert len({name.lower() for name in given_out}) == len(given_out)
