"""What the front matter of a Java codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = ("class", "dependencies", "generate", "jars", "opens", "shares", "types_dependencies")
