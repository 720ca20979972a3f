// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// The kernels of kernels.cu for OpenCL.

#define TILE 16
#define BLOCK 256
#define FILTER 128

kernel void tiled(global const float* M, global const float* N, global float* P, int width) {
  local float Mds[TILE][TILE];
  local float Nds[TILE][TILE];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int row = get_group_id(1) * TILE + ty, col = get_group_id(0) * TILE + tx;
  float sum = 0;
  for (int m = 0; m < width / TILE; ++m) {
    Mds[ty][tx] = M[row * width + m * TILE + tx];
    Nds[ty][tx] = N[(m * TILE + ty) * width + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  P[row * width + col] = sum;
}

kernel void naive(global const float* M, global const float* N, global float* P, int width) {
  const int row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += M[row * width + k] * N[k * width + col];
  P[row * width + col] = sum;
}

kernel void convolution(global const float* in, global const float* weights_in, global float* out,
                        int n) {
  local float window[BLOCK + FILTER];
  local float weights[FILTER];
  const int t = get_local_id(0), first = get_group_id(0) * BLOCK;
  for (int i = t; i < BLOCK + FILTER; i += BLOCK)
    window[i] = in[first + i];
  if (t < FILTER)
    weights[t] = weights_in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < FILTER; ++k)
    sum += window[t + k] * weights[k];
  out[first + t] = sum;
}

kernel void reduction(global const float* in, global const float* unused, global float* out,
                      int n) {
  local float partial[BLOCK];
  const int t = get_local_id(0);
  partial[t] = in[get_global_id(0)];
  for (int half_ = BLOCK / 2; half_ > 0; half_ /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_)
      partial[t] += partial[t + half_];
  }
  if (t == 0)
    out[get_group_id(0)] = partial[0];
}

kernel void stencil(global const float* in, global const float* unused, global float* out, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int i = y * n + x;
  out[i] = x == 0 || y == 0 || x == n - 1 || y == n - 1
               ? in[i]
               : in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n];
}
