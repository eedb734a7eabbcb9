"""What a choice is made from, of results files whose truth is known."""

import msgspec
import pytest

from serbench.errors import UserError
from serbench.footprint import Footprint
from serbench.measure.host import Host
from serbench.proof.evolution import EvolutionCell
from serbench.proof.interop import InteropCell
from serbench.proof.robustness import Robustness
from serbench.results.choice import GROWTH
from serbench.results.choice_rows import load_grounds
from serbench.results.evolution_rows import EvolutionRecorder
from serbench.results.footprint_rows import FootprintRecorder
from serbench.results.interop_rows import InteropRecorder
from serbench.results.robustness_rows import RobustnessRecorder
from serbench.results.store import Store
from tests.results.conftest import catalogued
from tests.results.made import COSTS, Made, make, make_once
from tests.results.test_analysis import FACTS

CODECS = tuple(COSTS)
A, B = "cpp/cereal", "rust/bincode"


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "r.duckdb"
    make_once(path, Made(codecs=CODECS))
    return path


def grounds(db):
    with Store(db, read_only=True) as store:
        [loaded] = load_grounds(store, store.run_ids()[0])
        return loaded


def proof(db, kind, *, digest="d", version="2.0", schema=FACTS.schema, codecs=CODECS):
    """A run of a proof; its codecs' libraries have this version."""
    store = Store(db)
    run = store.begin_run("0.1", "serbench", {kind: True}, {}, kind=kind, host=Host("h", "1"))
    store.add_working_set(
        run, msgspec.structs.replace(FACTS, name="log", digest=digest, schema=schema)
    )
    for codec in codecs:
        store.add_codec(run, "log", catalogued(codec), version)
    return store, run


def test_candidates_have_figures_of_the_round_trip(db):
    loaded = grounds(db)
    by_codec = {one.codec: one for one in loaded.candidates}
    assert set(by_codec) == set(CODECS)
    cereal = by_codec[A]
    assert cereal.time.low < cereal.time.estimate < cereal.time.high
    assert cereal.time.estimate == pytest.approx(2 * COSTS[A], rel=0.03)
    assert cereal.bytes == pytest.approx(1000 / FACTS.values)
    assert loaded.lost == ()
    assert loaded.runs == {}


def test_interop_proofs_count_only_for_same_values_and_versions(db):
    def pairs(**named):
        store, run = proof(db, "interop", **named)
        with store:
            found = InteropRecorder(store, run, "log").found
            found(InteropCell(wire="w", writer=A, reader=B, outcome="same bytes", values=3))
            said = {"wrong": 1, "case": "value 2", "said": "too long"}
            found(InteropCell(wire="w", writer=B, reader=A, outcome="refused", values=3, **said))
        return dict(grounds(db).proofs.pairs)

    assert pairs(digest="other") == {}
    assert pairs(version="1.9") == {}
    assert pairs() == {(A, B): "", (B, A): "value 2: refused: too long"}


def test_latest_finding_counts(db):
    for outcome in ("refused", "same value"):
        store, run = proof(db, "interop")
        with store:
            cell = InteropCell(wire="w", writer=A, reader=B, outcome=outcome, values=3, wrong=0)
            InteropRecorder(store, run, "log").found(cell)
    found = grounds(db)
    assert dict(found.proofs.pairs) == {(A, B): ""}
    assert found.runs == {"interop": (run,)}


def test_schema_growth_is_survived_only_if_every_rule_is(db):
    store, run = proof(db, "evolution", digest="of another workload")
    with store:
        for codec, rules, outcome in (
            (A, GROWTH, "default given"),
            (B, GROWTH, "refused"),
            ("cpp/handcoded", GROWTH[:1], "kept"),
        ):
            for rule in rules:
                cell = EvolutionCell(
                    codec=codec, means="", rule=rule, place="R.x", case="",
                    direction="old to new", outcome=outcome if rule == rules[-1] else "kept",
                    values=2, alike=2,
                )  # fmt: skip
                EvolutionRecorder(store, run, "log").found(cell)
    assert grounds(db).proofs.grown == {A: "", B: f"{GROWTH[-1]}, old to new: refused"}


def test_decoder_crashes_are_reported(db):
    store, run = proof(db, "robustness")
    with store:
        for codec, kind in ((A, "refused"), (B, "crashed")):
            counts = {"bit flipped": {kind: 3}}
            finding = Robustness(codec=codec, version="2.0", cases=3, counts=counts)
            RobustnessRecorder(store, run, "log").found(finding)
        finding = Robustness(codec="cpp/handcoded", version="2.0", unproven="no driver")
        RobustnessRecorder(store, run, "log").found(finding)
    found = grounds(db).proofs.survived
    assert found[A] == ""
    assert "ends" in found[B] or "end" in found[B]
    assert set(found) == {A, B}


def test_code_sizes_count_for_same_schema_and_versions_whatever_the_values(db):
    def code(**named):
        store, run = proof(db, "footprint", **named)
        with store:
            found = FootprintRecorder(store, run, "log").found
            found(Footprint(codec=A, code_bytes=5000, shared_bytes=300))
            found(Footprint(codec=B, note="failed: it does not compile"))
        loaded = grounds(db)
        assert loaded.runs == ({"footprint": (run,)} if loaded.proofs.code else {})
        return dict(loaded.proofs.code)

    assert code(schema="other") == {}
    assert code(version="1.9") == {}
    assert code(digest="other") == {A: 5300, B: None}


def test_run_of_one_direction_is_rejected_for_choice(tmp_path):
    path = tmp_path / "r.duckdb"
    [run] = make(path, Made(codecs=()))
    with Store(path, read_only=True) as store, pytest.raises(UserError, match="serbench run log"):
        load_grounds(store, run)


def test_missing_compression_run_is_reported(db):
    with Store(db, read_only=True) as store:
        [run] = store.run_ids()
        with pytest.raises(UserError, match=f"serbench cost {run}"):
            load_grounds(store, run, compressed=True)
