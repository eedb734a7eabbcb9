"""`python -m serbench`."""

import sys
from pathlib import Path

import serbench

# `python -m` looks for modules in the current folder first, where a `duckdb.py` may lie beside the
# data. What serbench imports comes from where it is installed, unless that is this very folder.
_here = Path.cwd().resolve()
if Path(serbench.__file__).resolve().parents[1] != _here:
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != _here]

from serbench.cli import main  # noqa: E402 - what it imports is looked for where it now is

main()
