import math

import pytest

from serbench.errors import UserError
from serbench.results.analysis import ratios
from serbench.results.fleet import load_fleet
from serbench.results.store import Store, StoreError
from tests.results.fleets import EPYC, FLEET, TWO_KINDS, XEON, host
from tests.results.made import COSTS, Made, make


def loaded(tmp_path, *made, **options):
    path = tmp_path / "r.duckdb"
    runs = make(path, *made)
    with Store(path, read_only=True) as store:
        return load_fleet(store, FLEET, **options), runs


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("fleet"), *TWO_KINDS)


def on(found, codec, operation="serialize"):
    [row] = [r for r in found.rows if (r.codec, r.operation) == (codec, operation)]
    return {of.kind: of for of in row.on}, row


def test_hosts_are_of_kinds_by_their_facts(fleet):
    found, runs = fleet
    assert [(k.letter, k.name, k.hosts) for k in found.kinds] == [
        ("A", "Xeon-Gold-6148-4c", 2),
        ("B", "EPYC-7B13-8c", 1),
    ]
    assert found.kinds[0].facts["memory"] == "16 GiB"
    assert [(h.run, h.kind, h.status, h.codecs) for h in found.hosts] == [
        (runs[0], "A", "finished", 4),
        (runs[1], "A", "interrupted", 4),
        (runs[2], "B", "finished", 4),
    ]
    assert (found.tag, found.claim) == ("night", "3 runs on 3 hosts")
    [lost] = found.warnings
    assert "000" in lost
    assert "was interrupted: the host was lost" in lost


def test_ratios_are_those_of_each_kind_whatever_its_speed(fleet):
    found, _ = fleet
    of_kinds, row = on(found, "cpp/cereal")
    assert (row.baseline, row.language) == ("cpp/handcoded", "cpp")
    assert of_kinds["A"].ratio == pytest.approx(3.12, rel=0.02)
    assert of_kinds["B"].ratio == pytest.approx(3.12 / 4, rel=0.02)
    assert (of_kinds["A"].hosts, of_kinds["B"].hosts) == (2, 1)
    for of_kind in of_kinds.values():
        assert of_kind.low < of_kind.ratio < of_kind.high


def test_kind_with_one_host_has_the_ratios_of_its_run(fleet, tmp_path):
    _, runs = fleet
    found, runs = loaded(tmp_path, *TWO_KINDS)
    with Store(tmp_path / "r.duckdb", read_only=True) as store:
        of_run = ratios(store, runs[2], "cpp/cereal", "cpp/handcoded")["serialize"]
    of_kind = on(found, "cpp/cereal")[0]["B"]
    assert (of_kind.ratio, of_kind.low, of_kind.high) == pytest.approx(
        (of_run.estimate, of_run.low, of_run.high)
    )


def test_pairs_that_turn_round_are_told_with_figures_of_each_kind(fleet):
    found, _ = fleet
    turned = {(t.operation, t.one, t.other) for t in found.turned}
    assert turned >= {("serialize", "cpp/handcoded", "cpp/cereal")}
    assert not any({t.one, t.other} == {"rust/bincode", "rust/serde-json"} for t in found.turned)
    pair = next(
        t for t in found.turned if (t.operation, t.one, t.other)
        == ("serialize", "cpp/handcoded", "cpp/cereal")
    )  # fmt: skip
    assert [(p.kind, p.shown) for p in pair.on] == [("A", "faster"), ("B", "slower")]
    assert [p.ratio for p in pair.on] == pytest.approx([1 / 3.12, 4 / 3.12], rel=0.02)
    most = [max(p.ratio for p in t.on) / min(p.ratio for p in t.on) for t in found.turned]
    assert most == sorted(most, reverse=True)


def test_agreement_counts_pairs_of_each_language_and_of_all(fleet):
    found, _ = fleet
    counts = {
        a.language: (a.pairs, a.same, a.turned) for a in found.agreed if a.operation == "serialize"
    }
    # handcoded 100 → 400 passes cereal, 312, and bincode, 210.
    assert counts == {"cpp": (1, 0, 1), "rust": (1, 1, 0), "": (6, 4, 2)}
    leading = {a.language: a.leading for a in found.agreed if a.operation == "serialize"}
    assert leading["rust"] == ("rust/bincode",)
    assert leading["cpp"] == ()


def test_codecs_faster_on_all_kinds_are_named(fleet):
    found, _ = fleet
    assert on(found, "rust/bincode")[1].faster_on_all == ("rust/serde-json",)
    assert on(found, "cpp/handcoded")[1].faster_on_all == ()


def test_baseline_of_another_language_is_for_all_codecs(tmp_path):
    found, _ = loaded(tmp_path, *TWO_KINDS, baseline="bincode")
    assert {row.baseline for row in found.rows} == {"rust/bincode"}
    assert on(found, "cpp/cereal")[0]["A"].ratio == pytest.approx(312 / 210, rel=0.02)


def test_unknown_fleet_and_baseline_are_rejected(tmp_path):
    make(tmp_path / "r.duckdb", Made())
    with Store(tmp_path / "r.duckdb", read_only=True) as store:
        with pytest.raises(StoreError, match="no fleet 'fleet-1'; `serbench list runs`"):
            load_fleet(store, "fleet-1")
        with pytest.raises(StoreError, match="no fleet ''"):
            load_fleet(store, "")
    (tmp_path / "other").mkdir()
    with pytest.raises(UserError, match="Did you mean 'cpp/cereal'"):
        loaded(tmp_path / "other", *TWO_KINDS, baseline="cpp/ceral")


def test_split_codecs_are_compared_through_the_bridge(tmp_path):
    bridge = ("cpp/handcoded", "rust/bincode")
    found, _ = loaded(
        tmp_path,
        host(1, codecs=(*bridge, "cpp/cereal"), bridge=bridge),
        host(2, codecs=(*bridge, "rust/serde-json"), bridge=bridge),
    )
    assert found.bridge == bridge
    [kind] = found.kinds
    assert (kind.letter, kind.hosts) == ("A", 2)
    cereal, json = (on(found, codec)[0]["A"] for codec in ("cpp/cereal", "rust/serde-json"))
    assert (cereal.hosts, json.hosts) == (1, 1)
    assert cereal.ratio == pytest.approx(3.12, rel=0.05)
    assert json.ratio == pytest.approx(1500 / 210, rel=0.05)
    assert on(found, "cpp/handcoded")[0]["A"].hosts == 2


def test_split_hosts_without_a_bridge_have_no_ratio_between_them(tmp_path):
    found, _ = loaded(tmp_path, host(1, codecs=("cpp/handcoded",)), host(2, codecs=("cpp/cereal",)))
    assert on(found, "cpp/cereal")[0]["A"].ratio is None
    assert [(a.pairs, a.same, a.turned) for a in found.agreed if a.operation == "serialize"] == [
        (1, 0, 0)
    ]


def test_hosts_with_other_versions_of_a_library_are_warned_of(tmp_path):
    found, _ = loaded(tmp_path, host(1), host(2, EPYC, version="2.1"))
    assert any("Versions of libraries differ" in w and "2.0 and 2.1" in w for w in found.warnings)


def test_codec_that_a_host_could_not_measure_is_told_with_the_reason(tmp_path):
    path = tmp_path / "r.duckdb"
    _, run = make(path, host(1), host(2, EPYC))
    with Store(path) as store:
        store.execute(
            "UPDATE verdicts SET status = 'failed', note = 'no compiler' "
            "WHERE run = ? AND codec = 'cpp/cereal'",
            [run],
        )
        store.execute("DELETE FROM samples WHERE run = ? AND codec = 'cpp/cereal'", [run])
        found = load_fleet(store, FLEET)
    [lacking] = found.unmeasured
    assert (lacking.run, lacking.codec, lacking.status, lacking.note) == (
        run, "cpp/cereal", "failed", "no compiler",
    )  # fmt: skip
    assert set(on(found, "cpp/cereal")[0]) == {"A"}
    agreed = {a.language: a.pairs for a in found.agreed if a.operation == "serialize"}
    assert agreed == {"cpp": 0, "rust": 1, "": 3}


def test_host_of_one_process_decides_nothing(tmp_path):
    found, _ = loaded(tmp_path, host(1, processes=1))
    assert all(of.low is None for row in found.rows for of in row.on if row.codec != row.baseline)
    assert found.turned == ()
    assert all(math.isfinite(of.ratio) for row in found.rows for of in row.on)


def test_codec_order_and_costs_are_those_of_the_runs(fleet):
    found, _ = fleet
    assert {row.codec for row in found.rows} == set(COSTS)
    assert {row.operation for row in found.rows} == {"serialize", "deserialize", "round-trip"}
    assert XEON["kernel"] == found.kinds[0].facts["kernel"]
