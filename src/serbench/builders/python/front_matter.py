"""What the front matter of a Python codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = ("packages", "paths", "generate", "program", "system-packages")
