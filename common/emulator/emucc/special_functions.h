// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which programs need the special mathematical functions of C++17 (std::riemann_zeta, std::beta).
#pragma once

#include <string_view>

namespace cudalab::emulator {

/// Whether a preprocessed text, in which these functions are not declared, names one of them. True
/// for some texts that only look so: their compilation takes a little longer.
bool names_special_function(std::string_view text);

} // namespace cudalab::emulator
