import pytest

from serbench.catalog import all_codecs
from serbench.command_line import completion
from serbench.languages.registry import LANGUAGES
from serbench.workloads.registry import names
from tests.results.made import Made, make_once


def test_names_are_completed():
    assert completion.languages("") == list(LANGUAGES)
    assert completion.workloads("twe") == [name for name in names() if name.startswith("twe")]
    assert completion.operations("deser") == ["deserialize"]
    assert sorted(completion.codecs("")) == sorted(codec.id for codec in all_codecs())


def test_forms_of_a_command_are_completed():
    assert completion.one_of(("table", "json"))("") == ["table", "json"]
    assert completion.one_of(("table", "json"))("j") == ["json"]


def test_the_last_of_several_is_completed():
    first, second = list(LANGUAGES)[:2]
    assert completion.languages(f"{first},{second[:2]}") == [f"{first},{second}"]


def test_targets_are_workloads_and_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lots.jsonl").touch()
    for name in ("lo$(touch x)", "lo`x`", "lo x", "lo'", "lo\nx", "lo;x"):
        (tmp_path / name).touch()  # bash would put it into the line as it is
    assert completion.targets("lo") == ["log", "lots.jsonl"]


def test_runs_are_completed_from_the_local_results_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert completion.runs("") == []
    [run] = make_once(tmp_path / "serbench.duckdb", Made(tag="before"))
    assert completion.runs("") == ["before", run]
    (tmp_path / "serbench.duckdb").write_bytes(b"no results file")
    assert completion.runs("") == []


@pytest.mark.parametrize("strange", ["'", "$(x)", "\n", "..", "é"])
def test_unmatched_text_has_no_completions(strange):
    assert completion.codecs(strange) == completion.languages(strange) == []


@pytest.mark.parametrize(
    "name", ["$(x).jsonl", "`x`", "a;x", "a b", "\\$(x)", "a\nb", "\x1b]0;x\x07", "a\u202eb", "'a"]
)
def test_name_with_shell_syntax_is_not_completed(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for one in (name, "größe-1.jsonl"):
        (tmp_path / one).touch()
    assert completion.targets(name[0]) == [n for n in names() if n.startswith(name[0])]
    assert completion.targets("gr") == ["größe-1.jsonl"]
