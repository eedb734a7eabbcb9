"""What `serbench cost` measured, joined with the run that its messages are of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from serbench.operations import PRIMARY
from serbench.results.analysis import pairs_of
from serbench.results.costs import Mode, Way
from serbench.results.store import CodecRecord, Store
from serbench.stats import Interval
from serbench.stats.pairs import Pairs

_SERIALIZE, _DESERIALIZE = PRIMARY


class CostResult(msgspec.Struct, frozen=True, kw_only=True):
    """`of` is the run whose messages were compressed; `alike` are codecs that write the same bytes,
    by workload."""

    run: str
    of: str
    started: str
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    ways: dict[str, tuple[Way, ...]]
    values: dict[str, int]


class _Set(msgspec.Struct, frozen=True):
    """Messages that were compressed: `per_message` values of the codec's in each."""

    name: str
    workload: str
    digest: str
    mode: Mode
    per_message: float


def load_cost(store: Store, run: str) -> CostResult:
    ways: dict[str, list[Way]] = {}
    values: dict[str, int] = {}
    facts = store.run_facts(run)
    of = str(facts["settings"]["cost"])
    sets = [_Set(*row) for row in store.rows_of("cost_sets", run)]
    compressed, plain = pairs_of(store, run), pairs_of(store, of)
    messages = {working_set.name: working_set.values for working_set in store.working_sets(run)}
    for workload, codec, digest, count in store.rows_of("cost_messages", run):
        values[workload] = count
        record = next(
            codec_record
            for codec_record in store.codecs(of, workload)
            if codec_record.codec == codec
        )
        way = _uncompressed(plain[workload], record, workload, count)
        if way is None:
            continue
        of_workload = ways.setdefault(workload, [])
        of_workload.append(way)
        for one in (s for s in sets if (s.workload, s.digest) == (workload, digest)):
            if one.name in compressed:
                records = store.codecs(run, one.name)
                of_workload += _compressed(
                    way, compressed[one.name], records, one, messages[one.name]
                )
    return CostResult(
        run=run,
        of=of,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        ways={workload: tuple(of_workload) for workload, of_workload in ways.items()},
        values=values,
    )


def _uncompressed(
    pairs: dict[str, Pairs[str]], record: CodecRecord, workload: str, values: int
) -> Way | None:
    """None if not both directions were timed."""
    if not all(record.codec in pairs[op].cells for op in PRIMARY):
        return None
    return Way(
        workload=workload,
        codec=record.codec,
        language=record.language,
        compressor="",
        mode="none",
        traits=record.traits,
        bytes=(record.verdict.encoded_bytes or 0) / values,
        serialize=pairs[_SERIALIZE].time(record.codec),
        deserialize=pairs[_DESERIALIZE].time(record.codec),
    )


def _compressed(
    plain: Way,
    pairs: dict[str, Pairs[str]],
    records: list[CodecRecord],
    message_set: _Set,
    messages: int,
) -> Iterator[Way]:
    for record in records:
        if all(record.codec in pairs[op].cells for op in PRIMARY):
            yield msgspec.structs.replace(
                plain,
                compressor=record.codec.partition("/")[2].removesuffix("-dictionary"),
                mode=message_set.mode,
                bytes=(record.verdict.encoded_bytes or 0) / messages / message_set.per_message,
                compress=_shared(pairs[_SERIALIZE].time(record.codec), message_set.per_message),
                decompress=_shared(pairs[_DESERIALIZE].time(record.codec), message_set.per_message),
            )


def _shared(time: Interval, values: float) -> Interval:
    return Interval(time.estimate / values, time.low / values, time.high / values)
