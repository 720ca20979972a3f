// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which thread stores each element of an array, where the task says which one it is to be.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// The arrays of a call, and what its kernels store to them. Switched on while there is one.
class element_makers {
public:
  static element_makers& instance();

  /// From now on, and in place of what was asked for the same array before.
  void watch(watched_elements asked);
  bool empty() const { return !any_.load(std::memory_order_acquire); }
  /// A thread is about to store there. Called by several OS threads at once.
  void stored(const block_state& block, const access& seen);
  /// Makes a remark of the first array that others have stored to, and forgets all.
  void tell();

private:
  static constexpr std::uint64_t nobody = UINT64_MAX;

  struct array {
    watched_elements asked;
    /// By element: the number that its last maker has among all threads of its launch. Of threads
    /// that go on nobody asks.
    std::vector<std::uint64_t> makers;
    std::uint64_t stored_up_to = 0; ///< behind the last element that somebody stored
    /// Of all launches that stored here, along the longest side of each, or two: others may have no
    /// element, as in blocks of 16 x 16 over a single row.
    std::uint64_t along_side = 0;
    bool along_two = false;    ///< at least one of them goes on along a second side
    std::uint64_t threads = 0; ///< of the last launch that stored here
    unsigned threads_per_block = 1;
    std::uint64_t launch = 0; ///< the number of that launch
    bool several_launches = false;
    std::uint64_t blocks = 0;                              ///< of the last launch
    std::map<std::uint64_t, std::uint64_t> bytes_of_block; ///< that its blocks have stored
    std::uint64_t most_bytes = 0; ///< that all blocks of the launches before have stored at most

    bool keeps_makers() const;
    /// Of the last launch.
    std::uint64_t most_bytes_of_block() const;
  };

  static bool tell_of(const array& one);
  static bool tell_of_missing(const array& one);
  static bool tell_of_few_blocks(const array& one);

  std::mutex mutex_;
  std::vector<array> arrays_;
  std::atomic<bool> any_{false};
};

/// Listens for element_makers.
class maker_watch final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
};

} // namespace cudalab::emulator
