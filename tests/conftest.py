"""Fixtures shared by all tests: a small schema and its values; and the day's seed."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from serbench import catalog
from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.measure.verification import Expected
from serbench.schema.digest import Digester
from serbench.schema.model import Schema

VECTORS = json.loads((Path(__file__).parent / "schema" / "digest_vectors.json").read_text())

# How long an example takes depends on what else this machine does.
settings.register_profile("serbench", deadline=None)
settings.load_profile("serbench")


def pytest_configure() -> None:
    """Before workers start, which inherit it: at midnight they would not agree."""
    os.environ.setdefault("SERBENCH_SEED", datetime.now(UTC).strftime("%Y%m%d"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.stats.get("failed"):
        seed = os.environ["SERBENCH_SEED"]
        terminalreporter.write_line(f"to draw the same schemas again: SERBENCH_SEED={seed}")


def pytest_collection_finish(session: pytest.Session) -> None:
    """What will be compiled is what the tests that were asked for are about."""
    from tests.compiled_schemas import WANTED

    ids = {codec.id for codec in all_codecs()}
    for item in session.items:
        for value in getattr(getattr(item, "callspec", None), "params", {}).values():
            if isinstance(value, Codec):
                WANTED.add(value.id)
            elif isinstance(value, str) and value in ids:
                WANTED.add(value)


@pytest.fixture(autouse=True)
def forgotten_codecs():
    """Codecs that a test brings are known to no other."""
    yield
    catalog.forget_brought()


@pytest.fixture(params=VECTORS, ids=lambda vector: vector["schema"]["name"])
def vector(request):
    """A schema with values, digests and visit sums, as docs/protocol.md tells."""
    return request.param


@pytest.fixture
def schema() -> Schema:
    return Schema.from_dict(VECTORS[1]["schema"])


@pytest.fixture
def expected(schema, tmp_path) -> Expected:
    """A working set of two values of `schema`."""
    return working_set(schema, VECTORS[1]["values"], tmp_path / "values.jsonl")


def working_set(schema: Schema, values: list, path: Path) -> Expected:
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))
    digester = Digester(schema)
    for value in values:
        digester.add(value)
    return Expected(path, len(values), digester.digest, digester.visit)
