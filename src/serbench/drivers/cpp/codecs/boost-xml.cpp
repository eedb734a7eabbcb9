// ---
// library = "Boost.Serialization"
// released = { "1.81.0" = "2022-12-14" }
// format = "boost-xml"
// traits = ["human-readable", "self-describing"]
// page = "https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/archives.html"
// headers = ["boost/archive/xml_oarchive.hpp", "boost/version.hpp"]
// version = ["BOOST_VERSION / 100000", "BOOST_VERSION / 100 % 1000", "BOOST_VERSION % 100"]
// packages = ["libboost1.81-dev", "libboost-serialization1.81-dev"]
// link = ["boost_serialization"]
// compile = ["boost_serialization"]
// limits = ["NaN and infinities"]
// [types]
// bigint = "Boost.Multiprecision's"
// keys = "map"
// ---
#include <boost/archive/xml_iarchive.hpp>
#include <boost/archive/xml_oarchive.hpp>
#include <istream>
#include <ostream>

#include "libraries/boost_serialization.hpp"
#include "serbench/codec.hpp"
#include "serbench/explain.hpp"

namespace {

using namespace serbench;
using boost::archive::no_codecvt;

// An archive per value, since its header belongs to every value; the streams, which take a locale
// to make, serve all. Control characters are written as they are: no XML, but the archive reads
// them back.
struct BoostXml {
  void encode(const Root& value, Buffer& out) {
    const auto attached = writer_.attach(out);
    boost::archive::xml_oarchive archive(ostream_, no_codecvt);
    archive << boost::serialization::make_nvp("value", value);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    reader_.attach(in);
    istream_.clear();  // the last value's end
    boost::archive::xml_iarchive archive(istream_, no_codecvt);
    archive >> boost::serialization::make_nvp("value", out);
  }

  // Streams write them as nan and inf, and do not read them.
  static std::string explain(const Root& value) {
    return has_non_finite(value) ? "NaN and infinities" : "";
  }

 private:
  BufferWriter writer_;
  BytesReader reader_;
  std::ostream ostream_{&writer_};
  std::istream istream_{&reader_};
};

}  // namespace

SERBENCH_CODEC(BoostXml)
