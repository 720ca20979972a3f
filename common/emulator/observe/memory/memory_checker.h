// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds accesses outside any allocation or __shared__ variable, in freed memory, at addresses that
/// a GPU refuses, and reads of what nobody has written.
#pragma once

#include "emulator/observe/memory/block_memory.h"

namespace cudalab::emulator {

class memory_checker final : public observer {
public:
  explicit memory_checker(shadow_memory& state);
  memory_checker(shadow_memory& state, const shared_layout& layout, std::size_t device_bytes);

  std::unique_ptr<block_observer> watch_blocks() override;
  void transfer_begins(std::uint64_t number, const operation& work) override;
  void launch_begins(const launch_record& launch) override;
  void grid_synchronised(const launch_record& launch) override;
  void launch_ended(const launch_record& launch) override;

private:
  void settle_fresh_pages();
  void tell_misuse(const launch_record& launch);

  shadow_memory& state_;
  const shared_layout& layout_;
  std::size_t device_bytes_;
  fresh_pages fresh_;
  misused_arguments misuse_;
  sighting_collectors collectors_;
};

/// The current thread frees memory that malloc and new have not given it, or frees it again. Ends
/// the launch.
[[noreturn]] void end_at_bad_free(const void* pointer, bool was_freed, const void* caller);

} // namespace cudalab::emulator
