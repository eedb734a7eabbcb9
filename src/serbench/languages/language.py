"""What a language is to the rest of serbench."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from serbench.builders.driver import Builder
from serbench.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Language:
    """`key` is its folder and stands before the slash of a codec's id; `name` is for people, and
    `suffix` what files of its sources end with.
    `builder` and `types` import what they need when they are called: no command pays for a
    language that it does not use. `types` are the sources of the plain types, by file name.
    `build_s` is what a driver takes to build on two cores, dependencies warm: seconds, and seconds
    more for each field of the schema (`benches/cold_build.py`). `library_s` is what comes before it
    in a new cache: seconds for the language, and for the libraries of each codec. `uses_malloc`
    says that a preloaded allocator serves its drivers. `runtime` are the files under the home of
    its virtual machine that execute code: a process that is measured gets copies of them. Where its
    launcher is all of the machine, `beside` are files that a copy of it needs
    (`serbench.measure.placement`). `jit` says that it compiles as it runs. `memory_bytes` is what a
    process grows by for its own sake while it decodes: a virtual machine, its compiler, and what it
    has not collected yet."""

    key: str
    name: str
    suffix: str
    builder: Callable[[], Builder]
    types: Callable[[Schema], dict[str, str]]
    build_s: tuple[float, float]
    library_s: tuple[float, float] = (0.0, 0.0)
    uses_malloc: bool = False
    runtime: tuple[str, ...] = ()
    memory_bytes: int = 0
    beside: Mapping[str, str] | None = None
    jit: bool = False

    @property
    def is_linked(self) -> bool:
        """Whether its drivers are programs that are linked here, and so may be in several ways."""
        return not self.runtime and self.beside is None
