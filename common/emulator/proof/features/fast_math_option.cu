// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: -use_fast_math is taken; sinf, division and their like are then as exact as CUDA promises, or better.
// Options: -use_fast_math
#include <cmath>
#include <cstdio>

// The bounds of the CUDA C++ Programming Guide, appendix on mathematical functions: __sinf and
// __cosf 2^-21.41 and 2^-21.19 within [-pi, pi], __expf 2 + 1.173 |x| units in the last place,
// __logf 2^-21.41 within [0.5, 2], __fdividef (which x / y becomes) 2 units.
__global__ void evaluate(float x, float* results) {
  results[0] = sinf(x);
  results[1] = cosf(x);
  results[2] = expf(x);
  results[3] = logf(x);
  results[4] = 1.0f / x;
  results[5] = sqrtf(x);
}

int main() {
  constexpr double unit = 1.0 / (1 << 23);
  float* results = nullptr;
  if (cudaMallocManaged(&results, 6 * sizeof(float)) != cudaSuccess)
    return 1;
  const float inputs[] = {0.5f, 0.7f, 1.1f, 1.9f};
  for (const float x : inputs) {
    evaluate<<<1, 1>>>(x, results);
    if (cudaDeviceSynchronize() != cudaSuccess)
      return 1;
    const double d = x;
    const double exact[] = {std::sin(d), std::cos(d), std::exp(d), std::log(d), 1 / d, std::sqrt(d)};
    const double allowed[] = {std::exp2(-21.41), std::exp2(-21.19), (2 + 1.173 * d) * unit * exact[2],
                              std::exp2(-21.41), 2 * unit * exact[4], 3 * unit * exact[5]};
    for (int i = 0; i < 6; ++i)
      if (std::fabs(results[i] - exact[i]) > allowed[i]) {
        std::printf("function %d of %g: %.9g, not %.9g\n", i, d, results[i], exact[i]);
        return 1;
      }
  }
  return cudaFree(results) == cudaSuccess ? 0 : 1;
}
