"""What JavaScript's driver waits for before it is sampled, by a clock that the test moves."""

import json
import subprocess

import pytest

from serbench.builders.codec import DRIVERS
from serbench.builders.javascript import node

# Walks take the milliseconds of `took` in turns, and then as many as the last.
SCRIPT = """\
let now = 0n;
process.hrtime.bigint = () => now;
const { warmUp } = await import(%s);
const walks = [0];
function walk() {
  const took = %s;
  now += BigInt(Math.round(1e6 * took[Math.min(walks[0]++, took.length - 1)]));
}
const steady = warmUp([walk], 12e9);
console.log(JSON.stringify({ steady, walks: walks[0], ms: Number(now) / 1e6 }));
"""


def warmed(tmp_path, took_ms):
    module = json.dumps(str(DRIVERS / "javascript" / "driver" / "warm_up.js"))
    script = tmp_path / "warm.mjs"
    script.write_text(SCRIPT % (module, json.dumps(took_ms)))
    done = subprocess.run(
        [node.node().path, str(script)], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("walk_ms", "walks"),
    [(0.5, 20 * 6), (3.0, 20), (10.0, 6), (100.0, 4), (1000.0, 4)],
)
def test_operation_of_one_speed_is_steady_after_two_groups_of_turns(tmp_path, walk_ms, walks):
    found = warmed(tmp_path, [walk_ms])
    assert found == {"steady": True, "walks": walks, "ms": walks * walk_ms}


def test_operation_that_becomes_faster_is_warmed_until_it_does_no_more(tmp_path):
    found = warmed(tmp_path, [100, 90, 80, 70, 60, 50])
    # Of the last group of turns the fastest is as fast as one before.
    assert found["steady"]
    assert found["walks"] == 8


def test_operation_that_becomes_faster_without_end_is_not_steady_within_the_time(tmp_path):
    found = warmed(tmp_path, [1000 * 0.97**n for n in range(40)])
    assert not found["steady"]
    assert found["ms"] >= 12_000
