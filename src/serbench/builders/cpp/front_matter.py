"""What the front matter of a C++ codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = (
    "headers",
    "version",
    "packages",
    "link",
    "pkg_config",
    "generate",
    "fetch",
    "compile",
    "archives",
    "flags",
    "include",
    "link_flags",
    "sources",
    "toolchain",
)
