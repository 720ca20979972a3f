// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions and variables of other people that a submission's object may ask for: an exact
/// list, by their whole names.
#pragma once

#include <string>

namespace cudalab::emulator {

/// @param name as the linker has it
bool may_be_imported(const std::string& name);

/// The printed name without template arguments and parameters: "std::vector::push_back". Words
/// before it stay where they say what it is: "vtable for std::exception".
std::string qualified_name(const std::string& demangled);

} // namespace cudalab::emulator
