# A decimal's scale is not looked at when it is written, but when it is read: 1.1 becomes 0.11, and
# 11 becomes 0.11. The specification gives the scale to the schema alone. fastavro writes 1.10.
# needs: avro==1.12.2 fastavro==1.13.1
# prints: avro: 1.1 is 0.11, 11 is 0.11; fastavro: 1.1 is 1.10, 11 is 11.00
import json
from decimal import Decimal
from io import BytesIO

import fastavro
from avro.io import BinaryDecoder, BinaryEncoder, DatumReader, DatumWriter
from avro.schema import parse

MONEY = {"type": "bytes", "logicalType": "decimal", "precision": 5, "scale": 2}


def of_avro(number):
    schema, out = parse(json.dumps(MONEY)), BytesIO()
    DatumWriter(schema).write(number, BinaryEncoder(out))
    return DatumReader(schema).read(BinaryDecoder(BytesIO(out.getvalue())))


def of_fastavro(number):
    schema, out = fastavro.parse_schema(MONEY), BytesIO()
    fastavro.schemaless_writer(out, schema, number)
    return fastavro.schemaless_reader(BytesIO(out.getvalue()), schema, None)


texts = []
for name, back in (("avro", of_avro), ("fastavro", of_fastavro)):
    texts.append(f"{name}: 1.1 is {back(Decimal('1.1'))}, 11 is {back(Decimal(11))}")
print("; ".join(texts))
raise SystemExit(of_avro(Decimal("1.1")) != Decimal("0.11"))
