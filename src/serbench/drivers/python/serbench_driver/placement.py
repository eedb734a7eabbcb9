"""Extension modules out of memory of their own.

Where the pages of a file happen to lie is shared by all processes of it, and moves what its code
takes by several percent: each process loads copies, which are gone with it.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType


class _Copied(ExtensionFileLoader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        assert spec.origin
        # It stays open: the loader takes what has the same name for the same library.
        copy = os.memfd_create(spec.name)
        try:
            with open(copy, "wb", closefd=False) as file:
                file.write(Path(spec.origin).read_bytes())
            spec_of_copy = ModuleSpec(spec.name, self, origin=f"/proc/self/fd/{copy}")
            return super().create_module(spec_of_copy)
        except (ImportError, OSError):  # of libraries that lie beside it; of a limit of files
            os.close(copy)
            return super().create_module(spec)


def load_copies() -> None:
    """From now on, where the system has memory that is a file."""
    if not hasattr(os, "memfd_create"):
        return
    finder = FileFinder.path_hook(
        (_Copied, EXTENSION_SUFFIXES), (SourceFileLoader, SOURCE_SUFFIXES)
    )
    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()
