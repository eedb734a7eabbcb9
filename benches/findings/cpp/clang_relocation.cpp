// libc++ 19 as clang 19 compiles it: bytes of this class may be moved, if its operator== is defaulted and
// containers in it hold the class itself. A vector then moves bytes where it grows, and a map among them
// goes on pointing to where it was. Without operator==, they may not.
// clang 19.1.7 and libc++ 19.1.7 (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ benches/findings/cpp/clang_relocation.cpp -o /tmp/clang_relocation && /tmp/clang_relocation
// Prints: bytes may be moved: 1 with operator==, 0 without
#include <iostream>
#include <map>
#include <string>
#include <vector>

struct Compared {
  std::vector<Compared> list;
  std::map<std::string, Compared> map;
  bool operator==(const Compared&) const = default;
};
struct Plain {
  std::vector<Plain> list;
  std::map<std::string, Plain> map;
};

int main() {
  const bool with = std::__libcpp_is_trivially_relocatable<Compared>::value;
  const bool without = std::__libcpp_is_trivially_relocatable<Plain>::value;
  std::cout << "bytes may be moved: " << with << " with operator==, " << without << " without\n";
  return with && !without ? 0 : 1;
}
