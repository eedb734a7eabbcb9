import json
import sys
from pathlib import Path

import pytest

from serbench.errors import UserError
from serbench.measure import allocators
from serbench.schema.model import Schema
from tests.conftest import VECTORS

FAKE = Path(__file__).parent.parent / "fake_driver.py"
NODE = Schema.from_dict(VECTORS[1]["schema"])
DRIVER = [sys.executable, str(FAKE), json.dumps({"schema": NODE.to_dict()})]


@pytest.fixture
def library(monkeypatch):
    """Sets what the loader's cache is said to know."""

    def known(name):
        monkeypatch.setattr(allocators, "find_library", {"mimalloc": name}.get)

    return known


def test_an_allocator_must_exist_and_be_installed(library):
    library(None)
    allocators.check("system")
    with pytest.raises(UserError, match=r"no allocator 'jemalloc'; there are: system, mimalloc"):
        allocators.check("jemalloc")
    with pytest.raises(UserError, match=r"apt-get install .*libmimalloc2\.0"):
        allocators.check("mimalloc")
    assert allocators.availability().packages == ("libmimalloc2.0",)
    library("libmimalloc.so.2")
    allocators.check("mimalloc")


def test_allocator_is_set_only_for_drivers_using_malloc(library):
    library("libmimalloc.so.2")
    assert allocators.environment("system", "cpp") == {}
    assert allocators.environment("mimalloc", "java") == {}
    assert allocators.environment("mimalloc", "rust") == {"LD_PRELOAD": "libmimalloc.so.2"}


def test_reason_against_allocator_comes_from_starting_the_driver():
    assert allocators.reason_against("system", "cpp", DRIVER) == ""
    assert allocators.reason_against("mimalloc", "go", DRIVER) == ""
    assert "although mimalloc was preloaded" in allocators.reason_against("mimalloc", "cpp", DRIVER)
    assert "it died" in allocators.reason_against("mimalloc", "cpp", ["false"])
