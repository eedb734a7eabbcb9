"""What the front matter of a Rust codec may have besides `serbench.build.codec.KEYS`."""

KEYS = ("crate", "dependencies", "shares", "generate", "plain", "program", "packages")
