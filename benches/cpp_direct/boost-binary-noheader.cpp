// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/traits.html
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "direct.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, serbench::Root& record, unsigned) {
  archive& record.ids& record.strings;
}

}  // namespace boost::serialization

BOOST_CLASS_IMPLEMENTATION(serbench::Root, object_serializable)
BOOST_CLASS_TRACKING(serbench::Root, track_never)
BOOST_CLASS_IMPLEMENTATION(serbench::direct::Ids, object_serializable)
BOOST_CLASS_TRACKING(serbench::direct::Ids, track_never)
BOOST_CLASS_IMPLEMENTATION(serbench::direct::Strings, object_serializable)
BOOST_CLASS_TRACKING(serbench::direct::Strings, track_never)

namespace {

constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;

struct BoostBinaryNoHeader {
  using Value = serbench::Root;

  std::string_view encode(const Value& record) {
    out_.str({});
    boost::archive::binary_oarchive(out_, flags) << record;
    return out_.view();
  }

  void decode(std::string_view bytes, Value& record) {
    std::istringstream in{std::string(bytes)};
    boost::archive::binary_iarchive(in, flags) >> record;
  }

 private:
  std::ostringstream out_;
};

}  // namespace

SERBENCH_DIRECT(BoostBinaryNoHeader)
