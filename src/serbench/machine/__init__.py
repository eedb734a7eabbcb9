"""The machine that serbench runs on: processors, packages, files, child processes."""
