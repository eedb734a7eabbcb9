// SBE's flyweights, with their checks of bounds, read beyond the bytes: fields of a block that is
// shorter than they say, and data before they know that it is there.
// https://github.com/aeron-io/simple-binary-encoding/issues/969
// uk.co.real-logic:sbe-all:1.38.1
// run: r=~/.m2/repository; java -Dsbe.output.dir=/tmp/sbe_bounds -Dsbe.target.language=Cpp -cp $r/uk/co/real-logic/sbe-all/1.38.1/sbe-all-1.38.1.jar uk.co.real_logic.sbe.SbeTool benches/findings/cpp/sbe_bounds.xml && g++ -std=c++20 -I /tmp/sbe_bounds benches/findings/cpp/sbe_bounds.cpp -o /tmp/sbe_bounds/program && /tmp/sbe_bounds/program
// Prints: a message of 8 bytes: number 0x2a2a2a2a
//   a group's entry of 0 bytes: number 0x2a2a2a2a
//   data of 1 GiB in 20 bytes: ended by signal 11
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>

#include "findings/Message.h"

using findings::Message;

// What of it is the message, tells `size`; the rest is another's.
alignas(8) char memory[64];

void put16(int at, std::uint16_t value) {
  std::memcpy(memory + at, &value, sizeof(value));
}
void put32(int at, std::uint32_t value) {
  std::memcpy(memory + at, &value, sizeof(value));
}

Message& decoded(std::uint16_t block_length, std::uint64_t size) {
  static Message message;
  std::memset(memory, 0x2a, sizeof(memory));
  put16(0, block_length);
  put16(2, Message::sbeTemplateId());
  put16(4, Message::sbeSchemaId());
  put16(6, Message::sbeSchemaVersion());
  const findings::MessageHeader header(memory, 0, size, Message::sbeSchemaVersion());
  return message.wrapForDecode(memory, header.encodedLength(), header.blockLength(),
                               header.version(), size);
}

int main() {
  const std::uint32_t of_message = decoded(0, 8).number();
  std::printf("a message of 8 bytes: number 0x%x\n", of_message);

  Message& with_group = decoded(4, 16);
  put16(12, 0);  // the length of an entry's block
  put16(14, 1);
  const std::uint32_t of_group = with_group.items().next().number();
  std::printf("a group's entry of 0 bytes: number 0x%x\n", of_group);
  std::fflush(stdout);

  const pid_t child = fork();
  if (child == 0) {
    Message& with_data = decoded(4, 20);
    put16(12, 4);
    put16(14, 0);        // no entries
    put32(16, 1 << 30);  // the length of the data
    try {
      with_data.items();
      with_data.getTextAsString();
    } catch (const std::exception&) {
      _exit(0);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("data of 1 GiB in 20 bytes: ended by signal %d\n",
              WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  return !(of_message == 0x2a2a2a2a && of_group == 0x2a2a2a2a && WIFSIGNALED(status));
}
