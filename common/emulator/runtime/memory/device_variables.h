// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The program's __device__, __constant__ and __managed__ variables: the translator puts each into
/// a section whose name begins with cudalab_device_, cudalab_constant_ or cudalab_managed_.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emulator/runtime/memory/allocation.h"

namespace cudalab::emulator {

struct device_variable {
  std::string name; ///< without namespaces
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  memory_kind kind = memory_kind::device_variable;
};

/// Read from the program's files; empty when they have no such sections.
std::vector<device_variable> device_variables();

} // namespace cudalab::emulator
