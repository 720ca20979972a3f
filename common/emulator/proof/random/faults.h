// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is wrong with a generated kernel, by what its threads touch.
#pragma once

#include <string>
#include <vector>

#include "program.h"

namespace cudalab::proof {

struct fault {
  std::string kind; ///< as a finding calls it: "race", "out_of_bounds", "uninitialised_read"
  /// The construct at fault; of a race the two.
  const construct_use* one = nullptr;
  const construct_use* other = nullptr;
  /// False: it may be reported, too. A volatile access may be a flag; shared memory that others
  /// write at the same time may be found unwritten; and of elements smaller than 4 bytes the
  /// emulated device may name a neighbour's access of the same 4 bytes.
  bool certain = true;

  bool operator<(const fault& than) const {
    return std::tie(kind, one, other, certain) <
           std::tie(than.kind, than.one, than.other, than.certain);
  }
};

/// Each once. The constructs are the kernel's own, and live as long as its plans.
std::vector<fault> faults_in(const generated_kernel& kernel);
bool has_certain_fault(const generated_kernel& kernel);

} // namespace cudalab::proof
