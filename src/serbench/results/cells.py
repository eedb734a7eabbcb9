"""The raw samples of a working set as the store holds them."""

from __future__ import annotations

import numpy as np

from serbench.results.store import Store
from serbench.stats.cells import Cell
from serbench.stats.quiet import quiet_and_slowed, that_count


def cells_of(store: Store, run: str, workload: str) -> dict[tuple[str, str], Cell]:
    """The cells by codec and operation. A sample during which a just-in-time compiler was at work
    is of another program, and left out if there are others; so are those during which another
    program had the processor."""
    columns = store.samples(run, workload)
    codecs, operations = columns["codec"], columns["operation"]
    kernel_ns = np.column_stack([columns["kernel_before_ns"], columns["kernel_after_ns"]])
    kernel_ns = kernel_ns.astype(float)
    process = columns["wave"].astype(np.int64)
    quiet, slower = np.zeros(len(codecs), dtype=bool), np.zeros(len(codecs))
    for codec in set(codecs):
        of_codec = codecs == codec
        quiet[of_codec], slower[of_codec] = quiet_and_slowed(kernel_ns[of_codec], process[of_codec])
    ns = columns["ns"] / columns["items"]
    compiling = columns["compiling_ns"] > 0
    interrupted = columns["interrupted"]
    # By cell, and within a cell as they were taken.
    order = np.argsort(columns["cell"], kind="stable")
    ends = np.cumsum(np.bincount(columns["cell"]))
    cells = {}
    for of_cell in np.split(order, ends[:-1]) if len(order) else ():
        key = (codecs[of_cell[0]], operations[of_cell[0]])
        if not compiling[of_cell].all():
            of_cell = of_cell[~compiling[of_cell]]
        of_cell = of_cell[that_count(interrupted[of_cell], process[of_cell])]
        round_ = columns["round"][of_cell].astype(np.int64)
        cells[key] = Cell(ns[of_cell], process[of_cell], round_, quiet[of_cell], slower[of_cell])
    return cells
