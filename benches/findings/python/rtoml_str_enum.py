# Members of a StrEnum, as of any other subclass of str, are refused; tomli_w and json write them.
# needs: rtoml==0.14.0 tomli-w==1.2.0
# prints: rtoml: <E.A: 'a'> (E) is not serializable to TOML; tomli_w: a = "a"
from enum import StrEnum

import rtoml
import tomli_w


class E(StrEnum):
    A = "a"


try:
    text = rtoml.dumps({"a": E.A})
except rtoml.TomlSerializationError as refused:
    text = str(refused)
print(f"rtoml: {text}; tomli_w: {tomli_w.dumps({'a': E.A}).strip()}")
raise SystemExit("not serializable" not in text)
