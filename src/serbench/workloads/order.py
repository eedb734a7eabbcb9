"""An order in a shop: small, with one of everything that a schema may grow by.

It is what `serbench evolve` takes where no target is named.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator

import msgspec

from serbench.schema.types import f32, f64, i32, i64
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload


class Status(enum.Enum):
    open = "open"
    paid = "paid"
    sent = "sent"


class Item(msgspec.Struct):
    sku: str
    price: f64
    count: i32


class Order(msgspec.Struct):
    id: i64
    customer: str
    comment: str
    number: i32
    weight_kg: f32
    status: Status
    items: list[Item]
    coupon: str | None


_ITEMS = 4


def generate(seed: int) -> Iterator[Order]:
    draw = Randomness(seed)
    for id_ in itertools.count(1):
        yield Order(
            id=draw.bits(40),
            customer=f"{draw.letters(6)}@{draw.letters(8)}.example",
            comment=draw.letters(draw.below(20)),
            number=id_,
            weight_kg=draw.below(10_000) / 128,
            status=tuple(Status)[draw.below(3)],
            items=[
                Item(draw.alphanumerics(8), draw.below(100_000) / 100, 1 + draw.below(300))
                for _ in range(1 + draw.below(_ITEMS))
            ],
            coupon=draw.alphanumerics(6) if draw.below(2) else None,
        )


WORKLOADS = (
    Workload(
        name="order",
        title="Orders in a shop, with one of everything that a schema grows by",
        root=Order,
        default_count=1000,
        study=None,
        generate=generate,
    ),
)
