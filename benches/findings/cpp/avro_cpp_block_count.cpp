// A negative count of a block's items is negated: -2^63 overflows.
// Avro C++ 1.8.2, its sources (as `serbench setup` fetches them)
// run: (cd ~/.cache/serbench/fetched/cpp/avro-*/ && g++ -std=c++17 -g -w -fsanitize=address,undefined -I api $OLDPWD/benches/findings/cpp/avro_cpp_block_count.cpp impl/BinaryDecoder.cc impl/FileStream.cc impl/Stream.cc impl/Zigzag.cc -o /tmp/avro_cpp_block_count) && /tmp/avro_cpp_block_count
// Prints: .../BinaryDecoder.cc:176: runtime error: negation of -9223372036854775808 cannot be represented in type 'long int'
//   a block of 9223372036854775808 items, 1 report
#include <Decoder.hh>
#include <Stream.hh>
#include <iostream>

int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

int main() {
  // ff ... 01 is -2^63, the block's count; 02 its size.
  const unsigned char bytes[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x02};
  const auto in = avro::memoryInputStream(bytes, sizeof bytes);
  const auto decoder = avro::binaryDecoder();
  decoder->init(*in);
  std::cout << "a block of " << decoder->arrayStart() << " items, " << reports << " report\n";
  return reports == 1 ? 0 : 1;
}
