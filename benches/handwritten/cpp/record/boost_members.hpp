#pragma once

#include "../boost_serialization.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, schema::Record& record, unsigned) {
  archive& make_nvp("ids", record.ids);
  archive& make_nvp("strings", record.strings);
}

}  // namespace boost::serialization
