"""Which codecs may replace one, in which order, and what is known of each: from made evidence."""

import math

import pytest

from serbench.footprint import Footprint
from serbench.results.alternatives import Hostile, Known, alternatives
from serbench.results.choice import Candidate, Grounds, Lost, Needs, Proofs
from serbench.results.rows import Row, WorkloadFacts
from serbench.stats import Interval
from serbench.stats.pairs import pairs

WORKLOAD = WorkloadFacts(
    name="log", source="built-in", values=10, json_bytes=100.0, digest="d", schema="s"
)
RUST = Needs(languages=("rust",))
BOTH = Needs(languages=("rust", "go"))
# Nanoseconds to serialize and to deserialize a value, its bytes, and traits.
FIGURES = {
    "rust/old": ("plain", 100.0, 100.0, 50.0, ("schema", "unmaintained")),
    "rust/quick": ("quick", 20.0, 100.0, 70.0, ("schema", "zero-copy")),
    "rust/even": ("plain", 101.0, 99.5, 50.0, ("schema",)),
    "rust/text": ("json", 300.0, 40.0, 90.0, ("human-readable",)),
    "rust/limit": ("own", 1.0, 1.0, 10.0, ("hand-written",)),
    "rust/raw": ("raw", 2.0, 2.0, 20.0, ("unchecked",)),
    "go/swift": ("swift", 10.0, 10.0, 40.0, ("schema",)),
}
LEAST = 0.03  # no smaller difference is one


def language(codec):
    return codec.partition("/")[0]


def times(codec):
    _, serialize, deserialize, _, _ = FIGURES[codec]
    return {
        "serialize": serialize,
        "deserialize": deserialize,
        "round-trip": serialize + deserialize,
    }


def faster(codec, operation, among):
    time = times(codec)[operation]
    return tuple(c for c in among if times(c)[operation] < time * (1 - LEAST))


def row(codec, operation, processes):
    time = times(codec)[operation]
    of_language = [c for c in FIGURES if language(c) == language(codec)]
    return Row(
        run="r", workload="log", codec=codec, language=language(codec), library="lib",
        version="1", format=FIGURES[codec][0], traits=FIGURES[codec][4], operation=operation,
        status="measured", verified=True, bytes=FIGURES[codec][3], time_ns=time,
        low_ns=time * 0.99, high_ns=time * 1.01, processes=processes, smallest=LEAST,
        slower_than=faster(codec, operation, FIGURES),
        language_slower_than=faster(codec, operation, of_language),
    )  # fmt: skip


def known(proofs=None, lost=(), processes=5, **more):
    candidates = tuple(
        Candidate(
            codec=codec, language=language(codec), format=format_, traits=traits, bytes=size,
            time=Interval(*[times(codec)["round-trip"] * share for share in (1, 0.99, 1.01)]),
        )
        for codec, (format_, _, _, size, traits) in FIGURES.items()
    )  # fmt: skip
    grounds = Grounds(
        run="r", workload=WORKLOAD, candidates=candidates, lost=tuple(lost),
        proofs=proofs or Proofs(), runs={},
    )  # fmt: skip
    operations = ("serialize", "deserialize", "round-trip")
    effects = {
        operation: {
            codec: [math.log(times(codec)[operation]) + noise for noise in (-0.001, 0.0, 0.001)]
            for codec in FIGURES
        }
        for operation in operations
    }
    return Known(
        grounds=grounds,
        rows={codec: {o: row(codec, o, processes) for o in operations} for codec in FIGURES},
        pairs={operation: pairs(of, LEAST) for operation, of in effects.items()},
        **more,
    )


def asked(codec="rust/old", needs=RUST, by="time", **evidence):
    return alternatives(known(**evidence), codec, needs, by)


def one(found, codec):
    [alternative] = [a for a in found.found if a.codec == codec]
    return alternative


def codecs(found):
    return [alternative.codec for alternative in found.found]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("time", ["rust/quick", "rust/even", "rust/text"]),
        ("serialize", ["rust/quick", "rust/even", "rust/text"]),
        ("deserialize", ["rust/text", "rust/even", "rust/quick"]),
        ("bytes", ["rust/even", "rust/quick", "rust/text"]),
    ],
)
def test_alternatives_are_ordered_by_what_is_asked(by, expected):
    assert codecs(asked(by=by)) == expected


def costs(**found):
    return {
        f"rust/{name}": Footprint(codec=f"rust/{name}", code_bytes=code, compile_s=seconds)
        for name, (code, seconds) in found.items()
    }


def test_code_orders_and_ranks_and_what_has_no_footprint_comes_last():
    footprints = costs(quick=(5000, 9.0), text=(900, 3.0))
    found = asked(by="code", footprints=footprints)
    assert [(a.codec, a.rank_low, a.rank_high) for a in found.found] == [
        ("rust/text", 1, 1), ("rust/quick", 2, 2), ("rust/even", 0, 0),
    ]  # fmt: skip
    assert found.best == ("rust/text",)


def test_shared_libraries_and_jars_count_as_code():
    footprints = {
        "rust/quick": Footprint(codec="rust/quick", code_bytes=10, shared_bytes=1000),
        "rust/text": Footprint(codec="rust/text", jar_bytes=500),
        "rust/even": Footprint(codec="rust/even", import_ms=1.0),
    }
    assert codecs(asked(by="code", footprints=footprints)) == [
        "rust/text", "rust/quick", "rust/even",
    ]  # fmt: skip


def test_time_to_compile_orders_and_decides_nothing():
    footprints = costs(quick=(5000, 9.0), text=(900, 3.0), even=(7, 0.0))
    found = asked(by="compile", footprints=footprints)
    assert codecs(found) == ["rust/even", "rust/text", "rust/quick"]
    assert (found.best, found.undecided) == ((), ())
    assert {a.rank_low for a in found.found} == {0}


def test_hand_written_code_and_the_codec_itself_are_no_alternatives():
    found = asked(needs=Needs(languages=("rust",), checked=False, maintained=False))
    assert codecs(found) == ["rust/raw", "rust/quick", "rust/even", "rust/text"]


def test_unmaintained_codec_is_out_with_the_reason_and_the_replaced_one_is_not():
    out = {loss.codec: loss.why for loss in asked("rust/even").out}
    assert out == {
        "rust/old": "its authors maintain it no longer",
        "rust/raw": "it trusts its input",
    }
    assert "rust/old" not in {loss.codec for loss in asked("rust/old").out}


def test_codecs_that_were_not_timed_are_out_in_the_asked_languages_alone():
    lost = [
        Lost(codec=codec, language=language(codec), format="f", why="cannot-hold: u64")
        for codec in ("rust/narrow", "go/narrow")
    ]
    assert [loss.codec for loss in asked(lost=lost).out] == ["rust/narrow", "rust/raw"]


def test_decisions_are_those_of_the_run():
    found = asked()
    quick, even = one(found, "rust/quick"), one(found, "rust/even")
    assert {operation: t.decided for operation, t in quick.times.items()} == {
        "serialize": "faster", "deserialize": "tied", "round-trip": "faster",
    }  # fmt: skip
    assert even.times["round-trip"].decided == "tied"
    assert one(found, "rust/text").times["serialize"].decided == "slower"
    assert quick.times["serialize"].ratio.estimate == pytest.approx(0.2)
    assert quick.times["serialize"].ratio.low < 0.2 < quick.times["serialize"].ratio.high
    assert quick.bytes_ratio == pytest.approx(1.4)


def test_one_process_of_each_decides_nothing():
    found = asked(processes=1)
    assert {t.decided for a in found.found for t in a.times.values()} == {"not decided"}
    assert (found.best, found.undecided) == ((), ())
    assert {a.rank_low for a in found.found} == {0}
    assert found.found[0].codec == "rust/quick"


def test_codecs_with_equal_bytes_share_a_rank_and_the_faster_comes_first():
    found = asked("rust/quick", needs=Needs(languages=("rust",), maintained=False), by="bytes")
    assert [(a.codec, a.rank_low, a.rank_high) for a in found.found] == [
        ("rust/old", 1, 2), ("rust/even", 1, 2), ("rust/text", 3, 3),
    ]  # fmt: skip
    assert found.best == ("rust/old", "rust/even")


def test_codecs_of_other_languages_are_ranked_with_them():
    found = asked(needs=BOTH)
    assert codecs(found)[0] == "go/swift"
    assert found.best == ("go/swift",)
    assert one(found, "go/swift").times["round-trip"].decided == "faster"
    assert asked().best == ("rust/quick",)


@pytest.mark.parametrize(
    ("pair", "in_interop", "codec", "expected"),
    [
        ({}, (), "rust/even", "not tested"),
        ({("rust/old", "rust/even"): ""}, (), "rust/even", "yes"),
        ({("rust/old", "rust/even"): "value 3: differs"}, (), "rust/even", "no"),
        ({("rust/even", "rust/old"): ""}, (), "rust/even", "not tested"),
        ({}, ("rust/old", "rust/even"), "rust/even", "other wire"),
        ({}, ("rust/old",), "rust/even", "not tested"),
        ({}, ("rust/old",), "rust/quick", "other format"),
        ({}, (), "rust/quick", "not tested"),
        ({("rust/old", "rust/quick"): ""}, (), "rust/quick", "yes"),
    ],
)
def test_what_reads_the_old_bytes_is_proven_and_not_told_by_names(
    pair, in_interop, codec, expected
):
    alternative = one(asked(proofs=Proofs(pairs=pair), in_interop=in_interop), codec)
    assert alternative.reads == expected
    assert alternative.why_unread == ("value 3: differs" if expected == "no" else "")


def test_reading_the_old_bytes_and_being_read_are_apart():
    pair = {("rust/old", "rust/even"): "", ("rust/even", "rust/old"): "value 1: differs"}
    alternative = one(asked(proofs=Proofs(pairs=pair)), "rust/even")
    assert (alternative.reads, alternative.is_read, alternative.why_unread) == ("yes", "no", "")


def test_fate_of_old_bytes_is_kept_lost_or_unknown():
    proofs = Proofs(old_bytes={"rust/quick": "", "rust/even": "field added in the middle"})
    found = asked(proofs=proofs)
    old_bytes = {alternative.codec: alternative.old_bytes for alternative in found.found}
    assert old_bytes == {
        "rust/quick": "", "rust/even": "field added in the middle", "rust/text": None,
    }  # fmt: skip


def test_kinds_of_proof_that_one_alternative_lacks_are_named():
    assert asked().lacking == ("interop", "evolution", "robustness", "footprint")
    three = ("rust/quick", "rust/even", "rust/text")
    whole = {
        "proofs": Proofs(old_bytes=dict.fromkeys(three, "")),
        "hostile": dict.fromkeys(three, Hostile(cases=9, ended=0, another_value=1)),
        "in_interop": ("rust/old", *three),
        "footprints": costs(quick=(1, 1.0), even=(1, 1.0), text=(1, 1.0)),
    }
    assert asked(**whole).lacking == ()
    assert asked(**whole | {"in_interop": ()}).lacking == ("interop",)
    assert asked(**whole | {"proofs": Proofs()}).lacking == ("evolution",)
    assert asked(**whole | {"hostile": {}}).lacking == ("robustness",)
    assert asked(**whole | {"footprints": {}}).lacking == ("footprint",)


def test_codec_whose_process_hostile_bytes_ended_is_out():
    found = asked(proofs=Proofs(survived={"rust/quick": "a signal ends it", "rust/even": ""}))
    assert codecs(found) == ["rust/even", "rust/text"]
    assert {loss.codec: loss.why for loss in found.out}["rust/quick"] == "a signal ends it"


def test_traits_are_gained_and_lost():
    text = one(asked(), "rust/text")
    assert (text.gains, text.loses) == (("human-readable",), ("schema",))
    assert one(asked(), "rust/even").gains == ()
