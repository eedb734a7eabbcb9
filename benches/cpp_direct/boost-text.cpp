// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/tutorial.html
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
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

struct BoostText {
  using Value = serbench::Root;

  std::string_view encode(const Value& record) {
    out_.str({});
    boost::archive::text_oarchive(out_) << record;
    return out_.view();
  }

  void decode(std::string_view bytes, Value& record) {
    std::istringstream in{std::string(bytes)};
    boost::archive::text_iarchive(in) >> record;
  }

 private:
  std::ostringstream out_;
};

}  // namespace

SERBENCH_DIRECT(BoostText)
