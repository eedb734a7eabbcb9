// avro_resolved_writer_new crashes as soon as it reads a value where a record within an array has,
// in the reader's schema, a field with a default that the writer's has not. At the top level the same
// is refused; the specification gives the default. Symbols of enums are resolved by number, not name.
// Avro C 1.11.1 (Debian: libavro-dev)
// run: g++ -std=c++17 benches/findings/cpp/avro_c_resolution.cpp -lavro -o /tmp/avro_c_resolution && /tmp/avro_c_resolution; test $? = 139
// Prints: record: Reader field b doesn't appear in writer
//   symbol "y" that the reader does not know: "z"
//   symbol "x" that the reader has in another place: "z"
//   array of records: (SIGSEGV, which is the finding)
#include <avro.h>

#include <cstdio>
#include <string>

avro_schema_t parsed(const std::string& json) {
  avro_schema_t schema = nullptr;
  if (avro_schema_from_json_length(json.data(), json.size(), &schema)) puts(avro_strerror());
  return schema;
}

void resolve(const char* what, std::string writer, std::string reader, std::string bytes) {
  printf("%s: ", what), fflush(stdout);
  const avro_schema_t to = parsed(reader);
  avro_value_iface_t* const resolver = avro_resolved_writer_new(parsed(writer), to);
  if (!resolver) return void(puts(avro_strerror()));
  avro_value_t value, resolved;
  avro_generic_value_new(avro_generic_class_from_schema(to), &value);
  avro_resolved_writer_new_value(resolver, &resolved);
  avro_resolved_writer_set_dest(&resolved, &value);
  char* json = nullptr;
  if (avro_value_read(avro_reader_memory(bytes.data(), bytes.size()), &resolved))
    return void(puts(avro_strerror()));
  avro_value_to_json(&value, 1, &json);
  puts(json);
}

int main() {
  const std::string record =
      R"({"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"})";
  const std::string before = record + "]}",
                    after = record + R"(, {"name": "b", "type": "int", "default": 5}]})";
  const std::string symbols = R"({"type": "enum", "name": "E", "symbols": )";
  resolve("record", before, after, "\x0e");
  resolve("symbol \"y\" that the reader does not know", symbols + R"(["x", "y"]})",
          symbols + R"(["x", "z"]})", "\x02");
  resolve("symbol \"x\" that the reader has in another place", symbols + R"(["x", "z"]})",
          symbols + R"(["z", "x"]})", std::string(1, '\0'));
  resolve("array of records", R"({"type": "array", "items": )" + before + "}",
          R"({"type": "array", "items": )" + after + "}", std::string("\x02\x0e\0", 3));
  return 1;
}
