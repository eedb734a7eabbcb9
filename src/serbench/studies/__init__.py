"""Published experiments as data: rows, workloads, tables, and the figures they printed."""
