// ---
// library = "Boost.Serialization"
// released = { "1.81.0" = "2022-12-14" }
// format = "boost-binary"
// traits = ["binary", "schema"]
// page = "https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/archives.html"
// headers = ["boost/archive/binary_oarchive.hpp", "boost/version.hpp"]
// version = ["BOOST_VERSION / 100000", "BOOST_VERSION / 100 % 1000", "BOOST_VERSION % 100"]
// packages = ["libboost1.81-dev", "libboost-serialization1.81-dev"]
// link = ["boost_serialization"]
// compile = ["boost_serialization"]
// [types]
// bigint = "Boost.Multiprecision's"
// keys = "map"
// ---
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "libraries/boost_serialization.hpp"
#include "serbench/codec.hpp"

namespace {

using namespace serbench;
using boost::archive::no_codecvt;

// Straight onto stream buffers, with no locale to convert what is not text; an archive per value,
// since its header belongs to every value.
struct BoostBinary {
  void encode(const Root& value, Buffer& out) {
    const auto attached = writer_.attach(out);
    boost::archive::binary_oarchive archive(writer_, no_codecvt);
    archive << value;
  }

  void decode(std::span<const std::byte> in, Root& out) {
    reader_.attach(in);
    boost::archive::binary_iarchive archive(reader_, no_codecvt);
    archive >> out;
  }

 private:
  BufferWriter writer_;
  BytesReader reader_;
};

}  // namespace

SERBENCH_CODEC(BoostBinary)
