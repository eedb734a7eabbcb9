// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/traits.html: where space and time
// count, objects are their members alone. Without headers, one archive serves all values.
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "boost_members.hpp"

using Ids = std::vector<std::int64_t>;
using Strings = std::vector<std::string>;

BOOST_CLASS_IMPLEMENTATION(schema::Record, object_serializable)
BOOST_CLASS_TRACKING(schema::Record, track_never)
BOOST_CLASS_IMPLEMENTATION(Ids, object_serializable)
BOOST_CLASS_TRACKING(Ids, track_never)
BOOST_CLASS_IMPLEMENTATION(Strings, object_serializable)
BOOST_CLASS_TRACKING(Strings, track_never)

namespace {

constexpr unsigned flags = boost::archive::no_header | no_codecvt;

struct BoostBinaryNoHeader {
  using Value = schema::Record;

  std::string_view encode(const Value& record) {
    out_.clear();
    writing_ << record;
    return out_.text();
  }

  void decode(std::string_view bytes, Value& record) {
    in_.read_from(bytes);
    reading_ >> record;
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  boost::archive::binary_oarchive writing_{out_, flags};
  boost::archive::binary_iarchive reading_{in_, flags};
};

}  // namespace

SERBENCH_DIRECT(BoostBinaryNoHeader)
