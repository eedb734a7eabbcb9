"""Chunks shared out among processes, each with drivers of its own, with few of them in memory.

The processes end with this one, however that ends: the system tells them.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from serbench.errors import UserError
from serbench.machine import memory, processors, programs
from serbench.proof.bisect import DRIVER_BYTES
from serbench.proof.full_dataset import Chunk, Examined, ExaminedCodec, Misfit
from serbench.proof.worker import ChunkWorker
from serbench.quoting import shell
from serbench.schema.model import Schema

# Of each process; so many run as fit into the memory that is available.
PROCESS_BYTES = 2 << 30
# Of the drivers of a process that wait for the next chunk.
WAITING_BYTES = 512 << 20
# A chunk takes seconds; on a busy machine with a virtual machine that starts, a minute.
PATIENCE_S = (300.0, 30.0)
# Chunks that wait for a process.
AHEAD = 2
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Work:
    """What each process has to know."""

    schema: Schema
    subjects: tuple[ExaminedCodec, ...]
    scratch: Path
    patience_s: tuple[float, float] = PATIENCE_S


def processes() -> int:
    """As many as there are processors and memory for."""
    fit = memory.available_bytes() // PROCESS_BYTES
    return max(1, min(len(processors.allowed()), fit))


def bound(count: int) -> str:
    """What memory so many processes' drivers may take, in words."""
    waiting, working = count * WAITING_BYTES >> 20, DRIVER_BYTES >> 30
    return (
        f"{count} at once; drivers that wait hold {waiting} MiB together, each that works "
        f"{working} GiB at most"
    )


def shared_out(chunks: Iterable[Chunk], work: Work, count: int) -> Iterator[Examined | Misfit]:
    """What became of each chunk, as they are finished, by so many processes.

    After a misfit no further chunk is taken; what was begun comes to its end. So it does where
    `chunks` raises `UserError`, which then goes on. Raises `UserError` if a process died.
    """
    with programs.safe_path():
        pool = ProcessPoolExecutor(
            count, multiprocessing.get_context("spawn"), _begin, (work, os.getpid())
        )
    begun: set[Future[Examined | Misfit]] = set()
    failure: UserError | None = None
    source, more = iter(chunks), True
    try:
        while more or begun:
            while more and len(begun) < count + AHEAD:
                try:
                    begun.add(_submitted(pool, next(source)))
                except StopIteration:
                    more = False
                except UserError as error:
                    failure, more = error, False
            finished, begun = wait(begun, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                more = more and not isinstance(result, Misfit)
                yield result
    except BrokenProcessPool:
        raise UserError(
            "a process that verified has ended, perhaps for want of memory; "
            "go on: serbench verify --all --resume"
        ) from None
    except OSError as error:
        raise UserError(
            f"{work.scratch}: {error.strerror}; see: df -h {shell(work.scratch)}"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
            child.join(timeout=10)
            child.kill()
    if failure:
        raise failure


def _submitted(pool: ProcessPoolExecutor, chunk: Chunk) -> Future[Examined | Misfit]:
    """A process that this starts never sees Ctrl-C: this one ends it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with programs.safe_path():
            return pool.submit(_examine, chunk)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_chunk_worker: ChunkWorker


def _begin(work: Work, parent: int) -> None:
    """In a process of the pool: before its first chunk."""
    global _chunk_worker
    scratch = work.scratch / str(os.getpid())
    scratch.mkdir()
    _chunk_worker = ChunkWorker(work.schema, work.subjects, scratch, WAITING_BYTES, work.patience_s)
    signal.signal(signal.SIGTERM, _stop)
    with suppress(AttributeError):  # of Linux alone
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)


def _stop(_number: int, _frame: FrameType | None) -> None:
    _chunk_worker.kill()
    os._exit(1)


def _examine(chunk: Chunk) -> Examined | Misfit:
    return _chunk_worker.examine(chunk)
