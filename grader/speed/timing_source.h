// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where times come from: a worker on a GPU, or a made-up one in tests. The method of measuring
/// sees only this.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::grader {

/// One timing request: `warmup` untimed calls, then `samples` samples of `iterations` calls.
struct timing_order {
  int warmup = 3;
  int iterations = 1;
  int samples = 1;
  bool flush = true; ///< empty the L2 cache before each sample
};

struct timing_answer {
  std::vector<double> event_ms; ///< each sample by the worker's own CUDA events
  double judge_ms = 0;          ///< from request to reply by the judge's clock, set-up included
};

/// The program that was to be timed did not do its part; the message says how, for its author.
struct timing_failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class timing_source {
public:
  virtual ~timing_source() = default;
  /// @throws timing_failed when the program ends, errs, or writes a wrong result
  virtual timing_answer time(const timing_order& order) = 0;
  /// Different inputs that the calls walk through. A sample has at least as many calls, so that
  /// every output is written anew.
  virtual int ring_size() const = 0;
};

} // namespace cudalab::grader
