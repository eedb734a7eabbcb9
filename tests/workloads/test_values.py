"""What holds for the values of every built-in workload."""

import hashlib
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from serbench.schema.digest import Digester
from serbench.schema.nonfinite import with_texts
from serbench.schema.normalise import normaliser
from serbench.workloads import registry
from tests.workloads import canonical

encode = msgspec.json.Encoder().encode

# Large takes seconds and a gigabyte, and differs from medium in four numbers.
SMALL_ENOUGH = [name for name in registry.names() if name != "containers-large"]
# Their Structs do not hold values as they are lowered.
LOGICAL = {"ledger"}

# SHA-256 of the first lines of seed 0. If one changes, so do all figures measured on it:
# say so in the changelog.
GOLDEN = {
    "containers-medium": (1, "2d5c04f355922b1e584ac810fb46c7ee8731b57aff76b446b2abd553ce4862c8"),
    "containers-small": (10, "73ddc82346e3b5e3bde2f500042fb3120bd561509fec4e95959cb1658348fd44"),
    "edges": (41, "3f0b36140bbb9e155920fd03a8aa8f7423a1c76359e97515636a7b5aa0e88618"),
    "ledger": (100, "dcd910e52caa20a7dbe9e21da95f46a9def263dbace97959fad902e3504d9ca6"),
    "log": (100, "d4c1d1df6ac21003a9b83914eb909940fae8d649dc035e46126dcfa42c485327"),
    "nested": (100, "e0bfb8f321dd19fc706963ab88921f1e6678aeea1383c79548eafea48ac63de1"),
    "nonfinite": (17, "bc39e74c4ad337708efe25e92aead586262d505beec811199be1c906fcc2e646"),
    "order": (100, "958e4a857bf489434ec9d898334ba5104e752e0fe2e65d7e522438070d822e26"),
    "record": (100, "f4b59ff3d35cbd2a753085a3194f1b110c1be83876f7208a4680eed18989ad8a"),
    "record-published": (
        100,
        "90f4c15d13088647b91dba7603f7f18304efae30a9b57fbc6bc960d669ed7a60",
    ),
    "tweet": (100, "d731864e60b0d922d2a71d9d905d4d26533e0436c86e9055fa67f2ed43165f16"),
}


def lines(name: str, seed: int, count: int) -> list[bytes]:
    workload = registry.find(name)
    values = map(msgspec.to_builtins, islice(workload.generate(seed), count))
    canonical_of = normaliser(workload.schema) if name in LOGICAL else with_texts
    return [encode(canonical_of(value)) for value in values]


@pytest.fixture(scope="module")
def golden_lines() -> dict[str, list[bytes]]:
    return {name: lines(name, 0, count) for name, (count, _) in GOLDEN.items()}


def test_every_workload_has_a_golden_hash():
    assert sorted(GOLDEN) == SMALL_ENOUGH


@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_the_same_seed_gives_the_same_bytes_everywhere(name, golden_lines):
    digest = hashlib.sha256(b"".join(line + b"\n" for line in golden_lines[name])).hexdigest()
    assert digest == GOLDEN[name][1]


@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_lines_are_canonical(name, golden_lines):
    schema = registry.find(name).schema
    for line in golden_lines[name][:50]:
        canonical.check(schema, line)


# What reads lines back here knows no texts of NaN and infinities.
@pytest.mark.parametrize("name", sorted({*SMALL_ENOUGH} - {"nonfinite"} - LOGICAL))
def test_values_can_be_read_back_and_digested(name, golden_lines):
    workload = registry.find(name)
    digester = Digester(workload.schema)
    decode = msgspec.json.Decoder(workload.root).decode
    for line in golden_lines[name][:30]:
        assert encode(decode(line)) == line
        digester.add(msgspec.json.decode(line))


@pytest.mark.parametrize("name", sorted({*SMALL_ENOUGH} - {"edges", "nonfinite"}))
def test_another_seed_gives_other_values(name, golden_lines):
    # The first of the log's is the study's record.
    assert lines(name, 1, 2)[-1] not in golden_lines[name]


@pytest.mark.parametrize("name", ["log", "nested", "record", "tweet"])
def test_streams_do_not_disturb_each_other(name):
    """Two streams read in turn are those read alone, and a short one begins a long one."""
    generate = registry.find(name).generate
    one, two = generate(1), generate(2)
    in_turn = [(encode(next(one)), encode(next(two))) for _ in range(20)]
    assert [a for a, _ in in_turn] == lines(name, 1, 50)[:20]
    assert [b for _, b in in_turn] == lines(name, 2, 20)


def test_schemas():
    """Field by field. A change here makes other drivers and other numbers."""
    shown = []
    for name in registry.names():
        schema = registry.find(name).schema
        shown.append(f"{name}: {schema.root}")
        shown += [f"  {r.name}.{f.name}: {f.type}" for r in schema.records for f in r.fields]
        shown += [f"  {e.name}: {' '.join(e.symbols)}" for e in schema.enums]
    assert "\n".join(shown) + "\n" == Path(__file__).with_name("schemas.txt").read_text("utf-8")
