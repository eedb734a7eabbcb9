"""What the front matter of a Java codec may have besides `serbench.builders.codec.KEYS`."""

KEYS = (
    "class",
    "dependencies",
    "generate",
    "jars",
    "opens",
    "processor",
    "shares",
    "types_dependencies",
)
