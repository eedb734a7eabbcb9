"""Fixtures shared by all tests: a small schema and its values; and the day's seed."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from serbench import catalog
from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.languages.registry import LANGUAGES
from serbench.measure.verification import Expected
from serbench.schema.digest import Digester
from serbench.schema.model import Schema
from tests.strategies import TIMES

VECTORS = json.loads((Path(__file__).parent / "schema" / "digest_vectors.json").read_text())

_CODEC = re.compile(rf"(?:{'|'.join(LANGUAGES)})/[a-z0-9-]+")

# How long an example takes depends on what else this machine does.
settings.register_profile("serbench", deadline=None, max_examples=100 * TIMES)
settings.load_profile("serbench")


def pytest_configure() -> None:
    """Before workers start, which inherit it: at midnight they would not agree."""
    os.environ.setdefault("SERBENCH_SEED", datetime.now(UTC).strftime("%Y%m%d"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file's tests go to one worker, which makes once what they share; but in suites of codecs
    only those of one codec, which share its process."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFileAndCodec(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, test = nodeid.partition("::")
            codec = _CODEC.search(test)
            return f"{file} {codec[0]}" if codec else file

    return ByFileAndCodec(config, log)


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
