"""serbench: which serialization library should I use for my data, in my languages?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serbench.api import Figures, infer, load, run, verify
    from serbench.errors import UserError

__version__ = "0.1.0"
__all__ = ["Figures", "UserError", "infer", "load", "run", "verify"]


def __dir__() -> list[str]:
    """What a program may use, for shells and notebooks that complete names."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """What `__all__` names, when it is first asked for: most of serbench needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = "serbench.errors" if name == "UserError" else "serbench.api"
    return getattr(import_module(home), name)
