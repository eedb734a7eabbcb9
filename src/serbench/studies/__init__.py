"""Published experiments as data: rows, workloads, layouts, and the figures they printed."""
