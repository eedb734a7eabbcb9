"""What the front matter of a JavaScript codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = ("packages", "paths", "generate", "program", "system-packages")
