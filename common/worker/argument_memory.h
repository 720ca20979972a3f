// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The memory behind one pointer parameter, with guards around it: of poison around outputs, of
/// protocol::input_guard around inputs.
#pragma once

#include <cstddef>

#include "protocol/messages.h"
#include "worker/shared_blocks.h"

namespace cudalab::worker {

/// Allocated by cudaMalloc or on the host, as the argument says. Freed in any case.
class argument_memory {
public:
  /// Allocates, guards, and fills: inputs with their content, outputs with poison (or nothing).
  /// @throws cuda_failure, bad_call
  argument_memory(const protocol::buffer_argument& argument, const shared_blocks& blocks,
                  bool poison_outputs, std::size_t guard_bytes);
  ~argument_memory();
  argument_memory(argument_memory&& other) noexcept;
  argument_memory(const argument_memory&) = delete;
  argument_memory& operator=(const argument_memory&) = delete;
  argument_memory& operator=(argument_memory&&) = delete;

  const protocol::buffer_argument& argument() const { return argument_; }
  void* pointer() const { return begin_ + guard_; } ///< what the student's function gets

  /// An output becomes poison again (its guards stay).
  void poison();
  /// Outputs and inouts: to the output memory, guards and all. Inputs: nothing.
  void copy_out() const;
  /// Inputs: the content or a guard is not what it was. Needs guards; false without.
  bool damaged() const;

private:
  bool is_output() const { return argument_.direction != protocol::direction::input; }
  void allocate();
  void release() noexcept;
  void fill(std::size_t offset, std::size_t bytes);
  void guard();
  void write(std::size_t offset, const std::byte* from, std::size_t bytes);
  void read(std::size_t offset, std::byte* to, std::size_t bytes) const;

  protocol::buffer_argument argument_;
  const shared_blocks& blocks_;
  std::size_t guard_;
  std::size_t bytes_;
  std::byte* begin_ = nullptr; ///< of the first guard
};

} // namespace cudalab::worker
