// FAILS correctness.shape (threads counted as pixels) on both
// says: "one for each pixel and no more"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// As many threads as pixels, and none idle.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (width + block_width - 1) / block_width;
  numbers.blocks_y = (height + block_height - 1) / block_height;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = width * height;
  numbers.idle_threads = 0;
  return numbers;
}
