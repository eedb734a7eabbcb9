"""`serbench trust`: says what would run, and approves it."""

import pytest

from serbench import catalog
from serbench.commands.new_codec import write_skeleton


@pytest.fixture
def folder(serbench, tmp_path):
    """With code of every kind."""
    (tmp_path / "codecs").mkdir()
    write_skeleton("go", "mine", tmp_path / "codecs")
    (tmp_path / "w.py").write_text("raise SystemExit('it ran')")
    (tmp_path / "serbench.toml").write_text(
        "[run]\ntargets = ['w.py', '/etc/hostname']\ncodec = ['none.rs']\n"
        "[verify]\nsql = ['''select 1,\n2''']\n[compare]\nrev = ['main']\n"
        "[codecs]\ndir = 'codecs'\n"
    )
    yield tmp_path
    catalog.forget_brought()


def test_show_lists_every_part_and_runs_no_code(serbench, folder):
    shown = serbench("trust", "--show")
    assert shown.status == 0
    assert shown.out.splitlines() == [
        str(folder.resolve()),
        "  codec: codecs/mine.go",
        "  codec: none.rs (no such file)",
        "  data outside of the folder: /etc/hostname",
        "  query: select 1,",
        "    2",
        "  revision: main",
        "  workload module: w.py",
        "not approved; approve it: serbench trust",
    ]
    assert not (folder / "state").exists()


def test_show_names_parts_changed_since_approval(serbench, folder):
    assert serbench("trust").out.endswith("approved, until one of these or serbench.toml changes\n")
    assert serbench("trust", "--show").out.endswith("\napproved\n")
    (folder / "w.py").write_text("other")
    shown = serbench("trust", "--show").out
    assert "workload module: w.py (changed)\n" in shown
    assert shown.endswith("approve it: serbench trust\n")
    serbench("trust")
    assert serbench("trust", "--show").out.endswith("\napproved\n")


def test_approval_is_listed_and_revoked(serbench, folder):
    assert serbench("trust", "--list").out == ""
    serbench("trust", "--always")
    assert serbench("trust", "--list").out == f"{folder.resolve()}, whatever becomes of it\n"
    assert serbench("trust", "--revoke").out.endswith("no longer approved\n")
    assert serbench("trust", "--revoke").out.endswith("was not approved\n")
    assert serbench("trust", "--list").out == ""
    assert "not approved" in serbench("trust", "--show").out


def test_folder_writable_by_others_is_not_approved_for_always(serbench, folder):
    folder.chmod(0o777)
    refused = serbench("trust", "--always")
    assert refused.status == 2
    assert "other users can write into it" in refused.err
    assert serbench("trust").status == 0


def test_the_environment_is_said(serbench, folder, monkeypatch):
    monkeypatch.setenv("SERBENCH_TRUST", str(folder.resolve()))
    assert serbench("trust", "--show").out.endswith("\napproved by SERBENCH_TRUST\n")


def test_missing_file_or_empty_approval_is_reported(serbench, tmp_path):
    missing = serbench("trust")
    assert missing.status == 2
    assert f"there is no serbench.toml in {tmp_path.resolve()}" in missing.err
    (tmp_path / "serbench.toml").write_text("[run]\ntargets = ['log']\nhtml = 'a.html'\n")
    assert "nothing of serbench.toml needs to be approved" in serbench("trust").out
    assert not (tmp_path / "state").exists()


def test_two_forms_at_once_are_bad_use(serbench, folder):
    assert serbench("trust", "--show", "--revoke").status == 2


def test_control_characters_of_the_file_are_not_shown(serbench, folder):
    name = folder / "codecs/\x1b[31mred.go"
    name.write_text("")
    assert "\x1b" not in serbench("trust", "--show").out
