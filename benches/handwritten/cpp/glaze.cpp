#include "glaze.hpp"

#include <glaze/json.hpp>

#include "names.hpp"

template <serbench::Enum E>
requires(!serbench::wire_names<E>.empty()) struct glz::meta<E> {
  static constexpr const auto& keys = serbench::wire_names<E>;
  static constexpr auto value = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array{static_cast<E>(I)...};
  }
  (std::make_index_sequence<serbench::wire_names<E>.size()>());
};

struct Writing : glz::opts {
  bool escape_control_characters = true;
};
using GlazeJson =
    Glaze<Writing{{.skip_null_members = false}}, glz::opts{.error_on_unknown_keys = false}>;

SERBENCH_DIRECT(GlazeJson)
