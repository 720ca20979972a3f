// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which processes belong to which child of the judge, and how they all end.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "grader/run/process_scan.h"

namespace cudalab::grader {

/// A child and all that came of it. Makes the judge a child subreaper: a process whose parent ended
/// falls to the judge and is found again.
class child_family {
public:
  /// `launch` starts the child. No other thread of the judge looks at processes meanwhile, so that
  /// the new one is never taken for an orphan.
  explicit child_family(const std::function<pid_t()>& launch);
  ~child_family();
  child_family(const child_family&) = delete;
  child_family& operator=(const child_family&) = delete;

  pid_t root() const { return root_; }
  /// The child's wait status once it has ended; it stays unreaped until end(), and so does its
  /// number.
  bool root_ended(int& wait_status) const;
  std::vector<process_entry> members() const;
  /// Kills and reaps all of them. False when some are still there after `patience`: a process that
  /// hangs in the kernel, in a driver for instance, cannot be killed, and nobody waits for it.
  bool end(std::chrono::milliseconds patience = std::chrono::seconds(10));

private:
  pid_t root_ = 0;
  bool reaped_ = false, given_up_ = false;
};

} // namespace cudalab::grader
