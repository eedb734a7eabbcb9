// https://uscilab.github.io/cereal/quickstart.html, as the study's own program calls it.
#include <cereal/archives/binary.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>

#include "direct.hpp"

namespace {

using serbench::Root;

template <class Archive>
void serialize_record(Archive& archive, Root& record) {
  archive(record.ids, record.strings);
}

struct Cereal {
  using Value = Root;

  std::string_view encode(const Root& record) {
    out_.str({});
    cereal::BinaryOutputArchive archive(out_);
    serialize_record(archive, const_cast<Root&>(record));
    return out_.view();
  }

  void decode(std::string_view bytes, Root& record) {
    in_.str(std::string(bytes));
    cereal::BinaryInputArchive archive(in_);
    serialize_record(archive, record);
  }

 private:
  std::ostringstream out_;
  std::istringstream in_;
};

}  // namespace

SERBENCH_DIRECT(Cereal)
