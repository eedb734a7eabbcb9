"""What the front matter of a Rust codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = (
    "crate",
    "dependencies",
    "types_dependencies",
    "shares",
    "generate",
    "plain",
    "types_plain",
    "program",
    "packages",
)
