// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All findings of the program since they were last taken, aggregated by what and where.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "emulator/observe/finding.h"

namespace cudalab::emulator {

class finding_log {
public:
  static finding_log& instance();

  /// One more, or more of one that is known. The example of the earliest launch and the smallest
  /// block stays, so that the order of calls does not matter. Any OS thread.
  void add(finding found);

  /// Most telling first; empties the list.
  std::vector<finding> take();

private:
  std::mutex mutex_;
  std::map<std::string, finding> found_;
};

/// As docs/formats.md says. `all`: as finding_log::take() gives them; only the first ones are told.
std::string json_of(const std::vector<finding>& all);

/// Leaves out uninitialised reads that are the same mistake as a race: the value was read before
/// another thread had written it.
std::vector<finding> without_echoes(std::vector<finding> all);

} // namespace cudalab::emulator
