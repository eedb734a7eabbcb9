// What was taken for a text that is then refused is never given back.
// Avro C 1.11.1 (Debian: libavro-dev)
// run: g++ -std=c++17 benches/findings/cpp/avro_c_refused.cpp -lavro -o /tmp/avro_c_refused && /tmp/avro_c_refused
// Prints: 100 of 100 texts refused, 1600 MiB still taken
#include <avro.h>
#include <malloc.h>

#include <cstdio>

int main() {
  const char bytes[] = "\x80\x80\x80\x10";  // a text of 2^24 bytes
  avro_schema_t schema = avro_schema_string();
  avro_value_iface_t* iface = avro_generic_class_from_schema(schema);
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    avro_value_t value;
    avro_generic_value_new(iface, &value);
    avro_reader_t reader = avro_reader_memory(bytes, 4);
    refused += avro_value_read(reader, &value) != 0;
    avro_reader_free(reader);
    avro_value_decref(&value);
  }
  avro_value_iface_decref(iface);
  avro_schema_decref(schema);
  const std::size_t kept = mallinfo2().hblkhd + mallinfo2().uordblks;
  printf("%d of 100 texts refused, %zu MiB still taken\n", refused, kept >> 20);
  return refused == 100 && kept > 1600u << 20 ? 0 : 1;
}
