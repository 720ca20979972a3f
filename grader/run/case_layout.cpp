// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/case_layout.h"

#include <algorithm>
#include <cstring>

namespace cudalab::grader {
namespace {

using protocol::buffer_argument;
using protocol::direction;
using protocol::fence_bytes;

/// Hands `use` every buffer of a call that is read (or written), with the argument's number.
template <typename Call, typename Use>
void for_buffers(Call& call, direction but_not, Use use) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (auto* buffer = std::get_if<buffer_argument>(&call.arguments[i]))
      if (buffer->direction != but_not)
        use(i, *buffer);
}

std::size_t place_inputs(std::vector<protocol::call>& calls) {
  std::size_t end = 0;
  for (protocol::call& call : calls)
    for_buffers(call, direction::output, [&](std::size_t, buffer_argument& buffer) {
      buffer.input_offset = fence_aligned(end);
      end = buffer.input_offset + bytes_of(buffer);
    });
  return end;
}

std::size_t place_outputs(std::vector<protocol::call>& calls) {
  std::size_t end = 0;
  for (protocol::call& call : calls)
    for_buffers(call, direction::input, [&](std::size_t, buffer_argument& buffer) {
      buffer.output_offset = fence_aligned(end + fence_bytes);
      end = buffer.output_offset + bytes_of(buffer) + fence_bytes;
    });
  return end;
}

std::vector<protocol::call> calls_of(const std::vector<const test_case*>& cases) {
  std::vector<protocol::call> calls;
  for (const test_case* one : cases)
    calls.push_back(one->call());
  return calls;
}

} // namespace

std::size_t fence_aligned(std::size_t offset) {
  return (offset + fence_bytes - 1) / fence_bytes * fence_bytes;
}

std::size_t bytes_of(const buffer_argument& buffer) {
  return buffer.elements * size_of(buffer.type);
}

case_layout::case_layout(const std::vector<const test_case*>& cases)
    : calls_(calls_of(cases)), inputs_(place_inputs(calls_)), outputs_(place_outputs(calls_)) {
  for (std::size_t i = 0; i < cases.size(); ++i)
    for_buffers(calls_[i], direction::output,
                [&](std::size_t argument, const buffer_argument& buffer) {
                  const auto& content = cases[i]->content(argument);
                  const std::size_t bytes = std::min(content.size(), bytes_of(buffer));
                  if (bytes > 0)
                    std::memcpy(inputs_.data() + buffer.input_offset, content.data(), bytes);
                });
  inputs_.seal();
  poison_outputs();
}

void case_layout::poison_outputs() {
  std::memset(outputs_.data(), protocol::poison_byte, outputs_.size());
}

std::map<std::string, std::vector<std::byte>> case_layout::read_outputs(std::size_t index) const {
  std::map<std::string, std::vector<std::byte>> outputs;
  for_buffers(call(index), direction::input, [&](std::size_t, const buffer_argument& buffer) {
    const std::byte* begin = outputs_.data() + buffer.output_offset;
    outputs[buffer.name].assign(begin, begin + bytes_of(buffer));
  });
  return outputs;
}

std::vector<std::string> case_layout::damaged_fences(std::size_t index) const {
  std::vector<std::string> names;
  for_buffers(call(index), direction::input, [&](std::size_t, const buffer_argument& buffer) {
    const std::byte* begin = outputs_.data() + buffer.output_offset;
    const std::byte* end = begin + bytes_of(buffer);
    const auto intact = [](const std::byte* fence) {
      return std::all_of(fence, fence + fence_bytes,
                         [](std::byte value) { return value == std::byte{protocol::poison_byte}; });
    };
    if (!intact(begin - fence_bytes) || !intact(end))
      names.push_back(buffer.name);
  });
  return names;
}

} // namespace cudalab::grader
