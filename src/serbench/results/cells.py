"""The raw samples of a working set, by codec and operation, each known as quiet or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from serbench.results.store import Store
from serbench.stats import FEWEST_SAMPLES
from serbench.stats.intervals import Samples
from serbench.stats.quiet import is_quiet, kernel_baselines_ns


@dataclass(frozen=True, slots=True)
class Cell:
    """The samples of one codec and operation, in the order taken.

    `ns` is per value; `place` numbers the round over all processes, so that samples of
    different cells can be paired.
    """

    ns: Samples
    wave: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64]
    quiet: npt.NDArray[np.bool_]

    def waves(self, keep: npt.NDArray[np.bool_]) -> list[Samples]:
        return [self.ns[keep & (self.wave == wave)] for wave in np.unique(self.wave)]

    @property
    def best(self) -> npt.NDArray[np.bool_]:
        """The quiet samples where there are enough of them, else all."""
        return self.quiet if self.quiet.sum() >= FEWEST_SAMPLES else np.ones_like(self.quiet)


def cells_of(
    store: Store, run: str, workload: str, language_of: Mapping[str, str]
) -> dict[tuple[str, str], Cell]:
    """The cells by codec and operation; what is quiet is judged within a language's drivers."""
    columns = store.samples(run, workload)
    codecs, operations = columns["codec"], columns["operation"]
    if not len(codecs):
        return {}
    language = np.array([language_of[c] for c in codecs])
    kernel_ns = np.column_stack([columns["kernel_before_ns"], columns["kernel_after_ns"]])
    kernel_ns = kernel_ns.astype(float)
    quiet = np.zeros(len(codecs), dtype=bool)
    for name in np.unique(language):
        its = language == name
        quiet[its] = is_quiet(kernel_ns[its], kernel_baselines_ns(kernel_ns[its]))
    ns = columns["ns"] / columns["items"]
    place = columns["wave"].astype(np.int64) * 1_000_000 + columns["round"]
    members: dict[tuple[str, str], list[int]] = {}
    for index, key in enumerate(zip(codecs.tolist(), operations.tolist(), strict=True)):
        members.setdefault(key, []).append(index)
    return {
        key: Cell(ns[its], columns["wave"][its], place[its], quiet[its])
        for key, its in members.items()
    }
