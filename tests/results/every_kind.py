"""A results file that holds a run of every kind, each with all that its command may record."""

from __future__ import annotations

import random

import msgspec

from serbench.footprint import Footprint
from serbench.measure.fixed_iterations import Iteration
from serbench.measure.protocol import Description, Sample
from serbench.measure.recorder import Sampled
from serbench.measure.storage import FileSample
from serbench.measure.verification import Verdict
from serbench.proof.evolution import EvolutionCell, Unproven
from serbench.proof.full_dataset import Examined, Failure, Found
from serbench.proof.interop import InteropCell, Lack
from serbench.proof.robustness import Kept, Robustness
from serbench.results.evolution_rows import EvolutionRecorder
from serbench.results.file_rows import FileRecorder
from serbench.results.footprint_rows import FootprintRecorder
from serbench.results.full_dataset_rows import FullDatasetRecorder
from serbench.results.interop_rows import InteropRecorder
from serbench.results.recorder import WorkloadRecorder
from serbench.results.robustness_rows import RobustnessRecorder
from serbench.results.store import Store
from serbench.results.study_rows import StudyRecorder
from tests.results.conftest import catalogued
from tests.results.fleets import FLEET, TWO_KINDS
from tests.results.made import COSTS, HERE, Made, make
from tests.results.test_analysis import FACTS, SETTINGS
from tests.studies.test_stored import OPERATIONS
from tests.studies.test_stored import SETTINGS as OF_STUDY

CODECS = tuple(COSTS)
A, B, C, _ = CODECS
ENVIRONMENT = {"CPU": "fake", "memory": "1 GiB"}


def make_every_kind(path):
    """Writes it; gives the ids of the runs by their kinds, of two of them by `run` and `later`, and
    the one of a fleet."""
    run, later, *_ = make(
        path,
        Made(tag="before", note="a note"),
        Made(tag="after", factors={A: 1.5}, loud=(B,)),
        *TWO_KINDS,
    )
    with Store(path) as store:
        _add_what_fails(store, run)
        return {"run": run, "later": later, "fleet": FLEET} | {
            name: add(store, run)
            for name, add in {
                "interop": _interop,
                "robustness": _robustness,
                "evolution": _evolution,
                "census": _census,
                "files": _files,
                "study": _study,
                "cost": _cost,
                "footprint": _footprint,
            }.items()
        }


def _begin(store, kind, settings, workload="log"):
    run = store.begin_run(
        "0.1", "serbench x", settings, ENVIRONMENT, kind=kind, host=HERE, note="a note"
    )
    store.add_working_set(run, msgspec.structs.replace(FACTS, name=workload))
    for codec in CODECS:
        store.add_codec(run, workload, catalogued(codec, ("binary",)), "2.0")
    return run


def _add_what_fails(store, run):
    recorder = WorkloadRecorder(store, run, "log")
    for status in ("broken", "cannot-hold", "failed", "unavailable"):
        codec = f"cpp/{status}"
        store.add_codec(run, "log", catalogued(codec), "2.0")
        recorder.judged(codec, Verdict(status, "why it is so"))
    recorder.ended(A, "decode", "failed", "it was killed")


def _interop(store, _):
    run = _begin(store, "interop", {"interop": True})
    found = InteropRecorder(store, run, "log").found
    said = {"wrong": 1, "case": "value 2", "path": "$.a", "expected": "1", "found": "2"}
    found(InteropCell(wire="json", writer=A, reader=B, outcome="same bytes", values=3))
    found(InteropCell(wire="json", writer=B, reader=A, outcome="differs", values=3, **said))
    found(
        InteropCell(wire="json", writer=A, reader=C, outcome="refused", values=3, said="no", **said)
    )
    found(Lack(wire="json", codec=C, case="value 1", said="it cannot hold it"))
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _robustness(store, _):
    run = _begin(store, "robustness", {"robustness": True, "cases": 3, "seed": 0})
    kept = Kept(kind="crashed", mutation="bit flipped", number=1, said="no", data=b"a", changed=-1)
    for one in (
        Robustness(
            codec=A, version="2.0", cases=3, counts={"bit flipped": {"crashed": 3}}, kept=(kept,),
            habits=("takes what is too long",),
        ),
        Robustness(codec=B, version="2.0", cases=3, counts={"cut": {"refused": 3}}, checked=A),
        Robustness(codec=C, version="2.0", unproven="no driver"),
    ):  # fmt: skip
        RobustnessRecorder(store, run, "log").found(one)
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _evolution(store, _):
    run = _begin(store, "evolution", {"evolution": True})
    recorder = EvolutionRecorder(store, run, "log")
    for outcome in ("kept", "silently wrong", "refused"):
        recorder.found(
            EvolutionCell(
                codec=A, means="names", rule="field added", place="R.x", case="a", values=2,
                direction="old to new", outcome=outcome, alike=2, path="$.a", written="1",
                read="2", said="no",
            )
        )  # fmt: skip
    recorder.found(Unproven(codec=B, rule="field added", said="no driver"))
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _footprint(store, _):
    run = _begin(store, "footprint", {"footprint": True})
    recorder = FootprintRecorder(store, run, "log")
    recorder.found(Footprint(codec=A, code_bytes=5000, compile_s=0.5, dependencies=1))
    recorder.found(Footprint(codec=B, note="failed: it does not compile"))
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _census(store, _):
    run = _begin(store, "census", {"census": ["a.jsonl"]}, "a")
    failures = [
        Failure(
            codec=A, kind=kind, file="a.jsonl", unit="line", number=number, path="$.a",
            expected="1", found="2", said="no",
        )
        for number, kind in enumerate(("differs", "refused", "crashed"))
    ]  # fmt: skip
    counts = {"differs": 1, "refused": 1, "crashed": 1}
    found = Found(codec=A, written=9, encoded_bytes=90, counts=counts, failures=failures)
    FullDatasetRecorder(store, run).examined(
        Examined(chunk=0, read=9, values=9, json_bytes=50, driver_bytes=9, found=[found])
    )
    WorkloadRecorder(store, run, "a").judged(B, Verdict("failed", "it did not build"))
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _files(store, _):
    blocks = {"threads": 1, "block_bytes": 1 << 20, "fsync": "end"}
    run = _begin(store, "files", {"files": "log", "repeats": 1, "count": 10} | blocks)
    recorder = FileRecorder(store, run, "log")
    for operation in ("write", "scan"):
        for kind in ("total", "alone", "raw"):
            sample = FileSample(A, "0", operation, kind, 0, 10, 100, 300, 200, 100, True)
            recorder.stored([sample])
        recorder.compared(operation, 1e9)
    recorder.ended(B, "write", "failed", "it was killed")
    recorder.peaked(A, "0", 1000)
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _study(store, _):
    run = store.begin_run(
        "0.1", "serbench study goser", OF_STUDY, ENVIRONMENT, kind="study", note="a note"
    )
    store.add_working_set(run, msgspec.structs.replace(FACTS, values=1))
    for codec, label in (("rust/bincode1", "bincode"), ("rust/rmp", "rmp-serde")):
        store.add_codec(run, "log", catalogued(codec), "1.0")
        recorder = StudyRecorder(store, run, "log", {codec: label})
        recorder.begun(codec, OPERATIONS)
        recorder.described(codec, _description(codec))
        failed = Verdict("failed", "it was killed", encoded_bytes=0)
        recorder.judged(codec, failed if label != "bincode" else Verdict("measured", "", 400))
    recorder = StudyRecorder(store, run, "log", {"rust/bincode1": "bincode"})
    for number in range(2):
        for operation in OPERATIONS:
            recorder.timed(Iteration("rust/bincode1", operation, number, 10**6, (250_000, 250_000)))
    store.end_run(run, "interrupted", 1.0, ENVIRONMENT)
    return run


def _cost(store, of):
    run = _begin(store, "cost", SETTINGS | {"cost": of}, "set")
    store.add_working_set(run, msgspec.structs.replace(FACTS, name="log"))
    recorder = WorkloadRecorder(store, run, "set")
    chance = random.Random(0)
    store.add_codec(run, "set", catalogued("cpp/zstd-3"), "1.5")
    recorder.judged("cpp/zstd-3", Verdict("measured", encoded_bytes=300))
    recorder.described("cpp/zstd-3", _description("cpp/zstd-3"))
    for wave in range(3):
        for number in range(6):
            recorder.sampled([
                Sampled("cpp/zstd-3", operation, wave, number, Sample(
                    ns=round(10_000 * chance.uniform(0.99, 1.01)), items=1000,
                    kernel_ns=(250_000, 240_000),
                ))
                for operation in ("encode", "decode")
            ])  # fmt: skip
    store.insert("cost_messages", run, "log", A, "digest", 10)
    store.insert("cost_messages", run, "log", B, "other", 10)
    store.insert("cost_sets", run, "set", "log", "digest", "each", 1.0)
    store.end_run(run, "finished", 1.0, ENVIRONMENT)
    return run


def _description(codec):
    return Description(
        protocol=1, language=codec.split("/")[0], codec=codec, library="fake", version="2.0",
        compiler="cc 1", flags="-O3", allocator="system", schema="s",
        operations=["encode", "decode", "serialize", "deserialize"],
        same={"serialize": "encode", "deserialize": "decode"},
    )  # fmt: skip
