"""Approvals: kept by folder, for this user alone."""

import os
import stat
from pathlib import Path

import pytest

from serbench.command_line import approvals
from serbench.command_line.approvals import Approval
from serbench.errors import UserError


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv(approvals.VARIABLE, raising=False)
    return tmp_path / "state/serbench/approved"


def test_saved_approval_is_loaded_until_removed(tmp_path):
    odd = Path(os.fsdecode(b"/b\xff\n'\"$(x)"))
    for folder in (tmp_path, odd):
        assert approvals.load(folder) is None
        approvals.save(Approval(folder, {"w.py": "1", os.fsdecode(b"\xfe.py"): ""}))
        approvals.save(Approval(folder, {"w.py": "2"}, always=True))
        assert approvals.load(folder) == Approval(folder, {"w.py": "2"}, always=True)
    assert {approval.folder for approval in approvals.every()} == {tmp_path, odd}
    assert approvals.remove(odd)
    assert not approvals.remove(odd)
    assert [approval.folder for approval in approvals.every()] == [tmp_path]


def test_approval_is_readable_and_writable_only_by_the_user(state, tmp_path):
    state.mkdir(parents=True)
    state.chmod(0o777)
    approvals.save(Approval(tmp_path))
    [path] = state.iterdir()  # and nothing is left beside it
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


@pytest.mark.parametrize("which", ["folder", "file"])
def test_approval_writable_by_others_is_rejected(state, tmp_path, which):
    approvals.save(Approval(tmp_path))
    [path] = state.iterdir()
    (state if which == "folder" else path).chmod(0o777)
    with pytest.raises(UserError, match="another user can write this approval"):
        approvals.load(tmp_path)


def test_an_approval_of_another_owner_is_refused(state, tmp_path, monkeypatch):
    approvals.save(Approval(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(UserError, match="another user can write this approval"):
        approvals.load(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"folder": 3}', "\xff"])
def test_damaged_approval_raises_with_advice(state, tmp_path, text):
    approvals.save(Approval(tmp_path))
    [path] = state.iterdir()
    path.write_text(text)
    with pytest.raises(UserError, match="remove it: rm "):
        approvals.load(tmp_path)


def test_unwritable_state_directory_is_reported(state, tmp_path):
    state.parent.mkdir(parents=True)
    state.write_text("no folder")
    with pytest.raises(UserError, match="cannot be written"):
        approvals.save(Approval(tmp_path))


def test_the_environment_trusts_by_absolute_path(monkeypatch, tmp_path):
    below = tmp_path / "a/b"
    assert not approvals.is_trusted(below)
    monkeypatch.setenv(approvals.VARIABLE, str(tmp_path / "a"))
    assert approvals.is_trusted(tmp_path / "a")
    assert approvals.is_trusted(below)
    assert not approvals.is_trusted(tmp_path / "ab")
    for relative in (".", "1", "a"):
        monkeypatch.setenv(approvals.VARIABLE, relative)
        with pytest.raises(UserError, match="absolute path"):
            approvals.is_trusted(below)
