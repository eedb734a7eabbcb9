// The hash of a name is reckoned in an int, which overflows from four letters on.
// Avro C 1.11.1 (Debian: libavro-dev), of whose sources (as `serbench setup` fetches them) st.c alone is compiled anew
// run: gcc -g -w -fsanitize=undefined -I ~/.cache/serbench/fetched/cpp/avro_c-* -c ~/.cache/serbench/fetched/cpp/avro_c-*/st.c -o /tmp/st.o && g++ -fsanitize=undefined benches/findings/cpp/avro_c_hash.cpp /tmp/st.o -l:libavro.a -ljansson -lz -llzma -lsnappy -o /tmp/avro_c_hash && /tmp/avro_c_hash
// Prints: .../st.c:528:13: runtime error: signed integer overflow: 96516678 * 997 cannot be represented in type 'int'
//   a field called abc: 0 reports
//   a field called abcd: 1 report
#include <avro.h>

#include <cstdio>
#include <string>

int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

int reported(const std::string& name) {
  const std::string json =
      R"({"type": "record", "name": "R", "fields": [{"type": "int", "name": ")" + name + "\"}]}";
  avro_schema_t schema = nullptr;
  if (avro_schema_from_json_length(json.data(), json.size(), &schema)) puts(avro_strerror());
  printf("a field called %s: %d report%s\n", name.c_str(), reports, reports == 1 ? "" : "s");
  return reports;
}

int main() {
  return reported("abc") == 0 && reported("abcd") == 1 ? 0 : 1;
}
