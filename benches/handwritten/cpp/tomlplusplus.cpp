// https://marzer.github.io/tomlplusplus/index.html#mainpage-example: a formatter to a stream, and
// parse. Tables are filled and walked by serbench's own functions.
#include "libraries/tomlplusplus.hpp"

#include <sstream>

#include "direct.hpp"

struct Codec {
  using Value = toml::table;

  void fill(const serbench::Root& record, Value& table) {
    table.clear();
    serbench::toml_tree::put_fields(record, table);
  }
  void take(const Value& table, serbench::Root& record) {
    serbench::JsonTree<serbench::toml_tree::Looks>::get(table, record);
  }

  std::string_view encode(const Value& table) {
    stream_.str(std::string());
    stream_ << toml::toml_formatter(
        table, toml::toml_formatter::default_flags & ~toml::format_flags::allow_multi_line_strings);
    return stream_.view();
  }
  void decode(std::string_view text, Value& table) { table = toml::parse(text); }

 private:
  std::ostringstream stream_;
};

SERBENCH_DIRECT(Codec)
