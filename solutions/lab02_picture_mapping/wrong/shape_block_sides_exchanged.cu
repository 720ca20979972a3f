// FAILS correctness.shape (sides exchanged) on both
// says: "right only for square blocks"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The width is divided by the height of a block.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (width + block_height - 1) / block_height;
  numbers.blocks_y = (height + block_width - 1) / block_width;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width * block_height;
  numbers.idle_threads = numbers.threads - width * height;
  return numbers;
}
