// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Host code that touches memory of the device.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "emulator/emulator.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/host/host_reads.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/host/stack_frames.h"
#include "emulator/observe/host/touched_by_host.h"
#include "emulator/observe/host/unfinished_use.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/memory/adopted_ranges.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"

namespace cudalab::emulator {

constinit std::atomic<bool> report_is_coming = false;

namespace {

std::atomic<void (*)()> before_access = nullptr;

finding host_access(const std::byte* slot, access_kind kind, const void* pc) {
  const auto offset = static_cast<std::uint64_t>(slot - device_memory::instance().begin());
  const named_object object = name_object(memory_space::global, offset, 4, pc);
  finding found;
  found.kind = finding_kind::host_access;
  found.space = "global";
  found.variable = object.variable;
  found.element = object.element;
  found.parties.push_back({.action = kind == access_kind::read ? "reads" : "writes",
                           .thread = {},
                           .block = {},
                           .place = own_place(pc),
                           .on_host = true});
  found.count = 1;
  return found;
}

/// The host has a copy of its own of each variable, so that a GPU program goes on.
void touched_variable(const adopted_range& variable, const std::byte* address, access_kind kind,
                      const void* pc) {
  finding found = host_access(variable.slot + (address - variable.begin), kind, pc);
  const bool constant = variable.kind == memory_kind::constant_variable;
  found.why = finding_case::of_variable;
  found.detail =
      fmt::format("{} is a {} variable: on a GPU, host code that uses its name gets a copy in host "
                  "memory, which no kernel sees",
                  found.variable, constant ? "__constant__" : "__device__");
  finding_log::instance().add(std::move(found));
}

/// Whoever takes the findings gets this one; it is printed where nobody would come in time.
void tell_before_end(finding found, const std::string& line) {
  void (*const use)() = before_access.exchange(nullptr);
  if (!report_is_coming && use == nullptr) {
    const source_place& here = found.parties.front().place;
    std::fprintf(stderr, "%s%s\n",
                 here.line == 0 ? "" : fmt::format("{}:{}: ", here.file, here.line).c_str(),
                 line.c_str());
    std::fflush(stderr);
  }
  finding_log::instance().add(std::move(found));
  if (use != nullptr)
    use();
}

[[noreturn]] void crash() {
  std::raise(SIGSEGV); // with last words, if somebody has some
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
  std::abort();
}

/// There is no such address for a GPU's host: the program ends here.
[[noreturn]] void touched_device_memory(const std::byte* address, access_kind kind,
                                        const void* pc) {
  finding found = host_access(address, kind, pc);
  found.detail = fmt::format("{} is device memory, which host code cannot reach by a pointer: on a "
                             "GPU the program crashes here",
                             found.variable);
  const std::string line =
      fmt::format("host code {} {}, which is device memory: copy it with cudaMemcpy",
                  found.parties.front().action, found.element);
  tell_before_end(std::move(found), line);
  crash();
}

} // namespace

namespace {

[[noreturn]] void end_outside(const char* action, std::string detail, const std::string& line,
                              const void* pc, finding_case why = finding_case::of_host_memory) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.why = why;
  found.space = "host";
  found.variable = found.element = "host memory";
  found.count = 1;
  found.parties.push_back(
      {.action = action, .thread = {}, .block = {}, .place = own_place(pc), .on_host = true});
  found.detail = std::move(detail);
  tell_before_end(std::move(found), line);
  crash();
}

} // namespace

void host_stored_elsewhere(const void* place, const void* pc, std::size_t bytes) {
  constexpr std::size_t most_at_once = 16; // more than one access has
  if (bytes > most_at_once)
    end_outside("writes",
                fmt::format("{} from the address {} on are not all of one variable or allocation "
                            "of this program",
                            counted(bytes, "byte"), place),
                "host code writes outside of its variables and allocations", pc,
                finding_case::copy_of_host_memory);
  end_outside("writes",
              fmt::format("at the address {} there is no variable and no allocation of this "
                          "program: an index or a pointer is wrong",
                          place),
              "host code writes outside of its variables and allocations", pc);
}

void host_called_elsewhere(const void* place, const void* pc) {
  end_outside("calls",
              fmt::format("at the address {} there is no function whose address this program "
                          "takes: a pointer to a function, or an object with virtual functions, "
                          "holds something else",
                          place),
              "host code calls something that is none of its functions", pc);
}

void found_foreign_free(const void* place, const char* how, const void* caller,
                        const std::string& line) {
  const auto of = device_memory::instance().find(place);
  const bool pinned = of && of->kind == memory_kind::pinned;
  finding found;
  found.kind = finding_kind::invalid_free;
  found.why = finding_case::of_host_memory;
  found.count = 1;
  found.parties.push_back({.action = "frees it",
                           .thread = {},
                           .block = {},
                           .place = own_place(caller),
                           .on_host = true});
  found.detail =
      fmt::format("{} frees only memory that {} gave; this is {}, and on a GPU the "
                  "program crashes here",
                  how, how[0] == 'd' ? "new" : "malloc()",
                  pinned                                      ? "pinned memory from CUDA"
                  : device_memory::instance().in_range(place) ? "memory of the device"
                                                              : "something else, or free already");
  tell_before_end(std::move(found), line);
}

namespace {

/// Managed or pinned memory. @param slot its place in the range of device addresses
void host_touched_shared_memory(const std::byte* slot, std::uint32_t bytes, access_kind kind,
                                access_manner manner, const void* pc) {
  const auto offset = static_cast<std::uint64_t>(slot - device_memory::instance().begin());
  if (kind == access_kind::read && manner == access_manner::plain)
    count_host_read(offset, bytes);
  // A host function is ordered by its stream.
  if (!host_is_behind() || on_device_thread())
    return;
  const std::lock_guard lock(device_queue::instance().mutex());
  unfinished_use::instance().touched(offset, bytes, kind, manner, pc);
}

} // namespace

void before_host_access(void (*use)()) {
  before_access = use;
}

address_range range_of_variables(const std::vector<allocation>& all) {
  address_range range;
  for (const allocation& each : all) {
    if (!is_variable(each.kind))
      continue;
    const std::byte* const begin =
        range.bytes == 0 ? each.content : std::min<const std::byte*>(range.begin, each.content);
    const std::byte* const end = std::max(range.begin + range.bytes,
                                          static_cast<const std::byte*>(each.content) + each.bytes);
    range = {begin, static_cast<std::size_t>(end - begin)};
  }
  return range;
}

void touched_by_host(const void* where, std::uint32_t bytes, access_kind kind, const void* pc,
                     access_manner manner) {
  const auto* const address = static_cast<const std::byte*>(where);
  const device_memory& memory = device_memory::instance();
  if (memory.host_may_touch(where))
    return host_touched_shared_memory(address, bytes, kind, manner, pc);
  if (memory.in_range(where))
    touched_device_memory(address, kind, pc);
  const adopted_range* const variable = adopted_ranges::instance().find(address);
  if (variable != nullptr && host_may_touch(variable->kind))
    host_touched_shared_memory(variable->slot + (address - variable->begin), bytes, kind, manner,
                               pc);
  else if (variable != nullptr)
    touched_variable(*variable, address, kind, pc);
  else if (kind == access_kind::write && keeps_to_own_memory())
    keep_to_own_memory(where, bytes, pc);
}

} // namespace cudalab::emulator
