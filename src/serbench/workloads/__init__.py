"""The built-in workloads: record types as annotations, and values from a seed.

A module of this package that has a `WORKLOADS` is a workload; nothing else lists it.
"""
