// clang 19 says that the bytes of this class may be moved, since its operator== is defaulted and a vector
// in it holds the class itself. A vector of libc++ 19 then moves bytes where it grows, and a map among
// them goes on pointing to where it was. Without operator==, clang says that they may not.
// clang 19.1.7 and libc++ 19.1.7 (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ benches/findings/cpp/clang_relocation.cpp -o /tmp/clang_relocation && /tmp/clang_relocation
// Prints: bytes may be moved: 1 with operator==, 0 without
#include <iostream>
#include <map>
#include <string>
#include <vector>

struct Compared {
  std::vector<Compared> list;
  std::map<std::string, int> map;
  bool operator==(const Compared&) const = default;
};
struct Plain {
  std::vector<Plain> list;
  std::map<std::string, int> map;
};

int main() {
  const bool with = __is_trivially_relocatable(Compared);
  const bool without = __is_trivially_relocatable(Plain);
  std::cout << "bytes may be moved: " << with << " with operator==, " << without << " without\n";
  return with && !without ? 0 : 1;
}
