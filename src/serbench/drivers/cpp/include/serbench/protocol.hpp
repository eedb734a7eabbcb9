// The requests of docs/protocol.md, answered with a Runner.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/measure.hpp"
#include "serbench/object_codec.hpp"
#include "serbench/object_reader.hpp"
#include "serbench/rapidjson.hpp"
#include "serbench/runner.hpp"

namespace serbench {

class Protocol {
 public:
  explicit Protocol(Runner& runner) : runner_(runner) {}

  // The reply to one line, without a line feed. Never throws for what a request or a codec does
  // wrong: the reply then says so.
  std::string answer(std::string_view line);
  // Whether `close` was answered.
  bool closed() const { return closed_; }

 private:
  using Request = rapidjson::Document;
  using Reply = rapidjson::Writer<rapidjson::StringBuffer>;

  void dispatch(const Request& request, Reply& reply);
  void describe(Reply& reply) const;
  void verify(Reply& reply);
  void sample(const Request& request, Reply& reply);
  void allocations(const Request& request, Reply& reply);
  void write(const Request& request, Reply& reply);
  void scan(const Request& request, Reply& reply);
  void get(const Request& request, Reply& reply);
  Operation operation(const Request& request) const;
  ObjectCodec& object_codec(std::size_t thread);
  // One for each thread that the request asks for, to read `values` at most; null ones if it wants no
  // codec.
  Readings readings(const Request& request, std::size_t values);

  Runner& runner_;
  std::vector<std::unique_ptr<ObjectCodec>>
      object_codecs_;  // kept, so that what they reuse is warm
  Kernel kernel_;
  bool closed_ = false;
};

}  // namespace serbench
