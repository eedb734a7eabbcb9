"""Outliers are counted and kept, never dropped.

       severe low    mild low                          mild high    severe high
    ─────────┼──────────┼────────[ Q1 │ median │ Q3 ]────────┼──────────┼─────────
          Q1-3·IQR  Q1-1.5·IQR                          Q3+1.5·IQR  Q3+3·IQR

The fences are Tukey's (Exploratory Data Analysis, 1977).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from serbench.stats.intervals import Samples


@dataclass(frozen=True, slots=True)
class Outliers:
    """How many samples lie beyond the fences; the severe ones are not counted as mild."""

    mild: int
    severe: int


def classify(samples: Samples) -> Outliers:
    if len(samples) == 0:
        return Outliers(0, 0)
    q1, q3 = np.quantile(samples, [0.25, 0.75])
    iqr = q3 - q1
    beyond = np.maximum(q1 - samples, samples - q3)
    severe = int((beyond > 3 * iqr).sum())
    return Outliers(int((beyond > 1.5 * iqr).sum()) - severe, severe)
