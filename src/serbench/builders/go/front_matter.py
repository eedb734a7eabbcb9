"""What the front matter of a Go codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = ("module", "generate", "replace", "require")
