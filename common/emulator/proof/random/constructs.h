// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The ways in which C++ reaches memory. Each construct writes itself, with random operands, and
/// says what it touches. A new one is a function and a line in its family's list.
#pragma once

#include <string>
#include <vector>

#include "kernel_writer.h"

namespace cudalab::proof {

struct construct {
  std::string name;
  statement (*write)(kernel_writer&);
  /// Why a GPU's counts of it cannot be compared with the emulated device's; empty: they can.
  std::string not_comparable = {};
};

std::vector<construct> scalar_constructs();    ///< assignments, increments, pointers
std::vector<construct> structure_constructs(); ///< by value, by reference, returned, nested
std::vector<construct> member_constructs();    ///< members' addresses, bit-fields, unions, vectors
std::vector<construct> class_constructs();     ///< constructors, operators, lambdas, virtual calls
std::vector<construct> library_constructs();   ///< memcpy, std::copy, std::swap, std::min, ...
std::vector<construct> parallel_constructs();  ///< atomics, volatile, cooperative copies

/// All of them.
const std::vector<construct>& all_constructs();

} // namespace cudalab::proof
