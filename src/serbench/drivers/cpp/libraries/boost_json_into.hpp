// Boost.JSON to and from described types with no tree of ours: what its conversions leave out of what
// plain values hold. Names are those of the data, since descriptors have them.
#pragma once

#include <boost/json/parse_into.hpp>
#include <boost/json/value_from.hpp>
#include <memory>
#include <string>

#include "serbench/base64.hpp"
#include "serbench/box.hpp"
#include "serbench/describe.hpp"

namespace boost::json {

// Bytes are base64: a text.
template <>
struct is_string_like<serbench::Bytes> : std::true_type {};

inline void tag_invoke(value_from_tag, value& to, const serbench::Bytes& from) {
  std::string text;
  serbench::base64_encode(from, text);
  to.emplace_string().assign(text);
}

namespace detail {

template <std::same_as<serbench::Bytes> V, class P>
class converting_handler<string_like_conversion_tag, V, P>
    : public scalar_handler<P, error::not_string> {
 public:
  converting_handler(V* value, P* parent)
      : converting_handler::scalar_handler(parent), value_(value) {}

  bool on_string_part(system::error_code&, string_view text) {
    text_.append(text.data(), text.size());
    return true;
  }
  bool on_string(system::error_code& ec, string_view text) {
    text_.append(text.data(), text.size());
    if (!serbench::base64_decode(text_, *value_)) {
      BOOST_JSON_FAIL(ec, error::syntax);
      return false;
    }
    text_.clear();
    this->parent_->signal_value();
    return true;
  }

 private:
  V* value_;
  std::string text_;
};

// A record without fields, for which the library's handler does not compile.
template <class V, class P>
requires(serbench::Described<V>&& serbench::wire_names<V>.empty()) class converting_handler<
    described_class_conversion_tag, V, P> : public scalar_handler<P, error::not_object> {
 public:
  converting_handler(V*, P* parent) : converting_handler::scalar_handler(parent) {}

  bool on_object_begin(system::error_code&) { return true; }
  bool on_object_end(system::error_code&) {
    this->parent_->signal_value();
    return true;
  }
  bool on_key(system::error_code& ec, string_view) {
    BOOST_JSON_FAIL(ec, error::unknown_name);
    return false;
  }
};

// A handler's parent, whatever its type.
class AnyParent {
 public:
  virtual void signal_value() = 0;
  virtual bool signal_end(system::error_code&) = 0;

 protected:
  ~AnyParent() = default;
};

// A record that may hold itself. The library's handler holds those of all its fields, and each is of
// another type for another parent, without end: here it is made when such a record begins, and has
// one type.
template <class V, class P>
requires(serbench::is_recursive<V> &&
         !std::same_as<P, AnyParent>) class converting_handler<described_class_conversion_tag, V,
                                                               P> final : public AnyParent {
 public:
  converting_handler(V* value, P* parent) : value_(value), parent_(parent) {}
  converting_handler(const converting_handler&) = delete;
  converting_handler& operator=(const converting_handler&) = delete;

  void signal_value() override {
    is_open_ = false;
    parent_->signal_value();
  }
  bool signal_end(system::error_code& ec) override { return parent_->signal_end(ec); }

  bool on_object_begin(system::error_code& ec) {
    if (!is_open_) inner_ = std::make_unique<Inner>(value_, this);
    is_open_ = true;
    return inner_->on_object_begin(ec);
  }
  bool on_array_end(system::error_code& ec) {
    return is_open_ ? inner_->on_array_end(ec) : parent_->signal_end(ec);
  }
  bool on_object_end(system::error_code& ec) { return told(ec, &Inner::on_object_end); }
  bool on_array_begin(system::error_code& ec) { return told(ec, &Inner::on_array_begin); }
  bool on_key_part(system::error_code& ec, string_view text) {
    return told(ec, &Inner::on_key_part, text);
  }
  bool on_key(system::error_code& ec, string_view text) { return told(ec, &Inner::on_key, text); }
  bool on_string_part(system::error_code& ec, string_view text) {
    return told(ec, &Inner::on_string_part, text);
  }
  bool on_string(system::error_code& ec, string_view text) {
    return told(ec, &Inner::on_string, text);
  }
  bool on_number_part(system::error_code& ec) { return told(ec, &Inner::on_number_part); }
  bool on_int64(system::error_code& ec, std::int64_t number) {
    return told(ec, &Inner::on_int64, number);
  }
  bool on_uint64(system::error_code& ec, std::uint64_t number) {
    return told(ec, &Inner::on_uint64, number);
  }
  bool on_double(system::error_code& ec, double number) {
    return told(ec, &Inner::on_double, number);
  }
  bool on_bool(system::error_code& ec, bool is) { return told(ec, &Inner::on_bool, is); }
  bool on_null(system::error_code& ec) { return told(ec, &Inner::on_null); }

 private:
  using Inner = converting_handler<described_class_conversion_tag, V, AnyParent>;

  template <class... Argument>
  bool told(system::error_code& ec, bool (Inner::*event)(system::error_code&, Argument...),
            std::type_identity_t<Argument>... arguments) {
    if (is_open_) return (*inner_.*event)(ec, arguments...);
    BOOST_JSON_FAIL(ec, error::not_object);
    return false;
  }

  V* value_;
  P* parent_;
  std::unique_ptr<Inner> inner_;
  bool is_open_ = false;
};

}  // namespace detail
}  // namespace boost::json
