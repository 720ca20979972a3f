// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/own_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <iostream>
#include <map>
#include <mutex>

#include <cxxabi.h>
#include <pthread.h>

#include "emulator/emulator.h"
#include "emulator/observe/host/stack_frames.h"
#include "emulator/observe/host/touched_by_host.h"
#include "emulator/observe/symbols/address_kinds.h"

// The linker's, where emucc links a submission: emucc gives sections of static variables these
// names.
extern "C" {
[[gnu::weak]] extern const char cudalab_submission;
[[gnu::weak]] extern const std::byte __start_cudalab_own_data, __stop_cudalab_own_data,
    __start_cudalab_own_bss, __stop_cudalab_own_bss;
}

namespace cudalab::emulator {

namespace {

struct range {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address, std::size_t bytes) const {
    return address - begin < end - begin && bytes <= end - address;
  }
};

range made(const std::byte* begin, const std::byte* end) {
  return {reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end)};
}

struct blocks {
  std::mutex mutex;
  struct block {
    std::uintptr_t end = 0;
    bool allocated = false; ///< by the submission
  };
  std::map<std::uintptr_t, block> live; ///< by the first byte
};

// Nothing is freed while the lock is held: the emulator's operator delete comes here, too.
blocks& all_blocks() {
  static auto& only = *new blocks;
  return only;
}

constinit std::atomic<unsigned> ended = 0; ///< how many blocks; who remembers one looks at it
constinit thread_local range last_block;
constinit thread_local unsigned last_ended = 0;
constinit thread_local std::array<range, 4> exceptions{}; ///< the last that this thread made
constinit thread_local unsigned exceptions_made = 0;
constinit thread_local std::uintptr_t stack_end = 0; ///< of the submission; 0: not known
constinit thread_local bool called_by_worker = false;

std::uintptr_t end_of_thread_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void* begin = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<std::uintptr_t>(begin) + bytes;
}

bool in_a_block(std::uintptr_t address, std::size_t bytes) {
  const std::lock_guard lock(all_blocks().mutex);
  auto next = all_blocks().live.upper_bound(address);
  if (next == all_blocks().live.begin())
    return false;
  const std::uintptr_t begin = (--next)->first, end = next->second.end;
  if (!range{begin, end}.holds(address, bytes))
    return false;
  last_block = {begin, end};
  last_ended = ended.load(std::memory_order_relaxed);
  return true;
}

/// Width, precision and flags: what std::setw and std::fixed change.
bool is_format_of_stream(std::uintptr_t address, std::size_t bytes) {
  for (const std::ios_base* stream :
       {static_cast<std::ios_base*>(&std::cout), static_cast<std::ios_base*>(&std::cerr),
        static_cast<std::ios_base*>(&std::clog)}) {
    const auto begin = reinterpret_cast<std::uintptr_t>(stream) + sizeof(void*);
    constexpr std::size_t fields = 2 * sizeof(std::streamsize) + sizeof(std::ios_base::fmtflags);
    if (range{begin, begin + fields}.holds(address, bytes))
      return true;
  }
  return false;
}

bool is_own_stack(std::uintptr_t address, std::size_t bytes, const void* pc) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (stack_end == 0)
    stack_end = end_of_thread_stack();
  return range{here, stack_end}.holds(address, bytes) &&
         keeps_frames(reinterpret_cast<const void*>(address), bytes, pc, called_by_worker);
}

bool is_own(std::uintptr_t address, std::size_t bytes, const void* pc) {
  static const range data = made(&__start_cudalab_own_data, &__stop_cudalab_own_data);
  static const range bss = made(&__start_cudalab_own_bss, &__stop_cudalab_own_bss);
  return is_own_stack(address, bytes, pc) || data.holds(address, bytes) ||
         bss.holds(address, bytes) || in_a_block(address, bytes) ||
         (address == reinterpret_cast<std::uintptr_t>(&errno) && bytes <= sizeof errno) ||
         std::any_of(exceptions.begin(), exceptions.end(),
                     [&](const range& each) { return each.holds(address, bytes); }) ||
         is_own_thread_local(reinterpret_cast<const void*>(address)) ||
         is_format_of_stream(address, bytes);
}

} // namespace

bool keeps_to_own_memory() {
  return &cudalab_submission != nullptr;
}

std::vector<std::pair<const std::byte*, const std::byte*>> own_static_variables() {
  std::vector<std::pair<const std::byte*, const std::byte*>> all;
  if (!keeps_to_own_memory())
    return all;
  if (&__start_cudalab_own_data != nullptr)
    all.emplace_back(&__start_cudalab_own_data, &__stop_cudalab_own_data);
  if (&__start_cudalab_own_bss != nullptr)
    all.emplace_back(&__start_cudalab_own_bss, &__stop_cudalab_own_bss);
  return all;
}

namespace {

void block_begins(const void* memory, std::size_t bytes, bool allocated) {
  if (!keeps_to_own_memory() || memory == nullptr)
    return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard lock(all_blocks().mutex);
  all_blocks().live[begin] = {begin + bytes, allocated};
}

} // namespace

void own_memory_begins(const void* memory, std::size_t bytes) {
  block_begins(memory, bytes, false);
}

void own_block_begins(const void* memory, std::size_t bytes) {
  block_begins(memory, bytes, true);
}

bool owns_block(const void* memory) {
  if (!keeps_to_own_memory())
    return true;
  const std::lock_guard lock(all_blocks().mutex);
  const auto found = all_blocks().live.find(reinterpret_cast<std::uintptr_t>(memory));
  return found != all_blocks().live.end() && found->second.allocated;
}

void own_memory_ends(const void* memory) {
  if (!keeps_to_own_memory() || memory == nullptr)
    return;
  std::map<std::uintptr_t, blocks::block>::node_type old; // goes when the lock is open again
  const std::lock_guard lock(all_blocks().mutex);
  old = all_blocks().live.extract(reinterpret_cast<std::uintptr_t>(memory));
  ended.fetch_add(1, std::memory_order_relaxed);
}

void own_exception_begins(const void* memory, std::size_t bytes) {
  if (keeps_to_own_memory())
    exceptions[exceptions_made++ % exceptions.size()] = {
        reinterpret_cast<std::uintptr_t>(memory), reinterpret_cast<std::uintptr_t>(memory) + bytes};
}

void keep_to_own_memory(const void* where, std::size_t bytes, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  if (last_block.holds(address, bytes) && last_ended == ended.load(std::memory_order_relaxed))
    return;
  if (!is_own(address, bytes, pc))
    host_stored_elsewhere(where, pc, bytes);
}

stack_of_callback::stack_of_callback(const void* frame)
    : end_before_(stack_end), by_worker_before_(called_by_worker) {
  submission_runs_below(frame);
}
stack_of_callback::~stack_of_callback() {
  stack_end = end_before_;
  called_by_worker = by_worker_before_;
}

void submission_runs_below(const void* frame) {
  stack_end = reinterpret_cast<std::uintptr_t>(frame);
  called_by_worker = true;
}

} // namespace cudalab::emulator
