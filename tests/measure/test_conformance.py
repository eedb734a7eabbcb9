"""What every driver must do, whatever its language: docs/protocol.md as tests.

It runs against the fake driver, and against every codec of every language that can be built here.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from serbench.catalog import all_codecs, select
from serbench.languages.registry import LANGUAGES
from serbench.measure.client import Driver, DriverError
from serbench.measure.verification import verify
from serbench.operations import NAMES
from serbench.preparation import drivers as languages
from serbench.schema.model import Schema
from tests.conftest import VECTORS, working_set

FAKE = Path(__file__).parent.parent / "fake_driver.py"
EVERYTHING, MODEST = (Schema.from_dict(vector["schema"]) for vector in VECTORS[2:4])
VALUES = VECTORS[2]["values"]
# For libraries that do not bring numbers with a fraction back.
FLOATS = ("single", "double", "numbers")
WITHOUT_FLOATS = replace(
    MODEST,
    records=tuple(
        replace(r, fields=tuple(f for f in r.fields if f.name not in FLOATS or r.name == "Inner"))
        for r in MODEST.records
    ),
)
WHOLE_VALUES = [
    {name: part for name, part in value.items() if name not in FLOATS}
    for value in VECTORS[3]["values"]
]
# For formats whose integers are signed.
WITHOUT_U64 = [{**VALUES[0], "scalars": {**VALUES[0]["scalars"], "huge": 7}}, VALUES[1]]


def fake_command(schema):
    return [sys.executable, str(FAKE), json.dumps({"schema": schema.to_dict()})]


@dataclass
class Case:
    """A driver and values that its format can hold."""

    command: list[str]
    schema: Schema
    values: list[dict]
    limits: tuple[str, ...] = ()


@pytest.fixture(scope="session")
def built():
    """A driver of every codec, for the schema with everything in it where its format has it all."""
    result = languages.build(EVERYTHING, all_codecs(), NAMES, lambda done, total, doing: None)
    lacking = [codec for codec in all_codecs() if codec.id in result.cannot_hold]
    modest = languages.build(MODEST, lacking, NAMES, lambda done, total, doing: None)
    lacking = [codec for codec in lacking if codec.id in modest.cannot_hold]
    whole = languages.build(WITHOUT_FLOATS, lacking, NAMES, lambda done, total, doing: None)
    assert not result.failures | modest.failures | whole.failures
    return result, modest, whole


@pytest.fixture(
    scope="module",
    params=[
        "fake/json",
        *(pytest.param(c.id, marks=pytest.mark.compiled) for c in all_codecs()),
    ],
)
def case(request, tmp_path_factory):
    if request.param == "fake/json":
        return Case(fake_command(EVERYTHING), EVERYTHING, VALUES)
    result, modest, whole = request.getfixturevalue("built")
    if request.param in result.unavailable:
        pytest.skip(result.unavailable[request.param])
    if request.param in modest.drivers:
        return Case(modest.drivers[request.param], MODEST, VECTORS[3]["values"])
    if request.param in whole.drivers:
        return Case(whole.drivers[request.param], WITHOUT_FLOATS, WHOLE_VALUES)
    command = result.drivers[request.param]
    [codec] = select(all_codecs(), globs=[request.param])
    path = tmp_path_factory.mktemp("values") / "values.jsonl"
    with Driver(command) as driver:
        verdict = verify(driver, working_set(EVERYTHING, VALUES, path))
    if verdict.status != "cannot-hold":
        return Case(command, EVERYTHING, VALUES, codec.limits)
    assert codec.limits, f"it says nowhere that it cannot hold: {verdict.note}"
    return Case(command, EVERYTHING, WITHOUT_U64, codec.limits)


@pytest.fixture
def command(case):
    return case.command


@pytest.fixture
def everything(case, tmp_path):
    return working_set(case.schema, case.values, tmp_path / "everything.jsonl")


@pytest.fixture
def driver(command):
    with Driver(command) as driver:
        yield driver


def test_describe(driver, case):
    description = driver.describe()
    assert description.protocol == 1
    assert description.codec.startswith(description.language + "/")
    assert description.schema == case.schema.fingerprint
    assert description.version
    assert {"populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"} <= set(
        description.operations
    )
    assert set(description.same) | set(description.same.values()) <= set(description.operations)


def test_every_value_survives(driver, everything):
    verdict = verify(driver, everything)
    assert verdict.proven, verdict.note
    assert verdict.encoded_bytes > 0


def test_every_control_character_survives_wherever_it_stands(driver, case, tmp_path):
    """Libraries look at strings in blocks of 16 or 32 characters, and some get a bound wrong."""
    controls = [chr(i) for i in range(32)] + ["\x7f", "\x80", "\u2028", '"', "\\", "/"]
    texts = [
        before + c + after
        for c in controls
        for before in ("", "a" * 19)
        for after in ("", "b" * 40)
    ]
    nul_ends_keys = any("NUL" in limit for limit in case.limits)
    keys = [text for text in texts if not nul_ends_keys or "\0" not in text]
    fields = (
        {"texts": texts}
        if case.schema is not EVERYTHING
        else {"maps": {key: {key: [text]} for key, text in zip(keys, texts, strict=False)}}
    )
    value = {**case.values[1], **fields}
    verdict = verify(driver, working_set(case.schema, [value], tmp_path / "controls.jsonl"))
    assert verdict.proven, verdict.note


def test_the_kernel_is_timed_alike_before_and_after(driver, everything):
    verify(driver, everything)
    samples = [driver.sample("encode", 20, 1) for _ in range(9)]
    fastest = [min(s.kernel_ns[i] for s in samples) for i in range(2)]
    assert 0.5 < fastest[0] / fastest[1] < 2


def test_limit_takes_the_first_values(driver, case, everything, tmp_path):
    first = working_set(case.schema, case.values[:1], tmp_path / "first.jsonl")
    opened = driver.open(everything.path, limit=1)
    assert (opened.values, opened.digest) == (1, first.digest)
    assert opened.visit == first.visit


def test_a_second_open_replaces_the_first(driver, case, everything, tmp_path):
    first = working_set(case.schema, case.values[:1], tmp_path / "first.jsonl")
    assert verify(driver, everything).proven
    assert verify(driver, first).proven


def test_every_operation_can_be_sampled(driver, case, everything):
    verify(driver, everything)
    for operation in driver.describe().operations:
        sample = driver.sample(operation, 3, 1)
        assert sample.items == 3 * len(case.values)
        assert sample.ns > 0
        assert min(sample.kernel_ns) > 0


def test_more_passes_take_more_time(driver, everything):
    verify(driver, everything)
    few = many = float("inf")
    for _ in range(40):  # the fastest of some: on a busy machine most are interrupted
        few = min(few, driver.sample("encode", 50, 1).ns)
        many = min(many, driver.sample("encode", 500, 1).ns)
        if 5 < many / few < 20:
            break
    assert 5 < many / few < 20


def test_allocations_are_counted_alike_each_time(driver, case, everything):
    verify(driver, everything)
    driver.allocations("deserialize")  # of the others, some work on objects that are reused
    counted = [driver.allocations("deserialize") for _ in range(2)]
    assert counted[0].items == len(case.values)
    assert counted[0].allocations > 0
    assert counted[0].allocated_bytes > 0
    assert counted[0] == counted[1]


def test_what_is_dumped_can_be_loaded(driver, case, everything, tmp_path):
    verdict = verify(driver, everything)
    dumped = driver.dump(tmp_path / "dump")
    assert (dumped.values, dumped.bytes) == (len(case.values), verdict.encoded_bytes)
    assert (tmp_path / "dump").stat().st_size == dumped.bytes + 4 * dumped.values
    assert driver.load(tmp_path / "dump").digest == everything.digest


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda d, v: d.sample("encode", 1, 0), "bad-request"),
        (lambda d, v: d.verify(), "bad-request"),
        (lambda d, v: (verify(d, v), d.sample("no such operation", 1, 0)), "bad-request"),
        (lambda d, v: d._request({"request": "dance"}, type(None)), "bad-request"),
        (lambda d, v: d.open(v.path.parent / "missing.jsonl"), "bad-values"),
    ],
    ids=["sample too early", "verify too early", "no operation", "no request", "no file"],
)
def test_refusals_have_a_kind_and_the_driver_goes_on(driver, everything, ask, kind):
    with pytest.raises(DriverError) as refusal:
        ask(driver, everything)
    assert refusal.value.kind == kind
    assert verify(driver, everything).proven


@pytest.mark.parametrize(
    "line",
    [b"{", b'{"flags": 7}', b"[]", b'{"scalars": null}', b"\xff\xfe"],
    ids=["torn", "other fields", "no object", "fields missing", "not UTF-8"],
)
def test_values_that_do_not_fit_are_refused(driver, everything, tmp_path, line):
    good = everything.path.read_bytes().splitlines()[0]
    (tmp_path / "bad.jsonl").write_bytes(good + b"\n" + line + b"\n")
    with pytest.raises(DriverError) as refusal:
        driver.open(tmp_path / "bad.jsonl")
    assert refusal.value.kind == "bad-values"
    assert verify(driver, everything).proven


def test_unknown_members_are_ignored_and_replies_are_single_lines(command, everything):
    requests = [
        {"request": "describe", "mood": "good"},
        {"request": "open", "values": str(everything.path), "colour": {"a": [1]}},
        {"request": "verify"},
        {"request": "close"},
    ]
    done = subprocess.run(
        command,
        input="".join(json.dumps(r) + "\n" for r in requests),
        capture_output=True,
        text=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(replies) == 4
    assert not any("error" in reply for reply in replies)
    assert replies[3]["peak_rss_bytes"] > 0


def test_a_line_that_is_no_json_is_refused(command):
    done = subprocess.run(command, input="nonsense\n", capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["kind"] == "bad-request"
    assert done.returncode == 0


def test_the_end_of_input_is_the_end(command):
    assert subprocess.run(command, input="", capture_output=True, timeout=60).returncode == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_one_reference(language):
    assert sum(c.is_reference for c in all_codecs() if c.language == language) == 1


@pytest.mark.compiled
def test_digests_are_the_same_in_every_language(vector, tmp_path):
    schema = Schema.from_dict(vector["schema"])
    values = working_set(schema, vector["values"], tmp_path / "values.jsonl")
    references = [codec for codec in all_codecs() if codec.is_reference]
    result = languages.build(schema, references, NAMES, lambda done, total, doing: None)
    assert not result.failures
    for codec, command in result.drivers.items():
        with Driver(command) as driver:
            opened = driver.open(values.path)
            assert (codec, opened.digest) == (codec, vector["digest"])
            assert (codec, opened.visit) == (codec, vector["visit"])
            assert (codec, opened.access) == (codec, vector["access"])
            verdict = verify(driver, values)
            assert verdict.proven, f"{codec}: {verdict.note}"
