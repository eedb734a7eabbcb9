// https://jpa.kapsi.fi/nanopb/docs/concepts.html: a stream into memory that is large enough, and
// pb_release of what was allocated. The messages and what fills them are serbench's.
#include <pb_decode.h>
#include <pb_encode.h>

#include "direct.hpp"
#include "schema/nanopb_convert.hpp"

using namespace serbench_nanopb;

struct Codec {
  struct Value {
    Value() = default;
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;
    ~Value() { pb_release(root_fields, &root); }
    RootMessage root{};
  };

  void fill(const serbench::Root& record, Value& value) { put(record, &value.root); }
  void take(const Value& value, serbench::Root& record) { get(value.root, record); }

  std::string_view encode(const Value& value) {
    pb_ostream_t stream = pb_ostream_from_buffer(bytes_.data(), bytes_.size());
    if (!pb_encode(&stream, root_fields, &value.root)) {
      throw std::runtime_error(PB_GET_ERROR(&stream));
    }
    return {reinterpret_cast<const char*>(bytes_.data()), stream.bytes_written};
  }

  void decode(std::string_view bytes, Value& value) {
    pb_istream_t stream =
        pb_istream_from_buffer(reinterpret_cast<const pb_byte_t*>(bytes.data()), bytes.size());
    if (!pb_decode(&stream, root_fields, &value.root)) {
      throw std::runtime_error(PB_GET_ERROR(&stream));
    }
  }

 private:
  std::vector<pb_byte_t> bytes_ = std::vector<pb_byte_t>(1 << 20);
};

SERBENCH_DIRECT(Codec)
