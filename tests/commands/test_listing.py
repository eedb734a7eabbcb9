import json

import pytest


def test_list_codecs(serbench, builders):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    rows = json.loads(serbench("list", "codecs", "--json").out)
    keys = [
        "id",
        "language",
        "library",
        "version",
        "format",
        "traits",
        "limits",
        "available",
        "reason",
    ]
    assert all(list(row) == keys for row in rows)
    by_id = {row["id"]: row for row in rows}
    assert by_id["rust/postcard"]["available"]
    assert not by_id["cpp/cereal"]["available"]
    assert by_id["cpp/cereal"]["reason"] == "cereal/cereal.hpp not found"
    assert "no: cereal/cereal.hpp not found" in " ".join(serbench("list", "codecs").out.split())


@pytest.mark.parametrize("what", ["workloads", "operations"])
def test_list_others(serbench, what):
    rows = json.loads(serbench("list", what, "--json").out)
    assert all(row["name"] for row in rows)
