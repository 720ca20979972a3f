// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 02: threads to the pixels of a picture.
//
//   ./lab grade lab02     does each pixel have its thread, and each thread its pixel?
//   ./lab run lab02       run small pictures and look at them
//   ./lab hint lab02      a little help, then a little more
//
// README.md explains the idea with pictures; lab02.h says what each function must do.
//
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab02.1, lab02.2, lab02.3, lab02.4. The grader shows
// STARTER: // how far you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
#include "lab02.h"

#include "lab/cuda_check.h"

// ---- CPU reference: what a picture is ----------------------------------------------------------

void scale_reference(const float* in, float* out, int width, int height) {
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col)
      out[row * width + col] = 2.0f * in[row * width + col];
}

// ---- Exercise 1: how many blocks, how many threads ---------------------------------------------

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.1): the blocks along x and along y, rounded up. Then: how many
  // STARTER: // blocks are that, how many threads, and how many of them have no pixel
  // STARTER: // (5 lines)?
  numbers.blocks_x = (width + block_width - 1) / block_width;
  numbers.blocks_y = (height + block_height - 1) / block_height;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width * block_height;
  numbers.idle_threads = numbers.threads - width * height;
  // END SOLUTION
  return numbers;
}

// The exercises below launch blocks of SIDE x SIDE threads, as many as exercise 1 says.
constexpr int SIDE = 16;

dim3 blocks_for(int width, int height) {
  const launch_numbers numbers = launch_shape(width, height, SIDE, SIDE);
  return dim3(numbers.blocks_x, numbers.blocks_y);
}

// ---- Exercise 2: out = 2 * in -------------------------------------------------------------------

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.2): which pixel is this thread's? A thread without one returns. Then
  // STARTER: // store twice the pixel (about 5 lines).
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
  // END SOLUTION
}

void scale_picture(const float* d_in, float* d_out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.2): launch the kernel with blocks_for(width, height) blocks of
  // STARTER: // SIDE x SIDE threads (2 lines).
  const dim3 block(SIDE, SIDE);
  scale_picture_kernel<<<blocks_for(width, height), block>>>(d_in, d_out, width, height);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: left becomes right -------------------------------------------------------------

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.3): the same, but the pixel comes from the other end of its row
  // STARTER: // (about 5 lines).
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = in[row * width + (width - 1 - col)];
  // END SOLUTION
}

void mirror_picture(const float* d_in, float* d_out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.3): launch it (2 lines).
  const dim3 block(SIDE, SIDE);
  mirror_picture_kernel<<<blocks_for(width, height), block>>>(d_in, d_out, width, height);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 4: the mean of the neighbours that exist ------------------------------------------

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.4): add up those of the 3 x 3 pixels around this thread's that exist,
  // STARTER: // count them, and store sum / count (about 14 lines).
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  float sum = 0.0f;
  int count = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (x >= 0 && x < width && y >= 0 && y < height) {
        sum += in[y * width + x];
        ++count;
      }
  out[row * width + col] = sum / count;
  // END SOLUTION
}

void blur_picture(const float* d_in, float* d_out, int width, int height) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab02.4): launch it (2 lines).
  const dim3 block(SIDE, SIDE);
  blur_picture_kernel<<<blocks_for(width, height), block>>>(d_in, d_out, width, height);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}
