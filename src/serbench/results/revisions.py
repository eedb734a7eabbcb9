"""Two codecs of one run, the later beside the earlier, as if they were of two runs.

They were measured interleaved, so that nothing that the machine did has to be taken out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import msgspec

from serbench.operations import PRIMARY
from serbench.results.analysis import pairs_of
from serbench.results.comparison import Compared, Comparison, Outcome
from serbench.results.evidence_scope import claim_of_records
from serbench.results.runs import RunRecord
from serbench.results.store import CodecRecord, Store, StoreError
from serbench.stats import SMALLEST
from serbench.stats.pairs import Pairs


def compare_codecs(db: Path, run: str, earlier: str, later: str, name: str) -> Comparison:
    """Of the primary operations, or what was measured instead; `name` is what both are called.
    Raises `StoreError` if nothing was measured of both."""
    with Store(db, read_only=True) as store:
        settings = store.run_facts(run)["settings"]
        [record] = [one for one in store.runs() if one.run == run]
        wanted = [op for op in PRIMARY if op in settings["operations"]] or settings["operations"]
        rows: list[Compared] = []
        for workload, operations in pairs_of(store, run).items():
            sides = {
                codec_record.codec: codec_record for codec_record in store.codecs(run, workload)
            }
            two = (sides[earlier], sides[later])
            for operation in wanted:
                rows += _compared(workload, operation, operations.get(operation), two, name)
    if all(row.verdict == "not comparable" for row in rows):
        raise StoreError(f"{name}: {rows[0].note if rows else 'nothing was measured'}")
    return Comparison(
        a=_noted(record, earlier),
        b=_noted(record, later),
        rows=tuple(rows),
        machine=None,
        relative=False,
        smallest=float(settings.get("smallest", SMALLEST)),
        claim=claim_of_records([record]),
        warnings=(),
    )


def _noted(record: RunRecord, codec: str) -> RunRecord:
    return msgspec.structs.replace(record, note=codec)


def _compared(
    workload: str,
    operation: str,
    pairs: Pairs[str] | None,
    two: tuple[CodecRecord, CodecRecord],
    name: str,
) -> Iterator[Compared]:
    earlier, later = two
    for record in two:
        if pairs is None or record.codec not in pairs.cells:
            verdict = record.verdict
            why = f"{verdict.status}: {verdict.note}" if not verdict.proven else "not measured"
            yield Compared(
                workload=workload,
                codec=name,
                operation=operation,
                verdict="not comparable",
                note=f"{record.codec}: {why.removesuffix(': ')}",
            )
            return
    assert pairs
    ratio = pairs.ratio(later.codec, earlier.codec)
    bounded = math.isfinite(ratio.high)
    verdict_: Outcome = "not significant"
    if pairs.is_faster(earlier.codec, later.codec):
        verdict_ = "slower"
    elif pairs.is_faster(later.codec, earlier.codec):
        verdict_ = "faster"
    yield Compared(
        workload=workload,
        codec=name,
        operation=operation,
        verdict=verdict_,
        ratio=ratio.estimate,
        ratio_low=ratio.low if bounded else None,
        ratio_high=ratio.high if bounded else None,
        a_ns=pairs.time(earlier.codec).estimate,
        b_ns=pairs.time(later.codec).estimate,
        a_version=earlier.version,
        b_version=later.version,
    )
