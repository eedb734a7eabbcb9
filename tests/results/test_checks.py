"""What a stranger's results file may hold."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from serbench.results import database
from serbench.results.checks import NotOurs, check
from tests.results import mutated

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """Something is in every table."""
    path = tmp_path_factory.mktemp("honest") / "honest.duckdb"
    path.write_bytes(mutated.honest())
    return path


@pytest.fixture
def changed(honest, tmp_path):
    def change(*statements):
        path = shutil.copy(honest, tmp_path / "changed.duckdb")
        with duckdb.connect(str(path)) as db:
            for statement in statements:
                db.execute(statement)
        return path

    return change


def test_honest_file_with_rows_in_every_table_is_accepted(honest):
    check(honest)
    with duckdb.connect(str(honest), read_only=True) as db:
        tables = db.execute("SELECT table_name, estimated_size FROM duckdb_tables()").fetchall()
    assert [table for table, rows in tables if not rows] == []


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (
            (
                "ALTER TABLE working_sets RENAME TO w",
                "CREATE VIEW working_sets AS SELECT * FROM w, read_text('/etc/hostname')",
            ),
            "the view 'working_sets'",
        ),
        (("CREATE MACRO strlen(x) AS 1",), "the macro 'strlen'"),
        (("CREATE MACRO f() AS TABLE SELECT 1",), "the macro 'f'"),
        (("CREATE TYPE word AS ENUM ('a')",), "the type 'word'"),
        (("CREATE SEQUENCE s",), "the sequence 's'"),
        (("CREATE INDEX i ON samples (ns)",), "the index 'i'"),
        (("CREATE SCHEMA s",), "the schema 's'"),
        (("CREATE TABLE x (a INTEGER CHECK (a > 0))",), "the constraint of the table 'x'"),
        (("ALTER TABLE runs ALTER tag SET DEFAULT 'x'",), "the computed column 'runs.tag'"),
        (
            (
                "DROP TABLE memory",
                "CREATE TABLE memory (run VARCHAR, workload VARCHAR, codec VARCHAR, "
                "peak_rss_bytes BIGINT AS (length(run)))",
            ),
            "the computed column 'memory.peak_rss_bytes'",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_foreign_objects_are_rejected_by_name(changed, statements, what):
    with pytest.raises(NotOurs, match="which serbench never writes") as refused:
        check(changed(*statements))
    assert what in str(refused.value)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("ALTER TABLE samples ALTER ns TYPE VARCHAR", "samples.ns holds VARCHAR, and not BIGINT"),
        ("ALTER TABLE samples DROP COLUMN items", "samples lacks the column items"),
        ("UPDATE samples SET ns = NULL", "samples.ns is empty"),
        ("UPDATE samples SET items = 0", "samples.items is not between 1"),
        ("UPDATE samples SET taken_s = 'nan'", "samples.taken_s is not between 0"),
        ("UPDATE working_sets SET json_bytes = 'inf'", "working_sets.json_bytes is not between 0"),
        ("UPDATE cells SET median_ns = NULL", "measured has no time"),
        ("UPDATE runs SET started = 'infinity'", "no time when it began"),
        ("UPDATE verdicts SET status = 'fine'", "verdicts.status holds 'fine'"),
        ("UPDATE runs SET settings = '[]'", r"runs.settings holds '\[\]'"),
        ("UPDATE runs SET settings = '{\"operations\": [1]}'", "runs.settings"),
        ("UPDATE runs SET kind = 'dance'", "runs.kind holds 'dance'"),
        ("UPDATE runs SET kind = 'cost'", "runs.settings holds .* field `cost`"),
        ("UPDATE codecs SET same = '{\"a\": 1}'", "codecs.same"),
        ("UPDATE file_samples SET operation = 'fly'", "file_samples.operation holds 'fly'"),
        ("UPDATE endings SET note = repeat('x', 17 << 20)", "endings.note is longer than 16 MiB"),
        ("INSERT INTO working_sets FROM working_sets", "two rows of one"),
        (
            "INSERT INTO codecs SELECT c.* REPLACE (range::VARCHAR AS codec) "
            "FROM (FROM codecs LIMIT 1) c, range(1001)",
            "a run is of 1005 codecs",
        ),
    ],
)
def test_impossible_values_are_rejected(changed, statement, why):
    with pytest.raises(NotOurs, match=why):
        check(changed(statement))


def test_highly_compressed_rows_are_rejected_before_reading(changed):
    path = changed("INSERT INTO endings SELECT e.* FROM endings e, range(5_000_000)")
    assert path.stat().st_size < 10_000_000
    with pytest.raises(NotOurs, match=r"more than \d+ MB of memory.*\(the table endings\)"):
        check(path)


def test_million_genuine_samples_are_accepted(changed):
    """They take 14 bytes each in the file."""
    path = changed(
        "INSERT INTO samples SELECT s.* REPLACE (1000 + 10000 * random() AS ns, "
        "250000 + 1000 * random() AS kernel_before_ns, 250000 + 1000 * random() AS "
        "kernel_after_ns, range + random() AS taken_s) FROM (FROM samples LIMIT 1) s, "
        "range(1_000_000)"
    )
    check(path)
    assert path.stat().st_size * database.TIMES > 100_000_000


def test_mutated_files_are_refused_or_read_and_end_in_no_traceback():
    """Others every day; the kind `results` of the fuzzer makes more of them."""
    words = ["-m", "tests.results.mutated", os.environ["SERBENCH_SEED"], "12", "10"]
    ended = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, (words, ended.stdout + ended.stderr)
    assert "12 files" in ended.stdout


def test_process_exceeding_memory_limit_rejects_the_file(honest):
    command = [sys.executable, "-P", "-m", "serbench.results.checks", str(honest)]
    ended = subprocess.run([*command, "700000000", "1", "60"], capture_output=True, timeout=60)
    assert b"takes more than 0 MB" in ended.stdout
    ended = subprocess.run([*command, "700000000", "400000000", "60"], capture_output=True)
    assert (ended.stdout, ended.stderr) == (b"{}\n", b"")
