// The requests of docs/object-files.md.
#include "serbench/facts.hpp"
#include "serbench/object_index.hpp"
#include "serbench/object_reader.hpp"
#include "serbench/object_writer.hpp"
#include "serbench/protocol.hpp"
#include "serbench/protocol_json.hpp"
#include "serbench/text.hpp"

namespace serbench {
namespace {

std::size_t block_bytes_of(const rapidjson::Document& request) {
  return positive_number(request, "block_bytes", 1 << 20);
}

Operation step_of(const rapidjson::Document& request) {
  using enum Operation;
  if (!request.HasMember("step")) return deserialize;
  const std::string_view name = string_of(request, "step");
  for (const Operation step : {deserialize, decode, borrow}) {
    if (name == name_of(step)) return step;
  }
  throw BadRequest("`step` is `deserialize`, `decode` or `borrow`");
}

ObjectKind kind_of(const rapidjson::Document& request) {
  return {facts.schema, string_of(request, "wire")};
}

void times(Writer& reply, std::uint64_t total_ns, std::uint64_t codec_ns, std::uint64_t io_ns) {
  member(reply, "total_ns", total_ns);
  member(reply, "codec_ns", codec_ns);
  member(reply, "io_ns", io_ns);
}

}  // namespace

void Protocol::write(const Request& request, Reply& reply) {
  const bool with_codec = bool_of(request, "codec", true);
  const auto sync = request.FindMember("fsync");
  const std::string_view when = sync == request.MemberEnd() ? "end" : string_of(request, "fsync");
  if (when != "end" && when != "none") throw BadRequest("`fsync` is `end` or `none`");
  const WriteRequest how{path_of(request, "path"), block_bytes_of(request), when == "end"};
  Written written;
  if (with_codec) {
    const std::size_t count = needed_number(request, "count");
    written =
        write_objects(how, kind_of(request), object_codec(0), path_of(request, "values"), count);
    member(reply, "values", count);
    member(reply, "digest", hex(written.digest));
  } else {
    written = write_bytes(how, needed_number(request, "bytes"));
  }
  member(reply, "bytes", written.bytes);
  times(reply, written.codec_ns + written.io_ns, written.codec_ns, written.io_ns);
  member(reply, "writes", written.writes);
  member(reply, "fsyncs", written.syncs);
}

void Protocol::scan(const Request& request, Reply& reply) {
  const std::string path = path_of(request, "path");
  const std::size_t block_bytes = block_bytes_of(request);
  const ObjectIndex index = read_index(path, kind_of(request));
  member(reply, "values", index.values());
  ReadTimes took;
  if (bool_of(request, "digest", false)) {
    if (bool_of(request, "keep", false) || step_of(request) != Operation::deserialize) {
      throw BadRequest("`digest` takes neither `step` nor `keep`");
    }
    const std::uint64_t digest = scan_digest(path, index, block_bytes, object_codec(0), took);
    member(reply, "digest", hex(digest));
  } else {
    took = serbench::scan(path, index, block_bytes, readings(request, index.values()));
    times(reply, took.total_ns, took.codec_ns, took.io_ns);
  }
  member(reply, "bytes", took.bytes);
  member(reply, "reads", took.reads);
}

void Protocol::get(const Request& request, Reply& reply) {
  const std::string path = path_of(request, "path");
  const ObjectIndex index = read_index(path, kind_of(request));
  const std::vector<std::uint64_t> numbers = read_numbers(path_of(request, "list"), index.values());
  const std::size_t page_bytes = number_of(request, "page_bytes", 0);
  if (page_bytes > 1 << 30) throw BadRequest("`page_bytes` must be 1073741824 or less");
  const ReadTimes took =
      serbench::get(path, index, numbers, page_bytes, readings(request, numbers.size()));
  member(reply, "values", numbers.size());
  member(reply, "bytes", took.bytes);
  times(reply, took.total_ns, took.codec_ns, took.io_ns);
  member(reply, "reads", took.reads);
}

ObjectCodec& Protocol::object_codec(std::size_t thread) {
  while (object_codecs_.size() <= thread) object_codecs_.push_back(runner_.object_codec());
  return *object_codecs_[thread];
}

Readings Protocol::readings(const Request& request, std::size_t values) {
  const std::uint64_t threads = positive_number(request, "threads", 1);
  if (threads > 4096) throw BadRequest("`threads` must be 4096 or less");
  Readings readings(threads);
  if (!bool_of(request, "codec", true)) return readings;
  const HowToRead how{step_of(request), bool_of(request, "keep", false), values};
  for (std::size_t i = 0; i < threads; ++i) {
    readings[i] = object_codec(i).reading(how);
    if (!readings[i]) throw BadRequest("`step`: this driver does not borrow");
  }
  return readings;
}

}  // namespace serbench
