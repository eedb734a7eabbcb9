"""`serbench run --cluster`: the same question on several hosts, in one results file."""

from __future__ import annotations

import datetime as dt
import shlex
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import serbench
from serbench.builders.codec import Codec
from serbench.catalog import choose, choose_core
from serbench.cluster.job import (
    AnyMessage,
    Built,
    HostEnded,
    InProgress,
    Job,
    SentValues,
    WorkloadBegun,
    WorkloadEnded,
)
from serbench.cluster.journal import replay
from serbench.cluster.own_codecs import check_alone, sent
from serbench.commands.recording import add_codecs, facts_of, seen_later
from serbench.commands.run_options import RunOptions, Where, budget_s, settings_of, smallest
from serbench.errors import UserError
from serbench.measure import allocators, status
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.results.fleet import CAUSE
from serbench.results.recorder import WorkloadRecorder
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.terminal.progress import bar, plan, say, waiting

if TYPE_CHECKING:
    from serbench.cluster.connection import Connection
    from serbench.cluster.fleet import Measuring
    from serbench.cluster.hosts import ClusterHost
    from serbench.results.fleet import FleetResult

# Seconds by the rule of thumb: of finding hosts; of building drivers there, until they say how long
# it takes; of analysing what they measured, with what a codec adds.
_CONNECTING_S = 2.0
_BUILDING_S = 30.0
_ANALYSING_S = (1.0, 0.1)


def measured_on(
    options: RunOptions, where: Where, named: Collection[str], baseline: str
) -> tuple[FleetResult, bool, bool]:
    """Measures on the hosts. Gives what they found, whether it is a negative verdict, `named` being
    the codecs that were asked for by name, and whether nobody interrupted it.

    Raises `UserError` before anything is measured if something asked for does not exist, and if
    nothing could be measured at all.
    """
    from serbench.cluster.connection import connected
    from serbench.cluster.hosts import hosts_of, is_selected, selected
    from serbench.results.analysis import analyse
    from serbench.results.fleet import load_fleet

    check_tag(options.tag)
    allocators.check(options.allocator)
    codecs = choose_core(options.languages, options.codecs, options.all_codecs)
    check_alone(codecs)
    if not options.codecs and not options.all_codecs:
        every = len(choose(options.languages, ()))
        say(f"measuring the core set, {len(codecs)} of {every} codecs; --all measures every one")
    # The file is opened first: one that cannot be used costs no time.
    with (
        plan("fleet") as whole,
        Store(options.db) as store,
        connected(where.address, insecure=where.insecure) as connection,
    ):
        whole.expect("connecting", _CONNECTING_S)
        whole.expect("measuring", _BUILDING_S + len(options.targets) * budget_s(options, codecs))
        whole.expect("analysing", _ANALYSING_S[0] + _ANALYSING_S[1] * len(codecs))
        with waiting("asking workers which hosts they are on", "connecting"):
            there, lacking = hosts_of(connection, connection.reached())
        left_out = [one for one in lacking if not one.host or is_selected(one.host, where.on)]
        for one in left_out:
            say(f"{one.name} is left out: {one.why}")
        hosts = selected(there, where.on) if there else []
        for host in hosts:
            if host.workers > 1:
                say(
                    f"{host.name} has {host.workers} workers; those that do not measure disturb "
                    "it: start one on each host"
                )
        if not hosts:
            raise UserError(f"{where.address}: no host can measure; see above why not")
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
        runs = _runs(store, options, where, hosts, targets, codecs)
        finished = _followed(connection, runs)
        begun = [run for run in runs if run.run]
        if not begun and not finished:
            raise KeyboardInterrupt
        if not begun:
            raise UserError(f"{where.address}: no host measured anything; see above why not")
        fleet = runs[0].fleet
        with seen_later(fleet, options.db), waiting("analysing the samples", "analysing"):
            results = [analyse(store, run.run) for run in begun]
            for result in results:
                store.add_cells(result.rows)
            found = load_fleet(store, fleet, baseline)
    is_negative = any(
        status.is_negative(((row.codec, row.status) for row in result.rows), named)
        for result in results
    )
    lost = any(run.status != "finished" for run in runs)
    return found, is_negative or lost or bool(left_out), finished


def _runs(
    store: Store,
    options: RunOptions,
    where: Where,
    hosts: Sequence[ClusterHost],
    targets: Sequence[ResolvedTarget],
    codecs: Sequence[Codec],
) -> list[HostRun]:
    from serbench.cluster.split import bridge, shares

    fleet = _new_fleet(store)
    of_host = {host.worker.address: list(codecs) for host in hosts}
    linking: list[str] = []
    if where.split:
        of_host = shares(codecs, {host.worker.address: host.kind.id for host in hosts})
        linking = [codec.id for codec in bridge(codecs)]
    return [
        HostRun(store, options, fleet, host, targets, of_host[host.worker.address], codecs, linking)
        for host in hosts
    ]


def _new_fleet(store: Store) -> str:
    """An id that no fleet has: `fleet-20261127-104502`."""
    base = fleet = f"fleet-{dt.datetime.now(dt.UTC):%Y%m%d-%H%M%S}"
    taken, number = {run.fleet for run in store.runs()}, 2
    while fleet in taken:
        fleet, number = f"{base}-{number}", number + 1
    return fleet


@dataclass(slots=True)
class HostRun:
    """A host's run in the results file, as `serbench.cluster.fleet.Found`. It begins when drivers
    were built: a host that is lost before has none. `all_codecs` are those of all hosts."""

    store: Store
    options: RunOptions
    fleet: str
    host: ClusterHost
    targets: Sequence[ResolvedTarget]
    codecs: Sequence[Codec]
    all_codecs: Sequence[Codec]
    bridge: Sequence[str]
    run: str = ""
    status: str = ""
    began_s: float = 0.0
    environment: dict[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    recorder: WorkloadRecorder | None = None

    def job(self) -> Job:
        """For the host; all but its codecs and its time is that of all hosts."""
        return Job(
            codecs=tuple(codec.id for codec in self.codecs if not codec.is_own),
            own_codecs=sent(self.codecs),
            workloads=tuple(
                SentValues(
                    workload=target.name,
                    schema=target.schema.to_dict(),
                    values=target.expected.values,
                    digest=target.expected.digest,
                    visit=target.expected.visit,
                    json_bytes=target.json_bytes,
                    file=_file(number),
                )
                for number, target in enumerate(self.targets)
            ),
            operations=tuple(self.options.operations),
            budget_s=budget_s(self.options, self.codecs),
            precision=self.options.precision,
            smallest=smallest(self.options, self.all_codecs),
            processes=self.options.processes,
            layouts=self.options.layouts,
            allocator=self.options.allocator,
            seed=self.options.seed,
        )

    def files(self) -> dict[str, Path]:
        """Those that the job names."""
        return {_file(number): target.expected.path for number, target in enumerate(self.targets)}

    def take(self, messages: Sequence[AnyMessage]) -> None:
        with self.store.at_once():
            for message in messages:
                self._take(message)

    def _take(self, message: AnyMessage) -> None:
        match message:
            case InProgress():
                pass
            case Built(environment, versions, layouts):
                self._begin(environment, versions, layouts)
            case WorkloadBegun(workload):
                self._begin_workload(workload)
            case WorkloadEnded(workload, remarks):
                self.store.insert("workload_ends", self.run, workload)
                for remark in remarks:
                    say(f"{self.host.name}, {workload}: {remark}")
            case HostEnded(environment=environment):
                self.environment |= environment
            case recorded if self.recorder:
                replay(recorded, self.recorder)

    def _begin(
        self, environment: dict[str, str], versions: Mapping[str, str], layouts: Mapping[str, int]
    ) -> None:
        self.began_s = time.monotonic()
        of_kind = self.host.kind.facts  # it was chosen by
        self.environment = {**environment, **of_kind}
        self.versions = versions
        settings = settings_of(self.options, self.targets, self.codecs, layouts)
        settings["smallest"] = smallest(self.options, self.all_codecs)
        settings["bridge"] = self.bridge
        self.run = self.store.begin_run(
            serbench.__version__,
            shlex.join(sys.argv),
            settings,
            self.environment,
            tag=self.options.tag,
            note=self.options.note,
            host=self.host.facts.host,
            fleet=self.fleet,
        )

    def _begin_workload(self, name: str) -> None:
        from serbench.schema.leaves import mean_leaves

        target = next(target for target in self.targets if target.name == name)
        leaves = mean_leaves(target.expected.path)
        self.store.add_working_set(self.run, facts_of(target, leaves))
        add_codecs(self.store, self.run, target, self.codecs, self.versions)
        self.recorder = WorkloadRecorder(self.store, self.run, name)

    def end(self, status: str, cause: str) -> None:
        self.status = status
        if not self.run:
            why = f": {cause}" if cause else ""
            say(f"{self.host.words} measured nothing{why}")
            return
        if status != "finished":
            why = f": {cause}" if cause else ""
            say(f"{self.host.name} ended early{why}; what it measured is kept as run {self.run}")
        facts = self.environment | self.store.toolchains(self.run)
        if cause:
            facts[CAUSE] = cause
        self.store.end_run(self.run, status, time.monotonic() - self.began_s, facts)


def _file(number: int) -> str:
    return f"values-{number}.jsonl"


def _followed(connection: Connection, runs: Sequence[HostRun]) -> bool:
    """Whether nobody interrupted it."""
    from serbench.cluster.fleet import Fleet, Measuring

    hosts = [Measuring(run.host, run.job(), run.files(), run) for run in runs]
    title = f"measuring on {'one host' if len(hosts) == 1 else f'{len(hosts)} hosts'}"
    with bar(title, "measuring") as progress:
        began_s = time.monotonic()

        def tell() -> None:
            spent_s = time.monotonic() - began_s
            whole_s = spent_s + max(_left_s(host) for host in hosts)
            progress.expect(whole_s)
            progress.update(spent_s, whole_s, _doing(hosts))

        finished = Fleet(connection, hosts, tell).measure()
    if not finished:
        say("all hosts were told to end; what they measured is kept")
    return finished


def _left_s(host: Measuring) -> float:
    """What it says, or all of the time that it may measure."""
    if host.told.left_s is not None:
        return host.told.left_s
    return host.job.budget_s * len(host.job.workloads)


def _doing(hosts: Sequence[Measuring]) -> str:
    """Of those that take longest."""
    going = sorted((h for h in hosts if not h.is_over), key=_left_s, reverse=True)
    told = [": ".join(filter(None, (h.host.name, h.told.doing))) for h in going[:2]]
    if len(going) > len(told):
        told.append(f"{len(going) - len(told)} more")
    return "; ".join(told)
