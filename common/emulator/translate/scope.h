// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a piece of code stands.
#pragma once

#include "emulator/translate/code.h"

namespace cudalab::emulator {

enum class scope { name_space, type, function };

/// What the innermost braces around `at` belong to; name_space when there are none.
scope scope_of(const code& source, std::size_t at);

/// The first piece of the declaration that holds `at`.
std::size_t declaration_begin(const code& source, std::size_t at);

/// Ends of alignas(...) and [[...]] that stand one after the other from `begin` on.
std::size_t end_of_attributes(const code& source, std::size_t begin);

} // namespace cudalab::emulator
