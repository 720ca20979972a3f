// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Mathematics in device code: the C library's functions, and those that only CUDA has.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <math.h>

#include "address_spaces.h"
#include "cached_access.h"
#include "conversions.h"
#include "fast_math.h"
#include "integer_intrinsics.h"
#include "min_max.h"
#include "rounded_arithmetic.h"
#include "simd_words.h"
#include "special_functions.h"
