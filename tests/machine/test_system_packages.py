import os
import sys

import pytest

from serbench.builders.cpp import builder as cpp
from serbench.builders.java import builder as java
from serbench.builders.rust import builder as rust
from serbench.machine.system_packages import APPLE, HOMEBREW, advice


def test_debian_as_root_and_as_a_user(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert advice(["fio"]) == "apt-get install -y --no-install-recommends fio"
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert advice(["fio"]).startswith("sudo apt-get ")


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        (["libboost1.81-dev", "libboost-serialization1.81-dev"], "brew install boost"),
        (["g++"], "xcode-select --install"),
        (["fio", "gcc"], "xcode-select --install; brew install fio"),
    ],
)
def test_homebrew(monkeypatch, packages, said):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert advice(packages) == said


@pytest.mark.parametrize("language", [cpp, rust, java])
def test_every_package_of_a_builder_has_a_homebrew_name(language):
    assert [name for name in language.packages() if name not in {*HOMEBREW, *APPLE}] == []
