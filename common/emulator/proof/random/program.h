// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A program of many random kernels.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compose.h"

namespace cudalab::proof {

struct generated_kernel {
  std::string name;
  planted_fault fault;
  int threads = 0, blocks = 0;
  std::vector<plan> epochs; ///< what a thread does between two barriers
  std::shared_ptr<const std::deque<region>> regions;
};

struct generated_program {
  std::string text;
  std::vector<generated_kernel> kernels;
};

struct program_wish {
  std::uint64_t seed = 1;
  int kernels = 40; ///< without a fault
  int faults = 0;   ///< kernels with one
  construct_choice constructs;
  /// No access may be left out or repeated by an optimiser, so that what a GPU counts can be
  /// compared with what the emulated device counts: docs/access_proof.md.
  bool comparable = false;
};

/// Before it are the types of the arrays.
int first_line_of_kernels();

generated_program generate(const program_wish& wanted);

} // namespace cudalab::proof
