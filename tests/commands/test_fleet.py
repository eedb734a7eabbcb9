"""`serbench run --cluster` on a cluster of two workers in this process that say that they are
different hosts. Drivers are fake, processes that measure are true."""

import csv
import io
import json
import sys

import msgspec
import pytest

from serbench.cluster import hosts, on_worker
from serbench.machine import programs
from serbench.measure.host import Host
from serbench.results.store import Store
from tests.results.fleets import FLEET, TWO_KINDS
from tests.results.made import make

distributed = pytest.importorskip("distributed")

LINES = '{"name": "a", "n": 1}\n{"name": "b", "n": null}\n'
FAST = ("--budget", "0.01", "--processes", "1", "--op", "serialize")
CODECS = ("--codec", "cpp/cereal", "--codec", "rust/rmp")
PROCESSORS = {"one": "Intel(R) Xeon(R) Gold 6148 CPU", "two": "AMD EPYC 7B13 64-Core Processor"}
# What the process on a host does otherwise than fake drivers do, and what the host says otherwise.
HOW: dict[str, dict] = {}
SAYS: dict[str, dict] = {}


def tell_facts(dask_worker):
    name = dask_worker.name
    here = hosts.facts_here()
    facts = msgspec.structs.replace(
        here,
        host=Host(f"{name}-host", f"id of {name}"),
        machine=name,
        hostname=name,
        environment={"CPU": PROCESSORS[name], "cores": "2"},
    )
    return msgspec.json.encode(msgspec.structs.replace(facts, **SAYS.get(name, {})))


def command(folder):
    how = HOW.get(distributed.get_worker().name, {})
    return [sys.executable, "-m", "tests.cluster.fake_measure_job", json.dumps(how), str(folder)]


@pytest.fixture(scope="module")
def cluster():
    options = {"nthreads": 1, "resources": {"serbench": 1}, "host": "127.0.0.1"}
    workers = {
        name: {"cls": distributed.Worker, "options": options | {"name": name}}
        for name in PROCESSORS
    }
    scheduler = {
        "cls": distributed.Scheduler,
        "options": {"host": "127.0.0.1", "port": 0, "dashboard_address": "127.0.0.1:0"},
    }
    with distributed.SpecCluster(workers, scheduler, silence_logs=50) as made:
        yield made


@pytest.fixture
def run(serbench, cluster, monkeypatch, tmp_path):
    """Runs `serbench run` with a file of two values on the cluster."""
    monkeypatch.setattr(hosts, "tell_facts", tell_facts)
    monkeypatch.setattr(on_worker, "command", command)
    monkeypatch.setattr(programs, "_INSTALLING", programs._INSTALLING | {"SERBENCH_SEED"})
    monkeypatch.setattr("serbench.cluster.fleet.PULL_S", 0.1)
    # That of one host takes seconds to draw.
    monkeypatch.setattr("serbench.commands.output.write_html", lambda *_: None)
    HOW.clear()
    SAYS.clear()
    (tmp_path / "data.jsonl").write_text(LINES)

    def call(*words):
        address = cluster.scheduler_address
        return serbench("run", "data.jsonl", *FAST, *CODECS, "--cluster", address, *words)

    return call


def stored(tmp_path):
    with Store(tmp_path / "serbench.duckdb", read_only=True) as store:
        records = store.runs()
        verdicts = {
            record.host.name: {c.codec: c.verdict for c in store.codecs(record.run, "data")}
            for record in records
        }
        facts = {record.host.name: store.run_facts(record.run) for record in records}
        return records, verdicts, facts


def test_each_host_has_a_run_of_its_own_bound_by_the_fleet(run, serbench, tmp_path):
    done = run("--tag", "night", "--note", "all hosts")
    assert done.status == 0, done.err
    records, verdicts, facts = stored(tmp_path)
    assert {r.host for r in records} == {
        Host("one-host", "id of one"),
        Host("two-host", "id of two"),
    }
    [fleet] = {record.fleet for record in records}
    for record in records:
        assert (record.status, record.tag, record.note) == ("finished", "night", "all hosts")
        assert (record.kind, record.workloads, record.codecs) == ("run", ("data",), 2)
        assert {v.status for v in verdicts[record.host.name].values()} == {"measured"}
        assert "processor time stolen" in facts[record.host.name]["environment"]
    assert "2 runs on 2 hosts, of 2 kinds" in done.out
    assert "Several hosts" in (tmp_path / "report.html").read_text()
    assert serbench("report", fleet).out == done.out


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The results file of hosts of two kinds; gives the ids of the runs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("serbench.commands.output.write_html", lambda *_: None)
    return make(tmp_path / "serbench.duckdb", *TWO_KINDS)


def test_fleet_is_reported_by_id_tag_or_as_the_latest_in_every_form(made, serbench, tmp_path):
    shown = serbench("report", FLEET)
    assert shown.status == 0
    assert "3 runs on 3 hosts, of 2 kinds" in shown.out
    assert "Several hosts" in (tmp_path / "report.html").read_text()
    for words in (("night",), ()):
        assert serbench("report", *words).out == shown.out
    found = json.loads(serbench("report", "--format", "json", "--baseline", "cereal").out)
    assert [kind["hosts"] for kind in found["kinds"]] == [2, 1]
    assert {row["baseline"] for row in found["rows"]} == {"cpp/cereal"}
    rows = list(csv.DictReader(io.StringIO(serbench("report", "--format", "csv").out)))
    assert {row["kind"] for row in rows} == {"A", "B"}
    assert serbench("report", "--format", "markdown").out.startswith("Several hosts")
    listed = json.loads(serbench("list", "runs", "--format", "json").out)
    assert {row["fleet"] for row in listed} == {FLEET}


def test_run_of_a_fleet_is_reported_alone_with_a_hint(made, serbench):
    one = serbench("report", made[0])
    assert one.status == 0
    assert f"{made[0]} is of one of several hosts; see all: serbench report {FLEET}" in one.err
    assert "Several hosts" not in one.out


def test_form_that_a_fleet_lacks_is_rejected(made, serbench):
    for words, said in (
        (("--svg", "charts"), f"{FLEET} is a fleet, which has a table"),
        (("--top", "3"), "--columns and --baseline are for runs"),
        (("--lang", "cpp"), "are for runs"),
        (("--baseline", "cpp/ceral"), "Did you mean 'cpp/cereal'?"),
    ):
        done = serbench("report", *words)
        assert done.status == 2
        assert said in done.err


def test_run_of_a_host_is_not_resumed_here(made, serbench):
    named = serbench("run", made[1], "--resume")
    assert named.status == 2
    assert "is of a host of a cluster; begin anew: serbench run --cluster" in named.err
    latest = serbench("run", "--resume")
    assert latest.status == 2
    assert "no run of `serbench run` is unfinished" in latest.err


def test_selector_that_fits_no_host_is_rejected_with_the_hosts(run):
    done = run("--on", "name=three")
    assert done.status == 2
    assert "no host fits; there are: one-host (one, Intel" in done.err


def test_host_that_cannot_build_is_reported_and_others_go_on(run, tmp_path):
    HOW["one"] = {"unbuildable": ["cpp/cereal", "rust/rmp"]}
    done = run()
    assert done.status == 1
    _, verdicts, _ = stored(tmp_path)
    assert {v.status for v in verdicts["one-host"].values()} == {"failed"}
    assert {v.status for v in verdicts["two-host"].values()} == {"measured"}
    assert "one-host, data: failed: it did not build: expected `;`" in " ".join(done.out.split())


def test_host_with_another_serbench_is_left_out(run, tmp_path):
    SAYS["two"] = {"code": "0.0.1 (abcd)"}
    done = run()
    assert done.status == 1
    assert "two-host (two, AMD EPYC" in done.err
    assert "is left out: its serbench is 0.0.1 (abcd)" in done.err
    [record], _, _ = stored(tmp_path)
    assert record.host.name == "one-host"
    SAYS["one"] = SAYS["two"]
    done = run("--on", "kind=*Xeon*")
    assert done.status == 2
    assert "two-host" not in done.err
    assert "no host can measure; see above why not" in done.err


def test_codecs_are_split_among_hosts_of_a_kind_and_own_ones_sent(
    run, serbench, tmp_path, monkeypatch
):
    SAYS["two"] = {"environment": {"CPU": PROCESSORS["one"], "cores": "2"}}
    monkeypatch.setattr("serbench.cluster.split.BRIDGE", 1)
    assert serbench("new", "codec", "rust", "mine").status == 0
    done = run("--split", "--codec", "cpp/bson", "--codec", "mine.rs")
    assert done.status == 0, done.err
    _, verdicts, facts = stored(tmp_path)
    both = verdicts["one-host"].keys() & verdicts["two-host"].keys()
    either = verdicts["one-host"].keys() | verdicts["two-host"].keys()
    assert len(either) == 4
    assert set(facts["one-host"]["settings"]["bridge"]) == both
    assert {codec.partition("/")[0] for codec in both} == {"cpp", "rust"}
    [mine] = [of["rust/mine"] for of in verdicts.values() if "rust/mine" in of]
    assert mine.status == "measured"
    assert "Codecs were split among hosts of a kind" in done.out


def test_own_codec_that_names_files_beside_it_is_refused(run, tmp_path, serbench):
    assert serbench("new", "codec", "cpp", "mine").status == 0
    text = (tmp_path / "mine.cpp").read_text()
    head, mark, rest = text.partition("// library =")
    (tmp_path / "mine.cpp").write_text(f'{head}// include = ["../mine"]\n{mark}{rest}')
    done = run("--codec", "mine.cpp")
    assert done.status == 2
    assert "it names files beside it, which other hosts do not have" in done.err


def test_interrupt_keeps_what_hosts_measured(run, tmp_path, monkeypatch):
    def doing(measuring):
        journals = (tmp_path / "cache" / "serbench" / "fleet").glob("*/journal")
        if sum(b"WereSampled" in journal.read_bytes() for journal in journals) == 2:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr("serbench.commands.fleet._doing", doing)
    done = run("--budget", "600", "--processes", "1000")
    assert done.status == 130, done.err
    assert "all hosts were told to end; what they measured is kept" in done.err
    records, _, facts = stored(tmp_path)
    assert [record.status for record in records] == ["interrupted"] * 2
    causes = {fact["environment"]["ended early"] for fact in facts.values()}
    assert causes == {"it was told to end"}
    with Store(tmp_path / "serbench.duckdb", read_only=True) as store:
        for record in records:
            assert len(store.samples(record.run, "data")["ns"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--resume",), "--resume and --cluster exclude each other"),
        (("--top", "3"), "--top, --sort and --columns are of one host"),
        (("--baseline", "cpp/ceral"), "no such codec is measured"),
    ],
)
def test_options_that_do_not_fit_are_rejected(run, words, said, serbench):
    done = (
        run(*words)
        if words != ("--resume",)
        else serbench("run", "--resume", "--cluster", "local:1")
    )
    assert done.status == 2
    assert said in done.err


def test_options_of_a_cluster_without_one_are_rejected(serbench):
    for words in (("--on", "name=x"), ("--split",), ("--insecure-cluster",)):
        done = serbench("run", "log", *words)
        assert done.status == 2
        assert "are of --cluster ADDRESS" in done.err
