// ---
// library = "Boost.Serialization"
// released = { "1.81.0" = "2022-12-14" }
// format = "boost-binary-noheader"
// traits = ["binary", "schema"]
// page = "https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/traits.html"
// headers = ["boost/archive/binary_oarchive.hpp", "boost/version.hpp"]
// version = ["BOOST_VERSION / 100000", "BOOST_VERSION / 100 % 1000", "BOOST_VERSION % 100"]
// packages = ["libboost1.81-dev", "libboost-serialization1.81-dev"]
// link = ["boost_serialization"]
// compile = ["boost_serialization"]
// [types]
// keys = "map"
// ---
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "libraries/boost_serialization.hpp"
#include "serbench/codec.hpp"

namespace {

template <class T>
constexpr bool is_entry = false;
template <class K, class T>
constexpr bool is_entry<std::pair<const K, T>> = true;

template <class T>
concept Object = serbench::Described<T> || serbench::Optional<T> || serbench::List<T> ||
    std::same_as<T, serbench::Bytes> || serbench::AnyMap<T> || serbench::Logical<T> || is_entry<T>;

}  // namespace

namespace boost::serialization {

// What the page advises where space and time count: an object is its members, and no archive
// learns or looks up its class, its version and its address.
template <Object T>
struct implementation_level_impl<const T> : mpl::int_<object_serializable> {};
template <Object T>
struct tracking_level_impl<const T> : mpl::int_<track_never> {};

}  // namespace boost::serialization

namespace {

using namespace serbench;

constexpr unsigned flags = boost::archive::no_codecvt | boost::archive::no_header;

// Without header and class information an archive carries nothing from one value to the next, so
// that one serves all.
struct BoostBinaryNoHeader {
  void encode(const Root& value, Buffer& out) {
    const auto attached = writer_.attach(out);
    writing_ << value;
  }

  void decode(std::span<const std::byte> in, Root& out) {
    reader_.attach(in);
    reading_ >> out;
  }

 private:
  BufferWriter writer_;
  BytesReader reader_;
  boost::archive::binary_oarchive writing_{writer_, flags};
  boost::archive::binary_iarchive reading_{reader_, flags};
};

}  // namespace

SERBENCH_CODEC(BoostBinaryNoHeader)
