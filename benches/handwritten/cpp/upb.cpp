// https://github.com/protocolbuffers/protobuf/blob/main/benchmarks/benchmark.cc: an arena for each
// message and for its bytes, which begins with a buffer big enough for both. The messages and what
// fills them are serbench's.
#include "direct.hpp"
#include "schema/upb_convert.hpp"

using namespace serbench_upb;

struct Codec {
  static constexpr bool reuses_objects = true;

  class Value {
   public:
    Value() = default;
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;
    ~Value() {
      if (arena_ != nullptr) upb_Arena_Free(arena_);
    }
    upb_Arena* clear() {
      if (arena_ != nullptr) upb_Arena_Free(arena_);
      return arena_ = upb_Arena_Init(block_, sizeof(block_), &upb_alloc_global);
    }
    RootMessage* root = nullptr;

   private:
    upb_Arena* arena_ = nullptr;
    char block_[65535];
  };

  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() {
    if (encoded_ != nullptr) upb_Arena_Free(encoded_);
  }

  void fill(const serbench::Root& record, Value& value) {
    upb_Arena* const arena = value.clear();
    value.root = new_root(arena);
    put(record, value.root, arena);
  }
  void take(const Value& value, serbench::Root& record) { get(value.root, record); }

  std::string_view encode(const Value& value) {
    if (encoded_ != nullptr) upb_Arena_Free(encoded_);
    encoded_ = upb_Arena_Init(block_, sizeof(block_), &upb_alloc_global);
    std::size_t size;
    const char* const bytes = serialize(value.root, 0, encoded_, &size);
    if (bytes == nullptr) throw std::runtime_error("no bytes");
    return {bytes, size};
  }

  void decode(std::string_view bytes, Value& value) {
    value.root = parse(bytes.data(), bytes.size(), 0, value.clear());
    if (value.root == nullptr) throw std::runtime_error("no message");
  }

 private:
  upb_Arena* encoded_ = nullptr;
  char block_[65535];
};

SERBENCH_DIRECT(Codec)
