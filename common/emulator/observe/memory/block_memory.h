// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The memory checker's view of one block.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/memory/shadow_memory.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Page numbers in which a launch wrote bytes that nobody had written before.
struct fresh_pages {
  static constexpr std::size_t page_bytes = 4096;
  explicit fresh_pages(std::size_t device_bytes) : known(device_bytes / page_bytes + 1) {}
  reserved_array<std::atomic<std::uint8_t>> known;
  std::mutex mutex;
  std::vector<std::size_t> list;
  void add(std::size_t page);
};

/// The first read of an output, and the first write to an input, in a launch. (Which of several
/// blocks comes first is chance, but where blocks run in order.)
struct misused_arguments {
  std::mutex mutex;
  std::optional<sighting> output_read, input_written;
};

class block_memory final : public block_observer {
public:
  block_memory(shadow_memory& state, const shared_layout& layout, std::size_t device_bytes,
               fresh_pages& fresh, misused_arguments& misuse,
               std::shared_ptr<sighting_collector> collector);

  void block_begins(const block_state& block) override;
  void accessed(const block_state& block, const access& seen) override;
  bool tells_quiet_reads() const override { return true; }

  /// See emulator.h. Not while a launch runs.
  static inline std::atomic<bool> goes_on_beside_allocations{false};

private:
  bool all_written(std::uint64_t offset) const; ///< these 4 bytes of shared memory, by this block
  void shared_access(const block_state& block, const access& seen);
  [[gnu::noinline]] void check_shared(const block_state& block, const access& seen);
  [[gnu::noinline]] void check_global(const block_state& block, const access& seen);
  void write_first(std::uint64_t offset, std::uint8_t state);
  void report_beside(const block_state& block, const access& seen, std::uint64_t offset);
  void note_misuse(const block_state& block, const access& seen);
  void report_uninitialised(const block_state& block, const access& seen, std::uint64_t offset);
  /// Of an array in shared memory: elements behind as many as the block has threads are written.
  bool several_a_thread(const block_state& block, const sighting& found) const;
  [[noreturn]] void end_launch(finding_kind kind, const access& seen, std::uint64_t offset);

  std::uint8_t* global_bytes_; ///< shadow_memory's
  const shared_layout& layout_;
  std::size_t device_bytes_;
  std::size_t dynamic_end_ = 0; ///< of what this launch may use
  fresh_pages& fresh_;
  misused_arguments& misuse_;
  std::shared_ptr<sighting_collector> collector_;
  /// For each 4 bytes of shared memory: the block that wrote it (16 * generation_) and which bytes.
  std::vector<std::uint32_t> shared_written_;
  std::uint32_t generation_ = 0;
};

} // namespace cudalab::emulator
