"""What drivers are made of: every file that goes into one makes it anew when it changes, and no
other does. Found out by changing each, not by reading lists."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from serbench.builders import provenance
from serbench.builders.codec import shipped
from serbench.builders.cpp import plan as cpp_plan
from serbench.builders.go import generators as go_generators
from serbench.builders.java import builder as java_builder
from serbench.builders.javascript import builder as javascript_builder
from serbench.builders.python import builder as python_builder
from serbench.builders.rust import workspace as rust_workspace
from serbench.languages.registry import LANGUAGES

# The modules that write sources for libraries, by the words of `generate` in front matter.
GENERATORS = {
    "cpp": {word: generator.module.__name__ for word, generator in cpp_plan.GENERATORS.items()},
    "rust": {word: generator.__name__ for word, generator in rust_workspace.GENERATORS.items()},
    "java": {
        word: generator.module.__name__ for word, generator in java_builder.GENERATORS.items()
    },
    "go": {word: generator.module.__name__ for word, generator in go_generators.GENERATORS.items()},
    "javascript": {
        word: generator.module.__name__ for word, generator in javascript_builder.GENERATORS.items()
    },
    "python": {
        word: generator.module.__name__ for word, generator in python_builder.GENERATORS.items()
    },
}


def run(script: str, *arguments: str, **environment: str) -> dict[str, list[str]]:
    command = [sys.executable, str(Path(__file__).with_name(script)), *arguments]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def touched(tmp_path_factory):
    """By language and file: the codecs whose drivers are built anew when it changes."""

    @cache
    def of(language):
        cache_home = str(tmp_path_factory.mktemp("touched"))
        found = run("touching.py", language, XDG_CACHE_HOME=cache_home)
        return {file: set(ids) for file, ids in found.items()}

    return of


@pytest.fixture(scope="session")
def loaded():
    builders = [f"serbench.builders.{language}.builder" for language in LANGUAGES]
    return run(
        "loading.py", *builders, *(m for modules in GENERATORS.values() for m in modules.values())
    )


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


def ids(language):
    return {codec.id for codec in shipped(language)}


def test_every_module_loaded_by_builder_changes_drivers(language, touched, loaded):
    files = loaded[f"serbench.builders.{language}.builder"]
    assert len(files) > 20
    assert [file for file in files if not touched(language)[file]] == []


def test_modules_loaded_by_generator_change_dependent_drivers(language, touched, loaded):
    for word, module in GENERATORS[language].items():
        using = {c.id for c in shipped(language) if word in c.facts.get("generate", ())}
        assert using
        for file in loaded[module]:
            assert touched(language)[file] >= using, (word, file)


def test_generator_changes_only_dependent_drivers(language, touched, loaded):
    for module in GENERATORS[language].values():
        file = module.removeprefix("serbench.").replace(".", "/") + ".py"
        words = {word for word, m in GENERATORS[language].items() if file in loaded[m]}
        using = {c.id for c in shipped(language) if words & set(c.facts.get("generate", ()))}
        assert touched(language)[file] == using, file


def test_every_source_of_language_changes_drivers(language, touched):
    for file, changed in touched(language).items():
        if file.startswith(f"drivers/{language}/codecs/"):
            assert changed == {f"{language}/{Path(file).stem}"}
        elif file.startswith(f"drivers/{language}/footprint/"):
            assert not changed, file
        elif file.startswith(f"drivers/{language}/") and not file.endswith("_test.go"):
            assert changed, file


def test_files_of_another_language_do_not_change_drivers(language, touched):
    parts = {
        file: changed
        for file, changed in touched(language).items()
        if set(Path(file).parts[1:-1]) & (set(LANGUAGES) - {language})
    }
    assert len(parts) > 100
    assert [file for file, changed in parts.items() if changed] == []


def test_files_used_after_build_do_not_change_drivers(language, touched):
    rooms = ("commands/", "measure/", "report/", "results/", "stats/", "studies/")
    later = [file for file in touched(language) if file.startswith(rooms)]
    assert len(later) > 50
    assert [file for file in later if touched(language)[file]] == []


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of modules, by the names of files."""
    monkeypatch.syspath_prepend(tmp_path)
    provenance._imports.cache_clear()
    provenance._is_module.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "made_up"]:
        monkeypatch.delitem(sys.modules, name)
    home = tmp_path / "made_up"

    def make(**texts):
        (home / "inner").mkdir(parents=True)
        for name in ("__init__", "inner/__init__"):
            (home / f"{name}.py").touch()
        for name, text in texts.items():
            (home / f"{name}.py").write_text(text)

        def found(*roots, without=()):
            files = provenance.modules(*roots, without=without)
            return [str(file.relative_to(home)) for file in files]

        return found

    return make


def test_imports_are_found_at_any_place(package):
    found = package(
        a="import json\nfrom made_up import b\n",
        b="def late():\n    from made_up.c import word\n",
        c="import made_up.d as other\nword = 1\n",
        d="",
        unused="",
    )
    assert found("made_up.a") == ["__init__.py", "a.py", "b.py", "c.py", "d.py"]


def test_imports_for_type_checkers_alone_do_not_count(package):
    found = package(
        a="from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from made_up import b\nelse:\n    from made_up import c\n",
        b="", c="",
    )  # fmt: skip
    assert found("made_up.a") == ["__init__.py", "a.py", "c.py"]


def test_relative_imports_are_followed(package):
    found = package(
        a="from . import b\nfrom .inner import one\n", b="", **{"inner/one": "from ..c import x\n"},
        c="x = 1\n",
    )  # fmt: skip
    assert found("made_up.a") == [
        "__init__.py", "a.py", "b.py", "c.py", "inner/__init__.py", "inner/one.py",
    ]  # fmt: skip


def test_parent_packages_are_part_of_module(package):
    found = package(**{"inner/one": ""})
    assert found("made_up.inner.one") == ["__init__.py", "inner/__init__.py", "inner/one.py"]


def test_exclusion_covers_modules_imported_only_by_excluded_module(package):
    class Left:
        __name__ = "made_up.left"

    found = package(
        a="from made_up import left, shared\n", left="from made_up import own, shared\n",
        own="", shared="",
    )  # fmt: skip
    assert found("made_up.a", without=[Left()]) == ["__init__.py", "a.py", "shared.py"]
    assert "own.py" in found("made_up.a")


def test_circular_imports_are_followed_once(package):
    found = package(a="import made_up.b\n", b="import made_up.a\n")
    assert found("made_up.a") == ["__init__.py", "a.py", "b.py"]


def test_tree_has_all_files_except_hidden_ones(tmp_path):
    for name in ("x/a", "x/y/b", "x/.lock", "alone"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = provenance.tree(tmp_path / "x", tmp_path / "alone")
    assert [path.name for path in found] == ["alone", "a", "b"]


def test_changed_program_changes_identity(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provenance.program("tool") == "tool: none"
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    first = provenance.program("tool")
    tool.write_text("#!/bin/sh\nexit 1\n")
    assert "none" not in first
    assert provenance.program("tool") != first
