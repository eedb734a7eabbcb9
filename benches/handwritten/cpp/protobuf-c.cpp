// https://github.com/protobuf-c/protobuf-c/wiki/Examples: the size first, then the bytes; a message is
// new each time, and freed. The messages and what fills them are serbench's.
#include <cstdlib>

#include "direct.hpp"
#include "schema/protobuf_c_convert.hpp"

using namespace serbench_protobuf_c;

struct Codec {
  struct Value {
    Value() = default;
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;
    ~Value() { clear(); }
    void clear() {
      if (root != nullptr) protobuf_c_message_free_unpacked(&root->base, nullptr);
      root = nullptr;
    }
    RootMessage* root = nullptr;
  };

  void fill(const serbench::Root& record, Value& value) {
    value.clear();
    value.root = serbench::made(static_cast<RootMessage*>(std::malloc(sizeof(RootMessage))));
    put(record, value.root);
  }
  void take(const Value& value, serbench::Root& record) { get(*value.root, record); }

  std::string_view encode(const Value& value) {
    bytes_.resize(protobuf_c_message_get_packed_size(&value.root->base));
    protobuf_c_message_pack(&value.root->base, bytes_.data());
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

  void decode(std::string_view bytes, Value& value) {
    auto* const message =
        protobuf_c_message_unpack(root_descriptor, nullptr, bytes.size(),
                                  reinterpret_cast<const std::uint8_t*>(bytes.data()));
    if (message == nullptr) throw std::runtime_error("no message");
    value.clear();
    value.root = reinterpret_cast<RootMessage*>(message);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

SERBENCH_DIRECT(Codec)
