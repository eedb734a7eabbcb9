"""What the front matter of a Go codec may have besides `serbench.build.codec.KEYS`."""

KEYS = ("module", "generate", "replace", "require")
