"""Fuzzes what reads a stranger's files: `python -m tests.fuzz [KIND…] --cases N --seconds S`."""

from __future__ import annotations

import sys

from tests.fuzz.command import main

sys.exit(main(sys.argv[1:]))
