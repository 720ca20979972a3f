// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Names a build by everything that goes into it.
#pragma once

#include <string>

#include "grader/build/build_command.h"

namespace cudalab::grader {

/// 16 hexadecimal digits: of the student's file, the headers beside it, the lab's and the course's
/// headers, the compiler and the libraries, and whether it was compiled in the sandbox. The same
/// digits mean the same program.
/// @throws std::system_error when the student's file cannot be read
std::string fingerprint(const build_plan& plan, build_flavour kind);

} // namespace cudalab::grader
