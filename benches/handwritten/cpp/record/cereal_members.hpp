// https://uscilab.github.io/cereal/serialization_functions.html: binary archives drop the names.
#pragma once

#include "../cereal.hpp"

#define MEMBER(record, name) cereal::make_nvp(#name, record.name)

namespace schema {

template <class Archive>
void serialize(Archive& archive, Record& record) {
  archive(MEMBER(record, ids), MEMBER(record, strings));
}

}  // namespace schema
