// The program of `serbench footprint`: it reads the bytes of a value from a file, makes the plain
// value of them, writes that as bytes again, and prints these.
#include <cstdio>
#include <exception>

#include "footprint/ways.hpp"

namespace {

// As drivers do, with a zero byte behind, which is no part of them.
bool read(const char* path, serbench::Buffer& bytes) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  constexpr std::size_t most = 1 << 16;
  for (std::size_t size = most; size == most;) {
    std::byte piece[most];
    size = std::fread(piece, 1, most, file);
    bytes.append(piece, size);
  }
  std::fclose(file);
  *bytes.reserve(1) = std::byte{0};
  return true;
}

}  // namespace

int main(int, char** arguments) {
  serbench::Buffer bytes;
  if (!read(arguments[1], bytes)) return 2;
  try {
    const auto ways = serbench::footprint::make_ways();
    serbench::Root value;
    ways->deserialize(bytes.bytes(), value);
    serbench::Buffer out;
    ways->serialize(value, out);
    std::fwrite(out.data(), 1, out.size(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
