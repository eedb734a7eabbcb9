"""What fio (https://fio.readthedocs.io) measures where object files are written: a second opinion
on what the disk and the kernel allow."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import UserError
from serbench.machine import programs
from serbench.machine.system_packages import advice


@dataclass(frozen=True, slots=True)
class Job:
    """One of fio's workloads; `operation` is the serbench operation it stands beside."""

    operation: str
    readwrite: str
    block_bytes: int


@dataclass(frozen=True, slots=True)
class Bandwidth:
    operation: str
    bytes_per_s: float


def check() -> None:
    """Raises `UserError` if there is no fio here."""
    if not programs.which("fio"):
        raise UserError(f"fio is not installed; to get it: {advice(['fio'])}")


def measure(
    directory: Path, size_bytes: int, block_bytes: int, value_bytes: int, fsync: bool
) -> list[Bandwidth]:
    """fio's bandwidth with one synchronous job on a file of this size: written and read in blocks,
    and read at random in pieces as long as a value is on average. Raises `UserError` with what fio
    said if it fails."""
    jobs = [
        Job("write", "write", block_bytes),
        Job("scan", "read", block_bytes),
        Job("get", "randread", max(value_bytes, 1)),
    ]
    file = directory / "fio.se"
    try:
        return [Bandwidth(job.operation, _run(job, file, size_bytes, fsync)) for job in jobs]
    finally:
        file.unlink(missing_ok=True)


def _run(job: Job, file: Path, size_bytes: int, fsync: bool) -> float:
    command = [
        "fio",
        f"--name={job.operation}",
        f"--filename={file}",
        f"--rw={job.readwrite}",
        f"--bs={job.block_bytes}",
        f"--size={size_bytes}",
        "--ioengine=psync",
        "--invalidate=1",
        f"--end_fsync={int(fsync)}",
        "--output-format=json",
    ]
    if job.readwrite == "randread":  # as many bytes as the file has are too many for a slow disk
        command += [f"--io_size={min(size_bytes, 100_000 * job.block_bytes)}", "--norandommap"]
    done = programs.run(command)
    if done.returncode != 0:
        raise UserError(f"fio failed: {(done.stderr or done.stdout).strip()[:300]}")
    [report] = json.loads(done.stdout[done.stdout.index("{") :])["jobs"]
    kind = "write" if job.readwrite == "write" else "read"
    return float(report[kind]["bw_bytes"])
