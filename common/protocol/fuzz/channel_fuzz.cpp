// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes in the pipe: what comes out are the messages that stand in them, and then the reason
// why there is no other.
#include <array>

#include <unistd.h>

#include "fuzzing/property.h"
#include "protocol/channel.h"

using namespace cudalab::fuzzing;
using namespace cudalab::protocol;

namespace {

constexpr std::size_t length_bytes = 4;

/// The bytes of a message as they stand in the pipe.
std::string framed(const std::string& message) {
  std::string bytes;
  for (std::size_t i = 0; i < length_bytes; ++i)
    bytes += static_cast<char>(message.size() >> (8 * i) & 0xFF);
  return bytes + message;
}

std::size_t announced(const std::string& bytes) {
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  return length;
}

void try_channel(const std::uint8_t* data, std::size_t size) {
  std::array<int, 2> ends{};
  must(pipe(ends.data()) == 0, "there is a pipe");
  must(write(ends[1], data, size) == static_cast<ssize_t>(size), "a pipe holds an input");
  close(ends[1]);
  channel talk(ends[0], -1);
  std::string rest = text_of(data, size);
  try {
    for (;;) {
      const std::string bytes = framed(talk.receive());
      must(rest.compare(0, bytes.size(), bytes) == 0, "a message is what was sent");
      rest.erase(0, bytes.size());
    }
  } catch (const closed&) {
    must(rest.size() < length_bytes || rest.size() - length_bytes < announced(rest),
         "the end is told after the last whole message");
  } catch (const malformed&) {
    must(rest.size() >= length_bytes && announced(rest) > max_message_bytes,
         "only what is too long is refused");
  }
  close(ends[0]);
}

const fuzz_test channel_fuzz("channel_fuzz", try_channel);

} // namespace
