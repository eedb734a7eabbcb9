"""The process that measures on a host of a fleet, as `serbench run` does on this machine.

    python -m serbench.cluster.measure_job FOLDER

The folder holds its job, values and codecs of the user's; what is found goes to the journal there
(`serbench.cluster.on_worker`). Nothing else of the user's is read.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

import msgspec

from serbench import catalog
from serbench.builders.codec import Codec
from serbench.cluster.job import (
    Built,
    HostEnded,
    InProgress,
    Job,
    SentValues,
    WorkloadBegun,
    WorkloadEnded,
)
from serbench.cluster.journal import Journal
from serbench.cluster.on_worker import JOB, JOURNAL, LEASE, STOP
from serbench.cluster.own_codecs import received
from serbench.errors import UserError
from serbench.machine.interrupts import terminable
from serbench.measure import environment
from serbench.measure.settings import Settings
from serbench.measure.verification import Expected
from serbench.preparation.drivers import availability, build_drivers, expect_builds, look_around
from serbench.preparation.subjects import subjects_of
from serbench.preparation.targets import ResolvedTarget
from serbench.preparation.timing import expect_timing, timed
from serbench.schema.model import Schema
from serbench.terminal import progress

# Longer than a connection may be lost: a Dask client looks for its scheduler for ten minutes.
LEASE_S = 900.0
# How often it looks whether somebody still wants it, and says how far it is.
_LOOK_S = 2.0


def main(folder: Path) -> None:
    progress.be_quiet(True)
    job = msgspec.msgpack.decode((folder / JOB).read_bytes(), type=Job)
    ticks = environment.cpu_ticks()
    status: Literal["finished", "interrupted"] = "interrupted"
    cause = ""
    with Journal(folder / JOURNAL) as journal, terminable():
        try:
            with progress.plan() as whole, _watched(folder, journal, whole):
                _carry_out(job, folder, journal, whole)
            status = "finished"
        except KeyboardInterrupt:
            cause = "it was told to end" if (folder / STOP).exists() else "nobody asked for it"
        except UserError as error:
            cause = str(error)
        except Exception as error:
            traceback.print_exc()
            cause = f"a fault of serbench: {type(error).__name__}: {error}"
        stolen = {"processor time stolen": environment.steal_share(ticks, environment.cpu_ticks())}
        journal.tell(HostEnded(status, cause, stolen))


@contextmanager
def _watched(folder: Path, journal: Journal, whole: progress.Plan) -> Iterator[None]:
    """Within, it is told how far the job is; Ctrl-C comes when it is to end."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK_S):
            told = whole.told()
            journal.tell(InProgress(told.share, told.left_s, told.doing))
            if (folder / STOP).exists() or _is_forgotten(folder):
                os.kill(os.getpid(), signal.SIGTERM)
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _is_forgotten(folder: Path) -> bool:
    with suppress(OSError):
        return time.time() - (folder / LEASE).stat().st_mtime > LEASE_S
    return True


def _carry_out(job: Job, folder: Path, journal: Journal, whole: progress.Plan) -> None:
    own = received(job.own_codecs)
    catalog.bring(own)
    codecs = [*_shipped(job.codecs), *own]
    targets = [_target(values, folder) for values in job.workloads]
    names = [target.name for target in targets]
    expect_builds(whole, names, codecs)
    expect_timing(whole, names, job.budget_s, len(codecs))
    look_around(codecs)
    builds = [build_drivers(target, codecs, job.operations, job.layouts) for target in targets]
    journal.tell(
        Built(
            environment.describe(),
            {codec.id: availability(codec).version for codec in codecs},
            {
                codec: 1 + len(layouts)
                for built in builds
                for codec, layouts in built.layouts.items()
            },
        )
    )
    settings = Settings(
        operations=job.operations,
        budget_s=job.budget_s,
        precision=job.precision,
        smallest=job.smallest,
        processes=job.processes,
        seed=job.seed,
        cpus=environment.driver_cpus(),
    )
    for target, built in zip(targets, builds, strict=True):
        journal.tell(WorkloadBegun(target.name))
        subjects, verdicts = subjects_of(codecs, built, job.allocator)
        for codec, verdict in verdicts.items():
            journal.judged(codec, verdict)
        remarks = timed(target.name, target.expected, subjects, settings, journal)
        journal.tell(WorkloadEnded(target.name, tuple(remarks)))


def _shipped(ids: Sequence[str]) -> list[Codec]:
    known = {codec.id: codec for codec in catalog.all_codecs()}
    return [known[id_] for id_ in ids]


def _target(sent: SentValues, folder: Path) -> ResolvedTarget:
    expected = Expected(folder / sent.file, sent.values, sent.digest, sent.visit)
    schema = Schema.from_dict(sent.schema)
    return ResolvedTarget(sent.workload, "sent", schema, expected, sent.json_bytes)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
