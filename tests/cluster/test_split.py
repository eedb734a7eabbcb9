from collections import Counter
from dataclasses import replace

import pytest

from serbench.builders.codec import DRIVERS
from serbench.cluster.split import BRIDGE, bridge, shares
from tests.results.conftest import catalogued


def shipped(name, traits=()):
    """A codec that nobody brought."""
    return replace(catalogued(name, traits), path=DRIVERS / "codec")


CODECS = [
    shipped(f"{language}/{name}", traits)
    for language in ("cpp", "rust")
    for name, traits in {
        "a": (),
        "core": ("core",),
        "hand": ("hand-written",),
        "reference": ("reference",),
        "z": (),
    }.items()
]
FEW = [shipped("go/a"), shipped("go/b")]


def names(codecs):
    return [codec.id for codec in codecs]


def test_bridge_has_reference_hand_written_and_core_codecs_of_each_language():
    assert names(bridge(CODECS)) == [
        "cpp/reference", "cpp/hand", "cpp/core", "rust/reference", "rust/hand", "rust/core",
    ]  # fmt: skip


def test_bridge_of_a_language_with_few_codecs_is_all_of_them():
    assert names(bridge(FEW)) == names(FEW)


def test_own_codec_is_in_the_bridge_only_where_others_are_few():
    own = [catalogued("cpp/mine", ("reference",)), *CODECS[:5]]
    assert "cpp/mine" not in names(bridge(own))
    assert names(bridge(own[:2])) == ["cpp/mine", "cpp/a"]


@pytest.mark.parametrize("hosts", [1, 2, 3, 5])
def test_each_codec_is_measured_by_one_host_and_the_bridge_by_all(hosts):
    found = shares(CODECS, {str(number): "kind" for number in range(hosts)})
    counted = Counter(codec.id for share in found.values() for codec in share)
    linking = set(names(bridge(CODECS)))
    assert counted == {c.id: hosts if c.id in linking else 1 for c in CODECS}
    assert all(names(share) == [c.id for c in CODECS if c in share] for share in found.values())


def test_hosts_of_each_kind_share_all_codecs_among_themselves():
    found = shares(CODECS, {"a": "x", "b": "y", "c": "x"})
    assert names(found["b"]) == names(CODECS)
    assert {*names(found["a"]), *names(found["c"])} == set(names(CODECS))
    assert len(found["a"]) < len(CODECS)


def test_shares_of_a_language_differ_by_one_codec_at_most():
    codecs = [shipped(f"cpp/{letter}") for letter in "abcdefghijk"]
    found = shares(codecs, dict.fromkeys("xyz", "kind"))
    sizes = [len(share) - BRIDGE for share in found.values()]
    assert sorted(sizes) == [2, 3, 3]
