"""Samples of known shape go through the store, and the rows must say what they were made of."""

import random

import pytest

from serbench.measure.protocol import Allocations, Closed, Description, Sample
from serbench.measure.recorder import Sampled
from serbench.measure.sizes import CompressedSizes
from serbench.measure.verification import Verdict
from serbench.results.analysis import analyse, least_ratios
from serbench.results.load_report import load_with_evidence
from serbench.results.recorder import WorkloadRecorder
from serbench.results.rows import WorkloadFacts
from serbench.results.store import Store, StoreError
from serbench.schema.remarks import note, warning
from tests.results.conftest import catalogued

SETTINGS = {
    "operations": ["encode", "serialize", "deserialize"],
    "budget_s": 1.0,
    "precision": 0.02,
    "processes": 3,
    "seed": 0,
}
SAME = {"serialize": "encode", "deserialize": "decode"}
FACTS = WorkloadFacts(
    name="log", source="built-in", values=10, json_bytes=500.0, digest="d", schema="s", leaves=20
)


class Bench:
    """Records a run of made-up codecs; the machine's mood is common to all of a round."""

    def __init__(self, path):
        self.store = Store(path)
        self.run = self.store.begin_run("0", "serbench run log", SETTINGS, {"CPU": "fake"})
        self.store.add_working_set(self.run, FACTS)
        self.recorder = WorkloadRecorder(self.store, self.run, "log")

    def codec(self, name, verdict=None, same=SAME, codec=None):
        self.store.add_codec(self.run, "log", codec or catalogued(name), "1.0")
        self.recorder.judged(name, verdict or Verdict("measured", encoded_bytes=1000))
        if verdict is None:
            operations = ["encode", "decode", "serialize", "deserialize", "memcpy"]
            self.recorder.described(
                name,
                Description(
                    protocol=1, language=name.split("/")[0], codec=name, library="fake",
                    version="2.0", compiler="cc 1", flags="-O3", allocator="system",
                    schema="s", operations=operations, same=same,
                ),
            )  # fmt: skip

    def rounds(self, costs_ns, waves=3, rounds=20, mood=lambda wave, number: 1.0, noise=0.01):
        chance = random.Random(1)
        for wave in range(waves):
            for number in range(rounds):
                slow = mood(wave, number)
                self.recorder.sampled([
                    Sampled(codec, operation, wave, number, Sample(
                        ns=round(1000 * cost * slow * chance.uniform(1 - noise, 1 + noise)),
                        items=1000,
                        kernel_ns=(round(250_000 * slow), 250_000),
                    ))
                    for (codec, operation), cost in costs_ns.items()
                ])  # fmt: skip

    def rows(self, status="finished"):
        self.store.end_run(self.run, status, 1.0, {})
        result = analyse(self.store, self.run)
        return {(r.codec, r.operation): r for r in result.rows}, result


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path / "results.duckdb")
    yield bench
    bench.store.__exit__()


def test_figures(bench):
    bench.codec("cpp/handcoded")
    bench.codec("cpp/cereal")
    bench.recorder.compressed("cpp/cereal", CompressedSizes(70.0, 60.0, 10))
    bench.recorder.allocated("cpp/cereal", "encode", Allocations(10, 20, 960))
    bench.recorder.closed("cpp/cereal", Closed(5_000_000))
    bench.rounds(
        {
            ("cpp/handcoded", "encode"): 100.0,
            ("cpp/cereal", "encode"): 250.0,
            ("cpp/cereal", "memcpy"): 25.0,
        }
    )
    rows, result = bench.rows()
    row = rows["cpp/cereal", "serialize"]
    assert row.status == "measured"
    assert row.verified
    assert row.bytes == 100.0
    assert (row.gzip_bytes, row.zstd_bytes) == (70.0, 60.0)
    assert row.time_ns == pytest.approx(250, rel=0.01)
    assert row.low_ns <= row.time_ns <= row.high_ns
    assert row.high_ns / row.low_ns < 1.02
    assert (row.samples, row.quiet_samples, row.processes) == (60, 60, 3)
    assert row.reference == "cpp/handcoded"
    assert row.ratio == pytest.approx(2.5, rel=0.01)
    assert row.ratio_low <= row.ratio <= row.ratio_high
    assert row.memcpy_share == pytest.approx(0.1, rel=0.02)
    assert (row.allocations, row.allocated_bytes) == (2.0, 96.0)
    assert row.peak_rss_bytes == 5_000_000
    assert row.same_as == "encode"
    assert row.version == "2.0"
    assert row.note == ""
    assert rows["cpp/cereal", "encode"].time_ns == row.time_ns
    assert rows["cpp/cereal", "deserialize"].status == "unmeasured"
    assert result.warnings == ()


def test_loud_rounds_do_not_move_the_median(bench):
    bench.codec("cpp/handcoded")
    bench.rounds(
        {("cpp/handcoded", "encode"): 100.0},
        mood=lambda wave, number: 2.0 if number % 3 else 1.0,
    )
    rows, _ = bench.rows()
    row = rows["cpp/handcoded", "encode"]
    assert row.time_ns == pytest.approx(100, rel=0.01)
    assert (row.samples, row.quiet_samples) == (60, 21)


def test_ratios_hold_while_the_machine_wavers(bench):
    bench.codec("cpp/handcoded")
    bench.codec("cpp/cereal")
    chance = random.Random(3)
    moods = [[chance.uniform(1, 2) for _ in range(20)] for _ in range(3)]
    bench.rounds(
        {("cpp/handcoded", "encode"): 100.0, ("cpp/cereal", "encode"): 150.0},
        mood=lambda wave, number: moods[wave][number],
    )
    rows, _ = bench.rows()
    row = rows["cpp/cereal", "encode"]
    assert row.ratio == pytest.approx(1.5, rel=0.01)
    assert (row.ratio_high - row.ratio_low) / row.ratio < 0.02


def test_run_without_quiet_moments_warns(bench):
    bench.codec("cpp/handcoded")
    moods = iter([1.0] * 4 + [1.5 + i / 100 for i in range(26)])
    bench.rounds(
        {("cpp/handcoded", "encode"): 100.0}, rounds=10, mood=lambda wave, number: next(moods)
    )
    rows, result = bench.rows()
    assert "too few quiet samples" in rows["cpp/handcoded", "encode"].note
    assert "quiet moments" in result.warnings[0]


def test_machine_slower_than_in_earlier_run_warns(tmp_path):
    path = tmp_path / "results.duckdb"
    costs_ns = {("cpp/handcoded", "encode"): 100.0}
    warnings = []
    for slow in (1.0, 1.4, 1.03):
        bench = Bench(path)
        bench.codec("cpp/handcoded")
        bench.rounds(costs_ns, mood=lambda wave, number, slow=slow: slow)
        _, result = bench.rows()
        warnings.append([w for w in result.warnings if "never as fast" in w])
        bench.store.__exit__()
    assert [len(of_run) for of_run in warnings] == [0, 1, 0]
    assert "the reference kernel took 40 % longer at best" in warnings[1][0]


def test_least_ratios_state_the_smallest_decided_difference(bench):
    for name in ("cpp/handcoded", "cpp/cereal", "rust/bincode"):
        bench.codec(name)
    bench.rounds({(c, "encode"): 100.0 for c in ("cpp/handcoded", "cpp/cereal", "rust/bincode")})
    bench.store.end_run(bench.run, "finished", 1.0, {})
    least = least_ratios(bench.store, bench.run)
    assert len(least["serialize"]) == 3
    assert all(1.02 <= ratio < 1.1 for ratio in least["serialize"])


def test_slower_than_covers_all_languages(bench):
    for name in ("cpp/handcoded", "cpp/cereal", "rust/bincode", "rust/postcard"):
        bench.codec(name)
    bench.rounds(
        {
            ("cpp/handcoded", "encode"): 100.0,
            ("rust/bincode", "encode"): 100.2,
            ("cpp/cereal", "encode"): 130.0,
            ("rust/postcard", "encode"): 130.1,
        },
        noise=0.05,
    )
    rows, _ = bench.rows()
    fast = ("cpp/handcoded", "rust/bincode")
    for codec in fast:
        assert rows[codec, "serialize"].slower_than == ()
    for codec in ("cpp/cereal", "rust/postcard"):
        assert set(rows[codec, "serialize"].slower_than) == set(fast)
    assert rows["rust/bincode", "serialize"].ratio == 1.0


def test_language_ranks_compare_only_codecs_of_the_language(bench):
    costs = {"cpp/cereal": 100.0, "cpp/bitsery": 108.0} | {
        f"rust/{n}": 300.0 + 50 * n for n in range(40)
    }
    for codec in costs:
        bench.codec(codec)
    bench.rounds({(c, "encode"): ns for c, ns in costs.items()}, waves=3, noise=0.1)
    rows, _ = bench.rows()
    for codec in costs:
        row = rows[codec, "serialize"]
        own = {other for other in row.slower_than if other.startswith(row.language)}
        assert own <= set(row.language_slower_than)
        assert (row.family_size, row.smallest) == (42, 0.02)
        assert row.language_family_size == (2 if row.language == "cpp" else 40)
        assert row.rank_low == 1 + len(row.slower_than)
        assert row.language_rank_low == 1 + len(row.language_slower_than)
        assert row.rank_low <= row.rank_high <= 42
        assert row.language_rank_low <= row.language_rank_high <= row.language_family_size
    lowest = [rows[c, "serialize"].rank_high for c in costs]
    assert max(lowest) == 42


def test_own_code_has_no_rank(bench):
    bench.codec("cpp/handcoded", codec=catalogued("cpp/handcoded", ("hand-written",)))
    bench.codec("cpp/cereal")
    bench.rounds({("cpp/handcoded", "encode"): 100.0, ("cpp/cereal", "encode"): 200.0})
    rows, _ = bench.rows()
    own, row = rows["cpp/handcoded", "encode"], rows["cpp/cereal", "encode"]
    assert (own.rank_low, own.rank_high, own.language_rank_low) == (None, None, None)
    assert row.slower_than == ("cpp/handcoded",)
    assert (row.rank_low, row.rank_high, row.language_rank_high) == (1, 1, 1)


def test_difference_below_smallest_of_interest_does_not_count(bench):
    for name in ("cpp/handcoded", "cpp/cereal", "cpp/bitsery"):
        bench.codec(name)
    costs = {"cpp/handcoded": 100.0, "cpp/cereal": 101.5, "cpp/bitsery": 103.0}
    bench.rounds({(codec, "encode"): ns for codec, ns in costs.items()}, waves=8, noise=0.001)
    rows, result = bench.rows()
    assert rows["cpp/cereal", "encode"].slower_than == ()
    assert rows["cpp/bitsery", "encode"].slower_than == ("cpp/handcoded",)
    assert result.method["smallest difference of interest"] == "2.0%"


def test_the_round_trip_is_judged_as_a_whole(bench):
    """Each is the faster one way; together only one is."""
    for name in ("cpp/handcoded", "cpp/cereal", "cpp/half"):
        bench.codec(name)
    bench.rounds(
        {
            ("cpp/handcoded", "encode"): 100.0,
            ("cpp/handcoded", "decode"): 300.0,
            ("cpp/cereal", "encode"): 150.0,
            ("cpp/cereal", "decode"): 200.0,
            ("cpp/half", "encode"): 100.0,
        }
    )
    rows, _ = bench.rows()
    assert rows["cpp/cereal", "serialize"].slower_than == ("cpp/handcoded", "cpp/half")
    assert rows["cpp/handcoded", "deserialize"].slower_than == ("cpp/cereal",)
    whole = rows["cpp/handcoded", "round-trip"]
    assert whole.slower_than == ("cpp/cereal",)
    assert whole.time_ns == pytest.approx(400, rel=0.01)
    assert whole.low_ns < whole.time_ns < whole.high_ns
    assert whole.ratio == 1.0
    assert (whole.bytes, whole.samples, whole.memcpy_share) == (100.0, 120, None)
    assert rows["cpp/cereal", "round-trip"].ratio == pytest.approx(350 / 400, rel=0.01)
    assert ("cpp/half", "round-trip") not in rows


@pytest.mark.parametrize("status", ["broken", "cannot-hold", "unavailable", "failed"])
def test_unproven_codec_is_shown_with_reason(bench, status):
    bench.codec("cpp/handcoded")
    bench.codec("cpp/cereal", Verdict(status, "because"))
    bench.rounds({("cpp/handcoded", "encode"): 100.0})
    rows, _ = bench.rows()
    for operation in ("serialize", "deserialize"):
        row = rows["cpp/cereal", operation]
        assert (row.status, row.note, row.verified) == (status, "because", False)
        assert row.time_ns is None
    assert ("cpp/cereal", "encode") not in rows


def test_crash_in_an_operation_is_noted_in_the_row(bench):
    bench.codec("cpp/handcoded")
    bench.recorder.ended("cpp/handcoded", "decode", "failed", "decode: it died")
    bench.rounds({("cpp/handcoded", "encode"): 100.0})
    rows, _ = bench.rows()
    row = rows["cpp/handcoded", "deserialize"]
    assert (row.status, row.note) == ("failed", "decode: it died")


def test_one_process_is_noted_and_decides_no_difference(bench):
    bench.codec("cpp/handcoded")
    bench.codec("cpp/cereal")
    costs = {("cpp/handcoded", "encode"): 100.0, ("cpp/cereal", "encode"): 900.0}
    bench.rounds(costs, waves=1, noise=0.2)
    rows, _ = bench.rows()
    row = rows["cpp/cereal", "encode"]
    assert "one process: the interval is the range of its samples" in row.note
    assert row.low_ns < row.time_ns < row.high_ns
    assert row.slower_than == ()
    assert (row.ratio_low, row.ratio_high) == (None, None)
    assert row.ratio == pytest.approx(9, rel=0.1)


def test_median_lies_within_interval_without_variation(bench):
    bench.codec("cpp/handcoded")
    for waves in (1, 3):
        bench.rounds({("cpp/handcoded", "encode"): 100.0}, waves=waves, noise=0.0)
        row = bench.rows()[0]["cpp/handcoded", "encode"]
        assert row.low_ns <= row.time_ns <= row.high_ns


def test_time_below_copying_the_bytes_is_noted(bench):
    bench.codec("cpp/handcoded")
    bench.rounds({("cpp/handcoded", "encode"): 10.0, ("cpp/handcoded", "memcpy"): 20.0})
    rows, _ = bench.rows()
    assert "does not touch all of the value" in rows["cpp/handcoded", "serialize"].note
    assert rows["cpp/handcoded", "encode"].note == ""  # of which populating may be the rest


def test_time_below_loading_the_fields_is_noted(bench):
    bench.codec("cpp/handcoded")
    bench.rounds({("cpp/handcoded", "encode"): 1.9, ("cpp/handcoded", "decode"): 2.1})
    rows, _ = bench.rows()
    assert "does not read the value" in rows["cpp/handcoded", "serialize"].note
    assert rows["cpp/handcoded", "deserialize"].note == ""


def test_a_mean_far_above_the_median_is_told(bench):
    bench.codec("cpp/handcoded")
    collected = {7, 15}
    bench.rounds({("cpp/handcoded", "encode"): 100.0})
    for wave in range(3):
        bench.recorder.sampled(
            [
                Sampled("cpp/handcoded", "decode", wave, number, Sample(
                    ns=400_000 if number in collected else 100_000,
                    items=1000, kernel_ns=(250_000, 250_000),
                ))
                for number in range(20)
            ]
        )  # fmt: skip
    rows, _ = bench.rows()
    row = rows["cpp/handcoded", "deserialize"]
    assert (row.mean_ns, row.time_ns) == (pytest.approx(130), pytest.approx(100))
    assert row.note == "mean 30 % above the estimate"
    assert rows["cpp/handcoded", "serialize"].mean_ns == pytest.approx(100, rel=0.01)


def test_notes_and_warnings_on_data_are_kept_apart(tmp_path):
    of_data = {"log": [note("it is CSV"), warning("1.10 became 1.1")]}
    settings = SETTINGS | {"remarks": of_data, "notes": {"log": ["from before"]}}
    with Store(tmp_path / "results.duckdb") as store:
        run = store.begin_run("0", "serbench run log", settings, {})
        store.end_run(run, "finished", 1.0, {})
        result = analyse(store, run)
    assert result.notes == ("it is CSV",)
    assert result.warnings == ("from before", "1.10 became 1.1")


def test_a_killed_run_can_be_shown(bench, tmp_path):
    bench.codec("cpp/handcoded")
    bench.rounds({("cpp/handcoded", "encode"): 100.0}, waves=1)
    bench.store.__exit__()
    result, _ = load_with_evidence(tmp_path / "results.duckdb")
    assert result.rows[0].samples == 20
    assert "was running" in result.warnings[0]


def test_invalid_or_empty_results_file_raises(tmp_path):
    with pytest.raises(StoreError, match="no such results file"):
        load_with_evidence(tmp_path / "none.duckdb")
    (tmp_path / "text.duckdb").write_text("hello " * 1000)
    with pytest.raises(StoreError, match="not a results file"):
        load_with_evidence(tmp_path / "text.duckdb")
    with Store(tmp_path / "empty.duckdb"):
        pass
    with pytest.raises(StoreError, match="no run yet"):
        load_with_evidence(tmp_path / "empty.duckdb")


def test_unknown_run_error_names_existing_runs(bench, tmp_path):
    run = bench.run
    bench.store.__exit__()
    with pytest.raises(StoreError, match=f"no run 'x'; there are: {run}"):
        load_with_evidence(tmp_path / "results.duckdb", ["x"])


def test_cells_can_be_queried(bench, tmp_path):
    bench.codec("cpp/handcoded")
    bench.rounds({("cpp/handcoded", "encode"): 100.0})
    _, result = bench.rows()
    bench.store.add_cells(result.rows)
    found = bench.store._rows("SELECT codec, operation, median_ns FROM cells ORDER BY ALL")
    assert [(c, o) for c, o, _ in found] == [
        ("cpp/handcoded", "deserialize"),
        ("cpp/handcoded", "encode"),
        ("cpp/handcoded", "serialize"),
    ]
