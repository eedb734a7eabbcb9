"""What a codec costs besides time: the figures of `serbench footprint`, each once."""

from __future__ import annotations

import msgspec


class Footprint(msgspec.Struct, frozen=True, kw_only=True):
    """Of a codec compiled for a schema. All but `dependencies` is what the codec adds to the same
    program without one. A figure that its language has none of, or that was not asked for, is None.

    `code_bytes` and `small_code_bytes` are of the code and data that are loaded from the program's
    file, compiled with the flags of drivers and for size; `shared_bytes` are the files of shared
    libraries that only the codec needs. `jar_bytes` are the jars of the class path and the codec's
    own classes. `compile_s` are seconds of processors, to generate and compile the codec's code
    while what it depends on is there; `dependencies` counts that (crates, modules, libraries, jars
    or packages), and `dependencies_s` are the seconds of processors to compile it, None where some
    of it came compiled. `import_ms` and `import_rss_bytes` are medians of fresh processes that have
    written and read a first value. `note` says why figures are missing, or what they do not
    hold."""

    codec: str
    code_bytes: int | None = None
    small_code_bytes: int | None = None
    shared_bytes: int | None = None
    jar_bytes: int | None = None
    compile_s: float | None = None
    dependencies: int | None = None
    dependencies_s: float | None = None
    import_ms: float | None = None
    import_rss_bytes: int | None = None
    note: str = ""

    @property
    def shipped_bytes(self) -> int | None:
        """What a program ships for the codec: code, with shared libraries, or jars."""
        if self.code_bytes is not None:
            return self.code_bytes + (self.shared_bytes or 0)
        return self.jar_bytes

    @property
    def is_measured(self) -> bool:
        return any(getattr(self, name) is not None for name in FIGURES)


FIGURES = tuple(name for name in Footprint.__struct_fields__ if name not in ("codec", "note"))
