"""Whether equal codecs tie and true differences show: the analysis on machines and codecs that are
made up, so that the truth is known.

Run: .venv/bin/python benches/error_rates.py [--runs N] [--codecs K ...] [--processes P ...]
         [--further W]

Three codecs are slower by 3, 5 and 10 %, all others equal. After so many processes of each, a look
is taken and the cells that `serbench.measure.allocation` wants are measured once more, `--further`
times (12; 0 for none). Processes of a codec differ by its SD,
every binary's kernel by up to 12 %; the machine runs at 1 or 1/1.8 of its speed, for a while each,
of which codecs feel less than the kernel does, as real ones do.
Samples are taken as `serbench.measure.rounds` takes them: in rounds, a loud one again. Prints:

    false       runs in which any two of the equal codecs differed significantly (at most 6 %)
    reversed    pairs with a true difference found the wrong way round (at most 0.5 %)
    ratios      intervals of ratios that hold the truth (93 to 97 %)
    times       intervals of times that hold the truth
    found       of the comparisons of a codec slower by 3, 5, 10 % with the equal ones
"""

from __future__ import annotations

import argparse
import itertools
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from serbench.measure import allocation
from serbench.measure.pipeline import COMPANY
from serbench.measure.retry_noisy import Kernels, Retaking
from serbench.measure.rounds import ROUNDS
from serbench.measure.settings import Settings
from serbench.stats import SMALLEST
from serbench.stats.cells import Cell, effects
from serbench.stats.pairs import pairs
from serbench.stats.quiet import quiet_and_slowed

OPERATION = "serialize"
SLOWER = {0: 1.03, 1: 1.05, 2: 1.10}
SLOWDOWN = 1.8
FEELS = 0.6  # a codec's exponent of it; the kernel's is 1
KERNEL_MS, SAMPLE_MS, PAUSE_MS = 0.25, 1.6, 0.3
WITHIN_SD = 0.01  # of samples of one process, besides the machine's phases
SPREADS = {
    "1 %": lambda n: np.full(n, 0.01),
    "3 %": lambda n: np.full(n, 0.03),
    "1 %, one in six 8 %": lambda n: np.where(np.arange(n) % 6 == 3, 0.08, 0.01),
    "3 %, one in six 8 %": lambda n: np.where(np.arange(n) % 6 == 3, 0.08, 0.03),
}
# Milliseconds of a sample and of the kernel before and after it.
Taken = tuple[float, float, float]
PHASES = {"none": math.inf, "5 ms": 5.0, "30 s": 30_000.0}


class Machine:
    """Does work in so many milliseconds of the quiet machine, and says how long it took."""

    def __init__(self, phase_ms: float, chance: np.random.Generator) -> None:
        self.now_ms = 0.0
        self.phase_ms, self.chance = phase_ms, chance
        self.slow = False
        self.until_ms = self._next()

    def _next(self) -> float:
        return self.now_ms + (
            self.chance.exponential(self.phase_ms) if self.phase_ms < math.inf else math.inf
        )

    def spend(self, work_ms: float, feels: float = 1.0) -> float:
        began = self.now_ms
        while True:
            speed = SLOWDOWN**-feels if self.slow else 1.0
            if self.now_ms + work_ms / speed <= self.until_ms:
                self.now_ms += work_ms / speed
                return self.now_ms - began
            work_ms -= (self.until_ms - self.now_ms) * speed
            self.now_ms = self.until_ms
            self.slow = not self.slow
            self.until_ms = self._next()


@dataclass
class Samples:
    """Of one codec, as `serbench.measure.stopping.Taken`."""

    taken: list[tuple[float, int, int, float, float]] = field(default_factory=list)

    def cell(self) -> Cell:
        ns, process, round_, before_ms, after_ms = map(np.array, zip(*self.taken, strict=True))
        kernel_ns = np.column_stack([before_ms, after_ms])
        return Cell(ns / SAMPLE_MS, process, round_, *quiet_and_slowed(kernel_ns, process))


def measured(
    codecs: int, processes: int, further: int, sds: np.ndarray, phase_ms: float, seed: int
) -> dict[str, Cell]:
    chance = np.random.default_rng(seed)
    machine = Machine(phase_ms, chance)
    true = np.array([SLOWER.get(c, 1.0) for c in range(codecs)])
    kernel = 1 + 0.12 * chance.random(codecs)
    samples = [Samples() for _ in range(codecs)]
    kernels = [Kernels() for _ in range(codecs)]
    retaking = Retaking()
    rule = Settings(operations=(OPERATION,), processes=processes, smallest=SMALLEST)
    settled: set[int] = set()
    for process in range(processes + further):
        if process >= processes:
            found = allocation.known(
                {
                    (str(codec), OPERATION): of_codec.cell()
                    for codec, of_codec in enumerate(samples)
                },
                {str(codec): "made up" for codec in range(codecs)},
                {str(codec): {} for codec in range(codecs)},
                rule,
            )
            wanted = {int(codec) for codec, _ in allocation.wanted(found, rule)}
            settled = set(range(codecs)) - wanted
            if not wanted:
                break
        there = [codec for codec in range(codecs) if codec not in settled]
        company = chance.permutation(sorted(settled))[: max(COMPANY - len(there), 0)]
        there += [int(codec) for codec in company]
        speed = true * np.exp(sds * chance.standard_normal(codecs))
        for round_ in range(ROUNDS):
            for codec in map(int, chance.permutation(there)):

                def take(codec: int = codec, work_ms: float = SAMPLE_MS * speed[codec]) -> Taken:
                    machine.spend(PAUSE_MS)
                    noise = np.exp(0.003 * chance.standard_normal(2)) * KERNEL_MS * kernel[codec]
                    before = machine.spend(float(noise[0]))
                    work = work_ms * math.exp(WITHIN_SD * chance.standard_normal())
                    return machine.spend(work, FEELS), before, machine.spend(float(noise[1]))

                def was_quiet(taken: Taken, codec: int = codec) -> bool:
                    return kernels[codec].is_quiet(taken[1:])

                for ns, before, after in retaking.taken(take, was_quiet):
                    samples[codec].taken.append((ns, process, round_, before, after))
        for codec_kernels in kernels:
            codec_kernels.end_process()
    return {str(codec): of_codec.cell() for codec, of_codec in enumerate(samples)}


def judged(case: tuple[int, int, int, str, str, int]) -> tuple[float, ...]:
    codecs, processes, further, spread, phase, seed = case
    cells = measured(codecs, processes, further, SPREADS[spread](codecs), PHASES[phase], seed)
    found = effects(cells)
    known = pairs(
        {codec: list(by_process.values()) for codec, by_process in found.items()}, 1 + SMALLEST
    )
    true = {str(c): SLOWER.get(c, 1.0) for c in range(codecs)}
    equal = [c for c in true if true[c] == 1.0]
    false = any(known.is_faster(a, b) for a, b in itertools.permutations(equal, 2))
    slower = list(map(str, SLOWER))
    reverse = np.mean([known.is_faster(s, e) for s in slower for e in equal])
    ratios, times = [], []
    for a, b in itertools.combinations(true, 2):
        ratio = known.ratio(a, b)
        ratios.append(ratio.low <= true[a] / true[b] <= ratio.high)
    for codec in true:
        time = known.time(codec)
        times.append(time.low <= true[codec] <= time.high)
    power = [np.mean([known.is_faster(e, s) for e in equal]) for s in slower]
    return (float(false), float(reverse), np.mean(ratios), np.mean(times), *power)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--codecs", type=int, nargs="*", default=[12, 56, 230])
    parser.add_argument("--processes", type=int, nargs="*", default=[5, 10])
    parser.add_argument("--further", type=int, default=12)
    arguments = parser.parse_args()
    print(
        f"{'codecs':>6} {'proc.':>5} {'SD between processes':22}{'phases':8}"
        f"{'false':>7}{'reversed':>10}{'ratios':>8}{'times':>8}   found 3, 5, 10 %"
    )
    with ProcessPoolExecutor() as pool:
        for codecs, processes, phase, spread in itertools.product(
            arguments.codecs, arguments.processes, PHASES, SPREADS
        ):
            case = (codecs, processes, arguments.further, spread, phase)
            cases = [(*case, seed) for seed in range(arguments.runs)]
            false, reverse, ratios, times, *power = np.mean(
                list(pool.map(judged, cases, chunksize=4)), axis=0
            )
            print(
                f"{codecs:6} {processes:5} {spread:22}{phase:8}{false:7.1%}{reverse:10.2%}"
                f"{ratios:8.1%}{times:8.1%}   {', '.join(f'{p:.0%}' for p in power)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
