#include "serbench/protocol.hpp"

#include "serbench/facts.hpp"
#include "serbench/meter.hpp"
#include "serbench/protocol_json.hpp"
#include "serbench/text.hpp"

namespace serbench {
namespace {

void write_error(Writer& reply, const std::string& what, const char* kind) {
  reply.StartObject();
  member(reply, "error", printable(what));
  member(reply, "kind", kind);
  reply.EndObject();
}

}  // namespace

std::string Protocol::answer(std::string_view line) {
  rapidjson::StringBuffer out;
  const auto refuse = [&](const std::string& what, const char* kind) {
    out.Clear();
    Writer reply(out);
    write_error(reply, what, kind);
  };
  try {
    Request request;
    request.Parse<rapidjson::kParseValidateEncodingFlag>(line.data(), line.size());
    if (request.HasParseError() || !request.IsObject()) {
      throw BadRequest("the request is not a JSON object");
    }
    Reply reply(out);
    dispatch(request, reply);
  } catch (const BadRequest& error) {
    refuse(error.what(), "bad-request");
  } catch (const BadValues& error) {
    refuse(error.what(), "bad-values");
  } catch (const CannotHold& error) {
    refuse(error.what(), "cannot-hold");
  } catch (const BadFile& error) {
    refuse(error.what(), "bad-file");
  } catch (const std::exception& error) {
    refuse(error.what(), "failed");
  } catch (...) {
    refuse("the library threw something that is no std::exception", "failed");
  }
  return {out.GetString(), out.GetSize()};
}

void Protocol::dispatch(const Request& request, Reply& reply) {
  const std::string_view name = string_of(request, "request");
  reply.StartObject();
  if (name == "describe") {
    describe(reply);
  } else if (name == "open") {
    const Digested opened =
        runner_.open(path_of(request, "values"), number_of(request, "limit", 0));
    member(reply, "values", opened.values);
    member(reply, "digest", hex(opened.digest));
    member(reply, "visit", hex(opened.visit));
    if (opened.access) member(reply, "access", hex(*opened.access));
  } else if (name == "verify") {
    verify(reply);
  } else if (name == "sample") {
    sample(request, reply);
  } else if (name == "allocations") {
    allocations(request, reply);
  } else if (name == "dump") {
    const std::size_t bytes = runner_.dump(path_of(request, "path"));
    member(reply, "values", runner_.values());
    member(reply, "bytes", bytes);
  } else if (name == "load") {
    const bool tells = request.HasMember("outcomes");
    const Digested loaded =
        runner_.load(path_of(request, "path"), tells ? path_of(request, "outcomes") : "");
    member(reply, "values", loaded.values);
    member(reply, "digest", hex(loaded.digest));
    if (tells) member(reply, "refused", loaded.refused);
  } else if (name == "write") {
    write(request, reply);
  } else if (name == "scan") {
    scan(request, reply);
  } else if (name == "get") {
    get(request, reply);
  } else if (name == "close") {
    member(reply, "peak_rss_bytes", peak_rss_bytes());
    closed_ = true;
  } else {
    throw BadRequest("there is no request `" + std::string(name) + "`");
  }
  reply.EndObject();
}

void Protocol::describe(Reply& reply) const {
  member(reply, "protocol", 1);
  member(reply, "language", "cpp");
  member(reply, "codec", facts.codec);
  member(reply, "library", facts.library);
  member(reply, "version", facts.version);
  member(reply, "compiler", facts.compiler);
  member(reply, "flags", facts.flags);
  member(reply, "allocator", allocator_name());
  member(reply, "schema", facts.schema);
  reply.Key("operations");
  reply.StartArray();
  for (const Operation operation : runner_.operations()) text(reply, name_of(operation));
  reply.EndArray();
  reply.Key("same");
  reply.StartObject();
  if (!runner_.has_own_model()) {
    member(reply, "serialize", "encode");
    member(reply, "deserialize", "decode");
  }
  reply.EndObject();
  reply.Key("files");
  reply.Bool(true);
}

void Protocol::verify(Reply& reply) {
  const Verification result = runner_.verify();
  member(reply, "values", result.values);
  member(reply, "encoded_bytes", result.encoded_bytes);
  member(reply, "digest", hex(result.digest));
  member(reply, "visit", hex(result.visit));
  member(reply, "mismatched", result.mismatched);
  reply.Key("mismatches");
  reply.StartArray();
  for (const Mismatch& mismatch : result.mismatches) {
    reply.StartObject();
    member(reply, "index", mismatch.index);
    member(reply, "reason", printable(mismatch.reason));
    reply.EndObject();
  }
  reply.EndArray();
}

void Protocol::sample(const Request& request, Reply& reply) {
  const Operation what = operation(request);
  const std::uint64_t passes = positive_number(request, "passes", 1);
  const std::uint64_t warm_passes = number_of(request, "warm_passes", 0);
  NoMeter off;
  Stopwatch stopwatch;
  const std::uint64_t before = kernel_.time_ns();
  runner_.walk(what, warm_passes, off);
  const std::size_t items = runner_.walk(what, passes, stopwatch);
  const std::uint64_t after = kernel_.time_ns();
  member(reply, "ns", stopwatch.total_ns());
  member(reply, "items", items);
  reply.Key("kernel_ns");
  reply.StartArray();
  reply.Uint64(before);
  reply.Uint64(after);
  reply.EndArray();
}

void Protocol::allocations(const Request& request, Reply& reply) {
  const Operation what = operation(request);
  AllocationMeter counted;
  const std::size_t items = runner_.walk(what, 1, counted);
  member(reply, "items", items);
  member(reply, "allocations", counted.total().calls);
  member(reply, "allocated_bytes", counted.total().bytes);
}

Operation Protocol::operation(const Request& request) const {
  const std::string_view name = string_of(request, "operation");
  for (const Operation operation : runner_.operations()) {
    if (name_of(operation) == name) return operation;
  }
  throw BadRequest("this codec has no operation `" + std::string(name) + "`");
}

}  // namespace serbench
