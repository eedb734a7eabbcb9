// https://mongoc.org/libbson/1.27.2/creating.html, parsing.html and performance.html: one bson_t that
// keeps its memory, an iterator to read.
#include <bson/bson.h>

#include "../direct.hpp"

namespace {

using serbench::Root;

class Bson {
 public:
  using Value = Root;

  Bson() { bson_init(&document_); }
  ~Bson() { bson_destroy(&document_); }
  Bson(const Bson&) = delete;
  Bson& operator=(const Bson&) = delete;

  std::string_view encode(const Root& record) {
    bson_reinit(&document_);
    bson_t list;
    char digits[16];
    const char* key = nullptr;
    BSON_APPEND_ARRAY_BEGIN(&document_, "ids", &list);
    for (std::uint32_t i = 0; i < record.ids.size(); ++i) {
      const std::size_t size = bson_uint32_to_string(i, &key, digits, sizeof digits);
      bson_append_int64(&list, key, static_cast<int>(size), record.ids[i]);
    }
    bson_append_array_end(&document_, &list);
    BSON_APPEND_ARRAY_BEGIN(&document_, "strings", &list);
    for (std::uint32_t i = 0; i < record.strings.size(); ++i) {
      const std::size_t size = bson_uint32_to_string(i, &key, digits, sizeof digits);
      bson_append_utf8(&list, key, static_cast<int>(size), record.strings[i].data(),
                       static_cast<int>(record.strings[i].size()));
    }
    bson_append_array_end(&document_, &list);
    return {reinterpret_cast<const char*>(bson_get_data(&document_)), document_.len};
  }

  void decode(std::string_view bytes, Root& record) {
    bson_t document;
    bson_iter_t field, item;
    int fields = 0;
    bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    bson_iter_init(&field, &document);
    while (bson_iter_next(&field)) {
      const std::string_view key(bson_iter_key(&field), bson_iter_key_len(&field));
      const bool in_ids = key == "ids";
      if (!in_ids && key != "strings") continue;
      ++fields;
      bson_iter_recurse(&field, &item);
      while (bson_iter_next(&item)) {
        if (in_ids) {
          if (!BSON_ITER_HOLDS_INT64(&item)) throw std::runtime_error("no integer");
          record.ids.push_back(bson_iter_int64(&item));
        } else {
          std::uint32_t size = 0;
          const char* text = bson_iter_utf8(&item, &size);
          record.strings.emplace_back(text, size);
        }
      }
    }
    if (fields != 2) throw std::runtime_error("a field is missing");
  }

 private:
  bson_t document_;
};

}  // namespace

SERBENCH_DIRECT(Bson)
