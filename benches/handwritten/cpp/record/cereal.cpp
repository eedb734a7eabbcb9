// https://uscilab.github.io/cereal/serialization_functions.html
#include "../cereal.hpp"

namespace schema {

template <class Archive>
void serialize(Archive& archive, Record& record) {
  archive(record.ids, record.strings);
}

}  // namespace schema

SERBENCH_DIRECT(Cereal)
