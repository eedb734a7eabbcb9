// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/traits.html: where space and time
// count, objects are their members alone. Without headers, one archive serves all values.
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "boost_members.hpp"

BOOST_CLASS_IMPLEMENTATION(schema::Log, object_serializable)
BOOST_CLASS_TRACKING(schema::Log, track_never)
BOOST_CLASS_IMPLEMENTATION(schema::Http, object_serializable)
BOOST_CLASS_TRACKING(schema::Http, track_never)
BOOST_CLASS_IMPLEMENTATION(schema::Origin, object_serializable)
BOOST_CLASS_TRACKING(schema::Origin, track_never)

namespace {

constexpr unsigned flags = boost::archive::no_header | no_codecvt;

struct BoostBinaryNoHeader {
  using Value = schema::Log;

  std::string_view encode(const Value& log) {
    out_.clear();
    writing_ << log;
    return out_.text();
  }

  void decode(std::string_view bytes, Value& log) {
    in_.read_from(bytes);
    reading_ >> log;
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  boost::archive::binary_oarchive writing_{out_, flags};
  boost::archive::binary_iarchive reading_{in_, flags};
};

}  // namespace

SERBENCH_DIRECT(BoostBinaryNoHeader)
