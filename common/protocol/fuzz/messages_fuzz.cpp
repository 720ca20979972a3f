// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as a message: refused, or taken for something that means the same when it is sent
// again.
#include <optional>

#include "fuzzing/property.h"
#include "protocol/channel.h"
#include "protocol/messages.h"

using namespace cudalab::fuzzing;
using namespace cudalab::protocol;

namespace {

template <typename Message>
void must_come_back(const std::string& text, Message parse(const std::string&)) {
  std::optional<Message> message;
  try {
    message = parse(text);
  } catch (const malformed&) {
    return;
  }
  const std::string sent = to_text(*message);
  must(to_text(parse(sent)) == sent, "a message that was accepted is accepted as it is sent");
}

void try_message(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  must_come_back(text, parse_reply);
  must_come_back(text, parse_request);
}

const fuzz_test messages_fuzz("messages_fuzz", try_message);

} // namespace
