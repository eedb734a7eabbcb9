"""What decoders do with other codecs' bytes, corrupt bytes, other schemas and whole data sets."""
