// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the program said of managed memory: where it should be, and who uses it. Nothing comes of
/// it here, but the program can ask. Any OS thread.
#pragma once

#include <cstddef>
#include <functional>
#include <set>

#include "emulator/include/cudalab/memory_types.h"

namespace cudalab::emulator {

/// Of a range of bytes.
struct managed_hints {
  bool read_mostly = false;
  cudaMemLocation preferred = {cudaMemLocationTypeInvalid, 0};
  cudaMemLocation prefetched = {cudaMemLocationTypeInvalid, 0};
  std::set<int> accessed_by; ///< numbers of devices; cudaCpuDeviceId
};

void change_managed_hints(const void* begin, std::size_t bytes,
                          const std::function<void(managed_hints&)>& change);
/// Nothing has been said of memory that is new.
void forget_managed_hints(const void* begin, std::size_t bytes);
/// What holds for all of the range: where parts differ, it is as if nothing had been said.
managed_hints managed_hints_of(const void* begin, std::size_t bytes);

} // namespace cudalab::emulator
