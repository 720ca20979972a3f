// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The fast, less exact functions of a GPU. Here they are the exact ones, but for what a GPU makes
/// of very large divisors and of powers of negative numbers. Macros, because glibc declares
/// functions of these names.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <math.h>

#include "min_max.h"

#define __cosf(x) cosf(x)
#define __sinf(x) sinf(x)
#define __tanf(x) tanf(x)
#define __tanhf(x) tanhf(x)
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
/// By the logarithm of x, as a GPU makes it: not a number where x is below 0.
#define __powf(x, y) exp2f(static_cast<float>(y) * log2f(x))
#define __sincosf(x, sine, cosine) sincosf(x, sine, cosine)

/// As a GPU makes it: a times the inverse of b, which beyond 2^126 is 0 there. (So infinity divided
/// by such a number is none.)
CUDALAB_INLINE float __fdividef(float a, float b) {
  const float largest = 8.507059173e37f; // 2^126
  return b > largest ? a * 0.0f : b < -largest ? a * -0.0f : a / b;
}
/// [0, 1]; a NaN becomes 0.
CUDALAB_INLINE float __saturatef(float x) {
  return min(1.0f, max(0.0f, x));
}
