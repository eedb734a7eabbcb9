from decimal import Decimal
from itertools import islice

from serbench.schema.conventions import logical_scalars
from serbench.schema.logical import NAMES, names_of
from serbench.schema.model import ListOf
from serbench.schema.values import prepare
from serbench.workloads import ledger
from serbench.workloads.registry import find


def test_schema_has_a_logical_type_of_every_class():
    schema = find("ledger").schema
    held = {names_of(s.logical)[-1] for s in logical_scalars(schema) if s.logical}
    names = {name for name in NAMES if "_" not in name or name == "timestamp_offset"}
    assert held == names - {"keys", "absent"}
    assert schema.telling_records == {"TransactionReference"}
    assert any(
        isinstance(f.type, ListOf) and f.type.is_map for f in schema.record("Transaction").fields
    )


def test_amounts_of_postings_add_up_to_nothing():
    for transaction in islice(ledger.generate(1), 200):
        assert sum(Decimal(posting.amount) for posting in transaction.postings) == 0


def test_transactions_follow_each_other_in_time():
    times = [transaction.booked_at for transaction in islice(ledger.generate(2), 200)]
    assert times == sorted(set(times))


def test_seed_decides_all_values():
    first, again, other = (list(islice(ledger.generate(seed), 20)) for seed in (3, 3, 4))
    assert first == again != other


def test_values_are_those_of_the_schema(tmp_path):
    found = prepare(find("ledger").schema, ledger.generate(0), tmp_path / "values", 300, 0)
    assert found.values == 300
