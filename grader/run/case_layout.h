// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where the inputs and outputs of test cases lie in the memory that judge and worker share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/run/worker_process.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// The next place where a buffer may begin, in bytes.
std::size_t fence_aligned(std::size_t offset);

std::size_t bytes_of(const protocol::buffer_argument& buffer);

/// Holds both blocks: inputs filled and sealed, outputs poisoned and fenced.
class case_layout {
public:
  /// @throws std::system_error
  explicit case_layout(const std::vector<const test_case*>& cases);

  /// The case's call with its offsets filled in.
  const protocol::call& call(std::size_t index) const { return calls_.at(index); }
  const shared_block& inputs() const { return inputs_; }
  const shared_block& outputs() const { return outputs_; }

  void poison_outputs();
  /// Copies of the case's outputs by name.
  std::map<std::string, std::vector<std::byte>> read_outputs(std::size_t index) const;
  /// Names of the case's outputs that were written beyond their ends.
  std::vector<std::string> damaged_fences(std::size_t index) const;

private:
  std::vector<protocol::call> calls_;
  shared_block inputs_, outputs_;
};

} // namespace cudalab::grader
