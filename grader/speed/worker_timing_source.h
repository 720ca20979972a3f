// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Times from a lab program on the GPU, held open in a process of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/run/worker_process.h"
#include "grader/speed/judge_speed.h"
#include "grader/speed/ring_memory.h"
#include "grader/speed/timing_source.h"

namespace cudalab::grader {

/// The program was timed, and what it wrote was wrong.
struct timed_wrong_result : timing_failed {
  using timing_failed::timing_failed;
};

class worker_timing_source : public timing_source {
public:
  /// Starts the program. `ring` and `settings` must outlive this.
  worker_timing_source(const std::filesystem::path& program, const ring_memory& ring,
                       const speed_settings& settings);
  /// Waits for the program, which looks for a GPU for a third of a second: several do so at once.
  /// @throws timing_failed when it does not come up on a GPU
  void begin();

  /// Every answer's outputs are checked before the times are given out.
  timing_answer time(const timing_order& order) override;
  int ring_size() const override { return static_cast<int>(ring_.calls().size()); }

  /// Bytes read and written per second by device-to-device copies, median; 0 when it failed.
  double copy_bandwidth();
  std::string device() const;
  double peak_gigaflops() const;  ///< protocol::hello::peak_gigaflops
  std::string pci_bus_id() const; ///< protocol::hello::pci_bus_id

private:
  protocol::timing_reply ask(const protocol::request& request);
  void check_outputs();

  const ring_memory& ring_;
  const speed_settings& settings_;
  shared_block outputs_;
  std::chrono::steady_clock::duration left_; ///< of speed_settings::together
  std::vector<std::byte> right_;             ///< the output memory when it was last found right
  worker_process process_;
};

} // namespace cudalab::grader
