// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Places in the code that access global memory, numbered, to keep shadow memory small.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace cudalab::emulator {

/// All places of the program. Called by several OS threads at once.
class access_sites {
public:
  static constexpr std::uint32_t most = (1u << 14) - 1;

  /// From 1; 0 when there are more places than numbers.
  std::uint32_t number_of(const void* pc);
  /// Null for 0.
  const void* place(std::uint32_t number) const;

private:
  mutable std::mutex mutex_;
  std::unordered_map<const void*, std::uint32_t> numbers_;
  std::vector<const void*> places_;
};

/// The part of it that one OS thread asked for last.
class recent_sites {
public:
  explicit recent_sites(access_sites& all) : all_(all) {}

  std::uint32_t number_of(const void* pc) {
    entry& known = entries_[reinterpret_cast<std::uintptr_t>(pc) / 4 % entries_.size()];
    if (known.pc != pc)
      known = {pc, all_.number_of(pc)};
    return known.number;
  }

private:
  struct entry {
    const void* pc = nullptr;
    std::uint32_t number = 0;
  };
  access_sites& all_;
  std::array<entry, 256> entries_{};
};

} // namespace cudalab::emulator
