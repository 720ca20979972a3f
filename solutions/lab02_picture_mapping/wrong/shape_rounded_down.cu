// FAILS correctness.shape (floor division) on both
// says: "the number of blocks is rounded down"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// width / block_width forgets the block that is only partly in the picture.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = width / block_width;
  numbers.blocks_y = height / block_height;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width * block_height;
  numbers.idle_threads = numbers.threads - width * height;
  return numbers;
}
