// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lies where in the shared segment: which bytes are __shared__ variables, which are other
/// thread-local variables, and which are nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

class shared_layout {
public:
  enum byte_use : std::uint8_t { hole, shared, dynamic_area, other_variable };

  static const shared_layout& instance();
  shared_layout(const std::vector<shared_variable>& variables, std::size_t bytes);

  std::size_t bytes() const { return uses_.size(); }
  byte_use use_of(std::size_t offset) const { return byte_use(uses_[offset]); }
  /// For hot_state::not_shared; null when no other variable lies in the segment.
  const std::uint8_t* other_variables() const { return others_.empty() ? nullptr : others_.data(); }
  /// The variable at the offset, or the nearest one before it, or null.
  const shared_variable* variable_at(std::size_t offset) const;
  /// Null when there is none.
  const shared_variable* dynamic() const;

private:
  void mark(std::size_t offset, std::size_t bytes, byte_use use);
  void find_other_variables();

  std::vector<shared_variable> variables_;
  std::vector<std::uint8_t> uses_;
  std::vector<std::uint8_t> others_;
};

} // namespace cudalab::emulator
