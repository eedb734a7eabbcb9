"""`serbench.cluster.measure_job` with fake drivers, as the command line has them in tests.

    python -m tests.cluster.fake_measure_job '{"unbuildable": ["cpp/cereal"]}' FOLDER

Codecs in `unbuildable` do not compile; `faults` are those of drivers, by codec.
"""

import json
import sys
from pathlib import Path

import pytest

from serbench.cluster import measure_job
from serbench.languages.registry import LANGUAGES
from tests.commands.conftest import FakeBuilder, fake


def main(how: dict, folder: str) -> None:
    builders = {name: FakeBuilder(name) for name in LANGUAGES}
    for codec in how.get("unbuildable", ()):
        builders[codec.partition("/")[0]].unbuildable[codec] = "expected `;`"
    for codec, faults in how.get("faults", {}).items():
        builders[codec.partition("/")[0]].faults[codec] = faults
    with pytest.MonkeyPatch.context() as patch:
        fake(patch, builders)
        measure_job.main(Path(folder))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2])
