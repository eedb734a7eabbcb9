"""Which format is offered, in which order, and what is said of it."""

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.results.choice import (
    Candidate,
    Cost,
    Lost,
    Needs,
    Proofs,
    choose,
    is_cheaper,
)
from serbench.stats import Interval

PROCESSOR = Cost(by="processor")
BOTH = Needs(languages=("cpp", "go"))


def interval(middle, share=0.01):
    return Interval(middle, middle * (1 - share), middle * (1 + share))


def candidate(codec, format_, ns, size=100.0, traits=(), share=0.01, compression=""):
    return Candidate(
        codec=codec,
        language=codec.partition("/")[0],
        format=format_,
        traits=traits,
        bytes=size,
        time=interval(ns, share),
        compression=compression,
    )


FOUR = (
    candidate("cpp/quick", "p", 100.0, traits=("unchecked",)),
    candidate("cpp/p", "p", 200.0),
    candidate("go/p", "p", 400.0),
    candidate("cpp/j", "j", 300.0, 300.0, ("human-readable", "self-describing")),
    candidate("go/j", "j", 900.0, 300.0, ("human-readable", "self-describing")),
    candidate("cpp/only", "only", 50.0),
    candidate("cpp/limit", "own", 1.0, traits=("hand-written",)),
    candidate("java/p", "p", 1.0),
)


def chosen(needs=BOTH, cost=PROCESSOR, proofs=None, candidates=FOUR, lost=()):
    return choose(candidates, lost, proofs or Proofs(), needs, cost)


def formats(offers):
    return [offer.format for offer in offers]


def codecs(offer):
    return [library.codec for library in offer.libraries]


def test_formats_of_all_languages_are_ordered_by_cost():
    found = chosen()
    assert formats(found.offers) == ["p", "j"]
    assert [offer.rank_low for offer in found.offers] == [1, 2]
    assert codecs(found.offers[0]) == ["cpp/p", "go/p"]
    assert found.offers[0].time.estimate == found.offers[0].cost.estimate
    assert found.offers[0].time.estimate == pytest.approx((200.0 * 400.0) ** 0.5)
    assert found.offers[1].cheaper == ("p",)
    assert {lost.codec: lost.why for lost in found.lost} == {"cpp/quick": "it trusts its input"}


def test_format_missing_in_a_language_is_shown_with_gap():
    [only] = chosen().gapped
    assert (only.format, only.rank_low) == ("only", 0)
    assert only.gaps == {"go": "no library was measured"}
    lost = Lost(codec="go/only", language="go", format="only", why="cannot-hold: u64")
    [only] = chosen(lost=[lost]).gapped
    assert only.gaps == {"go": "go/only: cannot-hold: u64"}


def test_ratio_is_to_fastest_eligible_codec_of_the_language():
    cpp, go = chosen().offers[0].libraries
    assert (cpp.fastest, go.fastest) == ("cpp/only", "go/p")
    assert cpp.ratio.estimate == pytest.approx(4.0)
    assert cpp.ratio.low < 4.0 < cpp.ratio.high
    assert go.ratio == Interval(1.0, 1.0, 1.0)


def test_unchecked_codec_is_chosen_only_if_accepted():
    needs = msgspec.structs.replace(BOTH, checked=False)
    [first, _] = chosen(needs).offers
    assert codecs(first) == ["cpp/quick", "go/p"]
    assert any("undefined behaviour" in said for said in first.gives_up)


def test_incompatible_libraries_are_not_offered_together():
    other = candidate("go/other", "p", 500.0)
    pairs = {("cpp/p", "go/p"): "value 3: differs"}
    found = chosen(proofs=Proofs(pairs=pairs), candidates=(*FOUR, other))
    assert codecs(found.offers[0]) == ["cpp/p", "go/other"]
    found = chosen(proofs=Proofs(pairs=pairs))
    assert formats(found.offers) == ["j"]
    assert found.apart == {"p": "cpp/p is not read by go/p: value 3: differs"}


def test_proven_pairs_are_not_listed_as_unproven():
    def unshown(pairs):
        return chosen(proofs=Proofs(pairs=dict.fromkeys(pairs, ""))).offers[0].unshown

    there, back = ("cpp/p", "go/p"), ("go/p", "cpp/p")
    assert any("read each other: cpp/p and go/p" in said for said in unshown([there]))
    assert not any("read each other" in said for said in unshown([there, back]))


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        ({"human_readable": True}, ["j"]),
        ({"human_readable": False}, ["p"]),
        ({"self_describing": True}, ["j"]),
        ({"self_describing": False, "human_readable": True}, []),
        ({"facts": ("checks-utf8",)}, ["p"]),
        ({"grows": True}, ["j"]),
        ({"max_code": 50_000.0}, ["p"]),
        ({"max_code": 49_999.0}, []),
        ({"max_code": 60_000.0}, ["p", "j"]),
        ({"keeps": ("uuid", "decimal")}, ["j"]),
        ({"keeps": ("uuid",)}, ["p", "j"]),
        ({"keeps": ("date",)}, ["p"]),
    ],
)
def test_choice_meets_every_need(needs, expected):
    proofs = Proofs(
        facts={"cpp/p": ("checks-utf8",), "go/p": ("checks-utf8",)},
        grown={"cpp/j": "", "go/j": "", "cpp/p": "field added: refused", "go/p": ""},
        code={"cpp/p": 1000, "go/p": 50_000, "cpp/j": 60_000, "go/j": 20_000},
        lost_types={"cpp/p": {"decimal": "cut"}, "go/p": {}, "cpp/j": {"date": "no"}, "go/j": {}},
    )
    assert formats(chosen(msgspec.structs.replace(BOTH, **needs), proofs=proofs).offers) == expected


def test_codec_that_loses_a_type_or_was_not_tested_is_out_and_says_why():
    needs = msgspec.structs.replace(BOTH, keeps=("uuid", "decimal"))
    lost = {"cpp/p": {"decimal": "1.10 comes back: the nearest double"}, "go/p": {}, "go/j": {}}
    found = chosen(needs, proofs=Proofs(lost_types=lost))
    why = {lost.codec: lost.why for lost in found.lost}
    assert why["cpp/p"] == "it does not keep decimal: 1.10 comes back: the nearest double"
    assert why["cpp/j"] == "which types it keeps was not tested: serbench types"
    assert "go/p" not in why


def test_codec_above_the_code_size_or_without_one_is_out_and_says_why():
    needs = msgspec.structs.replace(BOTH, max_code=5e4)
    proofs = Proofs(code={"cpp/p": 90_046, "go/p": None, "cpp/only": 50_000, "go/j": 0})
    found = chosen(needs, proofs=proofs)
    assert {lost.codec: lost.why for lost in found.lost if lost.codec != "cpp/quick"} == {
        "cpp/p": "a program ships 90,046 B for it",
        "go/p": "its footprint has no code size",
        "cpp/j": "footprint not measured",
    }
    assert formats(found.gapped) == ["only", "j"]


def test_decoder_crashing_on_hostile_bytes_counts_as_unchecked():
    proofs = Proofs(survived={"go/p": "hostile bytes end its process", "go/j": ""})
    assert formats(chosen(proofs=proofs).offers) == ["j"]
    needs = msgspec.structs.replace(BOTH, checked=False)
    assert formats(chosen(needs, proofs=proofs).offers) == ["p", "j"]


def test_costs_equal_documented_formulas():
    def order(cost):
        return [(offer.format, offer.cost.estimate) for offer in chosen(cost=cost).offers]

    assert order(Cost(by="bytes")) == [("p", 100.0), ("j", 300.0)]
    link = Cost(by="link", bits_per_s=8e9)
    p, j = (300.0 * 500.0) ** 0.5, (600.0 * 1200.0) ** 0.5
    assert order(link) == [("p", pytest.approx(p)), ("j", pytest.approx(j))]
    link = msgspec.structs.replace(link, mean="times")
    assert order(link) == [("p", pytest.approx(400.0)), ("j", pytest.approx(900.0))]
    times = Cost(by="processor", mean="times")
    assert order(times) == [("p", pytest.approx(300.0)), ("j", pytest.approx(600.0))]
    # 1,000,000 a second of 300 ns are 0.3 cores; of 100 bytes in an hour 360 GB.
    price = Cost(by="price", rate=1e6, core_hour=2.0, gigabyte=0.5)
    assert order(price)[0] == ("p", pytest.approx(0.3 * 2.0 + 360 * 0.5))


def test_faster_library_is_taken_at_equal_cost():
    several = (
        candidate("cpp/slow", "json", 500.0),
        candidate("cpp/fast", "json", 200.0),
        candidate("go/one", "json", 300.0),
    )
    [offer] = chosen(cost=Cost(by="bytes"), candidates=several).offers
    assert [library.codec for library in offer.libraries] == ["cpp/fast", "go/one"]


def test_formats_exceeding_the_link_come_last():
    slow = candidate("cpp/s", "s", 5000.0, 10.0), candidate("go/s", "s", 5000.0, 10.0)
    cost = Cost(by="price", rate=1e6, bits_per_s=5e8, core_hour=1.0, gigabyte=1e-9)
    first, *others = chosen(cost=cost, candidates=(*FOUR, *slow)).offers
    assert (first.format, first.rank_low) == ("s", 1)
    assert all("the link does not carry it" in other.gives_up for other in others)


def test_format_is_taken_with_the_cheapest_compression():
    small = [candidate(f"{at}/p", "p", 5000.0, 10.0, compression="zstd") for at in ("cpp", "go")]
    whole = (*FOUR, *small)
    assert chosen(candidates=whole).offers[0].compression == ""
    assert chosen(candidates=whole, cost=Cost(by="bytes")).offers[0].compression == "zstd"


def test_undecided_formats_share_a_rank():
    near = candidate("cpp/n", "n", 202.0), candidate("go/n", "n", 404.0)
    first, second, third = chosen(candidates=(*FOUR, *near)).offers
    assert (first.rank_low, second.rank_low, third.rank_low) == (1, 1, 3)
    assert first.is_tied
    assert second.is_tied
    assert not third.is_tied


def test_equal_bytes_are_a_tie_and_one_more_is_not():
    other = candidate("cpp/n", "n", 1.0, 101.0), candidate("go/n", "n", 1.0, 101.0)
    same = candidate("cpp/m", "m", 1.0, 100.0), candidate("go/m", "m", 1.0, 100.0)
    found = chosen(cost=Cost(by="bytes"), candidates=(*FOUR, *other, *same)).offers
    assert [(o.format, o.rank_low) for o in found] == [("m", 1), ("p", 1), ("n", 3), ("j", 4)]


def test_one_language_decides_alone_only_for_added_times():
    """Of the slow language the times differ by little, but by more than the fast one takes."""
    slow_decides = (
        candidate("cpp/a", "a", 100.0),
        candidate("python/a", "a", 10_000.0),
        candidate("cpp/b", "b", 400.0),
        candidate("python/b", "b", 9_000.0),
    )
    needs = Needs(languages=("cpp", "python"))
    of_times = Cost(by="processor", mean="times")
    assert formats(chosen(needs, candidates=slow_decides).offers) == ["a", "b"]
    assert formats(chosen(needs, of_times, candidates=slow_decides).offers) == ["b", "a"]
    # Four times in C++, and 10 % less in Python.
    a, b = chosen(needs, candidates=slow_decides).offers
    assert b.cost.estimate / a.cost.estimate == pytest.approx((4.0 * 0.9) ** 0.5)
    assert (a.ratio, b.ratio) == (pytest.approx((10 / 9) ** 0.5), pytest.approx(2.0))


def test_price_adds_all_processors_for_any_mean():
    cost = Cost(by="price", rate=1e6, core_hour=1.0)
    for mean in ("ratios", "times"):
        first, _ = chosen(cost=msgspec.structs.replace(cost, mean=mean)).offers
        assert first.cost.estimate == pytest.approx(0.3)
        assert first.time.estimate == pytest.approx(300.0)


TIMES = st.floats(1.0, 1e9)
INTERVALS = st.builds(
    lambda middle, down, up: Interval(middle, middle * (1 - down), middle * (1 + up)),
    TIMES,
    st.floats(0, 0.9),
    st.floats(0, 5) | st.just(math.inf),
)
NAMES = st.sampled_from([f"{at}/{name}" for at in ("cpp", "go", "java") for name in "abcdef"])
CANDIDATES = st.lists(
    st.builds(
        lambda codec, format_, time, size, traits: Candidate(
            codec=codec,
            language=codec.partition("/")[0],
            format=format_,
            traits=tuple(traits),
            bytes=size,
            time=time,
        ),
        NAMES,
        st.sampled_from(["p", "q", "r"]),
        INTERVALS,
        st.floats(1, 1e6),
        st.lists(st.sampled_from(["unchecked", "hand-written", "human-readable"]), unique=True),
    ),
    max_size=15,
    unique_by=lambda drawn: drawn.codec,
)
COSTS = st.sampled_from(
    [
        PROCESSOR,
        Cost(by="processor", mean="times"),
        Cost(by="bytes"),
        Cost(by="link", bits_per_s=1e8),
        Cost(by="price", rate=1e5, core_hour=0.04, gigabyte=0.09, bits_per_s=1e9),
    ]
)


@given(candidates=CANDIDATES, cost=COSTS)
def test_an_offer_has_the_cheapest_library_of_each_language(candidates, cost):
    needs = Needs(languages=("cpp", "go", "java"))
    found = chosen(needs, cost, candidates=candidates)
    by_codec = {drawn.codec: drawn for drawn in candidates}
    for offer in (*found.offers, *found.gapped):
        there = [library.language for library in offer.libraries]
        assert sorted([*there, *offer.gaps]) == sorted(needs.languages)
        for library in offer.libraries:
            cheapest = by_codec[library.codec]
            assert not {"unchecked", "hand-written"} & set(cheapest.traits)
            price = cost.of(cheapest.time, cheapest.bytes).estimate
            for other in candidates:
                alike = (other.format, other.language) == (cheapest.format, cheapest.language)
                if alike and not {"unchecked", "hand-written"} & set(other.traits):
                    assert price <= cost.of(other.time, other.bytes).estimate * (1 + 1e-9)


@given(candidates=CANDIDATES, cost=COSTS)
def test_ranks_are_consistent_with_decisions(candidates, cost):
    offers = chosen(Needs(languages=("cpp", "go")), cost, candidates=candidates).offers
    for offer in offers:
        shown = [other for other in offers if is_cheaper(other, offer)]
        assert offer.rank_low == 1 + len(shown)
        assert not any(is_cheaper(offer, other) for other in shown)
    assert not offers or offers[0].rank_low == 1


def test_unmaintained_library_is_chosen_only_if_accepted():
    candidates = (
        candidate("cpp/old", "p", 1.0, traits=("unmaintained",)),
        candidate("cpp/p", "p", 200.0),
        candidate("go/p", "p", 400.0),
    )
    choice = chosen(candidates=candidates)
    assert [library.codec for library in choice.offers[0].libraries] == ["cpp/p", "go/p"]
    assert [(lost.codec, lost.why) for lost in choice.lost] == [
        ("cpp/old", "its authors maintain it no longer")
    ]
    accepted = Needs(languages=("cpp", "go"), maintained=False)
    [offer] = chosen(accepted, candidates=candidates).offers
    assert [library.codec for library in offer.libraries] == ["cpp/old", "go/p"]
