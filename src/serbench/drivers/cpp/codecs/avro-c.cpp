// ---
// library = "Avro C"
// released = { "1.11.1" = "2022-07-31" }
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema", "resolves", "own-model", "reuses-objects"]
// page = "https://avro.apache.org/docs/1.11.1/api/c/"
// evolution = "resolution: the writer's schema, defaults, aliases"
// extra = ["read"]
// headers = ["avro.h", "jansson.h"]
// pkg_config = ["avro-c"]
// compile = ["avro_c"]
// packages = ["libavro-dev", "libjansson-dev", "pkg-config"]
// generate = ["avsc"]
// limits = ["a map's key ends at its first NUL"]
// ---
#include <cerrno>

#include "libraries/avro_c.hpp"
#include "schema/avsc.hpp"
#include "serbench/codec.hpp"

namespace {

using namespace serbench;
using avro_c::check;

avro_schema_t parsed(std::string_view json) {
  avro_schema_t schema = nullptr;
  check(avro_schema_from_json_length(json.data(), json.size(), &schema));
  return schema;
}

avro_value_iface_t* checked(avro_value_iface_t* made) {
  if (made == nullptr) throw std::runtime_error(avro_strerror());
  return made;
}

avro_value_iface_t* root_class() {
  return checked(avro_generic_class_from_schema(parsed(avro_schema)));
}

// A generic value of the root's schema, which keeps its memory when it is reset.
struct Value {
  Value() {
    static avro_value_iface_t* const iface = root_class();
    check(avro_generic_value_new(iface, &value));
  }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
  ~Value() { avro_value_decref(&value); }

  avro_value_t value{};
};

struct AvroC {
  using Input = Value;
  using Output = Value;

  void populate(const Root& value, Input& in) {
    check(avro_value_reset(&in.value));
    avro_c::put(value, in.value);
  }

  // A writer cannot grow what it writes to.
  void encode(const Input& in, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      avro_writer_memory_set_dest(writer_, reinterpret_cast<char*>(out.reserve(room)),
                                  static_cast<std::int64_t>(room));
      const int result = avro_value_write(writer_, const_cast<avro_value_t*>(&in.value));
      if (result == ENOSPC) continue;
      check(result);
      return out.commit(static_cast<std::size_t>(avro_writer_tell(writer_)));
    }
  }

  void decode(std::span<const std::byte> in, Output& out) {
    avro_reader_memory_set_source(reader_, reinterpret_cast<const char*>(in.data()),
                                  static_cast<std::int64_t>(in.size()));
    check(avro_value_reset(&out.value));
    if constexpr (avro_resolves) {
      resolve();
      avro_resolved_writer_set_dest(&resolved_, &out.value);
      check(avro_value_read(reader_, &resolved_));
    } else {
      check(avro_value_read(reader_, &out.value));
    }
  }

  void convert(const Output& out, Root& value) { avro_c::get(out.value, value); }

  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, read_);
    return avro_c::sum<Root>(read_.value);
  }

 private:
  // What has the writer's schema and puts it into a value of ours.
  void resolve() {
    if (resolved_.iface != nullptr) return;
    avro_value_iface_t* const iface =
        checked(avro_resolved_writer_new(parsed(avro_writer_schema), parsed(avro_schema)));
    check(avro_resolved_writer_new_value(iface, &resolved_));
  }

  Value read_;
  avro_value_t resolved_{};
  avro_writer_t writer_ = avro_writer_memory("", 0);
  avro_reader_t reader_ = avro_reader_memory("", 0);
};

}  // namespace

SERBENCH_CODEC(AvroC)
