"""Python libraries called by hand, as their documentation or their own benchmarks call them.

By the names of serbench's codecs. `setup` and the expressions are what one would give `timeit`:
`encode` is one of `value`, `decode` one of `data`. Where `value` is not the plain value, `fill`
makes it of the plain `value`; `take` makes a plain value of decode's `output`, for the proof. Both
use the conversions that serbench generates. Their time is not measured, but for libraries whose
bytes are the object (`zero-copy`): of these the whole ways are, fill and encode, decode and take.
"""

from typing import NamedTuple


class ByHand(NamedTuple):
    setup: str
    encode: str
    decode: str
    fill: str = ""
    take: str = ""


KEPT_THRIFT = """\
from thrift.transport.TTransport import TMemoryBuffer, TTransportBase
class Sink(TTransportBase):
    def write(self, data):
        self.data = data
sink = Sink()
protocol = Protocol(sink, fallback=False)
def write(value):
    value.write(protocol)
    return sink.data
def read(data):
    value = Root()
    value.read(Protocol(TMemoryBuffer(data), fallback=False))
    return value"""

LIBRARIES = {
    # https://github.com/amazon-ion/ion-python/blob/master/src-python/amazon/ionbenchmark/ion_load_dump.py
    "amazon-ion": ByHand(
        "from amazon.ion.simpleion import IonPyValueModel, dumps, loads\n"
        "from serbench_schema.mappings import back, to",
        encode="dumps(value, binary=True)",
        decode="loads(data, value_model=IonPyValueModel.MAY_BE_BARE)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/apache/avro/blob/main/lang/py/avro/test/test_bench.py
    "avro": ByHand(
        "from io import BytesIO\n"
        "from avro.io import BinaryDecoder, BinaryEncoder, DatumReader, DatumWriter\n"
        "from avro.schema import parse\n"
        "from serbench_schema.avro import SCHEMA, back, to\n"
        "writer, reader = DatumWriter(parse(SCHEMA)), DatumReader(parse(SCHEMA))\n"
        "def write(value):\n"
        "    stream = BytesIO()\n"
        "    writer.write(value, BinaryEncoder(stream))\n"
        "    return stream.getvalue()",
        encode="write(value)",
        decode="reader.read(BinaryDecoder(BytesIO(data)))",
        fill="to(value)",
        take="back(output)",
    ),
    # https://betterproto.github.io/python-betterproto2/getting-started/
    "betterproto2": ByHand(
        "from serbench_schema.of_betterproto import Root, back, to",
        encode="bytes(value)",
        decode="Root.parse(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://pymongo.readthedocs.io/en/stable/api/bson/index.html
    # https://github.com/mongodb/mongo-python-driver/blob/master/test/performance/perf_test.py
    "bson": ByHand(
        "from bson import decode, encode\nfrom serbench_schema.mappings import back, to",
        encode="encode(value)",
        decode="decode(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://catt.rs/en/stable/preconf.html#orjson, a converter that is made once as in
    # https://github.com/python-attrs/cattrs/blob/main/bench/test_attrs_nested.py
    "cattrs": ByHand(
        "from cattrs.preconf.orjson import make_converter\n"
        "from serbench_schema.types import Root\n"
        "converter = make_converter(detailed_validation=False)",
        encode="converter.dumps(value)",
        decode="converter.loads(data, Root)",
    ),
    "cattrs-attrs": ByHand(
        "from cattrs.preconf.orjson import make_converter\n"
        "from serbench_schema.attrs import Root\n"
        "from serbench_schema.of_attrs import back, to\n"
        "converter = make_converter(detailed_validation=False)",
        encode="converter.dumps(value)",
        decode="converter.loads(data, Root)",
        fill="to(value)",
        take="back(output)",
    ),
    "cattrs-detailed": ByHand(
        "from cattrs.preconf.orjson import make_converter\n"
        "from serbench_schema.types import Root\n"
        "converter = make_converter()",
        encode="converter.dumps(value)",
        decode="converter.loads(data, Root)",
    ),
    # https://cbor2.readthedocs.io/en/latest/usage.html
    "cbor2": ByHand(
        "from cbor2 import dumps, loads\nfrom serbench_schema.mappings import back, to",
        encode="dumps(value)",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/cloudpipe/cloudpickle#usage, which reads with pickle.
    "cloudpickle": ByHand(
        "import pickle\nimport cloudpickle",
        encode="cloudpickle.dumps(value)",
        decode="pickle.loads(data)",
    ),
    # https://construct.readthedocs.io/en/latest/compilation.html
    "construct": ByHand(
        "from serbench_schema.of_construct import FORMAT, back, to",
        encode="FORMAT.build(value)",
        decode="FORMAT.parse(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/konradhalas/dacite/blob/master/tests/performance/test_from_dict.py
    "dacite": ByHand(
        "from dataclasses import asdict\n"
        "from enum import StrEnum\n"
        "from json import JSONEncoder, loads\n"
        "from dacite import Config, from_dict\n"
        "from serbench_schema.types import Root\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))\n"
        "config = Config(cast=[StrEnum], check_types=False)",
        encode="encoder.encode(asdict(value)).encode()",
        decode="from_dict(data_class=Root, data=loads(data), config=config)",
    ),
    "dacite-checked": ByHand(
        "from dataclasses import asdict\n"
        "from enum import StrEnum\n"
        "from json import JSONEncoder, loads\n"
        "from dacite import Config, from_dict\n"
        "from serbench_schema.types import Root\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))",
        encode="encoder.encode(asdict(value)).encode()",
        decode="from_dict(data_class=Root, data=loads(data), config=Config(cast=[StrEnum]))",
    ),
    # https://github.com/rnag/dataclass-wizard/blob/main/benchmarks/complex.py, with its functions
    # for dataclasses that do not extend its own class
    "dataclass-wizard": ByHand(
        "from json import JSONEncoder, loads\n"
        "from dataclass_wizard import asdict, fromdict\n"
        "from serbench_schema.types import Root\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))",
        encode="encoder.encode(asdict(value)).encode()",
        decode="fromdict(Root, loads(data))",
    ),
    # https://github.com/lidatong/dataclasses-json#quickstart
    "dataclasses-json": ByHand(
        "from dataclasses import is_dataclass\n"
        "from dataclasses_json import dataclass_json\n"
        "from serbench_schema import types\n"
        "for plain in list(filter(is_dataclass, vars(types).values())):\n"
        "    dataclass_json(plain)\n"
        "Root, options = types.Root, {'ensure_ascii': False, 'separators': (',', ':')}",
        encode="value.to_json(**options).encode()",
        decode="Root.from_json(data)",
    ),
    # https://dill.readthedocs.io/en/latest/dill.html#dill.dumps
    "dill": ByHand(
        "from dill import dumps, loads",
        encode="dumps(value, protocol=5, byref=True)",
        decode="loads(data)",
    ),
    # https://github.com/fastavro/fastavro/blob/master/benchmark/benchmark.py
    "fastavro": ByHand(
        "import json\n"
        "from io import BytesIO\n"
        "from fastavro import parse_schema, schemaless_reader, schemaless_writer\n"
        "from serbench_schema.avro import SCHEMA, back, to\n"
        "schema = parse_schema(json.loads(SCHEMA))\n"
        "def write(value):\n"
        "    stream = BytesIO()\n"
        "    schemaless_writer(stream, schema, value)\n"
        "    return stream.getvalue()",
        encode="write(value)",
        decode="schemaless_reader(BytesIO(data), schema)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://flatbuffers.dev/languages/python/
    "flatbuffers": ByHand(
        "from serbench_schema.data_generated import Type0\n"
        "from serbench_schema.of_flatbuffers import back, to",
        encode="value.Output()",
        decode="Type0.GetRootAs(data, 0)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://docs.python.org/3/library/json.html
    # https://github.com/ijl/orjson/blob/master/bench/benchmark_dumps.py
    "json": ByHand(
        "from json import JSONEncoder, loads\n"
        "from serbench_schema.json import back, to\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))",
        encode="encoder.encode(value).encode()",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/jsonpickle/jsonpickle/blob/main/jsonpickle_benchmarks.py
    "jsonpickle": ByHand(
        "import jsonpickle",
        encode="jsonpickle.encode(value).encode()",
        decode="jsonpickle.decode(data.decode())",
    ),
    # https://docs.python.org/3/library/marshal.html
    "marshal": ByHand(
        "from marshal import dumps, loads\nfrom serbench_schema.sequences import back, to",
        encode="dumps(value)",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/marshmallow-code/marshmallow/blob/dev/performance/benchmark.py
    "marshmallow": ByHand(
        "from orjson import dumps, loads\nfrom serbench_schema.schemas import ROOT as schema",
        encode="dumps(schema.dump(value))",
        decode="schema.load(loads(data))",
    ),
    # https://github.com/Fatal1ty/mashumaro#orjson-library
    "mashumaro": ByHand(
        "from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder\n"
        "from serbench_schema.types import Root\n"
        "encoder, decoder = ORJSONEncoder(Root), ORJSONDecoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
    ),
    # https://github.com/msgpack/msgpack-python/blob/main/benchmark/benchmark.py
    "msgpack": ByHand(
        "from msgpack import Packer, unpackb\n"
        "from serbench_schema.mappings import back, to\n"
        "packer = Packer()",
        encode="packer.pack(value)",
        decode="unpackb(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "msgpack-arrays": ByHand(
        "from msgpack import Packer, unpackb\n"
        "from serbench_schema.sequences import back, to\n"
        "packer = Packer()",
        encode="packer.pack(value)",
        decode="unpackb(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/jcrist/msgspec/blob/main/benchmarks/bench_encodings.py, all of them six
    "msgspec-arrays": ByHand(
        "from msgspec.msgpack import Decoder, Encoder\n"
        "from serbench_schema.arrays import Root\n"
        "from serbench_schema.of_arrays import back, to\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "msgspec-json": ByHand(
        "from msgspec.json import Decoder, Encoder\n"
        "from serbench_schema.of_structs import back, to\n"
        "from serbench_schema.structs import Root\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "msgspec-json-plain": ByHand(
        "from msgspec.json import Decoder, Encoder\n"
        "from serbench_schema.types import Root\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
    ),
    "msgspec-json-slots": ByHand(
        "from msgspec.json import Decoder, Encoder\n"
        "from serbench_schema.of_slotted import back, to\n"
        "from serbench_schema.slotted import Root\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "msgspec-msgpack": ByHand(
        "from msgspec.msgpack import Decoder, Encoder\n"
        "from serbench_schema.of_structs import back, to\n"
        "from serbench_schema.structs import Root\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "msgspec-msgpack-plain": ByHand(
        "from msgspec.msgpack import Decoder, Encoder\n"
        "from serbench_schema.types import Root\n"
        "encoder, decoder = Encoder(), Decoder(Root)",
        encode="encoder.encode(value)",
        decode="decoder.decode(data)",
    ),
    # https://github.com/ijl/orjson/blob/master/bench/benchmark_dumps.py
    "orjson": ByHand(
        "from orjson import dumps, loads\nfrom serbench_schema.json import back",
        encode="dumps(value)",
        decode="loads(data)",
        take="back(output)",
    ),
    "orjson-slots": ByHand(
        "from orjson import dumps, loads\n"
        "from serbench_schema.json import back\n"
        "from serbench_schema.of_slotted import to",
        encode="dumps(value)",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/aviramha/ormsgpack#dataclass
    "ormsgpack": ByHand(
        "from ormsgpack import packb, unpackb\nfrom serbench_schema.mappings import back",
        encode="packb(value)",
        decode="unpackb(data)",
        take="back(output)",
    ),
    "ormsgpack-slots": ByHand(
        "from ormsgpack import packb, unpackb\n"
        "from serbench_schema.mappings import back\n"
        "from serbench_schema.of_slotted import to",
        encode="packb(value)",
        decode="unpackb(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://docs.python.org/3/library/pickle.html
    "pickle": ByHand(
        "from pickle import dumps, loads",
        encode="dumps(value, protocol=5)",
        decode="loads(data)",
    ),
    # https://docs.python.org/3/library/plistlib.html
    "plistlib": ByHand(
        "from plistlib import FMT_BINARY, dumps, loads\n"
        "from serbench_schema.sparse import back, to",
        encode="dumps(value, fmt=FMT_BINARY, sort_keys=False)",
        decode="loads(data, fmt=FMT_BINARY)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/protocolbuffers/protobuf/blob/v3.17.3/benchmarks/python/py_benchmark.py
    "protobuf": ByHand(
        "from serbench_schema.of_messages import Root, back, to",
        encode="value.SerializeToString()",
        decode="Root.FromString(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://capnproto.github.io/pycapnp/quickstart.html
    "pycapnp": ByHand(
        "from serbench_schema.of_capnp import Root, back, to\n"
        "def read(data):\n"
        "    with Root.from_bytes(\n"
        "        data, traversal_limit_in_words=1 << 61, nesting_limit=1 << 30\n"
        "    ) as root:\n"
        "        return back(root)",
        encode="value.to_bytes()",
        decode="read(data)",
        fill="to(value)",
    ),
    "pycapnp-packed": ByHand(
        "from serbench_schema.of_capnp import Root, back, to",
        encode="value.to_bytes_packed()",
        decode="Root.from_bytes_packed(data, 1 << 61, 1 << 30)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/pydantic/pydantic/blob/main/tests/benchmarks/test_json_shapes.py and
    # test_north_star.py, which have adapters whatever the type
    "pydantic": ByHand(
        "from pydantic import TypeAdapter\n"
        "from serbench_schema.types import Root\n"
        "adapter = TypeAdapter(Root)",
        encode="adapter.dump_json(value)",
        decode="adapter.validate_json(data)",
    ),
    "pydantic-models": ByHand(
        "from pydantic import TypeAdapter\n"
        "from serbench_schema.models import Root\n"
        "from serbench_schema.of_models import back, to\n"
        "adapter = TypeAdapter(Root)",
        encode="adapter.dump_json(value)",
        decode="adapter.validate_json(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://fory.apache.org/docs/guide/python/native_serialization
    # https://github.com/apache/fory/blob/main/integration_tests/cpython_benchmark/fory_benchmark.py
    "pyfory": ByHand(
        "import dataclasses\n"
        "import pyfory\n"
        "from serbench_schema import types\n"
        "fory = pyfory.Fory(xlang=False, ref=False, strict=True)\n"
        "for member in vars(types).values():\n"
        "    if isinstance(member, type) and member.__module__ == types.__name__:\n"
        "        fory.register(member)",
        encode="fory.serialize(value)",
        decode="fory.deserialize(data)",
    ),
    # https://github.com/yukinarit/pyserde/blob/main/bench/pyserde_class.py
    "pyserde": ByHand(
        "from dataclasses import is_dataclass\n"
        "from serbench_schema import types\n"
        "import serde\n"
        "import serde.json\n"
        "for plain in list(filter(is_dataclass, vars(types).values())):\n"
        "    serde.serde(plain)\n"
        "Root = types.Root",
        encode="serde.json.to_json(value).encode()",
        decode="serde.json.from_json(Root, data)",
    ),
    # https://github.com/TkTech/pysimdjson/blob/master/tests/test_benchmark.py, with the parser kept
    # as https://pysimdjson.tkte.ch/performance.html has it
    "pysimdjson": ByHand(
        "from json import JSONEncoder\n"
        "from serbench_schema.json import back, to\n"
        "from simdjson import Parser\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))\n"
        "parser = Parser()",
        encode="encoder.encode(value).encode()",
        decode="parser.parse(data, recursive=True)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/python-rapidjson/python-rapidjson/blob/master/benchmarks/conftest.py, but
    # for its native Decoder, which loses the last bits of floats
    "python-rapidjson": ByHand(
        "from rapidjson import NM_NATIVE, Decoder, Encoder\n"
        "from serbench_schema.json import back, to\n"
        "encoder, decoder = Encoder(ensure_ascii=False, number_mode=NM_NATIVE), Decoder()",
        encode="encoder(value).encode()",
        decode="decoder(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/samuelcolvin/rtoml/blob/main/tests/test_benchmarks.py
    "rtoml": ByHand(
        "from rtoml import dumps, loads\nfrom serbench_schema.bare import back, to",
        encode="dumps(value, none_value=None).encode()",
        decode="loads(data.decode())",
        fill="to(value)",
        take="back(output)",
    ),
    # https://pyyaml.org/wiki/PyYAMLDocumentation
    "pyyaml": ByHand(
        "from enum import StrEnum\n"
        "from yaml import CSafeDumper, CSafeLoader, dump, load\n"
        "from serbench_schema.mappings import back, to\n"
        "write = lambda dumper, member: dumper.represent_str(str(member))\n"
        "CSafeDumper.add_multi_representer(StrEnum, write)\n"
        "options = {'encoding': 'utf-8', 'allow_unicode': True, 'sort_keys': False}",
        encode="dump(value, Dumper=CSafeDumper, **options)",
        decode="load(data, Loader=CSafeLoader)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://yaml.dev/doc/ruamel.yaml/basicuse/
    "ruamel-yaml": ByHand(
        "from enum import StrEnum\n"
        "from io import BytesIO\n"
        "from ruamel.yaml import YAML\n"
        "from serbench_schema.mappings import back, to\n"
        "yaml = YAML(typ='safe')\n"
        "yaml.default_flow_style = yaml.sort_base_mapping_type_on_output = False\n"
        "write_member = lambda dumper, member: dumper.represent_str(str(member))\n"
        "yaml.Representer.add_multi_representer(StrEnum, write_member)\n"
        "def write(value):\n"
        "    stream = BytesIO()\n"
        "    yaml.dump(value, stream)\n"
        "    return stream.getvalue()",
        encode="write(value)",
        decode="yaml.load(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/ermakov-oleg/serpyco-rs/blob/master/bench/compare/test_benchmarks_bytes.py
    "serpyco-rs": ByHand(
        "from serbench_schema.types import Root\n"
        "from serpyco_rs import JSON, Serializer\n"
        "serializer = Serializer(Root, codec=JSON)",
        encode="serializer.dump(value)",
        decode="serializer.load(data)",
    ),
    "serpyco-rs-slots": ByHand(
        "from serbench_schema.of_slotted import back, to\n"
        "from serbench_schema.slotted import Root\n"
        "from serpyco_rs import JSON, Serializer\n"
        "serializer = Serializer(Root, codec=JSON)",
        encode="serializer.dump(value)",
        decode="serializer.load(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://simplejson.readthedocs.io/en/latest/
    "simplejson": ByHand(
        "from simplejson import JSONEncoder, loads\n"
        "from serbench_schema.json import back, to\n"
        "encoder = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(',', ':'))",
        encode="encoder.encode(value).encode()",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/Antares0982/ssrJSON#usage
    "ssrjson": ByHand(
        "from ssrjson import dumps_to_bytes, loads\nfrom serbench_schema.json import back, to",
        encode="dumps_to_bytes(value)",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/apache/thrift/blob/master/test/py/FastbinaryTest.py, both: a protocol is
    # kept to write, and made for the bytes to read
    "thrift-binary": ByHand(
        "from serbench_schema.of_apache_thrift import Root, back, to\n"
        "from thrift.protocol.TBinaryProtocol import TBinaryProtocolAccelerated as Protocol\n"
        + KEPT_THRIFT,
        encode="write(value)",
        decode="read(data)",
        fill="to(value)",
        take="back(output)",
    ),
    "thrift-compact": ByHand(
        "from serbench_schema.of_apache_thrift import Root, back, to\n"
        "from thrift.protocol.TCompactProtocol import TCompactProtocolAccelerated as Protocol\n"
        + KEPT_THRIFT,
        encode="write(value)",
        decode="read(data)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/Thriftpy/thriftpy2/blob/master/benchmark/benchmark_struct.py
    "thriftpy2": ByHand(
        "from serbench_schema.of_thrift import Root, back, to\n"
        "from thriftpy2.protocol import TCyBinaryProtocolFactory\n"
        "from thriftpy2.utils import deserialize, serialize\n"
        "factory = TCyBinaryProtocolFactory()",
        encode="serialize(value, factory)",
        decode="deserialize(Root(), data, factory)",
        fill="to(value)",
        take="back(output)",
    ),
    "thriftpy2-compact": ByHand(
        "from serbench_schema.of_thrift import Root, back, to\n"
        "from thriftpy2.protocol import TCompactProtocolFactory\n"
        "from thriftpy2.utils import deserialize, serialize\n"
        "factory = TCompactProtocolFactory()",
        encode="serialize(value, factory)",
        decode="deserialize(Root(), data, factory)",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/hukkin/tomli/blob/master/benchmark/run.py, https://github.com/hukkin/tomli-w#usage
    "toml": ByHand(
        "from tomli import loads\n"
        "from tomli_w import dumps\n"
        "from serbench_schema.sparse import back, to",
        encode="dumps(value).encode()",
        decode="loads(data.decode())",
        fill="to(value)",
        take="back(output)",
    ),
    # https://docs.python.org/3/library/tomllib.html
    "tomllib": ByHand(
        "from tomli_w import dumps\n"
        "from tomllib import loads\n"
        "from serbench_schema.sparse import back, to",
        encode="dumps(value).encode()",
        decode="loads(data.decode())",
        fill="to(value)",
        take="back(output)",
    ),
    # https://github.com/ultrajson/ultrajson#encoder-options
    "ujson": ByHand(
        "from ujson import dumps, loads\nfrom serbench_schema.json import back, to",
        encode="dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()",
        decode="loads(data)",
        fill="to(value)",
        take="back(output)",
    ),
}
