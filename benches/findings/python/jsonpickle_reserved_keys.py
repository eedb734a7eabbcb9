# A dict that has a key of jsonpickle's own loses the entry when it is written, without an error.
# needs: jsonpickle==4.1.4
# prints: {"b": 2} {"b": 2} {"b": 2}
import json

import jsonpickle

written = [jsonpickle.encode({key: 1, "b": 2}) for key in ("py/object", "py/id", "py/tuple")]
print(*written)
raise SystemExit(not all(json.loads(text) == {"b": 2} for text in written))
