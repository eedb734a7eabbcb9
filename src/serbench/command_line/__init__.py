"""The command line around the commands: help, completion, `serbench.toml` and what it may do."""
