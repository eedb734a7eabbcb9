# field(rename=...) is pasted into generated code within quotes, unescaped: a backslash in it writes
# another key, in silence, and a quote is a SyntaxError.
# needs: pyserde==0.34.0
# prints: {"ab": 1}, SyntaxError
import json
from dataclasses import dataclass

import serde
import serde.json


def declared(name):
    @serde.serde
    @dataclass
    class Renamed:
        a: int = serde.field(rename=name)

    return Renamed(1)


written = json.loads(serde.json.to_json(declared(r"a\u0062")))
try:
    quoted = serde.json.to_json(declared('a"b'))
except SyntaxError:
    quoted = "SyntaxError"
print(json.dumps(written), quoted, sep=", ")
raise SystemExit(not (written == {"ab": 1} and quoted == "SyntaxError"))
