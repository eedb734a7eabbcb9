// https://libcbor.readthedocs.io/en/v0.8.0/using.html and its examples: memory of the library's own,
// new each time.
#include "libraries/libcbor.hpp"

#include "dom.hpp"

struct Codec : Tree<serbench::LibCbor> {
  ~Codec() { std::free(bytes_); }

  std::string_view encode(const Value& value) {
    std::free(bytes_);
    std::size_t room = 0;
    const std::size_t size = cbor_serialize_alloc(value.root.get(), &bytes_, &room);
    return {reinterpret_cast<const char*>(bytes_), size};
  }
  void decode(std::string_view bytes, Value& value) {
    cbor_load_result result{};
    const auto* const from = reinterpret_cast<cbor_data>(bytes.data());
    value.root.reset(cbor_load(from, bytes.size(), &result));
    if (!value.root) throw std::runtime_error("no item");
  }

 private:
  unsigned char* bytes_ = nullptr;
};

SERBENCH_DIRECT(Codec)
