// What `describe` says of a driver; the builder writes it from the codec's front matter.
#pragma once

namespace serbench {

struct Facts {
  const char* codec;
  const char* library;
  const char* version;
  const char* compiler;
  const char* flags;
  const char* schema;  // its fingerprint
};

extern const Facts facts;

}  // namespace serbench
