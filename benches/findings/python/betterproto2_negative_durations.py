# Its Duration of a negative timedelta with a fraction of a second is another span: seconds are
# rounded towards zero, nanoseconds are the remainder of the second below.
# needs: betterproto2==0.10.0 betterproto2-compiler==0.10.1 grpcio-tools==1.85.1
# prints: -0.500001 s for -1.500001 s
import os
import sys
import tempfile
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import betterproto2
from grpc_tools import protoc

PROTO = """\
syntax = "proto3";
package spans;
import "google/protobuf/duration.proto";
message Held { google.protobuf.Duration span = 1; }
"""
installed = Path(betterproto2.__file__).parents[1]
os.environ["PATH"] = f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}"
os.environ["PYTHONPATH"] = str(installed)
with tempfile.TemporaryDirectory() as room:
    (Path(room) / "held.proto").write_text(PROTO)
    (Path(room) / "made").mkdir()
    includes = [f"-I{room}", f"-I{files('grpc_tools').joinpath('_proto')}"]
    out = f"--python_betterproto2_out={room}/made"
    status = protoc.main(["protoc", *includes, out, "held.proto"])
    assert status == 0
    sys.path.insert(0, room)
    from made.spans import Held

    given = timedelta(seconds=-1, microseconds=-500_001)
    got = Held.parse(bytes(Held(span=given))).span
print(f"{got.total_seconds()} s for {given.total_seconds()} s")
raise SystemExit(got == given)
