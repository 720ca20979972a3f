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
// Work through the TODOs in order: lab02.1, lab02.2, lab02.3, lab02.4. The grader shows
// how far you are.
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
  // TODO(lab02.1): the blocks along x and along y, rounded up. Then: how many
  // blocks are that, how many threads, and how many of them have no pixel
  // (5 lines)?
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
  // TODO(lab02.2): which pixel is this thread's? A thread without one returns. Then
  // store twice the pixel (about 5 lines).
}

void scale_picture(const float* d_in, float* d_out, int width, int height) {
  // TODO(lab02.2): launch the kernel with blocks_for(width, height) blocks of
  // SIDE x SIDE threads (2 lines).
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: left becomes right -------------------------------------------------------------

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  // TODO(lab02.3): the same, but the pixel comes from the other end of its row
  // (about 5 lines).
}

void mirror_picture(const float* d_in, float* d_out, int width, int height) {
  // TODO(lab02.3): launch it (2 lines).
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 4: the mean of the neighbours that exist ------------------------------------------

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  // TODO(lab02.4): add up those of the 3 x 3 pixels around this thread's that exist,
  // count them, and store sum / count (about 14 lines).
}

void blur_picture(const float* d_in, float* d_out, int width, int height) {
  // TODO(lab02.4): launch it (2 lines).
  CUDA_CHECK(cudaGetLastError());
}
