"""What programs that serbench starts see and where they begin."""

import json
import sys
from pathlib import Path

from serbench import programs

SHOW = "import json, os; print(json.dumps([dict(os.environ), os.listdir()]))"


def seen(env=None):
    environment, files = json.loads(programs.run([sys.executable, "-c", SHOW], env=env).stdout)
    return environment, files


def test_a_token_in_the_environment_reaches_no_program(monkeypatch):
    monkeypatch.setenv("GH_TOKEN", "secret")
    monkeypatch.setenv("PIP_INDEX_URL", "file:///nowhere")
    building, _ = seen()
    measured, _ = seen(programs.measured())
    assert "GH_TOKEN" not in building
    assert building["PIP_INDEX_URL"] == "file:///nowhere"
    assert "GH_TOKEN" not in measured
    assert "PIP_INDEX_URL" not in measured
    assert measured["PATH"]


def test_a_program_without_a_folder_begins_in_an_empty_one(tmp_path, monkeypatch):
    (tmp_path / "pip.py").write_text("raise SystemExit('executed')")
    monkeypatch.chdir(tmp_path)
    _, files = seen()
    assert files == []
    assert Path.cwd() == tmp_path
