// BSON_VALIDATE_UTF8 accepts text that is not UTF-8, and what lies behind it is not looked at.
// libbson 1.27.2 (as `serbench setup` fetches and compiles it)
// run: g++ -std=c++17 -DBSON_STATIC -I ~/.cache/serbench/fetched/cpp/bson-*/bsonjs -I ~/.cache/serbench/fetched/cpp/bson-*/bsonjs/bson benches/findings/cpp/libbson_validate.cpp ~/.cache/serbench/build/cpp/library-*/bson-*/lib.a -o /tmp/libbson_validate && /tmp/libbson_validate
// Prints: ff is not UTF-8 and accepted
//   a key $b behind UTF-8: refused
//   a key $b behind ff: accepted
#include <bson/bson.h>

#include <cstdio>

const char* validate(const char* text, const char* key) {
  bson_t document;
  bson_init(&document);
  bson_append_utf8(&document, "a", -1, text, -1);
  bson_append_int32(&document, key, -1, 1);
  const int flags = BSON_VALIDATE_UTF8 | BSON_VALIDATE_DOLLAR_KEYS;
  const bool valid = bson_validate(&document, static_cast<bson_validate_flags_t>(flags), nullptr);
  bson_destroy(&document);
  return valid ? "accepted" : "refused";
}

int main() {
  const char* const bad = "\xff";
  printf("ff is %s and %s\n", bson_utf8_validate(bad, 1, false) ? "UTF-8" : "not UTF-8",
         validate(bad, "b"));
  printf("a key $b behind UTF-8: %s\n", validate("text", "$b"));
  printf("a key $b behind ff: %s\n", validate(bad, "$b"));
  return validate(bad, "b")[0] == 'a' && validate("text", "$b")[0] == 'r' &&
                 validate(bad, "$b")[0] == 'a'
             ? 0
             : 1;
}
