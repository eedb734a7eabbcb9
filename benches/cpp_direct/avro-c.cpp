// https://avro.apache.org/docs/1.11.1/api/c/#_creating_and_reading_values: generic values, reset and
// used again, which the page calls the fastest way.
#include <avro.h>

#include "direct.hpp"

namespace {

using serbench::Root;

constexpr char schema_text[] = R"({
  "type": "record", "name": "Record", "fields": [
    {"name": "ids", "type": {"type": "array", "items": "long"}},
    {"name": "strings", "type": {"type": "array", "items": "string"}}]})";

avro_value_iface_t* record_class() {
  avro_schema_t schema = nullptr;
  avro_schema_from_json_literal(schema_text, &schema);
  return avro_generic_class_from_schema(schema);
}

struct Record {
  Record() {
    static avro_value_iface_t* const iface = record_class();
    avro_generic_value_new(iface, &value);
  }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
  ~Record() { avro_value_decref(&value); }

  avro_value_t value{};
};

struct AvroC {
  using Value = Record;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Value& value) {
    avro_value_t list, item;
    avro_value_get_by_name(&value.value, "ids", &list, nullptr);
    for (const std::int64_t id : record.ids) {
      avro_value_append(&list, &item, nullptr);
      avro_value_set_long(&item, id);
    }
    avro_value_get_by_name(&value.value, "strings", &list, nullptr);
    for (const std::string& s : record.strings) {
      avro_value_append(&list, &item, nullptr);
      avro_value_set_string(&item, s.c_str());
    }
  }

  void take(const Value& value, Root& record) {
    avro_value_t list, item;
    std::size_t count = 0;
    avro_value_get_by_name(&value.value, "ids", &list, nullptr);
    avro_value_get_size(&list, &count);
    for (std::size_t i = 0; i < count; ++i) {
      avro_value_get_by_index(&list, i, &item, nullptr);
      avro_value_get_long(&item, &record.ids.emplace_back());
    }
    avro_value_get_by_name(&value.value, "strings", &list, nullptr);
    avro_value_get_size(&list, &count);
    for (std::size_t i = 0; i < count; ++i) {
      const char* text = nullptr;
      std::size_t size = 0;
      avro_value_get_by_index(&list, i, &item, nullptr);
      avro_value_get_string(&item, &text, &size);
      record.strings.emplace_back(text, size - 1);
    }
  }

  std::string_view encode(const Value& value) {
    avro_writer_memory_set_dest(writer_, bytes_.data(), static_cast<std::int64_t>(bytes_.size()));
    avro_value_write(writer_, const_cast<avro_value_t*>(&value.value));
    return {bytes_.data(), static_cast<std::size_t>(avro_writer_tell(writer_))};
  }

  void decode(std::string_view bytes, Value& value) {
    avro_reader_memory_set_source(reader_, bytes.data(), static_cast<std::int64_t>(bytes.size()));
    avro_value_reset(&value.value);
    avro_value_read(reader_, &value.value);
  }

 private:
  std::vector<char> bytes_ = std::vector<char>(1 << 20);
  avro_writer_t writer_ = avro_writer_memory("", 0);
  avro_reader_t reader_ = avro_reader_memory("", 0);
};

}  // namespace

SERBENCH_DIRECT(AvroC)
