// The members of requests and replies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "serbench/rapidjson.hpp"
#include "serbench/runner.hpp"

namespace serbench {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

inline void text(Writer& reply, std::string_view value) {
  reply.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

inline void member(Writer& reply, const char* name, std::string_view value) {
  reply.Key(name);
  text(reply, value);
}

inline void member(Writer& reply, const char* name, std::uint64_t value) {
  reply.Key(name);
  reply.Uint64(value);
}

// These throw BadRequest for a member that is not of their type, or not there if it has no `fallback`.

inline std::string_view string_of(const rapidjson::Document& request, const char* name) {
  const auto found = request.FindMember(name);
  if (found == request.MemberEnd() || !found->value.IsString()) {
    throw BadRequest(std::string("the request needs a string `") + name + "`");
  }
  return {found->value.GetString(), found->value.GetStringLength()};
}

inline std::string path_of(const rapidjson::Document& request, const char* name) {
  const std::string_view path = string_of(request, name);
  if (path.find('\0') != path.npos) throw BadRequest("a path has no zero byte");
  return std::string(path);
}

// A number from 0; `fallback` if it is not there.
inline std::uint64_t number_of(const rapidjson::Document& request, const char* name,
                               std::uint64_t fallback) {
  const auto found = request.FindMember(name);
  if (found == request.MemberEnd() || found->value.IsNull()) return fallback;
  if (!found->value.IsUint64()) {
    throw BadRequest(std::string("`") + name + "` must be a whole number from 0");
  }
  return found->value.GetUint64();
}

// As number_of, and it must be there.
inline std::uint64_t needed_number(const rapidjson::Document& request, const char* name) {
  if (!request.HasMember(name)) throw BadRequest(std::string("the request needs `") + name + "`");
  return number_of(request, name, 0);
}

inline std::uint64_t positive_number(const rapidjson::Document& request, const char* name,
                                     std::uint64_t fallback) {
  const std::uint64_t number = number_of(request, name, fallback);
  if (number == 0) throw BadRequest(std::string("`") + name + "` must be 1 or more");
  return number;
}

inline bool bool_of(const rapidjson::Document& request, const char* name, bool fallback) {
  const auto found = request.FindMember(name);
  if (found == request.MemberEnd()) return fallback;
  if (!found->value.IsBool()) throw BadRequest(std::string("`") + name + "` must be a bool");
  return found->value.GetBool();
}

}  // namespace serbench
