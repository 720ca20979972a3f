// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What was seen, beside what should have been.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program.h"

namespace cudalab::proof {

struct seen_access {
  std::size_t epoch = 0;
  touch what;
};

/// By kernel, and block and thread.
using access_log = std::map<std::string, std::map<std::pair<int, int>, std::vector<seen_access>>>;

/// @throws std::runtime_error when it is none
access_log read_log(const std::string& text);

struct difference {
  std::string construct; ///< of a missed access, or the one at hand
  bool missed = false;   ///< else invented
  std::string words;
};

struct comparison {
  std::uint64_t accesses = 0, bytes = 0; ///< seen
  std::vector<difference> differences;   ///< the first few of each thread
};

comparison compare(const generated_kernel& kernel, const access_log& log);

} // namespace cudalab::proof
