"""What logical types cost: each codec on the language's own types (`datetime`, `BigDecimal`) beside
the same codec on plain integers and text.

Run: .venv/bin/python benches/types_price.py [CODEC ...] [--lang LANGS] [--target T] [--count N]
         [--budget S]

Both drivers of a codec read the same values and run in one run, interleaved, by serbench's own
schedule and analysis. Printed are the nanoseconds per value of each codec and operation on plain
values and on own types, and their ratio with its 95 % interval; then the geometric mean of the
ratios of each language, by how its codecs hold the types.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import geometric_mean

from build_failures import tell_lacking
from paired import Pair, measured

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose
from serbench.operations import PRIMARY
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("codecs", nargs="*", default=["*"])
    parser.add_argument("--lang", default="")
    parser.add_argument("--target", default="ledger")
    parser.add_argument("--count", type=int)
    parser.add_argument("--budget", type=float)
    options = parser.parse_args()
    languages = tuple(filter(None, options.lang.split(",")))
    target = resolve(Target(options.target), options.count, 0)
    pairs, built = both_drivers(target, choose(languages, tuple(options.codecs)))
    by_group = defaultdict(list)
    traits = {pair.codec.id: pair.codec.trait_of_types(target.schema) for pair in pairs}
    for cell in measured(target, pairs, built, PRIMARY, options.budget):
        print(cell, flush=True)
        language = cell.codec.partition("/")[0]
        by_group[language, traits[cell.codec], cell.operation].append(cell.ratio.estimate)
    for (language, trait, operation), ratios in sorted(by_group.items()):
        mean = geometric_mean(ratios)
        print(f"{language:11} {trait:20} {operation:12} {mean:.2f} of {len(ratios)} codecs")


def both_drivers(target: ResolvedTarget, codecs: Sequence[Codec]) -> tuple[list[Pair], BuildResult]:
    """Of codecs that have both, and measure on own types at all."""
    own, plain = (build_drivers(one, codecs, PRIMARY) for one in (target, target.lowered))
    tell_lacking(own)
    pairs = []
    both = BuildResult(drivers=dict(own.drivers))
    for codec in codecs:
        if codec.id in own.drivers and codec.id in plain.drivers:
            other = replace(codec, id=f"{codec.id} plain")
            both.drivers[other.id] = plain.drivers[codec.id]
            pairs.append(Pair(codec, other))
    return pairs, both


if __name__ == "__main__":
    main()
