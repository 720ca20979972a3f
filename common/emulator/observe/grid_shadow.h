// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who touched each piece of global memory in one launch, block by block: finds what two blocks
/// touch when at least one of them writes.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/observe/observer.h"
#include "emulator/observe/reserved_array.h"

namespace cudalab::emulator {

/// Who of a block touched first.
struct grid_touch {
  std::uint32_t block = 0;
  std::uint32_t pc = 0; ///< short_pc; 0: nobody
  std::uint32_t thread = 0;
};

/// The smallest and the largest block that wrote, and that read. This is enough to know whether two
/// blocks clash, and the same in whatever order the blocks run.
struct grid_cell {
  grid_touch first_writer, last_writer, first_reader, last_reader;
};

/// Called by several OS threads at once.
class grid_shadow {
public:
  /// `bytes`: of device memory.
  explicit grid_shadow(std::size_t bytes);
  ~grid_shadow();

  /// A block touches 4 bytes (`whole`) or one byte at the offset, for the first time for reading or
  /// for writing.
  void touched(std::uint64_t offset, bool whole, access_kind kind, const grid_touch& who);

  /// Two accesses from different blocks, at least one of them (the second) a write.
  struct clash {
    std::uint64_t offset = 0;
    std::uint32_t bytes = 4;
    grid_touch one, writer;
    bool one_writes = false;
  };
  /// Calls for each 4 bytes that clash, in order of offset, and forgets everything. No launch may
  /// be running.
  void judge(const std::function<void(const clash&)>& use);
  void forget();

private:
  static constexpr std::size_t page_bytes = 4096;
  struct page {
    std::atomic_flag lock;
    std::array<grid_cell, page_bytes / 4> words;
    std::unique_ptr<std::array<grid_cell, page_bytes>> bytes; ///< for accesses of 1 or 2 bytes
  };
  page& page_at(std::size_t number);
  static void judge_page(const page& touched, std::uint64_t begin,
                         const std::function<void(const clash&)>& use);

  reserved_array<std::atomic<page*>> pages_;
  std::mutex mutex_;
  std::vector<std::size_t> touched_; ///< page numbers
};

} // namespace cudalab::emulator
