"""A Dask cluster: the same work on many processes or hosts."""
