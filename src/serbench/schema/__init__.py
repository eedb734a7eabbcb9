"""The type model, how schemas are read from annotations or data, and digests of values."""
