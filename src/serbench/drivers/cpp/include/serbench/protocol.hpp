// The requests of docs/protocol.md, answered with a Runner.
#pragma once

#include <string>
#include <string_view>

#include "serbench/measure.hpp"
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
  Operation operation(const Request& request) const;

  Runner& runner_;
  Kernel kernel_;
  bool closed_ = false;
};

}  // namespace serbench
