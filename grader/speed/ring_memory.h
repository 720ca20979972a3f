// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where the ring's inputs and outputs lie in the memory that judge and worker share.
#pragma once

#include <cstddef>
#include <vector>

#include "grader/run/worker_process.h"
#include "grader/speed/judge_speed.h"
#include "grader/test_case.h"
#include "protocol/messages.h"

namespace cudalab::grader {

/// Inputs of a ring of calls, ready to be shared with several workers.
class ring_memory {
public:
  /// @throws std::invalid_argument when the ring is empty, std::system_error
  explicit ring_memory(const std::vector<test_case>& ring);

  const std::vector<test_case>& cases() const { return *ring_; }
  /// The calls with their offsets.
  const std::vector<protocol::call>& calls() const { return calls_; }
  const shared_block& inputs() const { return inputs_; }
  std::size_t output_bytes() const { return output_bytes_; }

  /// The outputs of call `index` in a worker's output memory.
  grader::output_bytes outputs_of(std::size_t index, const std::byte* memory) const;
  /// Whether the poison around and between the outputs is whole.
  bool fences_whole(const std::byte* memory) const;

private:
  const std::vector<test_case>* ring_;
  std::vector<protocol::call> calls_;
  std::size_t output_bytes_ = 0;
  shared_block inputs_;
};

} // namespace cudalab::grader
