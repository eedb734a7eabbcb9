// CBOR of described types by tinycbor's encoder and parser.
#pragma once

#include <cbor.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "serbench/describe.hpp"
#include "serbench/fields.hpp"
#include "serbench/json_type.hpp"

namespace serbench::tinycbor {

inline void check(CborError error) {
  if (error != CborNoError) [[unlikely]]
    throw std::runtime_error(cbor_error_string(error));
}
inline void require(bool fits) {
  if (!fits) [[unlikely]]
    throw std::runtime_error("an item is of another type than the schema says");
}

// Without room, the encoder goes on counting: its errors are looked at in the end.
template <class T>
void put(CborEncoder& out, const T& value) {
  if constexpr (Converted<T>) {
    with_written(value, [&](const auto& written) { put(out, written); });
  } else if constexpr (std::same_as<T, bool>) {
    cbor_encode_boolean(&out, value);
  } else if constexpr (std::same_as<T, float>) {
    cbor_encode_float(&out, value);
  } else if constexpr (std::same_as<T, double>) {
    cbor_encode_double(&out, value);
  } else if constexpr (std::signed_integral<T>) {
    cbor_encode_int(&out, value);
  } else if constexpr (std::unsigned_integral<T>) {
    cbor_encode_uint(&out, value);
  } else if constexpr (String<T>) {
    cbor_encode_text_string(&out, value.data(), value.size());
  } else if constexpr (ByteString<T>) {
    cbor_encode_byte_string(&out, value.data(), value.size());
  } else if constexpr (Enum<T>) {
    put(out, wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { put(out, variant); }, value);
  } else if constexpr (Optional<T>) {
    value ? put(out, *value) : void(cbor_encode_null(&out));
  } else if constexpr (Described<T>) {
    CborEncoder map;
    cbor_encoder_create_map(&out, &map, count_present(value));
    for_each_present(value, [&](std::string_view name, const auto& member) {
      put(map, name);
      put(map, member);
    });
    cbor_encoder_close_container(&out, &map);
  } else if constexpr (Map<T>) {
    CborEncoder map;
    cbor_encoder_create_map(&out, &map, value.size());
    for (const auto& [key, item] : value) {
      put(map, key);
      put(map, item);
    }
    cbor_encoder_close_container(&out, &map);
  } else {
    CborEncoder list;
    cbor_encoder_create_array(&out, &list, value.size());
    for (const typename T::value_type& item : value) put(list, item);
    cbor_encoder_close_container(&out, &list);
  }
}

inline JsonShape shape(const CborValue& in) {
  switch (cbor_value_get_type(&in)) {
    case CborBooleanType:
      return JsonShape::boolean;
    case CborTextStringType:
    case CborByteStringType:
      return JsonShape::string;
    case CborArrayType:
      return JsonShape::array;
    case CborMapType:
      return JsonShape::object;
    case CborNullType:
      return JsonShape::null;
    default:
      return JsonShape::number;
  }
}

// A text or bytes; `at` goes to what follows.
template <class Array>
void get_array(CborValue& at, Array& to) {
  constexpr bool is_text = std::same_as<Array, std::string>;
  require(is_text ? cbor_value_is_text_string(&at) : cbor_value_is_byte_string(&at));
  std::size_t size = 0;
  check(cbor_value_calculate_string_length(&at, &size));
  to.resize(size);
  if constexpr (is_text) {
    check(cbor_value_copy_text_string(&at, to.data(), &size, &at));
  } else {
    check(cbor_value_copy_byte_string(&at, to.data(), &size, &at));
  }
}

template <class T>
T integer(const CborValue& in) {
  std::uint64_t natural = 0;
  std::int64_t number = 0;
  if (cbor_value_is_unsigned_integer(&in)) {
    check(cbor_value_get_uint64(&in, &natural));
    require(std::in_range<T>(natural));
    return static_cast<T>(natural);
  }
  require(cbor_value_is_integer(&in));
  check(cbor_value_get_int64_checked(&in, &number));
  require(std::in_range<T>(number));
  return static_cast<T>(number);
}

template <class T>
T number(const CborValue& in) {
  double number = 0;
  float single = 0;
  if (cbor_value_is_double(&in)) {
    check(cbor_value_get_double(&in, &number));
    return static_cast<T>(number);
  }
  if (cbor_value_is_float(&in)) {
    check(cbor_value_get_float(&in, &single));
    return single;
  }
  if (cbor_value_is_half_float(&in)) {
    check(cbor_value_get_half_float_as_float(&in, &single));
    return single;
  }
  return cbor_value_is_unsigned_integer(&in) ? static_cast<T>(integer<std::uint64_t>(in))
                                             : static_cast<T>(integer<std::int64_t>(in));
}

class Reader {
 public:
  // Each get goes to what follows.
  template <class T>
  void get(CborValue& at, T& to) {
    if constexpr (Converted<T>) {
      OwnWritten<T> written{};
      get(at, written);
      set_written(to, written);
    } else if constexpr (std::is_arithmetic_v<T>) {
      to = leaf<T>(at);
    } else if constexpr (std::same_as<T, std::string> || std::same_as<T, Bytes>) {
      get_array(at, to);
    } else if constexpr (Enum<T>) {
      get_array(at, text_);
      const std::uint32_t symbol = names_of<T>.find(text_);
      require(symbol != NameTable::none);
      to = static_cast<T>(symbol);
    } else if constexpr (Union<T>) {
      require(with_shape<T>(shape(at), [&](auto i) { get(at, to.template emplace<i>()); }));
    } else if constexpr (MayBeAbsent<T>) {
      get(at, told(to.emplace()));
    } else if constexpr (Optional<T>) {
      if (cbor_value_is_null(&at)) {
        check(cbor_value_advance_fixed(&at));
      } else {
        get(at, to.emplace());
      }
    } else if constexpr (Described<T>) {
      FieldsByName<T> fields;
      require(cbor_value_is_map(&at));
      for_each_within(at, [&](CborValue& inner) {
        get_array(inner, text_);
        bool is_known = false;
        fields.with(text_, [&](auto i) {
          is_known = true;
          get(inner, to.*member_of<T, i>);
        });
        if (!is_known) check(cbor_value_advance(&inner));
      });
      fields.require_all();
    } else if constexpr (Map<T>) {
      require(cbor_value_is_map(&at));
      for_each_within(at, [&](CborValue& inner) {
        std::string key;
        get_array(inner, key);
        get(inner, to.try_emplace(to.end(), std::move(key))->second);
      });
    } else {
      require(cbor_value_is_array(&at));
      to.clear();
      for_each_within(at, [&](CborValue& inner) {
        if constexpr (std::same_as<T, std::vector<bool>>) {
          to.push_back(leaf<bool>(inner));
        } else {
          add_item(to, [&](auto& item) { get(inner, item); });
        }
      });
    }
  }

 private:
  template <class T>
  static T leaf(CborValue& at) {
    T value{};
    if constexpr (std::same_as<T, bool>) {
      require(cbor_value_is_boolean(&at));
      check(cbor_value_get_boolean(&at, &value));
    } else if constexpr (std::is_integral_v<T>) {
      value = integer<T>(at);
    } else {
      value = number<T>(at);
    }
    check(cbor_value_advance_fixed(&at));
    return value;
  }
  static void for_each_within(CborValue& at, auto&& f) {
    CborValue inner;
    check(cbor_value_enter_container(&at, &inner));
    while (!cbor_value_at_end(&inner)) f(inner);
    check(cbor_value_leave_container(&at, &inner));
  }

  std::string text_;
};

}  // namespace serbench::tinycbor
