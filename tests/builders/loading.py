"""Which files of serbench are read when a module is imported, found by importing it.

    python loading.py MODULE ...

Prints, as JSON, the paths in the package by the modules' names.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path


def loaded(name: str) -> list[str]:
    for known in [module for module in sys.modules if module.split(".")[0] == "serbench"]:
        del sys.modules[known]
    importlib.import_module(name)
    package = Path(sys.modules["serbench"].__file__).parent
    mine = (sys.modules[m] for m in sys.modules if m.split(".")[0] == "serbench")
    return sorted(str(Path(module.__file__).relative_to(package)) for module in mine)


if __name__ == "__main__":
    print(json.dumps({name: loaded(name) for name in sys.argv[1:]}))
