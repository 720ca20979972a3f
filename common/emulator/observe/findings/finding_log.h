// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All findings of the program since they were last taken, aggregated by what and where.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

class finding_log {
public:
  static finding_log& instance();

  /// One more, or more of one that is known. The example of the earliest launch and the smallest
  /// block stays, so that the order of calls does not matter. Any OS thread.
  void add(finding found);

  /// In no order that says anything; empties the list.
  std::vector<finding> take();

  /// From now on a call is made to fail: what only follows from that is no finding.
  void failure_begins();
  /// @return whether there was anything of that kind
  bool failure_ends();

private:
  std::mutex mutex_;
  std::map<std::string, finding> found_;
  bool after_failure_ = false, has_consequence_ = false;
};

} // namespace cudalab::emulator
