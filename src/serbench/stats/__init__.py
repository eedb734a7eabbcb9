"""Pure functions from samples to figures: medians, intervals, ratios, ties. No I/O.

Everywhere here, samples of a cell come as `waves`: one array per process that measured
it, each holding nanoseconds per value in the order they were taken.
"""

# Fewer samples than this cannot make an interval of 95 % at all.
FEWEST_SAMPLES = 6
