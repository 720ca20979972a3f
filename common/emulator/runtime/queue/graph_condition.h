// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What conditional nodes of graphs decide by: a number in the device's memory, which kernels set
/// by its handle.
#pragma once

#include <memory>

#include "emulator/include/cudalab/graph_api.h"

namespace cudalab::emulator {

/// One cudaGraphConditionalHandleCreate. The number is in device memory of its own, so that
/// observers see who sets it, and whether anybody has.
struct graph_condition {
  /// Null: there is no room.
  static std::shared_ptr<graph_condition> make(unsigned at_launch, bool set_at_launch);
  ~graph_condition();
  graph_condition(const graph_condition&) = delete;
  graph_condition& operator=(const graph_condition&) = delete;

  cudaGraphConditionalHandle handle() const;
  unsigned value() const;
  void begin_launch() const; ///< gives it its default value, or makes it unknown
  bool has_default() const { return set_at_launch_; }
  const std::byte* place() const { return reinterpret_cast<const std::byte*>(word_); }

  bool has_node = false; ///< under device_queue's lock

private:
  graph_condition(unsigned* word, unsigned at_launch, bool set_at_launch)
      : word_(word), at_launch_(at_launch), set_at_launch_(set_at_launch) {}
  unsigned* const word_;
  const unsigned at_launch_;
  const bool set_at_launch_;
};

/// Whether it is the handle of a condition that is there. Any OS thread.
bool is_condition(cudaGraphConditionalHandle handle);

} // namespace cudalab::emulator
