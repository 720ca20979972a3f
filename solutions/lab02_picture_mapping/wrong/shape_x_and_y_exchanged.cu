// FAILS correctness.shape (x and y exchanged) on both
// says: "x and y are exchanged: right only on square pictures"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// blocks_x comes from the height.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (height + block_height - 1) / block_height;
  numbers.blocks_y = (width + block_width - 1) / block_width;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width * block_height;
  numbers.idle_threads = numbers.threads - width * height;
  return numbers;
}
