// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// <math.h>, without what C++17 adds to it for physicists. GNU's library includes it whole, and
/// std::riemann_zeta and its like were a sixth of the text of each program: a fifth of the time to
/// compile it. emucc defines CUDALAB_SPECIAL_FUNCTIONS for a program that names one of them.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#if __cplusplus >= 201703L && !defined CUDALAB_SPECIAL_FUNCTIONS && !defined CUDALAB_RULES_CHECK
#if __has_include(<bits/c++config.h>) // GNU's library
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
// These came with it, and programs that nvcc takes may count on them (std::max, std::swap).
#include <array>
#include <limits>
#endif
#endif

#include <math.h>
