// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Inverses of the error function and its scaled form, to more digits than a double has.
#pragma once

namespace cudalab::emulator {

long double inverse_erf(long double y);  ///< -1 and 1 give infinities, beyond is NaN
long double inverse_erfc(long double y); ///< 0 and 2 give infinities, beyond is NaN
long double scaled_erfc(long double x);  ///< exp(x * x) * erfc(x)

} // namespace cudalab::emulator
