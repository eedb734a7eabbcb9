// A record to and from an archive of Boost.Serialization: the archive as its tutorial has it,
// https://www.boost.org/doc/libs/1_81_0/libs/serialization/doc/tutorial.html, over the streams or
// (binary archives) stream buffers that its constructors take, with no locale's codecvt.
#pragma once

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/basic_archive.hpp>
#include <boost/serialization/nvp.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <istream>
#include <ostream>

#include "direct.hpp"
#include "memory_stream.hpp"

constexpr unsigned no_codecvt = boost::archive::no_codecvt;

template <class OutputArchive, class InputArchive>
class Archived {
 public:
  using Value = serbench::Root;

  std::string_view encode(const Value& record) {
    out_.clear();
    {
      OutputArchive archive(ostream_, no_codecvt);
      archive << boost::serialization::make_nvp("value", record);
    }  // which writes the end
    return out_.text();
  }

  void decode(std::string_view bytes, Value& record) {
    in_.read_from(bytes);
    istream_.clear();
    InputArchive archive(istream_, no_codecvt);
    archive >> boost::serialization::make_nvp("value", record);
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  std::ostream ostream_{&out_};
  std::istream istream_{&in_};
};
