"""The command: options, cases on several processors, failures as files, and the summary."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path

from tests.fuzz.harness import MIB, Outcome, Runner
from tests.fuzz.kind import Kind, honest
from tests.fuzz.kinds import KINDS
from tests.fuzz.minimise import minimised

REGRESSIONS = Path(__file__).parent / "regressions"
# Of one cause; the others are counted.
_MOST_SHOWN = 2
_CASES_AT_ONCE = 10
_SLOW_SIGNATURES = {"memory", "hang"}  # each try would take long


@dataclass
class Count:
    """What became of the cases of a kind."""

    verdicts: Counter[str] = field(default_factory=Counter)
    signatures: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    peak_bytes: int = 0
    slowest_s: float = 0.0
    seconds: float = 0.0

    def add(self, number: int, outcome: Outcome) -> None:
        self.verdicts[outcome.verdict] += 1
        self.peak_bytes = max(self.peak_bytes, outcome.peak_bytes)
        self.slowest_s = max(self.slowest_s, outcome.seconds)
        if outcome.verdict == "failed":
            self.signatures[outcome.signature].append(number)


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    kinds = [KINDS[name] for name in options.kinds or KINDS]
    _import_readers()
    if options.file:
        return _one(kinds[0], Path(options.file).name, Path(options.file).read_bytes())
    if options.number is not None:
        return _one(kinds[0], *kinds[0].case(options.seed, options.number))
    folder: list[Path] = []
    counts: dict[str, Count] = {}
    context = get_context("fork")
    with ProcessPoolExecutor(options.jobs, mp_context=context) as pool:
        failed = 0
        for kind in kinds:
            failed += _replay(kind)
        until = time.monotonic() + options.seconds if options.seconds else None
        for left, kind in zip(range(len(kinds), 0, -1), kinds, strict=True):
            share_s = (until - time.monotonic()) / left if until else None
            counts[kind.name] = _fuzz(kind, options, share_s, pool, folder)
            print(_line(kind, counts[kind.name]), flush=True)
    failed += sum(count.verdicts["failed"] for count in counts.values())
    cases = sum(count.verdicts.total() for count in counts.values())
    print(f"fuzz: {cases:,} cases, seed {options.seed}, {failed:,} failed")
    return 1 if failed else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    today = int(os.environ.get("SERBENCH_SEED") or datetime.now(UTC).strftime("%Y%m%d"))
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"all of: {', '.join(KINDS)}")
    parser.add_argument("--cases", type=int, default=1000, help="of each kind at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seconds", type=float, help="in all, shared by the kinds")
    parser.add_argument("--seed", type=int, default=today, help="the day, or SERBENCH_SEED")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time")
    parser.add_argument("--number", type=int, help="only this case of one kind, shown in full")
    parser.add_argument("--file", help="only this file, as one of one kind")
    parser.add_argument("--failures", type=Path, help="the folder of failing files")
    options = parser.parse_args(arguments)
    for name in options.kinds:
        if name not in KINDS:
            parser.error(f"no kind {name!r}; there are: {', '.join(KINDS)}")
    if (options.file or options.number is not None) and len(options.kinds) != 1:
        parser.error("--file and --number are of one kind; name it")
    return options


def _import_readers() -> None:
    """What every case needs is imported once, before forks."""
    import bson
    import cbor2
    import duckdb
    import fastavro
    import msgpack
    import pyarrow.ipc

    import serbench.commands.merge
    import serbench.commands.output
    import serbench.preparation.targets
    import serbench.results.load_report
    import serbench.schema.infer
    import serbench.schema.values  # noqa: F401

    assert all((bson, cbor2, duckdb, fastavro, msgpack, pyarrow))


_runners: dict[tuple[int, str], Runner] = {}


def _runner(name: str) -> Runner:
    """This process's own of a kind, which has read an honest file: so that what its reader starts
    is there. That of another kind ends."""
    key = (os.getpid(), name)
    if key not in _runners:
        for (process, _), other in list(_runners.items()):
            if process == os.getpid():
                other.close()
        _runners.clear()
        kind = KINDS[name]
        runner = _runners[key] = Runner(kind.read)
        Finalize(runner, Runner.close, (runner,), exitpriority=10)
        runner.run(f"honest{kind.suffix}", honest(kind)[0])
    return _runners[key]


def _one(kind: Kind, name: str, data: bytes) -> int:
    outcome = _runner(kind.name).run(name, data)
    print(f"{kind.name}: {name} of {len(data):,} bytes: {outcome.verdict}")
    print(f"{outcome.said}\n{outcome.seconds:.2f} s, {outcome.peak_bytes / MIB:.0f} MiB")
    return 1 if outcome.verdict == "failed" else 0


def _replay(kind: Kind) -> int:
    """Files that failed once, and the honest ones, which are to be read. Returns how many fail."""
    failed, runner = 0, _runner(kind.name)
    for number, data in enumerate(honest(kind)):
        outcome = runner.run(f"honest{kind.suffix}", data)
        if outcome.verdict != "read":
            failed += 1
            print(f"{kind.name}: the honest file {number} is {outcome.verdict}: {outcome.said}")
    folder = REGRESSIONS / kind.name
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        outcome = runner.run(path.name, path.read_bytes())
        if outcome.verdict == "failed":
            failed += 1
            print(f"{kind.name}: {path} fails again: {outcome.said}")
    return failed


def _run_some(name: str, seed: int, numbers: range) -> list[tuple[int, Outcome]]:
    kind, runner = KINDS[name], _runner(name)
    return [(n, runner.run(*kind.case(seed, n))) for n in numbers]


def _fuzz(
    kind: Kind,
    options: argparse.Namespace,
    share_s: float | None,
    pool: ProcessPoolExecutor,
    folder: list[Path],
) -> Count:
    count, began = Count(), time.monotonic()
    for number, outcome in _outcomes(kind, options, share_s, pool):
        count.add(number, outcome)
        shown = len(count.signatures.get(outcome.signature, ()))
        if outcome.verdict == "failed" and shown <= _MOST_SHOWN:
            _keep(kind, options, number, outcome, folder)
    count.seconds = time.monotonic() - began
    return count


def _outcomes(
    kind: Kind, options: argparse.Namespace, share_s: float | None, pool: ProcessPoolExecutor
) -> Iterator[tuple[int, Outcome]]:
    """Two tasks for each process are waiting: what is not begun in time is not begun."""
    until = time.monotonic() + share_s if share_s is not None else None
    # One by one where time is short: ten slow ones would take what the other kinds are to have.
    at_once = 1 if share_s is not None else _CASES_AT_ONCE
    end = options.first + options.cases
    starts = iter(range(options.first, end, at_once))
    pending: set[Future[list[tuple[int, Outcome]]]] = set()
    while True:
        while len(pending) < 2 * options.jobs and (until is None or time.monotonic() < until):
            if (start := next(starts, None)) is None:
                break
            numbers = range(start, min(start + at_once, end))
            pending.add(pool.submit(_run_some, kind.name, options.seed, numbers))
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for one in done:
            yield from one.result()


def _keep(
    kind: Kind, options: argparse.Namespace, number: int, outcome: Outcome, folder: list[Path]
) -> None:
    """Writes the file, as small as it still fails, and says how to repeat it."""
    if not folder:
        folder.append(options.failures or Path(tempfile.mkdtemp(prefix="serbench-fuzz-")))
        folder[0].mkdir(parents=True, exist_ok=True)
    name, data = kind.case(options.seed, number)
    runner = _runner(kind.name)

    def fails(smaller: bytes) -> bool:
        return runner.run(name, smaller).signature == outcome.signature

    if outcome.signature not in _SLOW_SIGNATURES:
        data = minimised(data, fails)
    safe = re.sub(r"\W+", "-", outcome.signature)
    suffix = Path(name).suffix
    path = folder[0] / f"{kind.name}-{options.seed}-{number}-{safe}{suffix}"
    path.write_bytes(data)
    print(
        f"{kind.name}: case {number} of seed {options.seed}: {outcome.signature}\n"
        f"  {outcome.said.strip()[-1500:]}\n"
        f"  the file: {path} ({len(data):,} bytes)\n"
        f"  again: .venv/bin/python -m tests.fuzz {kind.name} --seed {options.seed} "
        f"--number {number}",
        flush=True,
    )


def _line(kind: Kind, count: Count) -> str:
    verdicts = ", ".join(f"{count.verdicts[v]:,} {v}" for v in ("read", "refused", "failed"))
    causes = "; ".join(f"{len(n)} {s}" for s, n in sorted(count.signatures.items()))
    return (
        f"{kind.name}: {verdicts} in {count.seconds:.0f} s; at most "
        f"{count.peak_bytes / MIB:.0f} MiB and {count.slowest_s:.1f} s"
        + (f"; {causes}" if causes else "")
    )
