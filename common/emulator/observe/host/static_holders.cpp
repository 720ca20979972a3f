// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/static_holders.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "emulator/observe/host/host_allocations.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/symbols/address_kinds.h"

namespace cudalab::emulator {

namespace {

constexpr std::size_t most_words = std::size_t{1} << 21;

/// Calls `use` with each word, and where it stands.
template <class Use>
void for_words(const std::byte* begin, const std::byte* end, const Use& use) {
  constexpr std::uintptr_t size = sizeof(std::uintptr_t);
  const std::byte* at = begin + (size - reinterpret_cast<std::uintptr_t>(begin) % size) % size;
  for (; at < end && static_cast<std::size_t>(end - at) >= size; at += size) {
    std::uintptr_t word = 0;
    std::memcpy(&word, at, size);
    use(word, at);
  }
}

} // namespace

static_holders::static_holders() {
  const std::map<const void*, host_allocation> allocated = live_host_allocations();
  std::set<const void*> seen;
  const auto add = [this](std::uintptr_t word, const void* root) {
    if (word != 0 && words_.size() < most_words)
      words_.emplace_back(word, root);
  };
  for (const auto& [begin, end] : own_static_variables())
    for_words(begin, end, add);
  for (std::size_t i = 0; i < words_.size(); ++i) { // grows while it runs
    const auto [word, root] = words_[i];
    const auto block = allocated.find(reinterpret_cast<const void*>(word));
    if (block == allocated.end() || !seen.insert(block->first).second)
      continue;
    const auto* const begin = static_cast<const std::byte*>(block->first);
    for_words(begin, begin + block->second.bytes,
              [&, from = root](std::uintptr_t inside, const void*) { add(inside, from); });
  }
  std::sort(words_.begin(), words_.end());
}

std::string static_holders::of(const void* begin, std::size_t bytes) const {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const auto found = std::lower_bound(words_.begin(), words_.end(), first,
                                      [](const auto& each, auto at) { return each.first < at; });
  if (found == words_.end() || found->first - first >= std::max<std::size_t>(bytes, 1))
    return "";
  if (const static_variable of_function = static_variable_at(found->second);
      of_function.begin != nullptr)
    return "The static variable '" + of_function.name + "'";
  const std::string name = host_place_of(found->second).name;
  return name.empty() ? "A static or global variable" : "The global variable '" + name + "'";
}

} // namespace cudalab::emulator
