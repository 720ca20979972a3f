// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Host code that uses memory while an operation, for which the program has not waited, writes it
/// or still reads it. The order that the program asked for decides, not the schedule: a use is a
/// mistake also when the operation happened to be done. Only memory that both sides can touch
/// (managed, pinned) is of interest.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "emulator/runtime/call_path.h"
#include "emulator/runtime/memory/reserved_array.h"
#include "emulator/runtime/observer.h"
#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// What kernels wrote, or read, of such memory, by 4 bytes. Kernels run on several OS threads.
class host_visible_touches {
public:
  explicit host_visible_touches(std::size_t device_bytes) : pages_(device_bytes / page_bytes + 1) {}

  /// @param number of the launch; its last 32 bits are kept
  void touched(std::uint64_t offset, std::uint32_t bytes, operation_number number, const void* pc);

  struct touch {
    operation_number number = 0; ///< 0: none
    std::uint32_t pc = 0;        ///< short_pc
  };
  touch last(std::uint64_t offset) const;

private:
  static constexpr std::size_t page_bytes = 4096;
  struct page {
    std::atomic<std::uint64_t> cells[page_bytes / 4]; ///< number and pc
  };
  page& page_at(std::size_t number);

  reserved_array<std::atomic<page*>> pages_; ///< never given back: as many as such memory needs
};

/// Everything here is called under device_queue's lock, but for take().
class unfinished_use {
public:
  static unfinished_use& instance();

  host_visible_touches& of_kernels(access_kind kind) {
    return kind == access_kind::read ? reads_ : writes_;
  }

  /// A copy, a fill or a host function was submitted.
  void submitted(operation_number number, const operation& work);
  /// Host code touches `bytes` bytes, some operation being unfinished as far as the program knows.
  void touched(std::uint64_t offset, std::uint32_t bytes, access_kind kind, access_manner manner,
               const void* pc);
  /// A launch has ended that may have used such memory.
  void ended(const launch_record& launch);

  /// Puts what was found into the findings; or forgets it.
  void deliver(bool wanted);

private:
  struct use {
    std::uint64_t cell = 0; ///< of 4 bytes
    access_kind kind = access_kind::read;
    const void* pc = nullptr;
    bool operator==(const use&) const = default;
  };
  struct use_hash {
    std::size_t operator()(const use& one) const {
      return (one.cell * 2 + static_cast<std::size_t>(one.kind)) ^
             (reinterpret_cast<std::uintptr_t>(one.pc) << 24);
    }
  };
  struct use_record {
    operation_number newest = 0;     ///< submitted at that time
    std::set<operation_number> told; ///< launches that it was told with
  };
  struct transfer {
    const char* name = "";
    const void* called_at = nullptr;
    std::vector<memory_use> uses;
    stream_identity stream;
  };
  struct launched {
    const char* kernel = "";
    const char* file = "";
    int line = 0;
    stream_identity stream;
  };
  struct mistake {
    const void* host_pc = nullptr;
    access_kind kind = access_kind::read;
    bool overwrites_source = false;
    std::uint32_t kernel_pc = 0; ///< 0: a transfer
    operation_number number = 0;
    auto operator<=>(const mistake&) const = default;
  };
  struct mistake_record {
    std::uint64_t offset = 0, count = 0;
    launched launch;
    transfer copy;
    call_path behind = {}; ///< the use
  };

  unfinished_use();
  void catch_up();
  void compare(const use& which, use_record& record, operation_number launch_or_all);
  void compare_with(const host_visible_touches& touches, const use& which, use_record& record,
                    operation_number launch_or_all);
  void compare_with_transfers(std::uint64_t offset, std::uint32_t bytes, access_kind kind,
                              const void* pc);
  bool pending(operation_number number) const;
  mistake_record& note(const mistake& made, std::uint64_t offset);

  static constexpr std::size_t most_uses = 1u << 20;

  host_visible_touches writes_, reads_;
  std::map<operation_number, transfer> transfers_; ///< those that the host does not know of
  std::map<operation_number, launched> launches_;
  std::unordered_map<use, use_record, use_hash> uses_; ///< since the host last knew everything
  /// Calls behind a use, by its code; with none where it was reached by several ways. Since then.
  std::unordered_map<const void*, call_path> ways_;
  std::map<mistake, mistake_record> mistakes_;
  operation_number excused_ = 0; ///< up to here, the program has flags of its own
  /// Host functions that streams call. What comes before one of them is done for a host thread that
  /// it starts or wakes: such a thread submits none itself.
  std::vector<operation_number> host_functions_;
  bool asked_by_helper_ = false; ///< by a host thread that has submitted nothing
  std::uint64_t times_caught_up_ = 0;
};

} // namespace cudalab::emulator
