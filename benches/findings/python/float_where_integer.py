# What msgpackr, json-pack and cbor-x write for 2 ** 40 + 8 is refused by msgspec where an integer
# is declared, and is a float to whoever reads without types.
# needs: msgspec==0.22.0 msgpack==1.2.4
# prints: msgspec: ValidationError; msgpack: 1099511627784.0
import msgpack
import msgspec

data = bytes.fromhex("cb4270000000008000")
try:
    typed = msgspec.msgpack.decode(data, type=int)
except msgspec.ValidationError as refused:
    typed = type(refused).__name__
untyped = msgpack.unpackb(data)
print(f"msgspec: {typed}; msgpack: {untyped!r}")
raise SystemExit(not (typed == "ValidationError" and isinstance(untyped, float)))
