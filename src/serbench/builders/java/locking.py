"""Writes the lock of what Maven fetches (see `serbench.builders.locking`)."""

from __future__ import annotations

import re
import sys

from serbench.builders import maven
from serbench.builders import maven_artifacts as artifacts
from serbench.builders.codec import shipped
from serbench.builders.java import footprint
from serbench.builders.java.builder import BUILDER, all_dependencies
from serbench.builders.java.generators import GENERATORS
from serbench.builders.locking import LockError


def write(upgrade: bool) -> None:
    """Versions are those of front matter and of the libraries' own projects, which say exact
    ones; a file whose hash is not the one that was locked is an error, as it is when drivers are
    built."""
    codecs = {codec.name: all_dependencies(codec) for codec in shipped(BUILDER.language)}
    generators = {
        generator.artifact.split(":")[1]: [generator.artifact]
        for generator in GENERATORS.values()
        if generator.main
    }
    executables = {
        f"{generator.artifact.split(':')[1]}-{system}": [file]
        for generator in GENERATORS.values()
        if generator.artifact and not generator.main
        for system, file in maven.files_of(generator.artifact)
    }
    everything = {maven.DRIVER: [], **codecs, **generators, **executables}
    found, failed = maven.class_paths(everything, may_be_unlocked=everything)
    # A library alone may depend on other versions than beside the driver.
    alone, failed_alone = maven.class_paths(codecs, may_be_unlocked=codecs, parent=footprint.PARENT)
    for name, error in (failed | failed_alone).items():
        # Not every version of a program is published for every system.
        if name not in executables or not re.search("not find artifact|was not found", str(error)):
            raise LockError(f"{name}: {error}")
        print(f"{name}: not published, hence not locked", file=sys.stderr)
    class_paths = [*found.values(), *alone.values()]
    artifacts.LOCK.write_text(artifacts.text({file for files in class_paths for file in files}))
