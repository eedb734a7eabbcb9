"""Transactions of a ledger: what people mean by money, time and names, in every logical type.

Transactions follow each other in time, as they are booked. Values are lowered (docs/types.md);
`serbench run ledger --plain-types` measures the same bytes as plain integers and text.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from typing import Annotated

import msgspec

from serbench.schema.logical import Date
from serbench.schema.logical_values import text_of
from serbench.schema.types import (
    bigint,
    date,
    decimal,
    duration_us,
    i32,
    i64,
    tells_absent,
    time_s,
    timestamp_ms,
    timestamp_ms_offset,
    timestamp_ns_utc,
    timestamp_us_utc,
    uuid,
)
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload


class Kind(enum.Enum):
    transfer = "transfer"
    card = "card"
    fee = "fee"
    reversal = "reversal"


class Currency(enum.Enum):
    EUR = "EUR"
    USD = "USD"
    JPY = "JPY"
    CHF = "CHF"


class Posting(msgspec.Struct):
    account: uuid
    amount: Annotated[str, decimal(15, 2)]
    value_date: date
    text: str | None


class Exchange(msgspec.Struct):
    bought: Currency
    rate: Annotated[str, decimal(18, 8)]
    quoted_at: timestamp_ns_utc


class Transaction(msgspec.Struct):
    id: uuid
    kind: Kind
    currency: Currency
    amount: Annotated[str, decimal(15, 2)]
    # Interest before it is rounded: more digits than 64 bits have.
    interest: Annotated[str, decimal(38, 18)]
    # Of a chain's smallest unit, of which one coin has 10^18.
    wei: bigint | None
    booked_on: date
    cutoff: time_s
    printed_at: timestamp_ms
    received_at: timestamp_ms_offset
    booked_at: timestamp_us_utc
    settled_at: timestamp_us_utc | None
    took: duration_us
    postings: list[Posting]
    exchange: Exchange | None
    # Shares in thousandths, by the year of a plan.
    plan: dict[i32, i64]
    rates: dict[str, Annotated[str, decimal(18, 8)]]
    reference: Annotated[str | msgspec.UnsetType | None, tells_absent]


_DAY_S = 86_400
_FIRST_DAY = 20_000  # days after 1970-01-01: 2024-10-04
_OFFSETS_MINUTES = (0, 60, 120, 330, -300, 540)
_CUTOFFS_S = (14 * 3600, 15 * 3600 + 30 * 60, 18 * 3600)
_SECOND_US = 1_000_000


def generate(seed: int) -> Iterator[Transaction]:
    draw = Randomness(seed)
    accounts = [_uuid(draw) for _ in range(200)]
    at_us = _FIRST_DAY * _DAY_S * _SECOND_US
    for number in itertools.count(1):
        at_us += 1 + draw.below(90 * _SECOND_US)
        yield _transaction(draw, accounts, number, at_us)


def _transaction(draw: Randomness, accounts: list[str], number: int, at_us: int) -> Transaction:
    day, day_us = divmod(at_us, _DAY_S * _SECOND_US)
    cents = 1 + draw.magnitude(34)
    took_us = 200 + draw.magnitude(22)
    return Transaction(
        id=_uuid(draw),
        kind=draw.pick(tuple(Kind)),
        currency=draw.pick(tuple(Currency)),
        amount=_decimal(cents, 2),
        interest=_decimal(draw.bits(80) - 2**79, 18),
        wei=str(draw.bits(60 + draw.below(40))) if draw.chance(0.2) else None,
        booked_on=day,
        cutoff=draw.pick(_CUTOFFS_S),
        printed_at=at_us // 1000 + 3_600_000,
        received_at=_with_offset(draw, (at_us - took_us) // 1000),
        booked_at=at_us,
        settled_at=at_us + draw.below(3 * _DAY_S) * _SECOND_US if draw.chance(0.7) else None,
        took=took_us,
        postings=_postings(draw, accounts, cents, day),
        exchange=_exchange(draw, at_us) if draw.chance(0.25) else None,
        plan={year: draw.below(1000) for year in range(1, 1 + draw.below(4))},
        rates={
            currency.value: _decimal(1 + draw.bits(28), 8)
            for currency in Currency
            if draw.chance(0.3)
        },
        reference=_reference(draw, number, day_us),
    )


def _postings(draw: Randomness, accounts: list[str], cents: int, day: int) -> list[Posting]:
    """Their amounts have the sum 0."""
    fee = draw.below(500)
    amounts = [-cents - fee, cents, *([fee] if fee else [])]
    texts = (None, "Thank you", "Invoice 4711", "Zinsen März", "振込")
    return [
        Posting(draw.pick(accounts), _decimal(amount, 2), day + draw.below(3), draw.pick(texts))
        for amount in amounts
    ]


def _exchange(draw: Randomness, at_us: int) -> Exchange:
    nanoseconds = at_us * 1000 - draw.below(10**9)
    return Exchange(draw.pick(tuple(Currency)), _decimal(1 + draw.bits(30), 8), nanoseconds)


def _reference(draw: Randomness, number: int, day_us: int) -> str | msgspec.UnsetType | None:
    if draw.chance(0.5):
        return f"RF{number:08d}-{day_us % 997:03d}"
    return None if draw.chance(0.5) else msgspec.UNSET


def _decimal(unscaled: int, scale: int) -> str:
    sign, digits = "-" * (unscaled < 0), f"{abs(unscaled):0{scale + 1}d}"
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}"


def _uuid(draw: Randomness) -> str:
    """Of version 4, as RFC 9562 has it."""
    bits = draw.bits(128) & ~(0xF << 76) & ~(0x3 << 62) | 4 << 76 | 2 << 62
    digits = f"{bits:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _with_offset(draw: Randomness, at_ms: int) -> str:
    """The text of a point in time, in milliseconds since 1970 in UTC, where a sender was."""
    minutes = draw.pick(_OFFSETS_MINUTES)
    seconds, ms = divmod(at_ms + minutes * 60_000, 1000)
    day, second = divmod(seconds, _DAY_S)
    hours, rest = divmod(abs(minutes), 60)
    offset = f"{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}" if minutes else "Z"
    clock = f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}.{ms:03d}"
    return f"{text_of(Date(), day)}T{clock}{offset}"


WORKLOADS = (
    Workload(
        name="ledger",
        title="Transactions of a ledger, with every logical type",
        root=Transaction,
        default_count=1000,
        study=None,
        generate=generate,
    ),
)
