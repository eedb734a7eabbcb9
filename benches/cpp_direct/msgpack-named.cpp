// https://github.com/msgpack/msgpack-c/blob/cpp_master/QUICKSTART-CPP.md
#include <msgpack.hpp>

#include "direct.hpp"

namespace {

using serbench::Root;

struct Record {
  std::vector<std::int64_t> ids;
  std::vector<std::string> strings;
  MSGPACK_DEFINE_MAP(ids, strings)
};

struct MsgpackNamed {
  using Value = Record;

  void fill(const Root& record, Value& value) { value = {record.ids, record.strings}; }
  void take(const Value& value, Root& record) { record = {value.ids, value.strings}; }

  std::string_view encode(const Value& value) {
    bytes_.clear();
    msgpack::pack(bytes_, value);
    return {bytes_.data(), bytes_.size()};
  }

  void decode(std::string_view bytes, Value& value) {
    const msgpack::object_handle handle = msgpack::unpack(bytes.data(), bytes.size());
    handle.get().convert(value);
  }

 private:
  msgpack::sbuffer bytes_;
};

}  // namespace

SERBENCH_DIRECT(MsgpackNamed)
