// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The memory behind one pointer parameter, with guards around it: of poison around outputs, of
/// protocol::input_guard around inputs.
#pragma once

#include <cstddef>
#include <memory>

#include "protocol/messages.h"
#include "worker/device_scratch.h"
#include "worker/shared_blocks.h"

namespace cudalab::worker {

/// How buffers are guarded and filled: see protocol::batch.
struct call_style {
  bool watched = false;
  std::size_t guard_bytes = 0;
};

/// Allocated by cudaMalloc or on the host, as the argument says. Freed in any case.
class argument_memory {
public:
  /// Allocates, guards, and fills: inputs with their content, outputs with poison.
  /// @throws cuda_failure, bad_call
  /// @param components numbers in one element of what the pointer points to
  argument_memory(const protocol::buffer_argument& argument, std::size_t components,
                  const shared_blocks& blocks, const call_style& style);
  ~argument_memory();
  argument_memory(argument_memory&& other) noexcept;
  argument_memory(const argument_memory&) = delete;
  argument_memory& operator=(const argument_memory&) = delete;
  argument_memory& operator=(argument_memory&&) = delete;

  const protocol::buffer_argument& argument() const { return argument_; }
  void* pointer() const { return begin_; } ///< what the student's function gets

  /// An input gets other content: each element is what the first one is. Its own lies ready on the
  /// device.
  void lend_to_rehearsal();
  /// As it was made, when the default stream has done what it has to do: nobody waits for that.
  void take_back_behind_rehearsal();
  /// As it was made: inputs with their content, outputs never written.
  void hold_own_content();
  /// An output becomes poison again (its guards stay).
  void poison();
  /// Who stores its elements is looked at from now on, where the call asks for that.
  void watch_makers() const;
  /// Outputs and inouts: to the output memory, guards and all. Inputs: nothing.
  void copy_out() const;
  /// Whether it still holds what copy_out() has copied. Inputs: true.
  bool holds_what_was_copied() const;
  /// Inputs: the content or a guard is not what it was. Needs guards; false without.
  bool damaged() const;

private:
  bool is_output() const { return argument_.direction != protocol::direction::input; }
  mapped_part own_content() const; ///< of an input, as the judge gave it
  void allocate();
  void allocate_repeated();
  std::size_t repeated_bytes() const;
  void release() noexcept;
  void fill_output();
  bool is_poisoned() const;
  void mark_unwritten();
  void make_guards();
  // Places are counted from begin_: a guard before it is at -guard_.
  void fill(std::ptrdiff_t place, std::size_t bytes);
  void write(std::ptrdiff_t place, const std::byte* from, std::size_t bytes);
  void read(std::ptrdiff_t place, std::byte* to, std::size_t bytes) const;
  void read_all(std::byte* to) const;
  /// Not a matter of cudaMemset and cudaMemcpy: host memory, and what nobody has allocated.
  bool is_plain(std::ptrdiff_t place) const;

  protocol::buffer_argument argument_;
  std::size_t components_;
  const shared_blocks& blocks_;
  bool watched_;
  std::size_t guard_;
  std::size_t guard_inside_; ///< the same, where guards are part of the allocation; else 0
  std::size_t bytes_;
  std::byte* begin_ = nullptr;                    ///< of the content
  std::unique_ptr<device_scratch> ready_content_; ///< while the memory is lent
};

} // namespace cudalab::worker
