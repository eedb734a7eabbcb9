"""What every driver must do, whatever its language: docs/protocol.md as tests.

It runs against the fake driver, and against every codec of every language that can be built here.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.build import languages
from serbench.build.catalog import LANGUAGES, all_codecs
from serbench.measure.client import Driver, DriverError
from serbench.measure.verification import verify
from serbench.schema.model import Schema
from tests.conftest import VECTORS, working_set

FAKE = Path(__file__).parent.parent / "fake_driver.py"
EVERYTHING = Schema.from_dict(VECTORS[2]["schema"])
VALUES = VECTORS[2]["values"]


def fake_command(schema):
    return [sys.executable, str(FAKE), json.dumps({"schema": schema.to_dict()})]


@pytest.fixture(scope="session")
def built():
    """Drivers of every codec for the schema with everything in it."""
    result = languages.build(EVERYTHING, all_codecs(), lambda done, total, doing: None)
    assert not result.failures
    return result


@pytest.fixture(
    params=[
        "fake/json",
        *(pytest.param(c.id, marks=pytest.mark.compiled) for c in all_codecs()),
    ]
)
def command(request):
    if request.param == "fake/json":
        return fake_command(EVERYTHING)
    result = request.getfixturevalue("built")
    if request.param in result.unavailable:
        pytest.skip(result.unavailable[request.param])
    return result.drivers[request.param]


@pytest.fixture
def everything(tmp_path):
    return working_set(EVERYTHING, VALUES, tmp_path / "everything.jsonl")


@pytest.fixture
def driver(command):
    with Driver(command) as driver:
        yield driver


def test_describe(driver):
    description = driver.describe()
    assert description.protocol == 1
    assert description.codec.startswith(description.language + "/")
    assert description.schema == EVERYTHING.fingerprint
    assert description.version
    assert {"populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"} <= set(
        description.operations
    )
    assert set(description.same) | set(description.same.values()) <= set(description.operations)


def test_every_value_survives(driver, everything):
    verdict = verify(driver, everything)
    assert verdict.proven, verdict.note
    assert verdict.encoded_bytes > 0


def test_every_control_character_survives_wherever_it_stands(driver, tmp_path):
    """Libraries look at strings in blocks of 16 or 32 characters, and some get a bound wrong."""
    controls = [chr(i) for i in range(32)] + ["\x7f", "\x80", "\u2028", '"', "\\", "/"]
    texts = [
        before + c + after
        for c in controls
        for before in ("", "a" * 19)
        for after in ("", "b" * 40)
    ]
    value = {**VALUES[1], "maps": {text: {text: [text]} for text in texts}}
    verdict = verify(driver, working_set(EVERYTHING, [value], tmp_path / "controls.jsonl"))
    assert verdict.proven, verdict.note


def test_the_kernel_is_timed_alike_before_and_after(driver, everything):
    verify(driver, everything)
    samples = [driver.sample("encode", 20, 1) for _ in range(9)]
    fastest = [min(s.kernel_ns[i] for s in samples) for i in range(2)]
    assert 0.5 < fastest[0] / fastest[1] < 2


def test_limit_takes_the_first_values(driver, everything, tmp_path):
    first = working_set(EVERYTHING, VALUES[:1], tmp_path / "first.jsonl")
    opened = driver.open(everything.path, limit=1)
    assert (opened.values, opened.digest) == (1, first.digest)
    assert opened.visit == first.visit


def test_a_second_open_replaces_the_first(driver, everything, tmp_path):
    first = working_set(EVERYTHING, VALUES[:1], tmp_path / "first.jsonl")
    assert verify(driver, everything).proven
    assert verify(driver, first).proven


def test_every_operation_can_be_sampled(driver, everything):
    verify(driver, everything)
    for operation in driver.describe().operations:
        sample = driver.sample(operation, 3, 1)
        assert sample.items == 3 * len(VALUES)
        assert sample.ns > 0
        assert min(sample.kernel_ns) > 0


def test_more_passes_take_more_time(driver, everything):
    verify(driver, everything)
    few = min(driver.sample("encode", 50, 1).ns for _ in range(5))
    many = min(driver.sample("encode", 500, 1).ns for _ in range(5))
    assert 5 < many / few < 20


def test_allocations_are_counted_alike_each_time(driver, everything):
    verify(driver, everything)
    driver.allocations("populate")
    counted = [driver.allocations("populate") for _ in range(2)]
    assert counted[0].items == len(VALUES)
    assert counted[0].allocations > 0
    assert counted[0].allocated_bytes > 0
    assert counted[0] == counted[1]


def test_what_is_dumped_can_be_loaded(driver, everything, tmp_path):
    verdict = verify(driver, everything)
    dumped = driver.dump(tmp_path / "dump")
    assert (dumped.values, dumped.bytes) == (len(VALUES), verdict.encoded_bytes)
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
    result = languages.build(schema, all_codecs(), lambda done, total, doing: None)
    assert not result.failures
    for codec, command in result.drivers.items():
        with Driver(command) as driver:
            opened = driver.open(values.path)
            assert (codec, opened.digest) == (codec, vector["digest"])
            assert (codec, opened.visit) == (codec, vector["visit"])
            assert verify(driver, values).proven
