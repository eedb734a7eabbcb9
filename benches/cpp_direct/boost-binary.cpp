// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/tutorial.html
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

namespace {

struct BoostBinary {
  using Value = serbench::Root;

  std::string_view encode(const Value& record) {
    out_.str({});
    boost::archive::binary_oarchive(out_) << record;
    return out_.view();
  }

  void decode(std::string_view bytes, Value& record) {
    std::istringstream in{std::string(bytes)};
    boost::archive::binary_iarchive(in) >> record;
  }

 private:
  std::ostringstream out_;
};

}  // namespace

SERBENCH_DIRECT(BoostBinary)
