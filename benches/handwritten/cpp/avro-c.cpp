// https://avro.apache.org/docs/1.11.1/api/c/#_creating_and_reading_values: generic values, reset and
// used again, which the page calls the fastest way.
#include "direct.hpp"
#include "libraries/avro_c.hpp"
#include "schema/avsc.hpp"

namespace {

using serbench::Root;

avro_value_iface_t* root_class() {
  avro_schema_t schema = nullptr;
  avro_schema_from_json_literal(serbench::avro_schema, &schema);
  return avro_generic_class_from_schema(schema);
}

struct Generic {
  Generic() {
    static avro_value_iface_t* const iface = root_class();
    avro_generic_value_new(iface, &value);
  }
  Generic(const Generic&) = delete;
  Generic& operator=(const Generic&) = delete;
  ~Generic() { avro_value_decref(&value); }

  avro_value_t value{};
};

struct AvroC {
  using Value = Generic;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Generic& generic) {
    avro_value_reset(&generic.value);
    serbench::avro_c::put(record, generic.value);
  }
  void take(const Generic& generic, Root& record) { serbench::avro_c::get(generic.value, record); }

  std::string_view encode(const Generic& generic) {
    avro_writer_reset(writer_);
    if (avro_value_write(writer_, const_cast<avro_value_t*>(&generic.value)) != 0) {
      throw std::runtime_error(avro_strerror());
    }
    return {bytes_.data(), static_cast<std::size_t>(avro_writer_tell(writer_))};
  }

  void decode(std::string_view bytes, Generic& generic) {
    avro_reader_memory_set_source(reader_, bytes.data(), static_cast<std::int64_t>(bytes.size()));
    avro_value_reset(&generic.value);
    if (avro_value_read(reader_, &generic.value) != 0) throw std::runtime_error(avro_strerror());
  }

 private:
  std::vector<char> bytes_ = std::vector<char>(1 << 20);
  avro_writer_t writer_ =
      avro_writer_memory(bytes_.data(), static_cast<std::int64_t>(bytes_.size()));
  avro_reader_t reader_ = avro_reader_memory("", 0);
};

}  // namespace

SERBENCH_DIRECT(AvroC)
