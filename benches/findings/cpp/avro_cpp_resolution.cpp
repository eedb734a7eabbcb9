// Aliases of fields are ignored, and a record within an array is refused whose last field is the writer's alone.
// Avro C++ 1.8.2, its sources (as `serbench setup` fetches them; Debian: libboost1.81-dev)
// run: (cd ~/.cache/serbench/fetched/cpp/avro-*/ && g++ -std=c++17 -w -I api $OLDPWD/benches/findings/cpp/avro_cpp_resolution.cpp $(ls impl/*.cc impl/*/*.cc | grep -v -e DataFile -e avrogencpp) -o /tmp/avro_cpp_resolution) && /tmp/avro_cpp_resolution
// Prints: a = 7 into c, whose alias is a and whose default is 5: 5
//   a record, which lacks the writer's last field: 7
//   an array of such: Invalid operation. Expected: Repeater got SkipStart
//   an array of records that lack the writer's first: read
#include <Compiler.hh>
#include <Decoder.hh>
#include <Generic.hh>
#include <Specific.hh>
#include <Stream.hh>
#include <ValidSchema.hh>
#include <iostream>

std::string record(const std::string& fields) {
  return R"({"type": "record", "name": "R", "fields": [)" + fields + "]}";
}

std::string array(const std::string& item) {
  return R"({"type": "array", "items": )" + item + "}";
}

int resolved(const std::string& writer, const std::string& reader,
             std::vector<std::uint8_t> bytes) try {
  const auto in = avro::memoryInputStream(bytes.data(), bytes.size());
  const auto to = avro::compileJsonSchemaFromString(reader);
  const auto decoder =
      avro::resolvingDecoder(avro::compileJsonSchemaFromString(writer), to, avro::binaryDecoder());
  decoder->init(*in);
  avro::GenericDatum datum(to);
  avro::decode(*decoder, datum);
  if (datum.type() != avro::AVRO_RECORD) return std::cout << "read\n", 0;
  const int number = datum.value<avro::GenericRecord>().fieldAt(0).value<int>();
  return std::cout << number << '\n', number;
} catch (const std::exception& e) {
  return std::cout << e.what() << '\n', -1;
}

int main() {
  const std::string a = R"({"name": "a", "type": "int"})", b = R"({"name": "b", "type": "int"})";
  const std::string c = R"({"name": "c", "type": "int", "default": 5, "aliases": ["a"]})";
  const std::string last = a + "," + b, first = b + "," + a;
  std::cout << "a = 7 into c, whose alias is a and whose default is 5: ";
  bool holds = resolved(record(a), record(c), {14}) == 5;
  std::cout << "a record, which lacks the writer's last field: ";
  holds &= resolved(record(last), record(a), {14, 16}) == 7;
  std::cout << "an array of such: ";
  holds &= resolved(array(record(last)), array(record(a)), {2, 14, 16, 0}) == -1;
  std::cout << "an array of records that lack the writer's first: ";
  holds &= resolved(array(record(first)), array(record(a)), {2, 16, 14, 0}) == 0;
  return holds ? 0 : 1;
}
