// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who looks at the device while rounds are timed on it: a round in which something disturbed it
/// says nothing about the programs.
#pragma once

#include <optional>
#include <string>

namespace cudalab::grader {

struct disturbance {
  std::string reason;       ///< for machines: "too_hot", "other_process"
  std::string words;        ///< "the device was too hot and slowed down"
  std::string process = {}; ///< of other_process: "4711, python3"
};

class device_watch {
public:
  virtual ~device_watch() = default;
  virtual void begin_round() = 0;
  /// What disturbed the device since begin_round().
  virtual std::optional<disturbance> end_round() = 0;
};

/// Where nobody can look.
class unwatched_device : public device_watch {
public:
  void begin_round() override {}
  std::optional<disturbance> end_round() override { return std::nullopt; }
};

} // namespace cudalab::grader
