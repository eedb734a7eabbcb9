import json

import pytest

from serbench.report.experiments import EXPERIMENTS
from serbench.results.kinds import KINDS
from serbench.results.store import Store
from tests.results.every_kind import A, make_every_kind

TEXTS = ("markdown", "json", "csv", "page")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("experiments") / "serbench.duckdb"
    return path, make_every_kind(path)


@pytest.fixture
def results(stored):
    """What was found, by kind."""
    path, runs = stored
    with Store(path, read_only=True) as store:
        return {kind: one.load(store, runs[kind]) for kind, one in EXPERIMENTS.items()}


def test_every_kind_but_run_is_an_experiment():
    assert set(EXPERIMENTS) == set(KINDS) - {"run"}


@pytest.mark.parametrize(
    ("kind", "form"),
    [(kind, form) for kind, one in EXPERIMENTS.items() for form in TEXTS if getattr(one, form)],
)
def test_text_of_an_experiment_names_what_it_measured(kind, form, results):
    text = getattr(EXPERIMENTS[kind], form)(results[kind])
    assert ("bincode" if kind == "study" else A) in text


@pytest.mark.parametrize("kind", EXPERIMENTS)
def test_an_experiment_is_printed_with_one_line_break_at_its_end(kind, results, capsys):
    one = EXPERIMENTS[kind]
    one.show(results[kind], "table")
    assert capsys.readouterr().out.strip()
    for form in ("markdown", "json", "csv"):
        if getattr(one, form):
            one.show(results[kind], form)
            assert capsys.readouterr().out.endswith("\n")
    if one.json:
        one.show(results[kind], "json")
        json.loads(capsys.readouterr().out)
