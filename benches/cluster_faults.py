"""Whether faults of a cluster change what it finds.

    .venv/bin/python benches/cluster_faults.py [--mb 200] [--cut 20] [--codec NAME …]

Three workers on loopback ports infer the schema of generated tweets and verify all of them. One is
slow: it stands still for four fifths of the time. Once while they infer and once while they verify,
another one is killed, and the connection of all to the scheduler is cut: `freeze` lets nothing
through for so many seconds, `shut` ends all connections and refuses new ones. Target: schema and
checksum over lines are those of one process without faults, and every value is counted once.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benches.cluster import MB, generated
from tests.cluster.cut_off import found_in_spite_of_faults

from serbench.schema.infer import infer

CODECS = ("python/json",)
PART_BYTES = 4 << 20


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mb", type=float, default=200)
    parser.add_argument("--cut", type=float, default=20)
    parser.add_argument("--codec", action="append")
    told = parser.parse_args()
    is_same = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        data = generated(folder, told.mb)
        one = infer([data])
        print(f"one process: {one.values:,} values, checksum {one.checksum}", flush=True)
        for how in ("freeze", "shut"):
            began_s = time.monotonic()
            db, codecs = folder / f"{how}.duckdb", tuple(told.codec or CODECS)
            found = found_in_spite_of_faults(data, db, codecs, how, told.cut, PART_BYTES)
            verified = found.verified
            same = found.inference == one
            counted = all(codec.survived == one.values for codec in verified.found)
            counted &= verified.values == one.values and verified.checksum == one.checksum
            is_same &= same and counted
            print(
                f"{how} for {told.cut:.0f} s while {' and while '.join(found.faults)}: "
                f"{verified.values:,} values, checksum {verified.checksum}; "
                f"{'the same' if same else 'ANOTHER'} schema, each value "
                f"{'once' if counted else 'NOT ONCE'}; workers started anew: {found.restarts}; "
                f"{data.stat().st_size / MB:,.0f} MB in {time.monotonic() - began_s:.0f} s",
                flush=True,
            )
    sys.exit(not is_same)


if __name__ == "__main__":
    main()
