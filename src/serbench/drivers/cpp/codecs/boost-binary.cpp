// ---
// library = "Boost.Serialization"
// format = "boost-binary"
// traits = ["binary", "schema"]
// page = "https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/archives.html"
// headers = ["boost/archive/binary_oarchive.hpp", "boost/version.hpp"]
// version = ["BOOST_VERSION / 100000", "BOOST_VERSION / 100 % 1000", "BOOST_VERSION % 100"]
// packages = ["libboost1.81-dev", "libboost-serialization1.81-dev"]
// link = ["boost_serialization"]
// ---
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "serbench/codec.hpp"

namespace boost::serialization {

template <class Archive, serbench::Described T>
void serialize(Archive& archive, T& record, unsigned) {
  serbench::for_each_field(record, [&](std::string_view, auto& member) { archive& member; });
}

// Boost 1.81 knows no std::optional: as it has boost::optional, a flag and the value.
template <class Archive, serbench::Optional T>
void save(Archive& archive, const T& optional, unsigned) {
  const bool is_there = optional.has_value();
  archive << is_there;
  if (is_there) archive << *optional;
}
template <class Archive, serbench::Optional T>
void load(Archive& archive, T& optional, unsigned) {
  bool is_there = false;
  archive >> is_there;
  optional.reset();
  if (is_there) archive >> optional.emplace();
}
template <class Archive, serbench::Optional T>
void serialize(Archive& archive, T& optional, unsigned version) {
  split_free(archive, optional, version);
}

}  // namespace boost::serialization

namespace {

using namespace serbench;
using boost::archive::no_codecvt;

// Straight onto stream buffers, with no locale to convert what is not text; an archive per value,
// since its header belongs to every value.
struct BoostBinary {
  void encode(const Root& value, Buffer& out) {
    writer_.attach(out);
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
