// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/access_sites.h"

namespace cudalab::emulator {

std::uint32_t access_sites::number_of(const void* pc) {
  const std::lock_guard guard(mutex_);
  if (const auto known = numbers_.find(pc); known != numbers_.end())
    return known->second;
  if (places_.size() >= most)
    return 0;
  places_.push_back(pc);
  return numbers_[pc] = static_cast<std::uint32_t>(places_.size());
}

const void* access_sites::place(std::uint32_t number) const {
  const std::lock_guard guard(mutex_);
  return number == 0 || number > places_.size() ? nullptr : places_[number - 1];
}

} // namespace cudalab::emulator
