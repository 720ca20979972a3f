// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Constructs put together: control flow, functions, lambdas, phases between barriers.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "kernel_writer.h"

namespace cudalab::proof {

/// A kernel's phases, each a statement; a barrier stands between two of them. The first one also
/// writes all shared memory.
struct kernel_body {
  std::vector<statement> phases;
  std::vector<bool> barrier_before; ///< of each phase but the first: false where one was left out
  std::set<std::size_t> waits;      ///< phases before which no barrier need be written
};

/// Of all_constructs(), and what is put around them.
struct construct_choice {
  std::string only;                ///< one; empty: all
  std::vector<std::string> except; ///< without these
  int depth = 3;                   ///< of control flow around them

  bool has(const std::string& name) const {
    return (only.empty() || name == only) &&
           std::find(except.begin(), except.end(), name) == except.end();
  }
};

kernel_body compose(kernel_writer& k, planted_fault fault, const construct_choice& of);

} // namespace cudalab::proof
