// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/wrappers.html
#include <boost/archive/xml_iarchive.hpp>
#include <boost/archive/xml_oarchive.hpp>
#include <boost/serialization/nvp.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "direct.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, serbench::Root& record, unsigned) {
  archive& make_nvp("ids", record.ids);
  archive& make_nvp("strings", record.strings);
}

}  // namespace boost::serialization

namespace {

struct BoostXml {
  using Value = serbench::Root;

  std::string_view encode(const Value& record) {
    out_.str({});
    boost::archive::xml_oarchive(out_) << boost::serialization::make_nvp("value", record);
    return out_.view();
  }

  void decode(std::string_view bytes, Value& record) {
    std::istringstream in{std::string(bytes)};
    boost::archive::xml_iarchive(in) >> boost::serialization::make_nvp("value", record);
  }

 private:
  std::ostringstream out_;
};

}  // namespace

SERBENCH_DIRECT(BoostXml)
