"""`serbench verify --all` by the workers of a cluster, with fake drivers."""

import json
import os
import signal
import sys

import msgspec
import pytest

from serbench.cluster import connection, handing_out
from serbench.cluster.verification import Workers
from serbench.commands import full_dataset
from serbench.commands.full_dataset import FullDatasetOptions, ThisMachine, run_by
from serbench.commands.new_codec import write_skeleton
from serbench.errors import UserError
from serbench.machine import cache
from serbench.preparation.readings import Reading, Target
from serbench.results.full_dataset_rows import FullDatasetRecorder
from tests.commands.test_full_dataset import written

pytest.importorskip("distributed")

CODECS = ("cpp/cereal", "rust/postcard")


@pytest.fixture
def verified(local, builders, tmp_path):
    """What is found by workers, which read parts of 200 bytes, or by this machine."""

    def verified(*targets, hands=None, **options):
        options = {"codecs": CODECS, "db": tmp_path / "r.duckdb", "cluster": "local:2"} | options
        told = FullDatasetOptions(tuple(targets), **options)
        return run_by(told, hands or Workers(local, part_bytes=200))

    return verified


def findings(result):
    """But for what differs from run to run."""
    found = [msgspec.to_builtins(finding) for finding in result.found]
    return result.values, result.json_bytes, result.line_bytes, result.checksum, found


def test_workers_find_what_this_machine_finds(verified, builders, tmp_path):
    builders["cpp"].bad["cpp/cereal"] = {"v7x": "differs", "v60x": "crash", "v33x": "refused"}
    files = written(tmp_path / "a.jsonl", 50), written(tmp_path / "b.jsonl.gz", 30, first=50)
    targets = [Target(str(file)) for file in files]
    workers = verified(*targets)
    machine = verified(*targets, hands=ThisMachine(), cluster="", db=tmp_path / "other.duckdb")
    assert findings(workers) == findings(machine)
    assert (workers.status, workers.values) == ("finished", 80)
    assert {(f.file, f.number) for f in workers.found[0].failures} == {
        (str(files[0]), 8),
        (str(files[0]), 34),
        (str(files[1]), 11),
    }
    assert len(workers.checksum) == 16


def test_killed_worker_costs_its_part_again_and_no_line(
    verified, local, tmp_path, monkeypatch, capfd
):
    recorded = FullDatasetRecorder.examined
    killed = []

    def kill_once(self, examined):
        recorded(self, examined)
        if not killed:
            killed.append(local.client.run(os.getpid).popitem()[1])
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(FullDatasetRecorder, "examined", kill_once)
    result = verified(Target(str(written(tmp_path / "a.jsonl", 200))))
    assert killed
    assert (result.status, result.values) == ("finished", 200)
    assert [finding.survived for finding in result.found] == [200, 200]
    assert "each line of the first reading, once" in capfd.readouterr().err


def test_worker_that_hangs_does_not_hold_up_the_end(verified, local, tmp_path, monkeypatch):
    monkeypatch.setattr(handing_out, "_SLOW_S", 0.5)
    monkeypatch.setattr(handing_out, "_RESULT_S", 3.0)
    monkeypatch.setattr(connection, "ANSWER_S", 2.0)
    recorded, stopped = FullDatasetRecorder.examined, []

    def stop_one(self, examined):
        recorded(self, examined)
        if not stopped:
            stopped.append(local.client.run(os.getpid).popitem()[1])
            os.kill(stopped[0], signal.SIGSTOP)

    monkeypatch.setattr(FullDatasetRecorder, "examined", stop_one)
    try:
        result = verified(Target(str(written(tmp_path / "a.jsonl", 200))))
    finally:
        os.kill(stopped[0], signal.SIGCONT)
    assert (result.status, result.values) == ("finished", 200)


def test_interrupted_run_goes_on_after_the_parts_that_are_done(
    verified, builders, tmp_path, monkeypatch, capfd
):
    file = written(tmp_path / "a.jsonl", 100)
    recorded, done = FullDatasetRecorder.examined, []

    def interrupt(self, examined):
        recorded(self, examined)
        done.append(examined.chunk)
        if len(done) == 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(FullDatasetRecorder, "examined", interrupt)
        first = verified(Target(str(file)))
    assert (first.status, len(done)) == ("interrupted", 5)
    assert "--cluster local:2" in capfd.readouterr().err
    with pytest.raises(UserError, match=r"begun on a cluster.*add --cluster"):
        verified(codecs=(), resume=(), hands=ThisMachine(), cluster="")
    builders["rust"].bad["rust/postcard"] = {"v0x": "refused", "v99x": "refused"}
    again = verified(codecs=(), resume=())
    assert (again.run, again.status, again.values) == (first.run, "finished", 100)
    # The part of the first value was not examined again, unless it was none of those done.
    numbers = [failure.number for failure in again.found[1].failures]
    assert numbers == ([100] if 0 in done else [1, 100])


def test_value_that_does_not_fit_ends_the_run_and_is_told_with_its_line(verified, tmp_path):
    file = tmp_path / "a.jsonl"
    rows = [f'{{"n": {i}, "name": "v{i}x"}}' for i in range(60)]
    file.write_text("\n".join(rows) + "\n")
    schema = tmp_path / "s.avsc"
    fields = [{"name": "n", "type": "int"}, {"name": "name", "type": "string"}]
    schema.write_text(json.dumps({"type": "record", "name": "A", "fields": fields}))
    target = Target(str(file), Reading(schema=str(schema)))
    assert verified(target).values == 60
    rows[41] = rows[52] = '{"n": "x", "name": ""}'
    file.write_text("\n".join(rows) + "\n")
    with pytest.raises(UserError, match=rf"{file}:42: \$\.n: .*serbench infer"):
        verified(target)


def test_generated_values_are_sent(verified):
    result = verified(Target("nested"), count=20)
    assert (result.values, result.status) == (20, "finished")


def test_codec_without_driver_is_kept_as_such(verified, builders, tmp_path):
    builders["rust"].missing["rust/postcard"] = "no Rust"
    result = verified(Target(str(written(tmp_path / "a.jsonl", 9))))
    assert [finding.status for finding in result.found] == ["measured", "unavailable"]


def test_lost_line_is_noticed(verified, tmp_path, monkeypatch):
    file = written(tmp_path / "a.jsonl", 40)
    checked = full_dataset._check_lines

    def forget_one(result, plan):
        checked(msgspec.structs.replace(result, checksum="0" * 16), plan)

    monkeypatch.setattr(full_dataset, "_check_lines", forget_one)
    with pytest.raises(UserError, match="lines were lost"):
        verified(Target(str(file)))


def test_table_is_verified_by_its_row_groups(verified, tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    path = tmp_path / "x.parquet"
    table = pa.table({"n": range(300), "name": [f"v{i}x" for i in range(300)]})
    pyarrow.parquet.write_table(table, path, row_group_size=50)
    result = verified(Target(str(path)))
    assert result.values == 300
    assert [finding.survived for finding in result.found] == [300, 300]


@pytest.mark.compiled
def test_hosts_build_codecs_that_were_sent(local, tmp_path, monkeypatch):
    monkeypatch.setattr(local, "is_local", False)
    own = write_skeleton("python", "mine", tmp_path)
    file = written(tmp_path / "a.jsonl", 60)
    options = FullDatasetOptions(
        (Target(str(file)),), codecs=(str(own),), db=tmp_path / "r.duckdb", cluster="local:2"
    )
    result = run_by(options, Workers(local, part_bytes=2000))
    assert {finding.codec: finding.survived for finding in result.found} == {"python/mine": 60}
    [copy] = cache.home().glob("sent/*/*")  # the host's cache, which is this one's
    assert copy.read_bytes() == own.read_bytes()


def test_workers_end_their_drivers(verified, local, tmp_path):
    # A worker that hung, in a test before, has what it was told to end meanwhile.
    before = local.client.run(_benches)
    verified(Target(str(written(tmp_path / "a.jsonl", 20))))
    after = local.client.run(_benches)
    assert not {bench for benches in after.values() for bench in benches}.difference(
        *before.values()
    )


def _benches():
    examining = sys.modules.get("serbench.cluster.examining")
    return list(examining._benches) if examining else []
