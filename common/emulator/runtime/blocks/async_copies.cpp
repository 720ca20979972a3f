// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asynchronous copies of kernels. Here the data move at once; that they may still be under way is
/// for the observers. Never inlined: the return address is the student's line.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "emulator/include/cudalab/async/async_functions.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/blocks/memory_barrier.h"

namespace cudalab::emulator::async {

namespace {

/// The largest piece that both addresses are multiples of, and that is not larger than the copy.
std::uint32_t piece_for(const void* to, const void* from, std::size_t bytes) {
  const std::uintptr_t bits =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) |
      std::bit_floor(std::min<std::size_t>(std::max<std::size_t>(bytes, 1), 16));
  return 1u << std::countr_zero(bits);
}

/// While it lives, accesses are those of a copy.
class copy_in_progress {
public:
  copy_in_progress(const block_scheduler& scheduler, const void* barrier)
      : observed_(scheduler.observed()) {
    if (observed_)
      for (const auto& observer : block_observers())
        observer->copy_begins(*current_block, barrier);
  }
  ~copy_in_progress() {
    if (observed_)
      for (const auto& observer : block_observers())
        observer->copy_is_under_way(*current_block);
  }
  copy_in_progress(const copy_in_progress&) = delete;
  copy_in_progress& operator=(const copy_in_progress&) = delete;

private:
  bool observed_;
};

void copy(void* to, const void* from, std::size_t bytes, unsigned long long rank,
          unsigned long long threads, const void* barrier, const void* site) {
  const copy_in_progress copying(scheduler_for("memcpy_async()"), barrier);
  const working_for_thread copies(library_work::copy);
  const auto copy_piece = [&](std::size_t at, std::uint32_t size) {
    const std::byte* const source = static_cast<const std::byte*>(from) + at;
    std::byte* const target = static_cast<std::byte*>(to) + at;
    observe_access(source, size, access_kind::read, site);
    observe_access(target, size, access_kind::write, site);
    std::memcpy(target, source, size);
  };
  const std::uint32_t piece = piece_for(to, from, bytes);
  const std::size_t whole = bytes / piece;
  for (std::size_t i = rank; i < whole; i += threads)
    copy_piece(i * piece, piece);
  for (std::size_t at = whole * piece + rank; at < bytes; at += threads)
    copy_piece(at, 1);
}

/// As a GPU does it: the zeros are stored together with what is loaded.
void observe_pieces(const void* begin, std::size_t bytes, access_kind kind, const void* site) {
  const std::uint32_t piece = piece_for(begin, begin, bytes);
  for (std::size_t at = 0; at < bytes; at += piece)
    observe_access(static_cast<const std::byte*>(begin) + at,
                   std::min<std::uint32_t>(piece, static_cast<std::uint32_t>(bytes - at)), kind,
                   site);
}

} // namespace

[[gnu::noinline]] void copy_part(void* to, const void* from, std::size_t bytes,
                                 unsigned long long rank, unsigned long long threads,
                                 void* barrier) {
  copy(to, from, bytes, rank, threads, barrier, __builtin_return_address(0));
}

[[gnu::noinline]] void copy_counted(void* to, const void* from, std::size_t bytes, void* barrier) {
  copy(to, from, bytes, 0, 1, barrier, __builtin_return_address(0));
  count_copied_bytes(barrier, static_cast<std::ptrdiff_t>(bytes), __builtin_return_address(0));
}

[[gnu::noinline]] void copy_with_zeros(void* to, const void* from, std::size_t bytes,
                                       std::size_t zeros) {
  const void* const site = __builtin_return_address(0);
  const std::size_t kept = bytes - std::min(zeros, bytes);
  if (kept == bytes) {
    copy(to, from, bytes, 0, 1, nullptr, site);
    return;
  }
  const copy_in_progress copying(scheduler_for("__pipeline_memcpy_async()"), nullptr);
  observe_pieces(from, kept, access_kind::read, site);
  observe_pieces(to, bytes, access_kind::write, site);
  std::memcpy(to, from, kept);
  std::memset(static_cast<std::byte*>(to) + kept, 0, bytes - kept);
}

void commit_copies() {
  if (scheduler_for("commit").observed())
    for (const auto& observer : block_observers())
      observer->copies_committed(*current_block);
}

[[gnu::noinline]] void wait_for_copies(unsigned but_last) {
  if (scheduler_for("wait").observed())
    for (const auto& observer : block_observers())
      observer->copies_awaited(*current_block, but_last, __builtin_return_address(0));
}

} // namespace cudalab::emulator::async
