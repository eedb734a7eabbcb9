"""The connection to a Dask cluster: `local:N`, the address of a scheduler, or a scheduler file.

Whoever may speak to a scheduler has its workers run any code. So beyond this machine serbench
speaks TLS, where both sides show a certificate; `distributed.comm.tls` of Dask's configuration
names the files. `local:N` makes certificates that are gone when it ends, since other users of this
machine reach its ports as well.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import signal
import socket
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import serbench
from serbench.errors import UserError
from serbench.machine import cache as kept
from serbench.machine import memory, programs, watchdog
from serbench.quoting import clipped, shell, shown_file
from serbench.terminal.progress import say, waiting

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local:"
INSTALL = "pip install 'serbench[cluster]'"
FORMS = "local:4, tls://HOST:8786 or a scheduler file"
# Of each worker of `local:N`; hosts say it themselves: `dask worker --resources serbench=1`.
RESOURCES = {"serbench": 1.0}
# To find a scheduler, at first.
CONNECT_S = 30.0
# To find it again, and for a worker to come: a batch system may start it later.
PATIENCE_S = 600.0
_RETRY_S = 1.0
# For a worker to answer; one that hangs never does, since its system keeps the connection.
ANSWER_S = 30.0
_END_S = 2.0
_CERTIFICATES = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")


@dataclass(frozen=True, slots=True)
class ClusterWorker:
    """A worker process: its `address` and `name` in the cluster, the host it runs on, how many
    tasks it runs at once, and what it offers (`--resources`)."""

    address: str
    name: str
    host: str
    threads: int
    resources: dict[str, float]


class Connection:
    """A client of a scheduler. `address` is the scheduler's; `is_local` says that the workers are
    processes of this machine that `local:N` started."""

    def __init__(
        self, connect: Callable[[float], Client], is_local: bool, is_insecure: bool
    ) -> None:
        self._connect = connect
        self._is_insecure = is_insecure
        self._client = connect(CONNECT_S)
        self.is_local = is_local
        self.address: str = self._client.scheduler.address

    @property
    def client(self) -> Client:
        """One that is connected. Where the last one gave up, whose futures are then cancelled,
        another one is made. Raises `UserError` if there is no scheduler for `PATIENCE_S`."""
        if self._client.status not in ("closed", "closing"):
            return self._client
        say(f"{self.address}: the connection is lost; trying again for {PATIENCE_S:,.0f} s")
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._client = self._connect(CONNECT_S)
            except UserError:
                if time.monotonic() > deadline_s:
                    raise
                time.sleep(_RETRY_S)
            else:
                return self._client

    def workers(self) -> list[ClusterWorker]:
        """As `reached`. Raises `UserError` also if one of them has another serbench than this."""
        found = self.reached()
        self._check_code(found)
        return found

    def reached(self) -> list[ClusterWorker]:
        """The workers that there are, at least one, in the order of their addresses. Waits for the
        first. Raises `UserError` if none comes within `PATIENCE_S`, or if one of them speaks
        without TLS."""
        with waiting(f"waiting for a worker at {self.address}"):
            deadline_s = time.monotonic() + PATIENCE_S
            while not (found := self.present()):
                if time.monotonic() > deadline_s:
                    raise no_worker(self.address)
                time.sleep(_RETRY_S)
        if not self._is_insecure:
            for worker in found:
                _check_encrypted(worker.address, "a worker there")
        return found

    def present(self) -> list[ClusterWorker]:
        """The workers that there are now, in the order of their addresses, unchecked; none while
        the scheduler cannot be reached."""
        try:
            told = self.client.scheduler_info(n_workers=-1)["workers"]
        except OSError:
            return []
        return [
            ClusterWorker(
                address=address,
                name=str(facts["name"]),
                host=str(facts["host"]),
                threads=facts["nthreads"],
                resources=dict(facts["resources"]),
            )
            for address, facts in sorted(told.items())
        ]

    def ask(
        self, function: Callable[..., Any], *arguments: Any, workers: Sequence[str]
    ) -> dict[str, Any]:
        """What `function(*arguments)` returns on each of the workers of these addresses, at once
        and beside its tasks, or the exception that it raises: `TimeoutError` of a worker that does
        not answer for `ANSWER_S`. Raises `OSError` while the scheduler is away."""
        client = self.client

        async def answer(address: str) -> Any:
            asked = client.run(
                function, *arguments, workers=[address], on_error="return", asynchronous=True
            )
            try:
                found = await asyncio.wait_for(asked, ANSWER_S)
            except TimeoutError:
                return TimeoutError(f"it has not answered for {ANSWER_S:,.0f} s")
            return found[address]

        async def answers() -> list[Any]:
            return await asyncio.gather(*map(answer, workers))

        return dict(zip(workers, client.sync(answers), strict=True))

    def _check_code(self, workers: list[ClusterWorker]) -> None:
        codes = self.ask(code, workers=[worker.address for worker in workers])
        for address, found in codes.items():
            # One that does not answer may still die; each task checks the code again.
            if found != code() and not isinstance(found, OSError):
                what = found if isinstance(found, str) else _first_line(found)
                raise other_code(address, what)

    def end(self) -> None:
        self._client.close(timeout=_END_S)


@cache
def code() -> str:
    """This serbench: its version, and a digest of its files."""
    folder = Path(serbench.__file__).parent
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return f"{serbench.__version__} ({kept.fingerprint(files)[:8]})"


def other_code(worker: str, what: str) -> UserError:
    """Of a worker whose serbench is not this one, but `what`."""
    return UserError(
        f"{worker}: the worker's serbench is {what}, and this one {code()}; install the same on "
        "all hosts, and start their workers anew"
    )


def no_worker(address: str) -> UserError:
    return UserError(
        f"{address}: no worker has been there for {PATIENCE_S:,.0f} s; start some: dask worker "
        f"{address} --nthreads 1"
    )


@contextmanager
def connected(address: str, *, insecure: bool = False) -> Iterator[Connection]:
    """A connection to `local:N`, which starts N workers that end with the block, or to a scheduler
    that is there. Without TLS it has to be `insecure`, unless all are on this machine. Raises
    `UserError` for an address that is none, where nobody answers, and where packages are missing.
    """
    try:
        import dask  # noqa: F401
        import distributed  # noqa: F401
    except ImportError as error:
        raise UserError(f"--cluster takes Dask, and {error.name} is missing: {INSTALL}") from None
    # Dask tells of every lost worker, which the code that hands out parts deals with.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address.startswith(LOCAL):
        with _started(_count(address)) as cluster, _ended(_of_local(cluster)) as connection:
            yield connection
        return
    with _ended(_of_scheduler(_scheduler(address), insecure)) as connection:
        yield connection


@contextmanager
def _ended(connection: Connection) -> Iterator[Connection]:
    try:
        yield connection
    finally:
        connection.end()


def _count(address: str) -> int:
    text = address.removeprefix(LOCAL)
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise UserError(
            f"--cluster {shell(address)}: behind local: stands how many processes: local:4"
        )
    return int(text)


@contextmanager
def _started(count: int) -> Iterator[LocalCluster]:
    """So many workers on this machine. They, and what they start, never see Ctrl-C, import no
    module that lies beside the data, and end with this process however that ends."""
    import dask
    from distributed import LocalCluster, Security

    watchdog.witnessed()
    settings: dict[str, Any] = {
        # Web servers start in any case, without TLS: they have no pages.
        **{f"distributed.{who}.http.routes": [] for who in ("scheduler", "worker")},
        # A cluster closes for good the nanny whose worker is away so long after it was lost: also
        # of one that has died again since, or takes longer to start.
        "distributed.deploy.lost-worker-timeout": "1000 hours",
    }
    with kept.scratch() as scratch, programs.safe_path(), dask.config.set(settings):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:  # Dask starts processes, also later ones, from threads that are made here
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                host="127.0.0.1",
                local_directory=str(scratch),
                memory_limit=memory.available_bytes() // count,
                resources=RESOURCES,
                security=Security.temporary(),
                silence_logs=logging.CRITICAL,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        try:
            yield cluster
        finally:
            with suppress(TimeoutError):
                cluster.close(timeout=_END_S)


def _of_local(cluster: LocalCluster) -> Connection:
    from distributed import Client

    def connect(timeout_s: float) -> Client:
        return Client(cluster, timeout=timeout_s, set_as_default=False)

    return Connection(connect, is_local=True, is_insecure=False)


def _scheduler(address: str) -> str:
    """The address itself, or the one in the scheduler file."""
    if "://" in address:
        return address
    try:
        told = json.loads(Path(address).read_bytes())
    except OSError as error:
        raise UserError(
            f"--cluster {shell(address)}: it is neither an address nor a file that can be read "
            f"({error.strerror}); name {FORMS}"
        ) from None
    except ValueError:
        told = None
    found = told.get("address") if isinstance(told, dict) else None
    if not isinstance(found, str) or "://" not in found:
        raise UserError(
            f"{shown_file(address)}: it is no scheduler file; one is written by: dask scheduler "
            f"--scheduler-file {shell(address)}"
        )
    return found


def _of_scheduler(address: str, insecure: bool) -> Connection:
    from distributed import Client, Security

    scheme = urlsplit(address).scheme
    if scheme not in ("tcp", "tls"):
        raise UserError(
            f"--cluster {shell(address)}: serbench speaks with schedulers by tls:// (or tcp:// on "
            f"this machine); name {FORMS}"
        )
    if not insecure:
        _check_encrypted(address, "the scheduler there")
    security = Security()
    if scheme == "tls" and not (security.tls_ca_file and security.tls_client_cert):
        names = ", ".join(f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in _CERTIFICATES)
        raise UserError(
            f"{address}: TLS takes the files of the cluster's authority and of your certificate "
            f"and key; name them: {names}, or distributed.comm.tls in ~/.config/dask"
        )

    def connect(timeout_s: float) -> Client:
        with _told(address), warnings.catch_warnings():
            # Of other versions of packages; whether serbench is the same is checked.
            warnings.simplefilter("ignore")
            return Client(
                address,
                security=security,
                timeout=timeout_s,
                set_as_default=False,
                name="serbench",
            )

    return Connection(connect, is_local=False, is_insecure=insecure)


@contextmanager
def _told(address: str) -> Iterator[None]:
    """What Dask says where it cannot connect, as a `UserError`."""
    import ssl

    try:
        yield
    except ssl.SSLError as error:
        raise UserError(
            f"{address}: the certificates do not serve: {_first_line(error)}; see: dask config get "
            "distributed.comm.tls"
        ) from None
    except FileNotFoundError as error:
        raise UserError(
            f"{address}: {error.filename or 'a certificate'}: no such file; see: dask config get "
            "distributed.comm.tls"
        ) from None
    except (OSError, ImportError, ValueError, RuntimeError, TypeError) as error:
        raise UserError(
            f"{address}: no scheduler can be spoken with there: {_first_line(error)}; see that one "
            "runs, and has the same Dask: dask scheduler"
        ) from None


def _first_line(error: Any) -> str:
    return clipped(next(iter(str(error).splitlines()), type(error).__name__), 200)


def _check_encrypted(address: str, who: str) -> None:
    """Raises `UserError` for an address beyond this machine that is not TLS."""
    url = urlsplit(address)
    if url.scheme != "tls" and not _is_loopback(url.hostname or ""):
        raise UserError(
            f"{address}: {who} speaks without TLS: whoever can reach it can have it run any code "
            "as you, and read your data on the way; start it with certificates (docs/cluster.md), "
            "or, in a network that you trust, say --insecure-cluster"
        )


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    try:
        found = socket.getaddrinfo(host, None)
    except OSError:
        return False
    return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in found)
