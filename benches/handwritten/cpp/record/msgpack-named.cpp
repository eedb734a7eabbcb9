// https://github.com/msgpack/msgpack-c/blob/cpp_master/QUICKSTART-CPP.md, and of
// https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker the zone that is kept and the text that
// is referred to where it lies.
#include <msgpack.hpp>

#include "../direct.hpp"
#include "../msgpack_memory.hpp"

namespace {

struct Record {
  std::vector<std::int64_t> ids;
  std::vector<std::string> strings;
  MSGPACK_DEFINE_MAP(ids, strings)
};

struct MsgpackNamed : MsgpackMemory<Record> {
  using Value = Record;
  static constexpr bool is_plain = true;

  void fill(const schema::Record& record, Record& value) {
    value.ids = record.ids;
    value.strings = record.strings;
  }
  void take(const Record& value, schema::Record& record) {
    record.ids = value.ids;
    record.strings = value.strings;
  }
};

}  // namespace

SERBENCH_DIRECT(MsgpackNamed)
