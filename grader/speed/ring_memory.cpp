// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/ring_memory.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "grader/run/case_layout.h"

namespace cudalab::grader {

namespace {

using protocol::buffer_argument;
using protocol::direction;
using protocol::fence_bytes;

bool is_output(const protocol::argument& given) {
  const auto* buffer = std::get_if<buffer_argument>(&given);
  return buffer != nullptr && buffer->direction != direction::input;
}

struct extent {
  std::size_t inputs = 0, outputs = fence_bytes;
};

// Sets the offsets; every output has poison before and after it.
extent lay_out(std::vector<protocol::call>& calls) {
  extent end;
  for (protocol::call& call : calls)
    for (protocol::argument& given : call.arguments) {
      auto* buffer = std::get_if<buffer_argument>(&given);
      if (buffer == nullptr)
        continue;
      if (buffer->direction != direction::output) {
        buffer->input_offset = end.inputs;
        end.inputs = fence_aligned(end.inputs + bytes_of(*buffer));
      }
      if (buffer->direction != direction::input) {
        buffer->output_offset = end.outputs;
        end.outputs = fence_aligned(end.outputs + bytes_of(*buffer)) + fence_bytes;
      }
    }
  return end;
}

shared_block filled(const std::vector<test_case>& ring, const std::vector<protocol::call>& calls,
                    std::size_t bytes) {
  shared_block block(std::max<std::size_t>(bytes, 1));
  for (std::size_t i = 0; i < calls.size(); ++i)
    for (std::size_t a = 0; a < calls[i].arguments.size(); ++a) {
      const auto* buffer = std::get_if<buffer_argument>(&calls[i].arguments[a]);
      if (buffer == nullptr || buffer->direction == direction::output)
        continue;
      const std::vector<std::byte>& content = ring[i].content(a);
      std::copy(content.begin(), content.end(), block.data() + buffer->input_offset);
    }
  block.seal();
  return block;
}

std::vector<protocol::call> calls_of(const std::vector<test_case>& ring) {
  if (ring.empty())
    throw std::invalid_argument("a speed check without calls");
  std::vector<protocol::call> calls;
  for (const test_case& one : ring)
    calls.push_back(one.call());
  return calls;
}

} // namespace

ring_memory::ring_memory(const std::vector<test_case>& ring)
    : ring_(&ring), calls_(calls_of(ring)), inputs_(1) {
  const extent end = lay_out(calls_);
  output_bytes_ = end.outputs;
  inputs_ = filled(ring, calls_, end.inputs);
}

output_bytes ring_memory::outputs_of(std::size_t index, const std::byte* memory) const {
  grader::output_bytes outputs;
  for (const protocol::argument& given : calls_[index].arguments)
    if (is_output(given)) {
      const auto& buffer = std::get<buffer_argument>(given);
      const std::byte* begin = memory + buffer.output_offset;
      outputs[buffer.name].assign(begin, begin + bytes_of(buffer));
    }
  return outputs;
}

bool ring_memory::fences_whole(const std::byte* memory) const {
  const auto poisoned = [](std::byte b) { return b == std::byte{protocol::poison_byte}; };
  std::size_t at = 0;
  for (const protocol::call& call : calls_)
    for (const protocol::argument& given : call.arguments)
      if (is_output(given)) {
        const auto& buffer = std::get<buffer_argument>(given);
        if (!std::all_of(memory + at, memory + buffer.output_offset, poisoned))
          return false;
        at = buffer.output_offset + bytes_of(buffer);
      }
  return std::all_of(memory + at, memory + output_bytes_, poisoned);
}

} // namespace cudalab::grader
