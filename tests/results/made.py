"""Results files of several runs whose truth is known."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import msgspec

from serbench.measure.host import Host
from serbench.measure.protocol import Description, Sample
from serbench.measure.recorder import Sampled
from serbench.measure.verification import Verdict
from serbench.results import provenance
from serbench.results.analysis import analyse
from serbench.results.recorder import WorkloadRecorder
from serbench.results.store import Store
from tests.results.conftest import catalogued
from tests.results.test_analysis import FACTS, SETTINGS

HERE, THERE = Host("Xeon-2c-1f3a", "1f3a00"), Host("EPYC-4c-22ab", "22ab00")
COSTS = {
    "cpp/handcoded": 100.0, "cpp/cereal": 312.0, "rust/bincode": 210.0, "rust/serde-json": 1500.0,
}  # fmt: skip


@dataclass
class Made:
    """A run to be: `factors` make codecs slower than `COSTS` has them, `machine` all and the kernel
    with them."""

    factors: dict = field(default_factory=dict)
    machine: float = 1.0
    host: Host = HERE
    tag: str = ""
    note: str = ""
    digest: str = "d"
    workload: str = "log"
    version: str = "2.0"
    flags: str = "-O3"
    processes: int = 5
    status: str = "finished"
    codecs: tuple = tuple(COSTS)
    spread: float = 0.01
    loud: tuple = ()
    fleet: str = ""
    bridge: tuple = ()
    environment: dict = field(default_factory=lambda: {"CPU": "fake"})


def make(path, *runs):
    """Writes the runs into a results file, one after another; gives their ids."""
    with Store(path) as store:
        return [_make(store, seed, made) for seed, made in enumerate(runs)]


# What a file of these runs holds, and the ids.
_files: dict[str, tuple[bytes, list[str]]] = {}


def make_once(path, *runs):
    """As `make` into a new file, which takes half a second for each run; but the same runs are made
    once for all tests, and are the same runs in each file. For tests that write no other file."""
    assert not path.exists()
    if (key := repr(runs)) not in _files:
        ids = make(path, *runs)
        _files[key] = path.read_bytes(), ids
    data, ids = _files[key]
    path.write_bytes(data)
    provenance.remember(path, is_written_here=True)
    return list(ids)


def _make(store, seed, made):
    chance = random.Random(seed)
    settings = SETTINGS | {"operations": ["serialize", "deserialize"], "processes": made.processes}
    settings |= {"bridge": made.bridge} if made.bridge else {}
    run = store.begin_run(
        "0.1", "serbench run log", settings, made.environment,
        tag=made.tag, note=made.note, host=made.host, fleet=made.fleet,
    )  # fmt: skip
    facts = msgspec.structs.replace(FACTS, name=made.workload, digest=made.digest)
    store.add_working_set(run, facts)
    recorder = WorkloadRecorder(store, run, made.workload)
    for codec in made.codecs:
        _add_codec(recorder, made, codec)
    cells = [(codec, operation) for codec in made.codecs for operation in ("encode", "decode")]
    for wave in range(made.processes):
        placement = {cell: chance.gauss(1, made.spread) for cell in cells}
        for number in range(6):
            recorder.sampled([
                Sampled(codec, operation, wave, number, Sample(
                    ns=round(
                        1000 * COSTS[codec] * made.factors.get(codec, 1.0) * made.machine
                        * placement[codec, operation] * chance.uniform(0.995, 1.005)
                    ),
                    items=1000,
                    kernel_ns=(
                        round(250_000 * made.machine * (2 if codec in made.loud and number else 1)),
                        round(240_000 * made.machine),
                    ),
                ))
                for codec, operation in cells
            ])  # fmt: skip
    store.end_run(run, made.status, 1.0, made.environment)
    store.add_cells(analyse(store, run).rows)
    return run


def _add_codec(recorder, made, codec):
    recorder.store.add_codec(recorder.run, made.workload, catalogued(codec), made.version)
    recorder.judged(codec, Verdict("measured", encoded_bytes=1000))
    recorder.described(
        codec,
        Description(
            protocol=1, language=codec.split("/")[0], codec=codec, library="fake",
            version=made.version, compiler="cc 1", flags=made.flags, allocator="system",
            schema="s", operations=["encode", "decode", "serialize", "deserialize"],
            same={"serialize": "encode", "deserialize": "decode"},
        ),
    )  # fmt: skip
