// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "workloads.h"

namespace bench {

namespace {

void product(const float* M, const float* N, float* P, int width) {
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j) {
      float sum = 0;
      for (int k = 0; k < width; ++k)
        sum += M[i * width + k] * N[k * width + j];
      P[i * width + j] = sum;
    }
}

void convolution(const float* in, const float* weights, float* out, int n) {
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < filter; ++k)
      sum += in[i + k] * weights[k];
    out[i] = sum;
  }
}

void reduction(const float* in, float* out, int n) {
  for (int b = 0; b < n / block; ++b) {
    float sum = 0;
    for (int i = 0; i < block; ++i)
      sum += in[b * block + i];
    out[b] = sum;
  }
}

void stencil(const float* in, float* out, int n) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const int i = y * n + x;
      out[i] = x == 0 || y == 0 || x == n - 1 || y == n - 1
                   ? in[i]
                   : in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n];
    }
}

} // namespace

void run_plain(const workload& what, const float* a, const float* b, float* out, int n) {
  if (what.is("tiled") || what.is("naive"))
    product(a, b, out, n);
  else if (what.is("convolution"))
    convolution(a, b, out, n);
  else if (what.is("reduction"))
    reduction(a, out, n);
  else
    stencil(a, out, n);
}

} // namespace bench
