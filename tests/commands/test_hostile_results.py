"""A stranger's results file commands neither the terminal nor the page nor a viewer of Markdown."""

import csv
import io
import json
import re
import shutil
import sys
import traceback

import duckdb
import pytest

from serbench.results.kinds import KINDS
from tests.commands.conftest import Outcome
from tests.results.every_kind import make_every_kind
from tests.screens import ATTACK, check_screen, obeyed

FORMS = ((), ("--format", "markdown"), ("--format", "json"), ("--format", "csv"))
# Columns whose text decides what becomes of a row, with the kinds of runs that it does so in. What
# is not known there may end in an error. By tags the other tests name runs.
STEERING = {
    "checksum": ("census",),
    "counts": ("robustness",),
    "cores": ("files",),
    "digest": ("run", "cost"),
    "direction": ("evolution",),
    "kind": KINDS,
    "language": ("run", "study"),
    "mode": ("cost",),
    "operation": ("run", "files", "study", "cost"),
    "operations": ("run", "study"),
    "outcome": ("interop", "evolution"),
    "same": ("run",),
    "settings": KINDS,
    "status": KINDS,
    "tag": ("run",),
    "unit": ("census",),
}
COLUMNS = (
    "SELECT table_name, column_name, data_type FROM duckdb_columns() "
    "WHERE NOT internal AND data_type IN ('VARCHAR', 'VARCHAR[]', 'JSON')"
)


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    path = tmp_path_factory.mktemp("honest") / "serbench.duckdb"
    return path, make_every_kind(path)


@pytest.fixture
def attacked(honest, tmp_path):
    """Puts the attack behind every text of the columns chosen, in all tables, so that what
    belongs together still does. Gives the runs' ids by kind."""
    path, runs = honest

    def attack(is_chosen):
        mine = tmp_path / "serbench.duckdb"
        shutil.copy(path, mine)
        with duckdb.connect(str(mine)) as db:
            db.execute("SET enable_progress_bar = false")  # as workers of pytest have it
            chosen = [row for row in db.execute(COLUMNS).fetchall() if is_chosen(row[1])]
            for table, column, kind in chosen:
                rewrite(db, table, column, kind)
        assert chosen
        return {
            kind: name + (ATTACK if is_chosen("fleet" if kind == "fleet" else "run") else "")
            for kind, name in runs.items()
        }

    return attack


def rewrite(db, table, column, kind):
    for row, value in db.execute(f'SELECT rowid, "{column}" FROM {table}').fetchall():
        if value:
            new = json.dumps(behind(json.loads(value))) if kind == "JSON" else behind(value)
            db.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', [new, row])


def behind(value):
    match value:
        case str():
            return value + ATTACK
        case dict():
            return {behind(key): behind(one) for key, one in value.items()}
        case list():
            return [behind(one) for one in value]
        case _:
            return value


@pytest.fixture
def shown(serbench, monkeypatch, tmp_path, capfd):
    """Runs a command as in a terminal with colours, and looks through all that it leaves."""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # brought back after a traceback
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words):
        try:
            outcome = serbench(*words)
        except Exception as error:  # as Python ends after an error that nobody foresaw
            traceback.print_exception(error)
            said = capfd.readouterr()
            outcome = Outcome(1, said.out, said.err)
        check_screen(outcome.out)
        check_screen(outcome.err)
        assert outcome.status in (0, 1, 2)
        for page in (*tmp_path.glob("*.html"), *tmp_path.glob("charts/*.svg")):
            text = page.read_text()
            assert "<img src=x>" not in text
            assert "\x1b" not in text
            page.unlink()
        return outcome

    return call


def commands(runs):
    """Every command that reads a results file, in every form it has."""
    for kind in KINDS:
        for form in FORMS:
            yield "report", runs[kind], *form
    for form in FORMS:
        yield "report", *form
        yield "report", runs["fleet"], *form
        yield "report", "before", "after", *form
        yield "compare", "before", "after", *form
    yield "report", runs["run"], "--picture", "picture.svg"
    yield "report", runs["study"], "--svg", "charts"
    yield "report", runs["run"], "--svg", "charts"
    for form in ((), ("--why",), ("--format", "markdown"), ("--format", "json")):
        yield "choose", runs["run"], *form
    yield "compare", "before", "after", "--fail-if-slower", "1"
    yield "compare", runs["run"], runs["later"]
    for form in ((), ("--format", "json")):
        yield "history", "cereal", *form
        yield "history", "cpp/cereal" + ATTACK, *form
        yield "list", "runs", *form
    yield "merge", "serbench.duckdb", "--db", "mine.duckdb"
    yield "cost", runs["run"] + "none"
    yield "report", "no-such-run"
    yield "compare", "no-such-run", "before"


def test_texts_of_a_results_file_are_shown_and_not_obeyed(attacked, shown):
    runs = attacked(lambda column: column not in STEERING)
    worked = set()
    for words in commands(runs):
        outcome = shown(*words)
        if outcome.status == 0:
            worked.add(words[0])
        if outcome.status == 0 and outcome.out:
            check_form(outcome.out, words)
    assert worked >= {"report", "compare", "history", "list", "merge"}


def check_form(text, words):
    """JSON and CSV hold the whole text, Markdown no image of its."""
    if "json" in words:
        assert text.isascii()
        json.loads(text)
    elif "csv" in words:
        for row in csv.reader(io.StringIO(text)):
            assert not any(map(obeyed, row))
    elif "markdown" in words:
        rest = re.sub(r"`[^`\n]*`|<code>[^<>\n]*</code>", "", text)
        assert "![" not in rest.replace("![Why the order changes](", "")
        assert "<img" not in rest


@pytest.mark.parametrize("column", STEERING)
def test_hostile_report_settings_do_not_control_the_terminal(column, attacked, shown):
    runs = attacked(lambda name: name == column)
    for kind in STEERING[column]:
        shown("report", runs[kind])
    shown("list", "runs")
    shown("history", "cereal")
