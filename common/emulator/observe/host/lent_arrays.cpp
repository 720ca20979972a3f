// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/lent_arrays.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "emulator/emulator.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/host/stack_frames.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

constinit std::atomic<std::uintptr_t> lent_begin = 0, lent_end = 0;

namespace {

std::mutex lent_mutex;
std::vector<lent_array>& lent() {
  static auto& all = *new std::vector<lent_array>;
  return all;
}

std::uintptr_t address_of(const std::byte* place) {
  return reinterpret_cast<std::uintptr_t>(place);
}

void look_at_limits() {
  std::uintptr_t begin = UINTPTR_MAX, end = 0;
  for (const lent_array& each : lent()) {
    begin = std::min(begin, address_of(each.begin) - each.beside);
    end = std::max(end, address_of(each.begin) + each.bytes + each.beside);
  }
  lent_begin = begin;
  lent_end = end;
}

/// The first element beside the array that is read; null: none.
std::optional<std::ptrdiff_t> read_beside(const lent_array& one, std::uintptr_t from,
                                          std::uintptr_t to) {
  const std::uintptr_t begin = address_of(one.begin), end = begin + one.bytes;
  const auto element = static_cast<std::ptrdiff_t>(one.element_bytes);
  if (std::max(from, begin - one.beside) < std::min(to, begin))
    return (static_cast<std::ptrdiff_t>(from - begin) - element + 1) / element;
  if (std::max(from, end) < std::min(to, end + one.beside))
    return static_cast<std::ptrdiff_t>(std::max(from, end) - begin) / element;
  return std::nullopt;
}

void found_read_beside(const lent_array& one, std::ptrdiff_t index, bool several, const void* pc) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.why = several ? finding_case::copy_of_host_memory : finding_case::of_host_memory;
  found.space = "host";
  found.variable = one.name;
  found.element = fmt::format("{}[{}]", one.name, index);
  found.count = 1;
  found.parties = {
      {.action = "reads", .thread = {}, .block = {}, .place = own_place(pc), .on_host = true}};
  found.detail = fmt::format("{} has {}, and {} is none of them", one.name,
                             counted(one.bytes / one.element_bytes, "element"), found.element);
  finding_log::instance().add(std::move(found));
}

} // namespace

void lend_array(lent_array one) {
  const std::lock_guard lock(lent_mutex);
  lent().push_back(std::move(one));
  look_at_limits();
}

void take_back_array(const void* begin) {
  const std::lock_guard lock(lent_mutex);
  std::erase_if(lent(), [&](const lent_array& each) { return each.begin == begin; });
  look_at_limits();
}

void find_read_beside(const void* where, std::size_t bytes, const void* pc) {
  const auto from = reinterpret_cast<std::uintptr_t>(where), to = from + bytes;
  const std::lock_guard lock(lent_mutex);
  for (const lent_array& each : lent())
    if (const auto index = read_beside(each, from, to))
      return found_read_beside(each, *index, bytes > each.element_bytes, pc);
}

} // namespace cudalab::emulator
