"""One module per target: native types, IDL files and conversions from a schema."""
