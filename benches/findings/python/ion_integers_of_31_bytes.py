# Binary Ion: an integer whose bytes are a multiple of 31 comes back as another,
# without an error.
# needs: amazon.ion==0.15.0
# prints: 2^239 kept, 2^240 lost, 2^247 lost, 2^248 kept, 2^495 lost; 2^240 is 0
from amazon.ion.simpleion import IonPyValueModel, dumps, loads


def back(number):
    return loads(dumps(number, binary=True), value_model=IonPyValueModel.MAY_BE_BARE)


def kept(exponent):
    return "kept" if back(2**exponent) == 2**exponent else "lost"


fates = {exponent: kept(exponent) for exponent in (239, 240, 247, 248, 495)}
said = ", ".join(f"2^{exponent} {fate}" for exponent, fate in fates.items())
print(f"{said}; 2^240 is {back(2**240)}")
raise SystemExit(list(fates.values()) != ["kept", "lost", "lost", "kept", "lost"])
