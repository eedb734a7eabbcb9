# A packed message of two segments that is cut off in the first, or in its last two bytes, ends the
# process; cut off elsewhere it is refused.
# needs: pycapnp==2.2.4
# prints: of cuts to [1, 4, ...] bytes of 20038 SIGABRT: [13, 16, 19, 22, 25, 20036, 20037]
import signal
import subprocess
import sys

CODE = """
import capnp, pathlib, sys
pathlib.Path("t.capnp").write_text("@0xbf5147cbbecf40c1; struct T { a @0 :Text; }")
T = capnp.load("t.capnp").T
data = T.new_message(a="x" * 20000).to_bytes_packed()
end = int(sys.argv[1])
if end == 0: print(len(data), flush=True)
T.from_bytes_packed(data[:end] if end else data)
"""


def ran(end):
    return subprocess.run([sys.executable, "-c", CODE, str(end)], capture_output=True, check=False)


size = int(ran(0).stdout)
cuts = [*range(1, 40, 3), 1000, size - 3, size - 2, size - 1]
aborted = [end for end in cuts if ran(end).returncode == -signal.SIGABRT]
print(f"of cuts to {cuts} bytes of {size} SIGABRT: {aborted}")
raise SystemExit(not aborted)
