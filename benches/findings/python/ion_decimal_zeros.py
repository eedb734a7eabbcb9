# A decimal of more than 34 digits may be written without its last zeros. Ion's
# data model tells 1.0 and 1.00 apart.
# needs: amazon.ion==0.15.0
# prints: 34 digits kept, 35 digits lost: 1.000000000000000000000000000000001
from decimal import Decimal

from amazon.ion.simpleion import IonPyValueModel, dumps, loads


def back(number):
    return loads(dumps(number, binary=True), value_model=IonPyValueModel.MAY_BE_BARE)


def kept(number):
    return "kept" if str(back(number)) == str(number) else "lost"


short = Decimal("1.000000000000000000000000000000010")
long = Decimal("1.0000000000000000000000000000000010")
print(f"34 digits {kept(short)}, 35 digits {kept(long)}: {back(long)}")
raise SystemExit((kept(short), kept(long)) != ("kept", "lost"))
