import os

import pytest

from serbench.measure import conditions as module
from serbench.measure.conditions import UNKNOWN, conditions


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine of files: those that a test writes."""
    monkeypatch.setattr(module, "_CPU", tmp_path)
    monkeypatch.setattr(module, "cpu_ticks", lambda: (0, 0))
    monkeypatch.setattr(os, "getloadavg", lambda: (0.1, 0.0, 0.0))

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")

    return write


def found():
    return {condition.name: (condition.value, condition.advice) for condition in conditions()}


def test_missing_system_facts_are_unknown(machine, monkeypatch):
    def no_load():
        raise OSError

    monkeypatch.setattr(os, "getloadavg", no_load)
    by_name = found()
    assert {name for name, (value, _) in by_name.items() if value == UNKNOWN} >= {
        "governor", "turbo", "SMT", "stolen time", "load",
    }  # fmt: skip
    assert not any(advice for value, advice in by_name.values() if value == UNKNOWN)


def test_a_quiet_machine_needs_no_advice(machine):
    machine("cpu0/cpufreq/scaling_governor", "performance")
    machine("intel_pstate/no_turbo", "1")
    machine("smt/active", "0")
    by_name = found()
    assert by_name["governor"] == ("performance", "")
    assert by_name["turbo"] == ("off", "")
    assert by_name["SMT"] == ("off", "")
    assert by_name["load"] == ("0.10", "")


@pytest.mark.parametrize(
    ("name", "text", "about", "value"),
    [
        ("cpu0/cpufreq/scaling_governor", "powersave", "governor", "powersave"),
        ("intel_pstate/no_turbo", "0", "turbo", "on"),
        ("cpufreq/boost", "1", "turbo", "on"),
        ("smt/active", "1", "SMT", "on"),
    ],
)
def test_unsteady_conditions_come_with_advice(machine, name, text, about, value):
    machine(name, text)
    assert found()[about][0] == value
    assert found()[about][1]


def test_load_and_stolen_time(machine, monkeypatch):
    monkeypatch.setattr(module, "cpu_ticks", lambda: (5, 100))
    monkeypatch.setattr(os, "getloadavg", lambda: (3.0, 0.0, 0.0))
    assert found()["stolen time"] == (
        "5.0% since boot",
        "neighbours take processor time: raise --budget",
    )
    assert found()["load"][1]
